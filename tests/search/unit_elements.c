/* Elements that are arrays: what reads single elements of short arrays, or
 * reduces them, and is reduced takes vectors, whether the arrays are rows or
 * columns in memory; what gives arrays has its borders apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/search/space_values.h"

/* For each point, a sum over others; of pairs. */
#define DOC(points, others, ps, qs) "{\"name\":\"p\"," \
	"\"sizes\":{\"N\":67,\"K\":35},\"inputs\":[" \
	"{\"name\":\"p\",\"type\":\"" points "\"}," \
	"{\"name\":\"q\",\"type\":\"" others "\"}],\"body\":[\"map\"," \
	"[\"fun\",[\"v\"],[\"head\",[\"reduce\",\"+\",[\"tuple\",0,0]," \
	"[\"map\",[\"fun\",[\"w\"],[\"let\",\"t\",[\"-\"," \
	"[\"*\",[\"at\",\"v\",0],[\"at\",\"w\",1]]," \
	"[\"*\",[\"at\",\"v\",1],[\"at\",\"w\",0]]]," \
	"[\"tuple\",\"t\",[\"abs\",\"t\"]]]]," qs "]]]]," ps "]}"
/* For each point, a sum of its distances to others. */
#define FAR(points, others, ps, qs) "{\"name\":\"p\"," \
	"\"sizes\":{\"N\":67,\"K\":300},\"inputs\":[" \
	"{\"name\":\"p\",\"type\":\"" points "\"}," \
	"{\"name\":\"q\",\"type\":\"" others "\"}],\"body\":[\"map\"," \
	"[\"fun\",[\"v\"],[\"head\",[\"reduce\",\"+\",0," \
	"[\"map\",[\"fun\",[\"w\"],[\"head\",[\"reduce\",\"+\",0," \
	"[\"map\",[\"fun\",[\"a\",\"b\"],[\"abs\",[\"-\",\"a\",\"b\"]]]," \
	"[\"zip\",\"v\",\"w\"]]]]]," qs "]]]]," ps "]}"
/* For each point and the next one, two numbers; the last one is its own next. */
#define TWO "{\"name\":\"p\",\"sizes\":{\"N\":67},\"inputs\":[" \
	"{\"name\":\"p\",\"type\":\"[f32; N]\"}],\"body\":[\"map\"," \
	"[\"fun\",[\"w\"],[\"array\",[\"+\",[\"at\",\"w\",0],[\"at\",\"w\",1]]," \
	"[\"-\",[\"at\",\"w\",1],[\"at\",\"w\",0]]]]," \
	"[\"slide\",2,1,[\"pad\",0,1,\"clamp\",\"p\"]]]}"
/* Squares of the distances of points from a place, as a matrix weighs them. */
#define WEIGHED "{\"name\":\"p\",\"sizes\":{\"N\":67},\"inputs\":[" \
	"{\"name\":\"p\",\"type\":\"[[f32; 9]; N]\"}," \
	"{\"name\":\"s\",\"type\":\"[[f32; 9]; 9]\"}," \
	"{\"name\":\"c\",\"type\":\"[f32; 9]\"}],\"defs\":{\"dot\":[\"fun\"," \
	"[\"a\",\"b\"],[\"head\",[\"reduce\",\"+\",0,[\"map\",\"*\"," \
	"[\"zip\",\"a\",\"b\"]]]]]},\"body\":[\"map\",[\"fun\",[\"r\"],[\"let\"," \
	"\"d\",[\"map\",\"-\",[\"zip\",\"r\",\"c\"]],[\"dot\",\"d\",[\"map\"," \
	"[\"fun\",[\"q\"],[\"dot\",\"q\",\"d\"]],\"s\"]]]],\"p\"]}"
/* Sums of three neighbours of each colour of a row's pixels. */
#define COLOURS(type, e) "{\"name\":\"p\",\"sizes\":{\"N\":35},\"inputs\":[" \
	"{\"name\":\"p\",\"type\":\"[[" type "; 3]; N]\"}],\"body\":[\"map\"," \
	"[\"fun\",[\"w\"]," e "]," \
	"[\"slide\",3,1,[\"pad\",1,1,\"clamp\",\"p\"]]]}"
