/* Triples and planes: all pairs that are reduced together with a third array,
 * or whose rows and columns are several arrays or views, take tiles, in whatever
 * order and however deep the arrays are zipped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/search/space_values.h"

#define DOC "{\"name\":\"p\",\"sizes\":{\"M\":19,\"N\":35,\"K\":7}," \
	"\"inputs\":[{\"name\":\"x\",\"type\":\"[[f32; K]; M]\"}," \
	"{\"name\":\"y\",\"type\":\"[[f32; N]; K]\"}," \
	"{\"name\":\"w\",\"type\":\"[f32; K]\"}],\"body\":[\"map\"," \
	"[\"fun\",[\"r\"],[\"map\",[\"fun\",[\"c\"],[\"head\",[\"reduce\"," \
	"\"+\",0,%s]]],[\"transpose\",\"y\"]]],\"x\"]}"

/* 2*r + 3*c*w, of the three in every order. */
static const char *const orders[][3] = {
	{ "r", "c", "w" }, { "r", "w", "c" }, { "c", "r", "w" },
	{ "c", "w", "r" }, { "w", "r", "c" }, { "w", "c", "r" },
};

static const char value[] =
	"[\"+\",[\"*\",2,\"vr\"],[\"*\",[\"*\",3,\"vc\"],\"vw\"]]";

static void see(const Derived *derived, const void *context)
{
	(void)context;
	assert_true(space_uses(derived->derivation, "outer_product") > 0);
}

static const char tiled[] =
	"tiles: rows 4 (x), lanes 16 (x), vectors 1 (x), packed 0 (x), "
	"left 0 (x), dimension 1 (x), steps 1 (x)";

static void check(const char *doc, const char *form,
		  const char *const order[3])
{
	char sum[512], text[1024];

	snprintf(sum, sizeof sum, form, order[0], order[1], order[2], value,
		 order[0], order[1], order[2]);
	assert_true(snprintf(text, sizeof text, doc, sum) < (int)sizeof text);
	space_follow(text, tiled, see, NULL);
}

static const char *const forms[] = {
	"[\"map\",[\"fun\",[\"v%s\",\"v%s\",\"v%s\"],%s],"
	"[\"zip\",\"%s\",\"%s\",\"%s\"]]",
	"[\"map\",[\"fun\",[[\"v%s\",\"v%s\"],\"v%s\"],%s],"
	"[\"zip\",[\"zip\",\"%s\",\"%s\"],\"%s\"]]",
	"[\"map\",[\"fun\",[\"v%s\",[\"v%s\",\"v%s\"]],%s],"
	"[\"zip\",\"%s\",[\"zip\",\"%s\",\"%s\"]]]",
};

static void test_orders(void **state)
{
	(void)state;
	for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
		for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
			check(DOC, forms[f], orders[i]);
}

/* -- planes ---------------------------------------------------------------- */

#define PLANES "{\"name\":\"p\",\"sizes\":{\"M\":19,\"N\":35,\"K\":7}," \
	"\"inputs\":[{\"name\":\"x\",\"type\":\"[[f32; K]; M]\"}," \
	"{\"name\":\"y\",\"type\":\"[[f32; K]; M]\"}," \
	"{\"name\":\"z\",\"type\":\"[[f32; K]; N]\"}," \
	"{\"name\":\"w\",\"type\":\"[[f32; K]; N]\"}],\"body\":[\"map\"," \
	"[\"fun\",[\"a\",\"b\"],[\"map\",[\"fun\",[\"c\",\"d\"],[\"head\"," \
	"[\"reduce\",\"+\",[\"tuple\",0,0],[\"map\",[\"fun\",[%s]," \
	"[\"tuple\",[\"-\",[\"*\",\"va\",\"vc\"],[\"*\",\"vb\",\"vd\"]]," \
	"[\"+\",\"va\",[\"*\",3,\"vd\"]]]],%s]]]],[\"zip\",\"z\",\"w\"]]]," \
	"[\"zip\",\"x\",\"y\"]]}"

