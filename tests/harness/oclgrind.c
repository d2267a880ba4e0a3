/* Oclgrind finds nothing in the kernels of the test suite: the examples and the
 * programs of the tests at small sizes, several derivations of each, and the
 * low-level documents of tests/codegen; and they give what the evaluator
 * gives. Exits with 77 when Oclgrind is not installed.
 *
 * The environment may say how many derivations of each program there are
 * (OCLGRIND_DRAWS, 4), and whether the code is optimised, too, which takes as
 * long again (OCLGRIND_OPTIMISED). */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ir/front/document.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "tests/codegen/codegen_documents.h"
#include "tests/harness/trial.h"

enum { SKIPPED = 77, VARIABLES = 64, TEXT_BYTES = 1 << 16, SMALL = 24,
       LARGE = 6 /* programs at most that cannot be small */ };

typedef struct Suite {
	Machine machines[TRIAL_MACHINES];
	int machine_count, draws;
	int kernels, refused, large, bad;
} Suite;

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void tell(Suite *suite, const char *name, TrialResult result,
		 const char *said)
{
	suite->kernels += result != TRIAL_REFUSED;
	suite->refused += result == TRIAL_REFUSED;
	suite->bad += result == TRIAL_BAD;
	if (getenv("VERBOSE"))
		printf("%8.2f s  %s\n", now(),
		       name);
	if (result == TRIAL_BAD)
		printf("%s: %s\n", name, said);
}

static void try_low(Suite *suite, Trial *trial, const char *name,
		    const Expr *low)
{
	Text said = { 0 };
	TrialResult result = trial_run(trial, low, &said);

	tell(suite, name, result, text_string(&said));
	text_free(&said);
}

static Trial trial_of(Suite *suite, const Program *program, uint64_t variant)
{
	Trial trial = { .machines = suite->machines,
			.machine_count = suite->machine_count,
			.program = program,
			.device = trial_device(variant) };

	trial.options = codegen_options(&trial.device);
	trial.options.around_bytes = 1;
	trial.options.aside_bytes = 1;
	trial.options.line_rounds = 1;
	trial.options.narrow_bytes = 1;
	return trial;
}

/* -- documents of the code generator --------------------------------------- */

/* Each way of accessing vectors, where there are any and time is not short. */
static void try_document(void *context, const Program *program,
			 const char *line)
{
	Suite *suite = context;
	Trial trial = trial_of(suite, program, 1);
	int forms = strstr(line, "Vec") && suite->draws > 1 ? 3 : 1;

	trial_begin(&trial, 1);
	for (int form = 0; form < forms; form++) {
		trial.options.access = (AccessForm)form;
		try_low(suite, &trial, program->name, program->body);
	}
	trial_end(&trial);
}

/* -- programs at small sizes ----------------------------------------------- */

static void try_derivations(Suite *suite, const Program *program,
			    uint64_t seed)
{
	Trial trial = trial_of(suite, program, seed);
	RuleBase *base = rulebase_new();
	Derive *derive = derive_new(base, program, &trial.device,
				    (RewriteOptions){ false, false, NULL });
	Space space = derive_space(derive);
	Strategy *strategy = strategy_new(&strategy_random, &space, seed, -1);
	Candidate candidate;

	trial_begin(&trial, seed);
	for (int i = 0; i < suite->draws; i++) {
		if (strategy_ask(strategy, &candidate) != ASK_CANDIDATE)
			break;
		try_low(suite, &trial, program->name,
			derive_result(derive, candidate.state).low);
	}
	trial_end(&trial);
	strategy_free(strategy);
	derive_free(derive);
	rulebase_free(base);
}

/* Sizes to try for one variable, and for each of several; the first takes the
 * variables apart. The last are for documents with numbers of their own. */
static const int sizes[2][6] = {
	{ 101, 96, 128, 256, 512, 1041 }, { 13, 16, 24, 32, 64, 128 },
};

enum { CHOICES = sizeof *sizes / sizeof **sizes };

