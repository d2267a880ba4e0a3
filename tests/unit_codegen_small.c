/* Vectors of 32 bits are computed in 16 where the type of what is loaded says
 * that nothing can be lost, and nowhere else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "codegen_texts.h"

/* Whether v, of type `from`, is computed with in vectors of a type. */
static void check(const char *from, const char *e, const char *type)
{
	static const char *const types[] = { "short8(", "ushort8(", "int8(",
					     "uint8(" };
	CodegenOptions options = { .math_flags = "" };
	char inputs[128], body[512], wanted[32];
	Generated made;

	snprintf(inputs, sizeof inputs, "{\"name\": \"xs\", \"type\": "
		 "\"[%s; N]\"}", from);
	snprintf(body, sizeof body, "[\"joinVec\", [\"mapGlobal\", [\"mapVec\""
		 ", [\"fun\", [\"v\"], %s]], [\"splitVec\", 8, \"xs\"]]]", e);
	made = generated_with(N(1024), inputs, "", body, &options);
	snprintf(wanted, sizeof wanted, "convert_%s8(", type);
	has(&made, wanted);
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		char other[32];

		snprintf(other, sizeof other, "convert_%s", types[i]);
		if (strcmp(other, wanted) != 0)
			has_times(&made, other, 0);
	}
	generated_free(&made);
}

#define I32 "[\"i32\", \"v\"]"
#define U32 "[\"u32\", \"v\"]"

static void what_fits_is_computed_in_16_bits(void **state)
{
	(void)state;
	check("u8", "[\"u8\", [\"/\", [\"+\", " U32 ", " U32 "], 2]]",
	      "short");
	check("u8", "[\"u8\", [\"abs\", [\"-\", " I32 ", [\"*\", 100, "
	      I32 "]]]]", "short");
	check("u8", "[\"u8\", [\">>\", [\"*\", 257, " U32 "], 8]]", "ushort");
	check("i8", "[\"i8\", [\"min\", 5, [\"*\", " I32 ", " I32 "]]]",
	      "short");
}

static void what_may_not_fit_is_not(void **state)
{
	(void)state;
	check("u8", "[\"u8\", [\">>\", [\"*\", 258, " U32 "], 8]]", "uint");
	check("u8", "[\"u8\", [\"/\", [\"-\", " U32 ", 1], 2]]", "uint");
	check("i8", "[\"i8\", [\"/\", [\"+\", " U32 ", " U32 "], 3]]", "uint");
	check("i8", "[\"i8\", [\"*\", 257, " I32 "]]", "int");
	check("i16", "[\"i8\", [\"/\", [\"+\", " I32 ", " I32 "], 2]]",
	      "int");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_fits_is_computed_in_16_bits),
		cmocka_unit_test(what_may_not_fit_is_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