static const struct {
	const char *names, *zip;
} planes[] = {
#define FOUR(a, b, c, d) \
	{ "\"v" a "\",\"v" b "\",\"v" c "\",\"v" d "\"", \
	  "[\"zip\",\"" a "\",\"" b "\",\"" c "\",\"" d "\"]" }
	FOUR("a", "b", "c", "d"), FOUR("d", "c", "b", "a"),
	FOUR("a", "c", "b", "d"), FOUR("d", "a", "c", "b"),
	FOUR("a", "d", "c", "b"), FOUR("c", "b", "a", "d"),
#undef FOUR
	{ "[\"va\",\"vb\"],[\"vc\",\"vd\"]",
	  "[\"zip\",[\"zip\",\"a\",\"b\"],[\"zip\",\"c\",\"d\"]]" },
	{ "[\"vd\",\"vc\"],[\"va\",\"vb\"]",
	  "[\"zip\",[\"zip\",\"d\",\"c\"],[\"zip\",\"a\",\"b\"]]" },
	{ "[[\"va\",\"vc\"],\"vb\"],\"vd\"",
	  "[\"zip\",[\"zip\",[\"zip\",\"a\",\"c\"],\"b\"],\"d\"]" },
	{ "\"vd\",[\"vb\",[\"vc\",\"va\"]]",
	  "[\"zip\",\"d\",[\"zip\",\"b\",[\"zip\",\"c\",\"a\"]]]" },
	{ "[\"vc\",\"vb\",\"va\"],\"vd\"",
	  "[\"zip\",[\"zip\",\"c\",\"b\",\"a\"],\"d\"]" },
	{ "[\"va\",\"vc\"],[[\"vb\",\"_\"],[\"_\",\"vd\"]]",
	  "[\"zip\",[\"zip\",\"a\",\"c\"],[\"zip\",[\"zip\",\"b\",\"c\"],"
	  "[\"zip\",\"a\",\"d\"]]]" },
};

static void test_planes(void **state)
{
	char text[1024];

	(void)state;
	for (size_t i = 0; i < sizeof planes / sizeof *planes; i++) {
		assert_true(snprintf(text, sizeof text, PLANES,
				     planes[i].names, planes[i].zip)
			    < (int)sizeof text);
		space_follow(text, tiled, see, NULL);
	}
}

/* Rows of two arrays, columns of one, in whatever order. */
static void test_three_planes(void **state)
{
	static const char doc[] =
		"{\"name\":\"p\",\"sizes\":{\"M\":19,\"N\":35,\"K\":7},"
		"\"inputs\":[{\"name\":\"x\",\"type\":\"[[f32; K]; M]\"},"
		"{\"name\":\"y\",\"type\":\"[[f32; K]; M]\"},"
		"{\"name\":\"z\",\"type\":\"[[f32; K]; N]\"}],\"body\":"
		"[\"map\",[\"fun\",[\"r\",\"w\"],[\"map\",[\"fun\",[\"c\"],"
		"[\"head\",[\"reduce\",\"+\",0,%s]]],\"z\"]],"
		"[\"zip\",\"x\",\"y\"]]}";

	(void)state;
	for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
		for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
			check(doc, forms[f], orders[i]);
}

/* -- views ----------------------------------------------------------------- */

/* Windows of three short rows with all columns. */
static void test_views(void **state)
{
	(void)state;
	space_follow(
		"{\"name\":\"p\",\"sizes\":{\"M\":19,\"N\":35,\"K\":2},"
		"\"inputs\":[{\"name\":\"x\",\"type\":\"[[f32; K]; M+2]\"},"
		"{\"name\":\"y\",\"type\":\"[[[f32; N]; K]; 3]\"}],\"body\":"
		"[\"map\",[\"fun\",[\"r\"],[\"map\",[\"fun\",[\"c\"],[\"head\","
		"[\"reduce\",\"+\",0,[\"map\",\"*\",[\"zip\",[\"join\",\"r\"],"
		"[\"join\",\"c\"]]]]]],[\"transpose\",[\"map\",\"transpose\","
		"\"y\"]]]],[\"slide\",3,1,\"x\"]]}", tiled, see, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_orders),
		cmocka_unit_test(test_planes),
		cmocka_unit_test(test_three_planes),
		cmocka_unit_test(test_views),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