static int resize(const Program *program, int choice, SizeBinding *bindings)
{
	bool several = program->size_count > 1;

	for (int i = 0; i < program->size_count; i++) {
		bindings[i] = program->sizes[i];
		if (bindings[i].value > SMALL)
			bindings[i].value = sizes[several][choice]
					  + (choice ? 0 : 2 * i);
	}
	return program->size_count;
}

static bool has_elements(const Program *program)
{
	bool all = true;

	for (int i = 0; i < program->in_port_count; i++)
		all &= program->in_ports[i].elements > 0;
	for (int i = 0; i < program->output_count; i++)
		all &= program->out_ports[i].elements > 0;
	return all;
}

static bool try_sizes(Suite *suite, const char *name, const char *text,
		      const Program *program, int choice)
{
	SizeBinding bindings[VARIABLES];
	const ReadOptions how = { true, resize(program, choice, bindings),
				  bindings, false, NULL, false, false };
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	Program *small = program_read(ir, name, text, &how, diags);

	if (small && !has_elements(small))
		small = NULL;
	if (small)
		try_derivations(suite, small, (uint64_t)choice);
	diags_free(diags);
	ir_free(ir);
	return small != NULL;
}

/* At two sizes, if that many are legal: an odd one first. */
static void try_program(Suite *suite, const char *name, const char *text)
{
	const ReadOptions concrete = { .concrete = true };
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	Program *program = program_read(ir, name, text, &concrete, diags);
	int tried = 0;

	for (int i = 0; program && i < CHOICES && tried < 2; i++)
		tried += try_sizes(suite, name, text, program, i);
	if (program && !tried)
		printf("%s: no small size is legal\n", name);
	suite->large += program && !tried;
	if (!program) {
		diags_print(diags, stdout);
		suite->bad++;
	}
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

	if (file && fread(text, 1, TEXT_BYTES - 1, file)) {
		try_program(suite, path, text);
	} else {
		perror(path);
		suite->bad++;
	}
	if (file)
		fclose(file);
	free(text);
}

static void try_folder(Suite *suite, const char *folder)
{
	const char *root = getenv("srcdir");
	struct dirent **entries = NULL;
	char path[4096], file[4400];
	int count;

	snprintf(path, sizeof path, "%s/%s", root ? root : ".", folder);
	count = scandir(path, &entries, is_document, alphasort);
	if (count <= 0) {
		perror(path);
		suite->bad++;
	}
	for (int i = 0; i < count; i++) {
		snprintf(file, sizeof file, "%s/%s", path,
			 entries[i]->d_name);
		try_file(suite, file);
		free(entries[i]);
	}
	free(entries);
}

int main(void)
{
	static const MachineKind kinds[] = { MACHINE_SIMULATOR,
					     MACHINE_SIMULATOR_OPTIMISED };
	const char *draws = getenv("OCLGRIND_DRAWS");
	Suite suite = { .machine_count = getenv("OCLGRIND_OPTIMISED") ? 2 : 1,
			.draws = draws ? atoi(draws) : 4 };

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (!trial_open(suite.machines, kinds, suite.machine_count)) {
		puts("no Oclgrind: skipped");
		return SKIPPED;
	}
	if (!documents_each(try_document, &suite)
	    || !documents_each_unknown(try_document, &suite))
		suite.bad++;
	try_folder(&suite, "examples");
	try_folder(&suite, "tests/mutants");
	try_folder(&suite, "tests/programs");
	try_folder(&suite, "tests/programs_e2e");
	try_folder(&suite, "tests/programs_scatter");
	try_folder(&suite, "tests/programs_sort");
	try_folder(&suite, "tests/programs_rows");
	suite.draws = (suite.draws + 3) / 4; /* these take long */
	try_folder(&suite, "tests/programs_whole");
	trial_close(suite.machines, suite.machine_count);
	printf("%d kernels, %d refused, %d with faults; %d programs have no "
	       "small size\n", suite.kernels, suite.refused, suite.bad,
	       suite.large);
	return suite.bad || suite.kernels < 100 || suite.large > LARGE;
}
