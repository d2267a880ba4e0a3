/* Whole numbers: which folds round nothing, each by itself; and that one element
 * more or less shows, also in what is divided by a sum. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include "bound_check.h"
#include "eval_random.h"
#include "ir/data/testdata.h"

#define SUM(xs) "[\"head\", [\"reduce\", \"+\", 0, " xs "]]"
#define MAP(f, xs) "[\"map\", [\"fun\", [\"x\"], " f "], " xs "]"
#define SQUARES MAP("[\"*\", \"x\", \"x\"]", "\"xs\"")

static Program *program_of(Ir *ir, Scalar scalar, int64_t n, const char *body)
{
	char document[1024];

	snprintf(document, sizeof document, "{\"name\": \"p\", \"inputs\": "
		 "[{\"name\": \"xs\", \"type\": \"[%s; %lld]\"}], \"body\": "
		 "%s}", scalar_name(scalar), (long long)n, body);
	return check_read(ir, document);
}

/* -- flags ----------------------------------------------------------------- */

/* Of 1000 numbers 1, 2, 3, ...: whether folds round nothing. */
typedef struct Case {
	const char *body;
	Scalar scalar;
	double times; /* what they are multiplied by */
	bool exact;
} Case;

static const Case cases[] = {
	{ SUM("\"xs\""), SCALAR_F32, 1, true },
	{ SUM("\"xs\""), SCALAR_F32, 0.5, false },
	{ SUM("\"xs\""), SCALAR_F32, 30, true },     /* 15,015,000 */
	{ SUM("\"xs\""), SCALAR_F32, 40, false },
	{ SUM("\"xs\""), SCALAR_F64, 1e10, true },
	{ SUM("[\"take\", 63, \"xs\"]"), SCALAR_F16, 1, true }, /* 2016 */
	{ SUM("[\"take\", 64, \"xs\"]"), SCALAR_F16, 1, false },
	{ SUM("[\"take\", 300, " SQUARES "]"), SCALAR_F32, 1, true },
	{ SUM(SQUARES), SCALAR_F32, 1, false },
	{ SUM(MAP("[\"/\", \"x\", 2]", "\"xs\"")), SCALAR_F32, 2, false },
	{ SUM(MAP("[\"*\", \"x\", 0.5]", "\"xs\"")), SCALAR_F32, 2, false },
	{ SUM(MAP("[\"-\", [\"abs\", \"x\"], 7]", "\"xs\"")), SCALAR_F32, -1,
	  true },
	{ SUM(MAP("[\"floor\", [\"*\", \"x\", 0.3]]", "\"xs\"")), SCALAR_F32, 1,
	  false },
	{ SUM(MAP("[\"f32\", [\"i32\", \"x\"]]", "\"xs\"")), SCALAR_F32, 1,
	  true },
	{ "[\"/\", 1, " SUM("\"xs\"") "]", SCALAR_F32, 1, true },
	{ SUM(MAP("[\"+\", \"x\", [\"exp\", 1]]", "\"xs\"")), SCALAR_F32,
	  1, false },
	{ SUM(MAP("[\"+\", \"x\", [\"sqrt\", 0]]", "\"xs\"")), SCALAR_F32,
	  1, true },
	{ "[\"sqrt\", " SUM("[\"take\", 300, " SQUARES "]") "]", SCALAR_F32, 1,
	  true },
	{ "[\"scanSeq\", \"+\", 0, \"xs\"]", SCALAR_F32, 30, true },
	{ "[\"scanSeq\", \"+\", 0, \"xs\"]", SCALAR_F32, 40, false },
};

static bool no_folds(const Array *folds)
{
	for (int64_t i = 0; i < folds->elements; i++)
		if (array_get(folds, i) != 0)
			return false;
	return true;
}

static bool folds_are_exact(const char *body, Scalar scalar, double times,
			    int output)
{
	Ir *ir = ir_new();
	Program *p = program_of(ir, scalar, 1000, body);
	Array inputs[CHECK_OUTPUTS];
	BoundCheck check;
	bool exact;

	inputs[0] = array_of_port(&p->in_ports[0]);
	for (int i = 0; i < 1000; i++)
		array_set(&inputs[0], i, (i + 1) * times);
	assert_true(bound_check(&check, p, p->body, inputs, body));
	exact = no_folds(&check.folds[output]);
	bound_check_free(&check, p->body);
	check_free(p, inputs);
	ir_free(ir);
	return exact;
}

static void folds_of_whole_numbers_round_nothing(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (folds_are_exact(cases[i].body, cases[i].scalar,
				    cases[i].times, 0) != cases[i].exact)
			fail_msg("%s, times %g", cases[i].body,
				 cases[i].times);
}

static void of_two_folds_one_may_be_exact(void **state)
{
	static const char both[] = "[\"tuple\", " SUM("\"xs\"") ", "
				   SUM(SQUARES) "]";

	(void)state;
	assert_true(folds_are_exact(both, SCALAR_F32, 1, 0));
	assert_false(folds_are_exact(both, SCALAR_F32, 1, 1));
	assert_false(folds_are_exact("[\"/\", " SUM("\"xs\"") ", "
				     SUM(SQUARES) "]", SCALAR_F32, 1, 0));
}