#define SUM_OF(a) "[\"head\",[\"reduce\",\"+\",0," a "]]"
#define BY_PART "[\"map\",[\"fun\",[\"c\"]," SUM_OF("\"c\"") "]," \
	"[\"transpose\",\"w\"]]"
#define BY_INDEX "[\"map\",[\"fun\",[\"k\"],[\"^\",[\"at\",[\"at\",\"w\"," \
	"0],\"k\"],[\"at\",[\"at\",\"w\",2],\"k\"]]],[\"generate\",3," \
	"[\"fun\",[\"k\"],\"k\"]]]"
/* Sums of the neighbours of each element, but of those at the ends. */
#define ENDS "{\"name\":\"p\",\"sizes\":{\"N\":67},\"inputs\":[" \
	"{\"name\":\"p\",\"type\":\"[f32; N]\"}],\"body\":[\"generate\",\"N\"," \
	"[\"fun\",[\"i\"],[\"if\",[\"or\",[\"<\",\"i\",1],[\"==\",[\"+\",\"i\",1]," \
	"[\"size\",\"N\"]]],[\"at\",\"p\",\"i\"],[\"+\",[\"at\",\"p\",[\"-\",\"i\"," \
	"1]],[\"at\",\"p\",[\"+\",\"i\",1]]]]]]}"
#define ROWS(n) "[[f32; 2]; " n "]"
#define COLUMNS(n) "[[f32; " n "]; 2]"
#define TURNED(a) "[\"transpose\",\"" a "\"]"

typedef struct Row {
	const char *text, *way, *rule;
} Row;

static const char columns[] = "items: chunk 67 (x); columns: lanes 16 (x), "
	"vectors 2 (x)";
static const char lanes[] = "items: chunk 1 (x); accumulators: lanes 16 (x), "
	"accumulators 2 (x)";
static const char windows[] = "items: chunk 67 (x); windows: rows 1 (x), "
	"lanes 16 (x), vectors 1 (x), before 0 (x)";

static const char few[] = "items: chunk 8 (x); windows: rows 1 (x), "
	"lanes 4 (x), vectors 2 (x), before 0 (x)";

static const char line[] = "items: chunk 17 (x); in line; windows: "
	"rows 1 (x), lanes 16 (x), vectors 2 (x), before 0 (x)";

static const char ends[] = "items: chunk 67 (x); windows: rows 1 (x), "
	"lanes 16 (x), vectors 1 (x), before 1 (x)";

static const char border[] = "items: chunk 67 (x); windows: rows 1 (x), "
	"lanes 1 (x), vectors 1 (x), before 0 (x)";

static const Row rows[] = {
	{ FAR(ROWS("N"), ROWS("K"), "\"p\"", "\"q\""), windows,
	  "vectorise" },
	{ FAR(COLUMNS("N"), COLUMNS("K"), TURNED("p"), TURNED("q")), windows,
	  "vectorise" },
	{ DOC(ROWS("N"), ROWS("K"), "\"p\"", "\"q\""), columns,
	  "view_vectors" },
	{ DOC(COLUMNS("N"), ROWS("K"), TURNED("p"), "\"q\""), columns,
	  "view_vectors" },
	{ DOC(COLUMNS("N"), COLUMNS("K"), TURNED("p"), TURNED("q")), columns,
	  "view_vectors" },
	{ TWO, border, "map_cut" },
	{ ENDS, ends, "map_cut" },
	{ WEIGHED, few, "store_private" },
	{ COLOURS("f32", BY_PART), line, "map_flatten_pairs" },
	{ COLOURS("u8", BY_INDEX), line, "map_flatten_pairs" },
	{ DOC(ROWS("N"), COLUMNS("K"), "\"p\"", TURNED("q")), lanes,
	  "reduce_lanes" },
	{ DOC(COLUMNS("N"), COLUMNS("K"), TURNED("p"), TURNED("q")), lanes,
	  "reduce_lanes" },
	{ DOC(ROWS("N"), ROWS("K"), "\"p\"", "\"q\""), lanes,
	  "reduce_lanes" },
};

static void see(const Derived *derived, const void *context)
{
	const Row *row = context;

	assert_true(space_uses(derived->derivation, row->rule) > 0);
}

static void test_elements(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		space_follow(rows[i].text, rows[i].way, see, &rows[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_elements),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
