/* Bounds of the examples and of the programs of tests/programs: what the
 * declared types give lies within them, they are not vacuous, and finding them
 * takes a few times what finding the values takes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bound_check.h"
#include "ir/data/testdata.h"
#include "ir/front/document.h"

enum { SIZES = 3 };

/* An example at small sizes; slack: the most that the median of what is allowed
 * over what was found may be. */
typedef struct Case {
	const char *name;
	SizeBinding sizes[SIZES];
	double slack;
} Case;

static const Case cases[] = {
	{ "argmax", { { "N", 100003 } }, 100 },
	{ "asum", { { "N", 100003 } }, 1e5 },
	{ "blackscholes", { { "N", 10007 } }, 1000 },
	{ "complexmul", { { "N", 10007 } }, 100 },
	{ "convolution", { { "M", 67 }, { "N", 131 } }, 1000 },
	{ "dot", { { "N", 100003 } }, 1e5 },
	{ "gemv", { { "M", 131 }, { "K", 1009 } }, 1e4 },
	{ "jacobi", { { "M", 67 }, { "N", 131 } }, 100 },
	{ "kmeans", { { "N", 1009 } }, 1e4 },
	{ "mandelbrot", { { "N", 64 } }, 1e4 },
	{ "matmul", { { "M", 67 }, { "N", 33 }, { "K", 129 } }, 1e4 },
	{ "md", { { "N", 509 }, { "M", 32 } }, 1e4 },
	{ "meanvar", { { "N", 100003 } }, 1e6 },
	{ "nbody", { { "N", 251 } }, 1e4 },
	{ "scal", { { "N", 100003 } }, 100 },
	{ "softmax", { { "M", 31 }, { "N", 257 } }, 1e4 },
	{ "stencil3d", { { "L", 17 }, { "M", 33 }, { "N", 31 } }, 1000 },
};

static Program *read_file(Ir *ir, const char *path, const SizeBinding *sizes)
{
	ReadOptions options = { .concrete = true, .overrides = sizes };
	Diags *diags = diags_new();
	static char text[1 << 16];
	FILE *file = fopen(path, "r");
	Program *program;

	assert_non_null(file);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	while (sizes && options.override_count < SIZES
	       && sizes[options.override_count].name)
		options.override_count++;
	program = program_read(ir, path, text, &options, diags);
	if (!program)
		diags_print(diags, stderr);
	diags_free(diags);
	return program;
}

static const char *in_sources(const char *path)
{
	static char full[4096];
	const char *srcdir = getenv("srcdir");

	snprintf(full, sizeof full, "%s/%s", srcdir ? srcdir : ".", path);
	return full;
}

static void draw(const Program *program, Array *inputs)
{
	for (int k = 0; k < program->in_port_count; k++)
		inputs[k] = testdata_draw(&program->in_ports[k], 1,
					  TESTDATA_RANDOM);
}

static void seconds(double *total, bool add)
{
	double now = (double)clock() / CLOCKS_PER_SEC;

	*total = add ? *total + now : *total - now;
}

/* Processor time with bounds, over that without. */
static double cost(const Program *p, const Array *inputs)
{
	double plain = 0, bounded = 0;
	Diags *diags = diags_new();
	Array sets[3][CHECK_OUTPUTS];

	for (int round = 0; round < 3; round++) {
		seconds(&plain, false);
		assert_true(eval_run(p, p->body, inputs, EVAL_F64, sets[0],
				     diags));
		seconds(&plain, true);
		for (int k = 0; k < type_leaves(p->body->type); k++)
			array_free(&sets[0][k]);
		seconds(&bounded, false);
		assert_true(eval_bounded(p, p->body, inputs, sets[0], sets[1],
					 sets[2], diags));
		seconds(&bounded, true);
		for (int k = 0; k < type_leaves(p->body->type); k++)
			for (int s = 0; s < 3; s++)
				array_free(&sets[s][k]);
	}
	diags_free(diags);
	return bounded / plain;
}

static bool try_example(const Case *c, double *logs)
{
	char path[64];
	Ir *ir = ir_new();
	Array inputs[CHECK_OUTPUTS];
	BoundCheck check;
	Program *p;
	double times;
	bool good;

	snprintf(path, sizeof path, "examples/%s.json", c->name);
	p = read_file(ir, in_sources(path), c->sizes);
	assert_non_null(p);
	draw(p, inputs);
	good = bound_check(&check, p, p->body, inputs, c->name);
	times = cost(p, inputs);
	*logs += log(times);
	printf("%-14s %8lld elements, %6lld off, %6lld undecided, allowed / "
	       "found %8.1f, time %5.2f\n", c->name, (long long)check.elements,
	       (long long)check.inexact, (long long)check.undecided,
	       check.slack, times);
	good = good && check.slack <= c->slack;
	bound_check_free(&check, p->body);
	check_free(p, inputs);
	ir_free(ir);
	return good;
}

static void examples_stay_within_bounds_of_use(void **state)
{
	const int count = sizeof cases / sizeof *cases;
	double logs = 0;
	bool good = true;

	(void)state;
	for (int i = 0; i < count; i++)
		good = try_example(&cases[i], &logs) && good;
	printf("time, geometric mean: %.2f\n", exp(logs / count));
	assert_true(good);
}

static bool try_program(const char *path)
{
	Ir *ir = ir_new();
	Array inputs[CHECK_OUTPUTS];
	BoundCheck check;
	Program *p = read_file(ir, path, NULL);
	bool good = true;

	if (p) {
		draw(p, inputs);
		good = bound_check(&check, p, p->body, inputs, path);
		bound_check_free(&check, p->body);
		check_free(p, inputs);
	}
	ir_free(ir);
	return good;
}

static void programs_stay_within_their_bounds(void **state)
{
	glob_t files;
	bool good = true;

	(void)state;
	assert_int_equal(glob(in_sources("tests/programs/*.json"), 0, NULL,
			      &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++)
		good = try_program(files.gl_pathv[i]) && good;
	globfree(&files);
	assert_true(good);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(examples_stay_within_bounds_of_use),
		cmocka_unit_test(programs_stay_within_their_bounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
