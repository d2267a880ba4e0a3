/* Sums in another order: the same value, and as many steps as there are terms
 * that move. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/search/space_values.h"

#define DOC(type, body) "{\"name\":\"p\",\"sizes\":{\"N\":64}," \
	"\"inputs\":[{\"name\":\"x\",\"type\":\"[" type "; N]\"}," \
	"{\"name\":\"y\",\"type\":\"[" type "; N]\"}],\"body\":[\"map\"," \
	"[\"fun\",[\"a\",\"b\"]," body "],[\"zip\",\"x\",\"y\"]]}"
#define TWO(op, u, v) "[\"" op "\"," u "," v "]"
#define A "\"a\""
#define B "\"b\""
#define AA TWO("*", A, A)
#define AB TWO("*", A, B)
#define BB TWO("*", B, B)

typedef struct Row {
	const char *text;
	int uses; /* of the rules below */
} Row;

static const Row rows[] = {
	{ DOC("f32", TWO("+", TWO("+", AA, BB), "1")), 1 },
	{ DOC("f64", TWO("+", TWO("-", AA, BB), A)), 1 },
	{ DOC("f32", "[\"+\"," AA "," AB "," BB "," B "]"), 2 },
	{ DOC("f32", "[\"+\"," AA "," BB ",1," AB "," B "]"), 3 },
	{ DOC("f32", TWO("+", B, TWO("+", AA, BB))), 1 },
	{ DOC("f32", TWO("+", B, TWO("-", TWO("+", AA, BB), AB))), 2 },
	{ DOC("f32", TWO("-", "1", TWO("+", AA, BB))), 1 },
	{ DOC("f32", TWO("+", TWO("+", AA, BB), TWO("+", A, B))), 1 },
	/* nothing to gain */
	{ DOC("f32", TWO("+", AA, BB)), 0 },
	{ DOC("f32", TWO("+", TWO("+", "1", AA), BB)), 0 },
	{ DOC("f32", TWO("+", TWO("+", AA, "1"), BB)), 0 },
	{ DOC("f32", TWO("+", TWO("+", AA, BB), AB)), 0 },
	{ DOC("f32", TWO("-", TWO("+", AA, BB), A)), 0 },
	{ DOC("i32", TWO("+", TWO("+", AA, BB), "1")), 0 },
	{ DOC("f32", "[\"iterateUntil\",4,[\"fun\",[\"s\"],[\">\",\"s\",9]],"
		     "[\"fun\",[\"s\"]," TWO("+", TWO("+", AA, BB), "\"s\"")
		     "],1]"), 0 },
};

static const char *const rules[] = {
	"sum_swap", "difference_swap", "sum_open", "difference_open",
	"difference_of_sum",
};

static void see(const Derived *derived, const void *context)
{
	const Row *row = context;
	int uses = 0;

	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		uses += space_uses(derived->derivation, rules[i]);
	assert_int_equal(uses, row->uses);
}

/* Forty terms: of the 39 additions those within three chains move. */
static void see_chains(const Derived *derived, const void *context)
{
	const int *chains = context;

	assert_int_equal(space_uses(derived->derivation, "sum_open"),
			 40 - (40 + *chains - 1) / *chains - (*chains - 1));
}

static void test_chains(void **state)
{
	char text[2048], way[64], sum[1024] = "[\"+\",\"a\"";

	(void)state;
	for (int i = 1; i < 40; i++)
		strcat(sum, i % 3 ? "," AB : "," B);
	snprintf(text, sizeof text, DOC("f32", "%s]"), sum);
	for (int chains = 2; chains <= 8; chains *= 2) {
		snprintf(way, sizeof way, "chains: chains %d (x)", chains);
		space_follow(text, way, see_chains, &chains);
	}
}

static void test_sums(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		space_follow(rows[i].text, rows[i].uses ? "sums" : "", see,
			     &rows[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sums),
		cmocka_unit_test(test_chains),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
