/* What a search proposes first for the examples and the programs of the tests,
 * at their own sizes, for a CPU and a GPU: nearly all of it is proved, nothing
 * is refuted, and the others say why. A tenth of the programs;
 * LIFT_TUNE_LONG=1: all. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/prove.h"
#include "search/derive.h"
#include "search/strategy.h"

enum { SKIPPED = 77, PART = 10, PROPOSALS = 4, TEXT_BYTES = 1 << 16,
       BUSY_SECONDS = 30 /* for a machine that has other things to do */ };

typedef struct Suite {
	int part, seen;
	const Device *device;
	const char *what;
	int kernels, proved, refuted, refused, bad;
	double seconds;
} Suite;

static void see(void *context, const Kernels *kernels)
{
	Suite *suite = context;
	Arena *arena = arena_new();
	const Proof *proof = prove_kernels(arena, kernels,
					   suite->part > 1 ? BUSY_SECONDS
							   : PROVE_SECONDS);

	suite->kernels++;
	suite->seconds += proof->seconds;
	suite->proved += proof->verdict == PROVE_PROVED;
	suite->refuted += proof->verdict == PROVE_REFUTED;
	if (proof->verdict != PROVE_PROVED)
		printf("%s, %s: %s: %s\n", kernels->program->name, suite->what,
		       proof_verdict_name(proof->verdict), proof->detail);
	arena_free(arena);
}

static bool try_low(Suite *suite, const Program *program, const Expr *low)
{
	CodegenOptions options = codegen_options(suite->device);
	Arena *arena = arena_new();
	LegalFault fault;
	bool good = codegen_seen(arena, program, low, suite->device, &options,
				 see, suite, &fault) != NULL;

	suite->refused += !good;
	arena_free(arena);
	return good;
}

static void try_proposals(Suite *suite, const Program *program)
{
	RuleBase *base = rulebase_new();
	Derive *derive = derive_new(base, program, suite->device,
				    (RewriteOptions){ false, false });
	Space space = derive_space(derive);
	Strategy *strategy = strategy_new(strategy_kinds[0], &space, 1, -1);
	Candidate candidate;

	for (int i = 0; i < PROPOSALS; i++) {
		bool good;

		if (strategy_ask(strategy, &candidate) != ASK_CANDIDATE)
			break;
		good = try_low(suite, program,
			       derive_result(derive, candidate.state).low);
		strategy_tell(strategy, candidate.number,
			      (Outcome){ good ? OUTCOME_OK : OUTCOME_FAILED,
					 1e-6 * (1 + i) });
	}
	strategy_free(strategy);
	derive_free(derive);
	rulebase_free(base);
}

static Device device_of(DeviceType type)
{
	Device device = device_generic();
	bool cpu = type == DEVICE_CPU;

	device.type = type;
	device.compute_units = cpu ? 8 : 40;
	device.native_float_width = cpu ? 8 : 1;
	device.native_double_width = cpu ? 4 : 1;
	device.max_group_size = cpu ? 4096 : 256;
	for (int d = 0; d < DEVICE_DIMS; d++)
		device.max_item_sizes[d] = device.max_group_size;
	device.max_alloc_bytes = INT64_C(1) << 32;
	device.global_bytes = INT64_C(1) << 34;
	device.local_is_dedicated = !cpu;
	device.has_f64 = device.has_f16 = true;
	return device;
}

static void try_program(Suite *suite, const char *name, const char *text)
{
	const ReadOptions concrete = { .concrete = true };
	const Device devices[] = { device_of(DEVICE_CPU),
				   device_of(DEVICE_GPU) };
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	Program *program = program_read(ir, name, text, &concrete, diags);

	for (int i = 0; program && i < 2; i++) {
		suite->device = &devices[i];
		suite->what = i ? "GPU" : "CPU";
		try_proposals(suite, program);
	}
	suite->bad += !program;
	diags_free(diags);
	ir_free(ir);
}

static int is_document(const struct dirent *entry)
{
	const char *dot = strrchr(entry->d_name, '.');

	return dot && !strcmp(dot, ".json");
}

static void try_file(Suite *suite, const char *path)
{
	char *text = calloc(1, TEXT_BYTES);
	FILE *file = fopen(path, "r");

	if (file && fread(text, 1, TEXT_BYTES - 1, file))
		try_program(suite, path, text);
	else
		suite->bad++;
	if (file)
		fclose(file);
	free(text);
}

static void try_folder(Suite *suite, const char *folder)
{
	const char *root = getenv("srcdir"), *only = getenv("ONLY");
	struct dirent **entries = NULL;
	char path[4096], file[4400];
	int count;

	snprintf(path, sizeof path, "%s/%s", root ? root : ".", folder);
	count = scandir(path, &entries, is_document, alphasort);
	for (int i = 0; i < count; i++) {
		snprintf(file, sizeof file, "%s/%s", path, entries[i]->d_name);
		if (only ? strstr(file, only) != NULL
			 : suite->seen++ % suite->part == 0)
			try_file(suite, file);
		free(entries[i]);
	}
	suite->bad += count <= 0;
	free(entries);
}

int main(void)
{
	Suite suite = { .part = getenv("LIFT_TUNE_LONG") ? 1 : PART };

	if (!prove_solver()) {
		printf("no solver: skipped\n");
		return SKIPPED;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	try_folder(&suite, "examples");
	try_folder(&suite, "tests/programs");
	try_folder(&suite, "tests/programs_e2e");
	printf("%d of %d proved in %.1f s, %d refuted; %d not generated\n",
	       suite.proved, suite.kernels, suite.seconds, suite.refuted,
	       suite.refused);
	return suite.bad || suite.refuted
	    || suite.proved * 100 < suite.kernels * 95;
}
