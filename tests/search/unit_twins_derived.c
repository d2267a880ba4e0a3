/* Random derivations, by rules that reassociate and round, too, of every
 * example at round and at prime sizes and of every document of tests/programs:
 * the derived expression has the program's residues, and so has its kernel's
 * twin on the first OpenCL device (without one only the former is tested).
 * With LIFT_TUNE_LONG several twins of each, else a few in all. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/eval/eval.h"
#include "ir/front/document.h"
#include "rules/rewrite.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "tests/codegen/twin.h"

enum { DRAWN = 6, DRAWN_LONG = 24, TWINS_LONG = 6, ONE_OF = 3, SIZES = 3,
       STEPS_BYTES = 64 << 20 };

/* N in the place of each size of an example, but for those named here. */
static const struct {
	const char *name;
	SizeBinding sizes[2][SIZES];
} examples[] = {
	{ "argmax", { { { "N", 4096 } }, { { "N", 4099 } } } },
	{ "asum", { { { "N", 4096 } }, { { "N", 4099 } } } },
	{ "blackscholes", { { { "N", 512 } }, { { "N", 509 } } } },
	{ "complexmul", { { { "N", 2048 } }, { { "N", 2053 } } } },
	{ "convolution", { { { "M", 32 }, { "N", 64 } },
			   { { "M", 31 }, { "N", 67 } } } },
	{ "dot", { { { "N", 4096 } }, { { "N", 4099 } } } },
	{ "gemv", { { { "M", 64 }, { "K", 128 } },
		    { { "M", 61 }, { "K", 127 } } } },
	{ "jacobi", { { { "M", 32 }, { "N", 64 } },
		      { { "M", 31 }, { "N", 67 } } } },
	{ "kmeans", { { { "N", 256 }, { "K", 16 }, { "D", 4 } },
		      { { "N", 257 }, { "K", 7 }, { "D", 3 } } } },
	{ "mandelbrot", { { { "N", 16 } }, { { "N", 17 } } } },
	{ "matmul", { { { "M", 32 }, { "N", 32 }, { "K", 32 } },
		      { { "M", 31 }, { "N", 29 }, { "K", 37 } } } },
	{ "md", { { { "N", 128 }, { "M", 16 } },
		  { { "N", 127 }, { "M", 17 } } } },
	{ "meanvar", { { { "N", 4096 } }, { { "N", 4099 } } } },
	{ "nbody", { { { "N", 128 } }, { { "N", 127 } } } },
	{ "scal", { { { "N", 4096 } }, { { "N", 4099 } } } },
	{ "softmax", { { { "M", 16 }, { "N", 64 } },
		       { { "M", 17 }, { "N", 61 } } } },
	{ "stencil3d", { { { "L", 8 }, { "M", 8 }, { "N", 16 } },
			 { { "L", 7 }, { "M", 11 }, { "N", 13 } } } },
};

enum { EXAMPLES = sizeof examples / sizeof *examples };

typedef struct Test {
	CodegenHost *host; /* NULL: no device */
	bool all;
	RuleBase *base;
	int programs, judged, outputs, outputs_judged;
	int derivations, reassociated, rounded, kernels, refused, failed;
} Test;

/* -- one derivation -------------------------------------------------------- */

static void tell(Test *test, const TwinCase *twin, const Expr *low,
		 const char *what)
{
	Text text = { 0 };

	test->failed++;
	program_print(&text, twin->program, low);
	fprintf(stderr, "%s: %s\n%s\n", twin->program->name, what,
		text_string(&text));
	text_free(&text);
}

static bool has_residues(const TwinCase *twin, const Expr *low)
{
	int count = twin->program->output_count;
	Diags *diags = diags_new();
	Array got[TWIN_PORTS];
	bool same = eval_run(twin->program, low, twin->inputs, EVAL_FIELD, got,
			     diags);

	for (int i = 0; same && i < count; i++)
		same &= !twin->judged[i]
		     || !memcmp(got[i].data, twin->wanted[i].data,
				array_bytes(&got[i]));
	for (int i = 0; !diags->errors && i < count; i++)
		array_free(&got[i]);
	diags_free(diags);
	return same;
}

static void run_twin(Test *test, const TwinCase *twin, const Expr *low)
{
	CodegenOptions options = codegen_options(&test->host->device);

	options.around_bytes = 1;
	options.line_rounds = 1;
	options.narrow_bytes = 1;
	switch (twin_run(twin, test->host, low, options, NULL, NULL)) {
	case TWIN_SAME:
		test->kernels++;
		break;
	case TWIN_REFUSED:
		test->refused++;
		break;
	case TWIN_DIFFERS:
		tell(test, twin, low, "the twin differs");
		break;
	default:
		tell(test, twin, low, "the twin fails");
	}
}

