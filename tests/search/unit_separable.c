/* What is computed in two steps: windows of two dimensions by columns first,
 * rows that are kept, all pairs before what is done with them, what loops do not
 * change before them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/search/space_values.h"

#define DOC(body) "{\"name\":\"p\",\"sizes\":{\"M\":13,\"N\":21,\"K\":17}," \
	"\"inputs\":[{\"name\":\"a\",\"type\":\"[[f32; N]; M]\"}," \
	"{\"name\":\"u\",\"type\":\"[[i32; N]; M]\"}," \
	"{\"name\":\"b\",\"type\":\"[[f32; N]; K]\"}," \
	"{\"name\":\"c\",\"type\":\"[[f32; K]; M]\"}," \
	"{\"name\":\"d\",\"type\":\"[[f32; N]; M]\"}," \
	"{\"name\":\"e\",\"type\":\"[[f32; M]; M]\"}," \
	"{\"name\":\"h\",\"type\":\"[f32; 3]\"}],\"body\":" body "}"
#define FUN(p, e) "[\"fun\",[" p "]," e "]"
#define MAP(p, e, xs) "[\"map\"," FUN(p, e) "," xs "]"
#define REDUCE(op, z, e) "[\"head\",[\"reduce\",\"" op "\"," z "," e "]]"
#define SUM(e) REDUCE("+", "0", e)
#define DOT(u, v) SUM("[\"map\",\"*\",[\"zip\"," u "," v "]]")
#define PAIR "[\"zip\",\"r\",\"s\"]"

/* Windows of n rows and m columns, padded so that there are M rows of N. */
#define ROWS(n, l, r, a) "[\"slide\"," #n ",1,[\"pad\"," #l "," #r \
	",\"clamp\"," a "]]"
#define WINDOWS(n, m, l, r, a) "[\"map\",\"transpose\"," ROWS(n, l, r, \
	"[\"map\"," FUN("\"q\"", ROWS(m, l, r, "\"q\"")) "," a "]") "]"
#define EACH(e, a) "[\"map\",[\"map\"," FUN("\"w\"", e) "]," a "]"
#define JOINED "[\"join\",\"w\"]"

/* Sums of three neighbours in a row, and what is done with rows of them. */
#define FIRST_STEP MAP("\"r\"", MAP("\"w\"", SUM("\"w\""), \
	ROWS(3, 1, 1, "\"r\"")), "\"a\"")
#define TURNED(windows) "[\"transpose\"," MAP("\"r\"", MAP("\"w\"", \
	SUM("\"w\""), windows), "[\"transpose\",\"a\"]") "]"

/* From an element and its neighbours, and so much that it is done once. */
#define CELL(i, j) "[\"at\",[\"at\",\"w\"," #i "]," #j "]"
#define CROSS "[\"+\"," CELL(1, 1) ",[\"*\",2,[\"+\"," CELL(0, 1) "," \
	CELL(2, 1) "," CELL(1, 0) ",[\"-\"," CELL(1, 2) ",[\"*\",4," \
	CELL(1, 1) "]]]]]"
#define CROSSES(a) EACH(CROSS, WINDOWS(3, 3, 1, 1, a))
#define TWO_STEPS(e) MAP("\"x\"", e, ROWS(3, 1, 1, FIRST_STEP))

/* A rule is used so often at least. */
typedef struct Row {
	const char *way, *text, *rule;
	int uses;
} Row;

