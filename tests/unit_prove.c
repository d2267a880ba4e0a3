/* Kernels of tests/codegen are proved, all but a few; none is refuted. What is
 * not proved says why. A tenth of them; LIFT_TUNE_LONG=1: all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen_documents.h"
#include "prover/prove.h"

enum { SKIPPED = 77, PART = 10,
       BUSY_SECONDS = 30 /* for a machine that has other things to do */ };

typedef struct Test {
	int part, seen;         /* every part-th is proved */
	int number, proved, refuted;
	double seconds;
} Test;

static void see(void *context, const Kernels *kernels)
{
	Test *test = context;
	Arena *arena = arena_new();
	const Proof *proof = prove_kernels(arena, kernels,
					   test->part > 1 ? BUSY_SECONDS
							  : PROVE_SECONDS);

	test->number++;
	test->seconds += proof->seconds;
	test->proved += proof->verdict == PROVE_PROVED;
	test->refuted += proof->verdict == PROVE_REFUTED;
	if (proof->verdict != PROVE_PROVED)
		printf("%s: %s: %s\n", kernels->program->name,
		       proof_verdict_name(proof->verdict), proof->detail);
	arena_free(arena);
}

static void check(void *context, const Program *program, const char *line)
{
	Device device = device_generic();
	CodegenOptions options = codegen_options(&device);
	Arena *arena = arena_new();
	Test *test = context;
	LegalFault fault;

	(void)line;
	options.around_bytes = 1;
	if (test->seen++ % test->part == 0
	    && !codegen_seen(arena, program, program->body, &device, &options,
			     see, test, &fault))
		printf("%s: refused: %s\n", program->name, fault.message);
	arena_free(arena);
}

int main(void)
{
	Test test = { .part = getenv("LIFT_TUNE_LONG") ? 1 : PART };

	if (!prove_solver()) {
		printf("no solver: skipped\n");
		return SKIPPED;
	}
	if (!documents_each(check, &test))
		return 1;
	printf("%d of %d proved in %.1f s, %d refuted\n", test.proved,
	       test.number, test.seconds, test.refuted);
	return test.refuted || test.proved * 100 < test.number * 95;
}
