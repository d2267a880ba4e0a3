/* A mutant of a kernel that breaks one of the five properties when it is run,
 * item by item, is not proved, and mostly refuted; and what is refuted is broken
 * in that run. Some mutants of a part of tests/codegen, by the programs' names, so
 * that others do not move it; LIFT_TUNE_LONG=1: of all. */
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "brute.h"
#include "prover/prove.h"
#include "tests/codegen/codegen_documents.h"
#include "tree_mutants.h"

enum { SKIPPED = 77, PART = 11, EACH = 7, EACH_LONG = 5,
       BUSY_SECONDS = 30 /* for a machine that has other things to do */ };

typedef struct Test {
	unsigned part;
	int each;
	const Kernels *kernels;
	int programs, mutants, broken, refuted, escaped, alarms;
	int by_kind[MUTANT_KINDS][2]; /* broken; refuted of these */
} Test;

static ProofVerdict prove(const Kernels *kernels, char *detail, size_t size)
{
	Arena *arena = arena_new();
	const Proof *proof = prove_kernels(arena, kernels, BUSY_SECONDS);
	ProofVerdict verdict = proof->verdict;

	snprintf(detail, size, "%s", proof->detail);
	arena_free(arena);
	return verdict;
}

/* With some data or other; where none decide anything, the first do. */
static int broken_by_some(const Kernels *kernels)
{
	enum { DATA = 200 };
	int broken = 0;

	for (uint64_t data = 0; !broken && data < DATA; data++)
		broken = brute_run(kernels, data);
	return broken;
}

static void tell(const Test *test, const char *what, MutantKind kind,
		 const char *kernel, const char *detail)
{
	printf("%s: %s %s, %s: %s\n", what, test->kernels->program->name,
	       kernel, mutant_name(kind), detail);
}

static void see_mutant(void *context, MutantKind kind, const char *kernel)
{
	Test *test = context;
	int broken = brute_run(test->kernels, 0);
	char detail[400];
	ProofVerdict verdict;

	if (broken < 0)
		return;
	verdict = prove(test->kernels, detail, sizeof detail);
	if (!broken && verdict == PROVE_REFUTED)
		broken = broken_by_some(test->kernels);
	test->mutants++;
	test->broken += broken != 0;
	test->refuted += broken && verdict == PROVE_REFUTED;
	test->by_kind[kind][0] += broken != 0;
	test->by_kind[kind][1] += broken && verdict == PROVE_REFUTED;
	if (broken && verdict != PROVE_REFUTED)
		tell(test, "not refuted", kind, kernel, detail);
	if (broken && verdict == PROVE_PROVED)
		test->escaped++;
	if (broken || verdict != PROVE_REFUTED)
		return;
	test->alarms++;
	tell(test, "refuted, not broken", kind, kernel, detail);
}

/* Of kernels that are proved whatever the program promises: data that are drawn do
 * not keep that. */
static void see(void *context, const Kernels *kernels)
{
	Test *test = context;
	int broken = brute_run(kernels, 0);
	char detail[400];

	test->kernels = kernels;
	if (broken < 0 || prove(kernels, detail, sizeof detail) != PROVE_PROVED
	    || *detail)
		return;
	if (broken) {
		test->escaped++;
		printf("proved, but broken: %s\n", kernels->program->name);
		return;
	}
	test->programs++;
	mutants_each(kernels, test->each, see_mutant, test);
}

static void check(void *context, const Program *program, const char *line)
{
	static const DeviceType types[] = { DEVICE_OTHER, DEVICE_CPU };
	Arena *arena = arena_new();
	Test *test = context;
	LegalFault fault;

	(void)line;
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		Device device = device_generic();
		CodegenOptions options;

		device.type = types[i];
		options = codegen_options(&device);
		options.around_bytes = 1;
		options.line_rounds = 1;
		options.narrow_bytes = 1;
		if ((hash_string(program->name) + i) % test->part == 0)
			codegen_seen(arena, program, program->body, &device,
				     &options, see, test, &fault);
	}
	arena_free(arena);
}

int main(void)
{
	bool all = getenv("LIFT_TUNE_LONG") != NULL;
	Test test = { .part = all ? 1 : PART, .each = all ? EACH_LONG : EACH };

	if (!prove_solver()) {
		printf("no solver: skipped\n");
		return SKIPPED;
	}
	if (!documents_each(check, &test))
		return 1;
	for (int kind = 0; kind < MUTANT_KINDS; kind++)
		printf("%-20s %4d break a property, %4d are refuted\n",
		       mutant_name((MutantKind)kind), test.by_kind[kind][0],
		       test.by_kind[kind][1]);
	printf("%d mutants of %d programs: %d broken, of which %d are refuted "
	       "and %d are proved; %d are refuted, but not broken\n",
	       test.mutants, test.programs, test.broken, test.refuted,
	       test.escaped, test.alarms);
	return test.escaped || test.alarms || 20 * (test.broken - test.refuted) > test.broken
	    || test.broken < 100;
}
