/* Loops of several vectors in one, with and without elements left over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/space_values.h"

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

static void see(const Derived *derived, const void *context)
{
	const Derivation *derivation = derived->derivation;

	(void)context;
	assert_true(space_uses(derivation, "iterate_interchange") > 0);
	assert_true(space_uses(derivation, "vectorise") > 0);
}

static void test_steps(void **state)
{
	static const int lengths[] = { 64, 256, 259 };
	static const char way[] = "items: chunk 64 (x); "
				  "steps: lanes 8 (x), vectors 2 (x)";
	char text[1024];

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
			snprintf(text, sizeof text, texts[i], lengths[k]);
			space_follow(text, way, see, NULL);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_steps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
