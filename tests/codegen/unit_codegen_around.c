/* Large outputs of which next to nothing is read are written around the caches,
 * by whole lines wherever rows begin. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "codegen_texts.h"

/* Text of a kernel that negates in vectors, where outputs of `bytes` and more
 * are written around the caches. */
static void check_around(const char *sizes, const char *more, AccessForm form,
			 int64_t bytes, int times)
{
	CodegenOptions options = { .access = form, .around_bytes = bytes,
				   .math_flags = "" };
	Generated made = generated_with(sizes, XS, more,
		"[\"joinVec\", [\"mapGlobal\", [\"mapVec\", \"neg\"], "
		"[\"splitVec\", 16, \"xs\"]]]", &options);

	has_times(&made, "\taround_float16(o0 + 16*g0, ", times);
	has_times(&made, "__builtin_nontemporal_store(value", times);
	generated_free(&made);
}

static void large_outputs_that_nothing_reads_go_around_the_caches(void **state)
{
	const char *over = "\"outputs\": [{\"name\": \"y\", \"into\": "
			   "\"xs\"}],";

	(void)state;
	check_around(N(1024), "", ACCESS_UNALIGNED, 4096, 1);
	check_around(N(1024), "", ACCESS_UNALIGNED, 4097, 0);
	check_around(N(1024), "", ACCESS_UNALIGNED, 0, 0);
	check_around(N(1024), "", ACCESS_ALIGNED, 1, 0);
	check_around(N(1024), "", ACCESS_VLOAD, 1, 0);
	check_around(N(1024), over, ACCESS_UNALIGNED, 1, 0);
}

/* Vectors and what they leave over, which reads `elements` of them. */
static void check_read(int elements, int times)
{
	CodegenOptions options = { .around_bytes = 1, .math_flags = "" };
	char body[512];
	Generated made;

	snprintf(body, sizeof body, "[\"let\", \"e\", [\"toGlobal\", "
		 "[\"joinVec\", [\"mapGlobal\", [\"mapVec\", \"neg\"], "
		 "[\"splitVec\", 16, [\"take\", 1008, \"xs\"]]]]], "
		 "[\"concat\", \"e\", [\"scanSeq\", \"+\", [\"head\", "
		 "[\"reduceSeq\", \"+\", 0, [\"take\", %d, \"e\"]]], "
		 "[\"drop\", 1008, \"xs\"]]]]", elements);
	made = generated_with(N(1024), XS, "", body, &options);
	has_times(&made, "\taround_float16(o0 + 16*g0, ", times);
	has_times(&made, "t0", 0);
	generated_free(&made);
}

static void a_part_that_others_go_on_from_is_written_where_it_goes(void **state)
{
	(void)state;
	check_read(1, 1);
	check_read(16, 1);
	check_read(17, 0);
	check_read(1008, 0);
}

/* How the rows of 16*m + 3 elements, vectors of which `row` computes from the
 * row r, are written: from line to line, the first and the last apart or asked
 * for in the loop. */
typedef enum { AS_USUAL, APART, ASKED } ByLines;

static void check_lines(const char *row, ByLines by_lines)
{
	CodegenOptions options = { .around_bytes = 1, .math_flags = "" };
	char body[512];
	Generated made;

	snprintf(body, sizeof body, "[\"mapGlobal\", [\"fun\", [\"r\"], "
		 "[\"concat\", %s, [\"mapSeq\", \"neg\", [\"take\", 3, "
		 "\"r\"]]]], \"xs\"]", row);
	made = generated_with(N(131), "{\"name\": \"xs\", \"type\": "
			      "\"[[f32; N]; 5]\"}", "", body, &options);
	has_times(&made, "\tpart_float16(",
		  by_lines == APART ? 2 : by_lines == ASKED);
	has_times(&made, "clamp(", by_lines == ASKED);
	generated_free(&made);
}

static void rows_that_begin_anywhere_are_written_by_lines(void **state)
{
	(void)state;
	check_lines("[\"joinVec\", [\"mapSeq\", [\"mapVec\", \"neg\"], "
		    "[\"splitVec\", 16, [\"take\", 128, \"r\"]]]]", APART);
	check_lines("[\"joinVec\", [\"mapSeq\", [\"mapVec\", \"neg\"], "
		    "[\"splitVec\", 16, [\"map\", \"head\", [\"split\", 2, "
		    "[\"take\", 128, \"r\"]]]]]]", AS_USUAL);
	check_lines("[\"join\", [\"mapSeq\", [\"fun\", [\"c\"], "
		    "[\"joinVec\", [\"mapSeqUnroll\", [\"mapVec\", \"*\"], "
		    "[\"splitVec\", 16, [\"zip\", \"c\", [\"take\", 16, "
		    "\"r\"]]]]]], [\"split\", 16, [\"take\", 128, \"r\"]]]]",
		    AS_USUAL);
	check_lines("[\"joinVec\", [\"mapSeq\", [\"mapVec\", \"neg\"], "
		    "[\"splitVec\", 16, [\"take\", 32, \"r\"]]]]", AS_USUAL);
	check_lines("[\"joinVec\", [\"mapSeq\", [\"mapVec\", [\"fun\", "
		    "[\"w\"], [\"head\", [\"reduceSeqUnroll\", \"+\", 0, "
		    "\"w\"]]]], [\"splitVec\", 16, [\"slide\", 36, 1, "
		    "\"r\"]]]]", ASKED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			large_outputs_that_nothing_reads_go_around_the_caches),
		cmocka_unit_test(
			a_part_that_others_go_on_from_is_written_where_it_goes),
		cmocka_unit_test(
			rows_that_begin_anywhere_are_written_by_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