/* Random programs on whole numbers, some of which are too large. */
static void bounds_of_whole_numbers_hold(void **state)
{
	enum { PROGRAMS = 400 };
	int64_t exact = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
		Ir *ir = ir_new();
		Program *p = random_inputs(ir);
		Rng rng = rng_seeded(seed, 9);
		const Expr *body = random_body(p, &rng, 2 + (int)(seed % 5));
		const double most = ldexp(1, 1 + (int)(seed % 13));
		Array inputs[CHECK_OUTPUTS];
		BoundCheck check;
		int64_t scalars;

		if (body && type_scalars(body->type, &scalars)
		    && scalars < 5000 && expr_node_count(body) < 400
		    && type_leaves(body->type) <= CHECK_OUTPUTS) {
			check_draw(p, &rng, inputs);
			for (int k = 0; k < p->in_port_count; k++)
				for (int64_t i = 0; i < inputs[k].elements; i++)
					if (scalar_is_float(inputs[k].scalar))
						array_set(&inputs[k], i,
							  rint(most * (2
							  * rng_unit(&rng)
							  - 1)));
			assert_true(bound_check(&check, p, body, inputs,
						"whole numbers"));
			exact += check.elements - check.inexact;
			bound_check_free(&check, body);
			check_free(p, inputs);
		}
		ir_free(ir);
	}
	assert_true(exact > PROGRAMS);
}

/* -- one element more or less ---------------------------------------------- */

/* Where the sum is that much another. */
static bool shows(const BoundCheck *check, const Array *xs, double sum,
		  double change)
{
	for (int64_t i = 0; i < xs->elements; i++) {
		const double off = array_get(xs, i) / (sum + change)
				 - array_get(&check->values[0], i);

		if (!(fabs(off) <= bound_allowed(check, 0, i)))
			return true;
	}
	return false;
}

static double sum_of(const Array *xs)
{
	double sum = 0;

	for (int64_t i = 0; i < xs->elements; i++)
		sum += array_get(xs, i);
	return sum;
}

/* Of 64 elements those that are not much smaller than the largest are lost, and
 * taken twice. */
static void try_elements(const BoundCheck *check, const Array *xs, double most)
{
	const double sum = sum_of(xs);
	int tried = 0;

	assert_true(sum != 0);
	for (int k = 0; k < 64; k++) {
		double x = array_get(xs, xs->elements * k / 64);

		if (fabs(x) < most / 4)
			continue;
		assert_true(shows(check, xs, sum, x));
		assert_true(shows(check, xs, sum, -x));
		tried++;
	}
	assert_true(tried >= 10);
}

static void lost_elements_show_under_a_quotient(void **state)
{
	static const int64_t lengths[] = { 17, 1000, 100003, 1 << 20 };

	(void)state;
	for (int row = 0; row < 8; row++) {
		const int64_t n = lengths[row / 2];
		Ir *ir = ir_new();
		Program *p = program_of(ir, SCALAR_F32, n, "[\"let\", \"s\", "
			SUM("\"xs\"") ", " MAP("[\"/\", \"x\", \"s\"]", "\"xs\"")
			"]");
		const Port *port = &p->in_ports[0];
		const double most = row % 2
			? testdata_wide(SCALAR_F32, (double)n, 1) : 4;
		Array xs = row % 2
			? testdata_draw_wide(port, 1, TESTDATA_WIDE, most)
			: testdata_draw(port, 1, TESTDATA_EXACT);
		BoundCheck check;

		assert_true(bound_check(&check, p, p->body, &xs, "quotient"));
		assert_true(no_folds(&check.folds[0]));
		try_elements(&check, &xs, most);
		bound_check_free(&check, p->body);
		array_free(&xs);
		ir_free(ir);
	}
}

#define MEAN "[\"/\", " SUM("\"xs\"") ", 1001]"
#define OFF "[\"-\", \"x\", \"m\"]"

/* Squares of what is taken off a mean: of data that have one of 0. */
static void variances_have_data_that_round_nothing(void **state)
{
	Ir *ir = ir_new();
	Program *p = program_of(ir, SCALAR_F32, 1001, "[\"let\", \"m\", " MEAN
		", [\"/\", " SUM(MAP("[\"*\", " OFF ", " OFF "]", "\"xs\""))
		", 1001]]");
	Array xs = testdata_draw(&p->in_ports[0], 1, TESTDATA_EVEN);
	BoundCheck check;
	double value;

	(void)state;
	assert_true(sum_of(&xs) == 0);
	assert_true(bound_check(&check, p, p->body, &xs, "variance"));
	assert_true(no_folds(&check.folds[0]));
	value = array_get(&check.values[0], 0);
	assert_true(bound_allowed(&check, 0, 0) < value * 1e-5);
	bound_check_free(&check, p->body);
	array_free(&xs);
	ir_free(ir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(folds_of_whole_numbers_round_nothing),
		cmocka_unit_test(of_two_folds_one_may_be_exact),
		cmocka_unit_test(bounds_of_whole_numbers_hold),
		cmocka_unit_test(lost_elements_show_under_a_quotient),
		cmocka_unit_test(variances_have_data_that_round_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
