/* Loops of several vectors in one, with and without elements left over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/search/space_values.h"

#define DOC(type, body) "{\"name\":\"p\",\"sizes\":{\"N\":%d}," \
	"\"inputs\":[{\"name\":\"x\",\"type\":\"[" type "; N]\"," \
	"\"range\":[0,9]}],\"body\":[\"map\",[\"fun\",[\"v\"]," body \
	"],\"x\"]}"
#define FUN(p, e) "[\"fun\",[" p "]," e "]"
#define S "\"s\""

/* One more each time; the element added; of what is named before, and what is
 * done with the result; a state of two; another type. */
static const char *const texts[] = {
	DOC("f32", "[\"iterate\",5," FUN(S, "[\"+\",\"s\",1]") ",\"v\"]"),
	DOC("f32", "[\"iterate\",5," FUN(S, "[\"+\",\"s\",\"v\"]") ",1]"),
	DOC("f32", "[\"let\",\"h\",[\"*\",2,\"v\"],[\"*\",\"v\","
		   "[\"iterate\",3," FUN(S, "[\"-\",\"h\",\"s\"]")
		   ",\"h\"]]]"),
	DOC("f32", "[\"get\",0,[\"iterate\",4," FUN("[\"s\",\"t\"]",
		   "[\"tuple\",\"t\",[\"+\",\"s\",\"v\"]]")
		   ",[\"tuple\",\"v\",1]]]"),
	DOC("u32", "[\"iterate\",9," FUN(S, "[\"+\",[\"*\",\"s\",5],3]")
		   ",\"v\"]"),
};

/* Steps that change nothing from some time on, said in either order; two
 * states; a condition that is named before. */
static const char *const ending[] = {
	DOC("f32", "[\"iterate\",6," FUN(S, "[\"if\",[\">\",\"s\",\"v\"],"
		   "\"s\",[\"+\",\"s\",2]]") ",1]"),
	DOC("f32", "[\"iterate\",6," FUN(S, "[\"if\",[\"<=\",\"s\",\"v\"],"
		   "[\"+\",\"s\",2],\"s\"]") ",1]"),
	DOC("f32", "[\"get\",1,[\"iterate\",4," FUN("[\"s\",\"n\"]",
		   "[\"if\",[\"<\",\"s\",7],[\"tuple\",[\"+\",\"s\",\"v\"],"
		   "[\"+\",\"n\",1]],[\"tuple\",\"s\",\"n\"]]")
		   ",[\"tuple\",\"v\",[\"i32\",0]]]]"),
	DOC("u32", "[\"let\",\"h\",[\"*\",2,\"v\"],[\"iterate\",8,"
		   FUN(S, "[\"if\",[\"<\",\"s\",\"h\"],"
		   "[\"+\",[\"*\",\"s\",2],1],\"s\"]") ",\"v\"]]"),
};

static void see(const Derived *derived, const void *context)
{
	const Derivation *derivation = derived->derivation;

	(void)context;
	assert_true(space_uses(derivation, "iterate_interchange") > 0);
	assert_true(space_uses(derivation, "vectorise") > 0);
}

static void see_end(const Derived *derived, const void *context)
{
	const Derivation *derivation = derived->derivation;

	(void)context;
	assert_true(space_uses(derivation, "until_interchange") > 0);
	assert_true(space_uses(derivation, "vectorise") > 0);
}

static void follow_all(const char *const *documents, size_t count,
		       const char *way, SpaceSee *look)
{
	static const int lengths[] = { 64, 256, 259 };
	char text[1024];

	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
			snprintf(text, sizeof text, documents[i], lengths[k]);
			space_follow(text, way, look, NULL);
		}
}

static void test_steps(void **state)
{
	(void)state;
	follow_all(texts, sizeof texts / sizeof texts[0],
		   "items: chunk 64 (x); steps: lanes 8 (x), vectors 2 (x)",
		   see);
}

/* Steps that may end early do, all the same with the same values. */
static void test_ending(void **state)
{
	(void)state;
	follow_all(ending, sizeof ending / sizeof ending[0],
		   "items: chunk 64 (x); "
		   "until: lanes 8 (x), vectors 2 (x), test 2 (x)",
		   see_end);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_steps),
		cmocka_unit_test(test_ending),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
