/* Triples: all pairs that are reduced together with a third array take tiles,
 * in whatever order the three are zipped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/space_values.h"

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

static void check(const char *form, const char *const order[3])
{
	char sum[512], text[1024];

	snprintf(sum, sizeof sum, form, order[0], order[1], order[2], value,
		 order[0], order[1], order[2]);
	assert_true(snprintf(text, sizeof text, DOC, sum) < (int)sizeof text);
	space_follow(text, "tiles: rows 4 (x), lanes 16 (x), vectors 1 (x), "
		     "packed 0 (x), left 0 (x), dimension 1 (x), steps 1 (x)",
		     see, NULL);
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
			check(forms[f], orders[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_orders),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
