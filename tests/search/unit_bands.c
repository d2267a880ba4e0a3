/* Bands: a matrix that is read by its columns is read in bands of rows, once
 * for all that reads it, whether or not the bands leave rows over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/search/space_values.h"

#define DOC(body) "{\"name\":\"p\",\"sizes\":{\"M\":%d,\"K\":17}," \
	"\"inputs\":[{\"name\":\"a\",\"type\":\"[[f32; K]; M]\"}," \
	"{\"name\":\"x\",\"type\":\"[f32; K]\"}," \
	"{\"name\":\"y\",\"type\":\"[f32; M]\"}],\"body\":" body "}"
#define FUN(p, e) "[\"fun\",[" p "]," e "]"
#define MAP(p, e, xs) "[\"map\"," FUN(p, e) "," xs "]"
#define REDUCE(op, z, e) "[\"head\",[\"reduce\",\"" op "\"," z "," e "]]"
#define SUM(e) REDUCE("+", "0", e)
#define DOT(u, v) SUM("[\"map\",\"*\",[\"zip\"," u "," v "]]")
#define A "\"a\""
#define R "\"r\""
#define T "[\"transpose\",\"a\"]"
#define AX MAP(R, DOT(R, "\"x\""), A)
#define AY MAP(R, DOT(R, "\"y\""), T)
#define USED(e) "[\"let\",\"t\"," AX "," e "]"

typedef struct Row {
	const char *way, *text;
	int paired; /* uses of map_pair */
	int fed;    /* names for what the bands compute, and for the rest's */
} Row;

static const Row rows[] = {
	{ "", DOC(MAP(R, SUM(R), T)), 0, 0 },
	{ "", DOC(MAP(R, REDUCE("max", "\"-inf\"", R), T)), 0, 0 },
	{ "", DOC(MAP(R, SUM("[\"map\",\"abs\"," R "]"), T)), 0, 0 },
	{ "", DOC(MAP(R, "[\"/\"," SUM(R) ",8]", T)), 0, 0 },
	{ "", DOC(MAP(R, "[\"tuple\"," DOT(R, "\"y\"") ",1]", T)), 0, 0 },
	{ "", DOC(MAP(R, DOT("\"y\"", R), T)), 0, 0 },
	{ "", DOC(MAP(R ",\"v\"", "[\"+\",\"v\"," DOT(R, "\"y\"") "]",
		  "[\"zip\"," T ",\"x\"]")), 0, 0 },
	{ "", DOC("[\"tuple\"," AX "," AY "]"), 1, 0 },
	{ "", DOC("[\"tuple\"," AY "," AX "]"), 1, 0 },
	{ "", DOC("[\"tuple\"," MAP(R ",\"v\"", "[\"+\",\"v\"," DOT(R, "\"x\"") "]",
				"[\"zip\",\"a\",\"y\"]") "," AY "]"), 1, 0 },
	{ "", DOC("[\"tuple\"," SUM("\"x\"") "," AX ",[\"map\",\"neg\"," AY "]]"),
	  1, 0 },
	{ "", DOC(USED(MAP(R, DOT(R, "\"t\""), T))), 0, 1 },
	{ "store; ", DOC(USED(MAP(R, DOT(R, "\"t\""), T))), 0, 0 },
	{ "store; ", DOC(USED("[\"tuple\",\"t\"," MAP(R, DOT(R, "\"t\""), T)
			      "]")), 0, 0 },
	{ "", DOC(USED(MAP(R, "[\"*\",2," DOT("\"t\"", R) "]", T))), 0, 1 },
};

typedef struct Case {
	const Row *row;
	bool rest;
} Case;

static void see(const Derived *derived, const void *context)
{
	const Derivation *derivation = derived->derivation;
	const Case *one = context;

	if (one->row->way[0])
		assert_int_equal(space_uses(derivation, "copy"), 0);
	assert_int_equal(space_uses(derivation, "column_bands"), 1);
	assert_int_equal(space_uses(derivation, "column_cut"), one->rest);
	assert_int_equal(space_uses(derivation, "column_append"),
			 one->rest && !one->row->paired);
	assert_int_equal(space_uses(derivation, "map_pair"),
			 one->row->paired);
	assert_true(space_uses(derivation, "share")
		    >= one->row->fed * (1 + one->rest));
}

static void check_row(const Row *row, int length, int band)
{
	const Case one = { row, length % band > 0 };
	char text[2048], way[64];

	assert_true(snprintf(text, sizeof text, row->text, length)
		    < (int)sizeof text);
	snprintf(way, sizeof way, "%sbands: rows %d (x)", row->way, band);
	space_follow(text, way, see, &one);
}

static void test_bands(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		check_row(&rows[i], 64, 16);
		check_row(&rows[i], 67, 16);
	}
}

/* Two reductions of each column. */
static const char *const pairs[] = {
	DOC(MAP(R, "[\"tuple\"," REDUCE("min", "\"inf\"", R) ","
		REDUCE("max", "\"-inf\"", R) "]", T)),
	DOC(MAP(R, "[\"-\"," SUM("[\"map\",\"abs\"," R "]") "," SUM(R) "]",
		T)),
};

static void see_pair(const Derived *derived, const void *context)
{
	(void)context;
	assert_int_equal(space_uses(derived->derivation, "reduce_pair"), 1);
	assert_int_equal(space_uses(derived->derivation, "column_bands"), 1);
}

static void test_pairs(void **state)
{
	char text[2048];

	(void)state;
	for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
		snprintf(text, sizeof text, pairs[i], 67);
		space_follow(text, "bands: rows 16 (x)", see_pair, NULL);
	}
}

/* What is read twice: rows that half of the local memory of the tests' device
 * holds. They are no good number of bands. */
static void test_near(void **state)
{
	enum { NEAR = (1 << 20) / 2 / (17 * (int)sizeof(float)) };

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (rows[i].paired)
			check_row(&rows[i], 2 * NEAR + 11, NEAR);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bands),
		cmocka_unit_test(test_pairs),
		cmocka_unit_test(test_near),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