static void try_derived(Test *test, const TwinCase *twin,
			const Derived *derived, bool on_device)
{
	test->derivations++;
	test->reassociated += derived->derivation->label.reassociates;
	test->rounded += derived->derivation->label.rounds;
	if (!has_residues(twin, derived->low))
		tell(test, twin, derived->low,
		     "the derived expression has other residues");
	else if (on_device)
		run_twin(test, twin, derived->low);
}

/* -- one program ----------------------------------------------------------- */

static bool is_chosen(const Test *test, int drawn)
{
	return test->host && (test->all ? drawn < TWINS_LONG
			      : !drawn && test->programs % ONE_OF == 0);
}

static void try_derivations(Test *test, const TwinCase *twin, uint64_t seed)
{
	Device device = test->host ? test->host->device : device_generic();
	Derive *derive = derive_new(test->base, twin->program, &device,
				    (RewriteOptions){ false, true, NULL });
	Space space = derive_space(derive);
	Strategy *strategy = strategy_new(&strategy_random, &space, seed, -1);
	int wanted = test->all ? DRAWN_LONG : DRAWN;
	Candidate candidate;

	derive_limit(derive, STEPS_BYTES, NULL, NULL);
	for (int drawn = 0; drawn < wanted && strategy_ask(strategy, &candidate)
					      == ASK_CANDIDATE; drawn++) {
		Derived derived = derive_result(derive, candidate.state);

		try_derived(test, twin, &derived, is_chosen(test, drawn));
	}
	strategy_free(strategy);
	derive_free(derive);
}

static char *read_text(const char *folder, const char *name)
{
	const char *root = getenv("srcdir");
	static char text[1 << 16];
	char path[4096];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s/%s", root ? root : ".", folder,
		 name);
	file = fopen(path, "r");
	if (!file) {
		perror(path);
		exit(1);
	}
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	return text;
}

static void try_program(Test *test, const char *folder, const char *name,
			const SizeBinding *sizes)
{
	ReadOptions options = { .concrete = true, .overrides = sizes };
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	const Program *program;
	TwinCase twin;

	while (sizes && options.override_count < SIZES
	       && sizes[options.override_count].name)
		options.override_count++;
	program = program_read(ir, name, read_text(folder, name), &options,
			       diags);
	if (program) {
		test->programs++;
		test->outputs += program->output_count;
	}
	if (program && twin_open(&twin, program, (uint64_t)test->programs)) {
		test->judged++;
		test->outputs_judged += twin.judged_count;
		try_derivations(test, &twin, (uint64_t)test->programs);
		twin_close(&twin);
	}
	diags_free(diags);
	ir_free(ir);
}

static int is_document(const struct dirent *entry)
{
	return strstr(entry->d_name, ".json") != NULL;
}

static void try_folder(Test *test, const char *folder)
{
	const char *root = getenv("srcdir");
	struct dirent **names;
	char path[4096];
	int count;

	snprintf(path, sizeof path, "%s/%s", root ? root : ".", folder);
	count = scandir(path, &names, is_document, alphasort);
	for (int i = 0; i < count; i++) {
		try_program(test, folder, names[i]->d_name, NULL);
		free(names[i]);
	}
	if (count > 0)
		free(names);
	test->failed += count < 1;
}

static void try_examples(Test *test)
{
	char name[64];

	for (int i = 0; i < EXAMPLES; i++) {
		snprintf(name, sizeof name, "%s.json", examples[i].name);
		for (int k = 0; k < 2; k++)
			try_program(test, "examples", name,
				    examples[i].sizes[k]);
	}
}

int main(void)
{
	CodegenHost host;
	bool device = codegen_host_open(&host);
	Test test = { .host = device ? &host : NULL,
		      .all = getenv("LIFT_TUNE_LONG"),
		      .base = rulebase_new() };

	setvbuf(stdout, NULL, _IOLBF, 0);
	try_examples(&test);
	try_folder(&test, "tests/programs");
	printf("%d of %d programs and sizes, %d of %d outputs judged; "
	       "%d derivations (%d reassociate, %d round), %d twins, "
	       "%d refused; %d failed\n", test.judged, test.programs,
	       test.outputs_judged, test.outputs, test.derivations,
	       test.reassociated, test.rounded, test.kernels, test.refused,
	       test.failed);
	rulebase_free(test.base);
	if (device)
		codegen_host_close(&host);
	return test.failed != 0;
}
