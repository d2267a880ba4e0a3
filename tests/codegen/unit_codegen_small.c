/* Vectors of 32 bits are computed in 16 where the type of what is loaded says
 * that nothing can be lost, and nowhere else; sums of 64 bits in 32 where its
 * rounds say so, too. */
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

/* -- sums of 64 bits ------------------------------------------------------- */

/* Sums of e, eight at a time, of so many vectors. */
static void check_sum(const char *from, const char *to, const char *e,
		      int rounds, bool fits)
{
	CodegenOptions options = { .math_flags = "" };
	char inputs[128], body[768], sizes[32];
	const char *wide = *to == 'u' ? "\tulong8 acc" : "\tlong8 acc";
	Generated made;

	snprintf(sizes, sizeof sizes, "\"N\": %d", 8 * rounds);
	snprintf(inputs, sizeof inputs, "{\"name\": \"xs\", \"type\": "
		 "\"[%s; N]\"}", from);
	snprintf(body, sizeof body, "[\"join\", [\"mapGlobal\", [\"compose\", "
		 "\"lanes\", \"head\", [\"reduceSeq\", [\"fun\", [\"s\", \"v\"],"
		 " [\"mapVec\", [\"fun\", [\"a\", \"x\"], [\"+\", \"a\", %s]], "
		 "[\"tuple\", \"s\", \"v\"]]], [\"<%s; 8>\", [\"fill\", 8, "
		 "[\"%s\", 0]]]], [\"splitVec\", 8]], [\"split\", %d, \"xs\"]]]",
		 e, to, to, 8 * rounds);
	made = generated_with(sizes, inputs, "", body, &options);
	has_times(&made, "\tint8 acc", fits);
	has_times(&made, wide, !fits);
	generated_free(&made);
}

#define X(type) "[\"" type "\", \"x\"]"

static void sums_that_fit_have_32_bits(void **state)
{
	(void)state;
	check_sum("u8", "i64", "[\"*\", " X("i64") ", " X("i64") "]", 33025,
		  true);
	check_sum("i8", "i64", "[\"i64\", [\"abs\", " X("i32") "]]", 65536, true);
	check_sum("i16", "i64", X("i64"), 65535, true);
	check_sum("i16", "i64", X("i64"), 65536, true);
	check_sum("u16", "u64", X("u64"), 32768, true);
	check_sum("f32", "i64", "[\"if\", [\">\", \"x\", 0], [\"i64\", 3], "
		  "[\"i64\", -1]]", 99999, true);
	check_sum("u32", "i64", "[\"i64\", [\"popcount\", \"x\"]]", 67108, true);
}

static void others_do_not(void **state)
{
	(void)state;
	check_sum("u8", "i64", "[\"*\", " X("i64") ", " X("i64") "]", 33026,
		  false);
	check_sum("i16", "i64", X("i64"), 65537, false);
	check_sum("u16", "u64", X("u64"), 32769, false);
	check_sum("u32", "i64", X("i64"), 2, false);
	check_sum("i8", "u64", X("u64"), 2, false);
	check_sum("f32", "i64", X("i64"), 2, false);
}

/* -- floats made of integers ----------------------------------------------- */

/* Integers that become floats and integers again need no cut where no rounding
 * leaves the second type. */
static void a_float_is_cut_where_rounding_may_leave_the_type(void **state)
{
	static const struct {
		const char *from, *over, *to;
		bool cut;
	} rows[] = {
		{ "i8", "f16", "i8", false }, { "u8", "f16", "u8", false },
		{ "i16", "f16", "i16", true }, { "i16", "f16", "i32", false },
		{ "u16", "f16", "u16", true }, { "u16", "f16", "i64", true },
		{ "i32", "f16", "i64", true }, { "i16", "f32", "i16", false },
		{ "u16", "f32", "u16", false }, { "i32", "f32", "i32", true },
		{ "i32", "f32", "i64", false }, { "u32", "f32", "u32", true },
		{ "i64", "f32", "i64", true }, { "u64", "f32", "u64", true },
		{ "i32", "f64", "i32", false }, { "u32", "f64", "u32", false },
		{ "i64", "f64", "i64", true }, { "u64", "f64", "u64", true },
	};
	Device device = generated_device();
	const CodegenOptions options = codegen_options(&device);

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char inputs[128], body[256];
		Generated made;

		snprintf(inputs, sizeof inputs, "{\"name\": \"xs\", "
			 "\"type\": \"[%s; N]\"}", rows[i].from);
		snprintf(body, sizeof body, "[\"mapGlobal\", [\"fun\", [\"v\"],"
			 " [\"%s\", [\"%s\", \"v\"]]], \"xs\"]", rows[i].to,
			 rows[i].over);
		made = generated_with(N(64), inputs, "", body, &options);
		if (!strcmp(rows[i].over, "f16"))
			has_times(&made, "_sat(", rows[i].cut);
		else /* a function and its call */
			has_times(&made, "_of_", 2 * rows[i].cut);
		generated_free(&made);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_float_is_cut_where_rounding_may_leave_the_type),
		cmocka_unit_test(what_fits_is_computed_in_16_bits),
		cmocka_unit_test(what_may_not_fit_is_not),
		cmocka_unit_test(sums_that_fit_have_32_bits),
		cmocka_unit_test(others_do_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
