/* Chains of folds: of one after the other, inside of each other, of trees; and
 * how much their roundings may grow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include "eval_check.h"
#include "ir/eval/growth.h"

#define SUM(xs) "[\"reduce\", \"+\", 0, " xs "]"
#define HEAD_SUM(xs) "[\"head\", " SUM(xs) "]"

typedef struct Case {
	const char *name, *body;
	double chain;
} Case;

static const Case cases[] = {
	{ "no fold", "[\"map\", \"abs\", \"xs\"]", 0 },
	{ "a sum", SUM("\"xs\""), 1024 },
	{ "a sum in 32 chunks of 32",
	  SUM("[\"join\", [\"map\", [\"reduce\", \"+\", 0], "
	      "[\"split\", 32, \"xs\"]]]"), 64 },
	{ "a sum of 64 parts of 16 each",
	  SUM("[\"reducePart\", \"+\", 0, 64, \"xs\"]"), 80 },
	{ "a mean taken off, and squares",
	  "[\"let\", \"m\", " HEAD_SUM("\"xs\"") ", " SUM("[\"map\", [\"fun\","
	  " [\"x\"], [\"*\", [\"-\", \"x\", \"m\"], [\"-\", \"x\", \"m\"]]],"
	  " \"xs\"]") "]", 2048 },
	{ "sums of rows: beside each other",
	  "[\"map\", [\"reduce\", \"+\", 0], [\"split\", 16, \"xs\"]]", 16 },
	{ "sums of all that came before",
	  "[\"scanSeq\", \"+\", 0, \"xs\"]", 1024 },
	{ "columns by rows",
	  "[\"reduceSeq\", [\"fun\", [\"acc\", \"row\"], [\"map\", \"+\","
	  " [\"zip\", \"acc\", \"row\"]]], [\"fill\", 16, 0],"
	  " [\"split\", 16, \"xs\"]]", 64 },
	{ "a fold in each step of a fold",
	  "[\"reduceSeq\", [\"fun\", [\"acc\", \"row\"], [\"head\","
	  " [\"reduce\", \"+\", \"acc\", \"row\"]]], 0,"
	  " [\"split\", 16, \"xs\"]]", 64 * 17 },
	{ "a largest number rounds nothing",
	  "[\"reduce\", \"max\", 0, \"xs\"]", 0 },
	{ "nor do integers", SUM("[\"map\", \"i32\", \"xs\"]"), 0 },
	{ "rounds that may add to the state",
	  "[\"iterate\", 300, [\"fun\", [\"s\"], [\"+\", \"s\", [\"at\","
	  " \"xs\", 0]]], [\"f32\", 0]]", 300 },
	{ "a sum beside a loop without a limit",
	  "[\"tuple\", " HEAD_SUM("\"xs\"") ", [\"while\", [\"fun\", [\"s\"],"
	  " [\"<\", \"s\", 9]], [\"fun\", [\"s\"], [\"+\", \"s\", 1]],"
	  " [\"f32\", 0]]]", 1024 },
	{ "sums of sums, ten times",
	  "[\"iterate\", 10, [\"fun\", [\"v\"], [\"map\", [\"fun\", [\"x\"],"
	  " [\"+\", \"x\", " HEAD_SUM("\"v\"") "]], \"v\"]], \"xs\"]", 10240 },
};

static double chain_of_body(const char *body, Scalar scalar, double *growth)
{
	char document[1024];
	Ir *ir = ir_new();
	Program *p;
	double chain;

	snprintf(document, sizeof document, "{\"name\": \"p\", \"inputs\": "
		 "[{\"name\": \"xs\", \"type\": \"[%s; 1024]\"}], \"body\": "
		 "%s}", scalar_name(scalar), body);
	p = check_read(ir, document);
	chain = fold_chain(p->body);
	*growth = fold_growth(p->body);
	assert_true(fold_growth_decided(p->body) <= *growth);
	ir_free(ir);
	return chain;
}

static void chains_are_as_long_as_paths_through_folds(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		double growth, chain = chain_of_body(cases[i].body, SCALAR_F32,
						     &growth);

		if (chain != cases[i].chain)
			fprintf(stderr, "%s: %g\n", cases[i].name, chain);
		assert_true(chain == cases[i].chain);
	}
}

static void growth_is_a_root_until_sums_stagnate(void **state)
{
	double growth;

	(void)state;
	chain_of_body(SUM("\"xs\""), SCALAR_F32, &growth);
	assert_true(growth == 8 * sqrt(1024));
	chain_of_body(SUM("\"xs\""), SCALAR_F64, &growth);
	assert_true(growth == 8 * sqrt(1024));
	chain_of_body(SUM("\"xs\""), SCALAR_F16, &growth);
	assert_true(growth == 1024);
	chain_of_body(SUM("[\"take\", 16, \"xs\"]"), SCALAR_F32, &growth);
	assert_true(growth == 16);
	chain_of_body("[\"map\", \"abs\", \"xs\"]", SCALAR_F32, &growth);
	assert_true(growth == 1);
	chain_of_body("[\"map\", \"f32\", " SUM("[\"map\", \"f16\", \"xs\"]")
		      "]", SCALAR_F32, &growth);
	assert_true(growth == 1024);
}

#define WIDER(xs) "[\"map\", \"f32\", " xs "]"

/* 1024 steps in f32 after 64 in f16, which do not stagnate; beside each other,
 * one after the other, and inside of it. */
static void each_fold_stagnates_by_its_own_type(void **state)
{
	static const char few[] = SUM("[\"map\", \"f16\","
				      " [\"take\", 64, \"xs\"]]");
	static const char *const bodies[] = {
		"[\"tuple\", " SUM("\"xs\"") ", %s]",
		SUM("[\"concat\", \"xs\", " WIDER("%s") "]"),
		"[\"map\", [\"fun\", [\"row\"], [\"*\", "
		HEAD_SUM("\"row\"") ", [\"head\", " WIDER("%s") "]]],"
		" [\"split\", 1024, \"xs\"]]",
	};
	char body[512];
	double growth;

	(void)state;
	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		snprintf(body, sizeof body, bodies[i], few);
		chain_of_body(body, SCALAR_F32, &growth);
		assert_true(growth >= 8 * sqrt(1024) && growth < 8 * sqrt(1100));
	}
}

/* As of 2^7 steps in f16. */
static void decisions_are_made_where_sums_do_not_stagnate(void **state)
{
	Ir *ir = ir_new();
	const Expr *body = check_read(ir, "{\"name\": \"p\", \"inputs\":"
		" [{\"name\": \"xs\", \"type\": \"[f16; 1024]\"}],"
		" \"body\": " SUM("\"xs\"") "}")->body;

	(void)state;
	assert_true(fold_growth_decided(body) == 8 * sqrt(128));
	assert_true(fold_growth(body) == 1024);
	ir_free(ir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chains_are_as_long_as_paths_through_folds),
		cmocka_unit_test(growth_is_a_root_until_sums_stagnate),
		cmocka_unit_test(each_fold_stagnates_by_its_own_type),
		cmocka_unit_test(decisions_are_made_where_sums_do_not_stagnate),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