static const Row rows[] = {
	{ "separable", DOC(EACH(SUM(JOINED), WINDOWS(3, 3, 1, 1, "\"a\""))),
	  "reduce_strided", 1 },
	{ "separable", DOC(EACH(REDUCE("min", "99", JOINED),
				WINDOWS(5, 3, 1, 1, "\"u\""))),
	  "slide_map", 2 },
	{ "separable", DOC(EACH("[\"*\",3," SUM("[\"map\"," FUN("\"v\"",
		"[\"*\",\"v\",\"v\"]") "," JOINED "]") "]",
		WINDOWS(3, 5, 2, 2, "\"a\""))), "reduce_strided", 1 },
	{ "separable", DOC(EACH("[\"-\"," REDUCE("max", "-99", JOINED) ","
		REDUCE("min", "99", JOINED) "]",
		WINDOWS(3, 3, 1, 1, "\"u\""))), "reduce_pair", 1 },
	{ "separable", DOC(EACH("[\"tuple\"," SUM(JOINED) "," SUM("[\"map\","
		FUN("\"v\"", "[\"*\",\"v\",\"v\"]") "," JOINED "]") ","
		REDUCE("max", "-99", JOINED) "]",
		WINDOWS(5, 3, 1, 1, "\"a\""))), "reduce_pair", 2 },
	{ "separable", DOC(MAP("\"x\",\"y\"", MAP("\"w\",\"v\"",
		"[\"-\",\"v\"," SUM(JOINED) "]", "[\"zip\",\"x\",\"y\"]"),
		"[\"zip\"," WINDOWS(3, 3, 1, 1, "\"a\"") ",\"a\"]")),
	  "reduce_strided", 1 },
	{ "separable", DOC(MAP("\"x\"", MAP("\"w\"", DOT("\"w\"", "\"h\""),
		ROWS(3, 1, 1, MAP("\"z\"", DOT("\"z\"", "\"h\""),
				  "[\"transpose\",\"x\"]"))),
		ROWS(3, 1, 1, "\"a\""))), "store_private", 1 },
	{ "kept tiles", DOC(TWO_STEPS(MAP("\"w\"", SUM("\"w\""),
		"[\"transpose\",\"x\"]"))), "slide_tile", 1 },
	{ "kept tiles", DOC(TWO_STEPS(MAP("\"w\"", SUM(JOINED),
		"[\"transpose\",[\"map\"," FUN("\"q\"",
			ROWS(3, 1, 1, "\"q\"")) ",\"x\"]]"))),
	  "take_slide", 1 },
	{ "kept tiles", DOC("[\"map\"," FUN("\"x\",\"y\"", MAP("\"w\",\"v\"",
		"[\"-\",\"v\"," SUM("\"w\"") "]",
		"[\"zip\",[\"transpose\",\"x\"],\"y\"]"))
		",[\"zip\"," ROWS(3, 1, 1, FIRST_STEP) ",\"a\"]]"),
	  "slide_tile", 1 },
	{ "kept tiles", DOC(CROSSES(CROSSES("\"a\""))), "slide_tile", 1 },
	{ "windows turned", DOC(TURNED(ROWS(3, 1, 1, "\"r\""))),
	  "slide_transpose", 1 },
	{ "windows turned", DOC(TURNED("[\"slide\",5,1,[\"pad\",0,2,\"wrap\","
		"[\"pad\",2,0,\"mirror\",\"r\"]]]")), "slide_transpose", 1 },
	{ "windows turned", DOC(TURNED("[\"slide\",3,2,\"r\"]")),
	  "slide_transpose", 1 },
	{ "products first", DOC(MAP("\"r\"", MAP("\"s\"", "[\"abs\"," SUM(
		MAP("\"x\",\"y\"", "[\"*\",\"x\",[\"-\",\"x\",\"y\"]]", PAIR))
		"]", "\"b\""), "\"a\"")), "store_global", 1 },
	{ "products first", DOC(MAP("\"r\"", REDUCE("min", "99", MAP("\"s\"",
		DOT("\"r\"", "\"s\""), "\"b\"")), "\"a\"")),
	  "store_global", 1 },
	{ "products first", DOC(SUM(MAP("\"r\",\"t\"", SUM(MAP("\"s\",\"v\"",
		"[\"-\",\"v\"," DOT("\"r\"", "\"s\"") "]",
		"[\"zip\",\"b\",\"t\"]")), "[\"zip\",\"a\",\"c\"]"))),
	  "store_global", 1 },
	{ "products first", DOC(MAP("\"r\",\"t\",\"m\"", MAP("\"s\",\"v\",\"n\"",
		"[\"-\"," DOT("\"r\"", "\"v\"") ",[\"*\",\"n\"," DOT("\"t\"", "\"s\"") "]]",
		"[\"zip\",\"a\",\"d\",\"m\"]"), "[\"zip\",\"a\",\"d\",\"e\"]")),
	  "zip_zip_cross", 1 },
	{ "products first", DOC(MAP("\"r\",\"t\"", MAP("\"s\",\"v\"",
		"[\"*\"," DOT("\"r\"", "\"v\"") "," DOT("\"s\"", "\"t\"") "]",
		"[\"zip\",\"a\",\"d\"]"), "[\"zip\",\"a\",\"d\"]")),
	  "zip_zip_cross", 1 },
	{ "row by row", DOC(SUM("[\"join\"," EACH("[\"at\",[\"at\",\"w\",0],1]",
		WINDOWS(3, 3, 1, 1, "\"a\"")) "]")), "reduce_chunks", 1 },
	{ "", DOC("[\"iterate\",2," FUN("\"v\"", MAP("\"r\"", DOT("\"r\"",
		MAP("\"s\"", DOT("\"s\"", "\"v\""), "\"b\"")),
		"[\"transpose\",\"b\"]")) ",[\"at\",\"a\",0]]"), "store_global", 1 },
};

static void see(const Derived *derived, const void *context)
{
	const Row *row = context;

	if (space_uses(derived->derivation, row->rule) < row->uses)
		fail_msg("%s: no %s", row->text, row->rule);
}

static void test_steps(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		space_follow(rows[i].text, rows[i].way, see, &rows[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_steps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
