/* Which texts scatters have: indices that data give are tested by blocks where that
 * is a gain, and not at all where it is known that they are inside; those of a
 * block that are added to one place are summed up before; elements that
 * go where counters say are written by lines; what is added to many integers is
 * kept in bytes. What they compute is tested by the documents of scatters.jsonl,
 * counted.jsonl and narrow.jsonl. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "codegen_texts.h"

#define KEYS "{\"name\": \"is\", \"type\": \"[i32; N]\", \"range\": [-9, 9]}, " \
	     IN("xs", "[i32; N]")
#define INTO_5(is, xs) "[\"toGlobal\", [\"scatter\", \"+\", [\"fill\", 5, 0], " \
		       is ", " xs "]]"
#define TESTS "< 5u"
#define SUMS "(int)((uint)"

/* How often an index is tested, and an element added to another. */
static void check(const char *size, const char *inputs, const char *body,
		  const CodegenOptions *options, int tests, int sums)
{
	Generated made = generated_with(size, inputs, "", body, options);

	has_times(&made, TESTS, tests);
	has_times(&made, SUMS, sums);
	generated_free(&made);
}

/* A block, one by one, and the rest. */
static void indices_in_memory_are_tested_as_vectors(void **state)
{
	(void)state;
	check(N(19), KEYS, INTO_5("\"is\"", "\"xs\""), NULL, 3 + 1, 10 + 1);
	check(N(16), KEYS, INTO_5("\"is\"", "\"xs\""), NULL, 2 + 1, 9 + 1);
	check_text(N(19), KEYS, INTO_5("\"is\"", "\"xs\""),
		   TEXTS("if (all(convert_uint8(", "i < 2;", "i < 3;"));
}

/* All of a block that go to one place: their sum does. */
static void a_block_of_one_place_is_added_at_once(void **state)
{
	(void)state;
	check_text(N(19), KEYS, INTO_5("\"is\"", "[\"fill\", \"N\", 1]"),
		   TEXTS("if (all(x1 == (int8)(x0))) {", "+ (uint)8);"));
	check_text(N(19), KEYS, INTO_5("[\"map\", [\"fun\", [\"i\"], [\"%\", "
				       "\"i\", 7]], \"is\"]", "\"xs\""),
		   TEXTS("if (v0 == v1 && (v0 == v2) &&"));
}

static void computed_ones_are_tested_together(void **state)
{
	const char *body = INTO_5("[\"map\", [\"fun\", [\"i\"], "
				  "[\"%\", \"i\", 7]], \"is\"]", "\"xs\"");

	(void)state;
	check(N(19), KEYS, body, NULL, 10 + 1, 10 + 1);
}

static void few_elements_are_tested_one_by_one(void **state)
{
	(void)state;
	check(N(15), KEYS, INTO_5("\"is\"", "\"xs\""), NULL, 1, 1);
}

static void known_indices_are_not_tested(void **state)
{
	(void)state;
	check(N(64), KEYS, INTO_5("[\"generate\", \"N\", [\"fun\", [\"i\"], "
				  "[\"%\", \"i\", 5]]]", "\"xs\""),
	      NULL, 0, 1);
}

static void a_gpu_tests_one_by_one(void **state)
{
	const CodegenOptions options = { .access = ACCESS_ALIGNED,
					 .math_flags = "" };

	(void)state;
	check(N(64), KEYS, INTO_5("\"is\"", "\"xs\""), &options, 1, 1);
}

/* Four of them take turns, are tested at once, and add where the item's begin. */
static void scatters_side_by_side_are_tested_at_once(void **state)
{
	const char *body =
		"[\"mapGlobal\", [\"mapSeqUnroll\", [\"fun\", [[\"i\", "
		"\"x\"]], " INTO_5("\"i\"", "\"x\"") "]], [\"split\", 4, "
		"[\"zip\", [\"split\", 16, \"is\"], [\"split\", 16, "
		"\"xs\"]]]]";

	(void)state;
	check(N(128), KEYS, body, NULL, 4 + 4, 4 * 8 + 4);
	check_text(N(128), KEYS, body,
		   TEXTS("] = 0;", "(o0 + 20*g0)[v0] = ",
			 "(o0 + 20*g0)[v1 + 5] = "));
}

/* 1600 elements of 16 counters each of which counts by `step`, where elements
 * begin that many bytes; so many of them for each counter are asked for. */
static void check_lines(const char *step, int counters, int64_t around,
			int64_t rounds, int lines)
{
	const CodegenOptions options = { .around_bytes = around,
					 .line_rounds = rounds,
					 .math_flags = "" };
	char body[512];
	Generated made;

	snprintf(body, sizeof body, "[\"permute\", [\"unset\", \"xs\"], "
		 "[\"toGlobal\", [\"scanByIndex\", \"+\", [\"generate\", %d, "
		 "[\"fun\", [\"k\"], [\"-\", [\"*\", \"k\", [\"size\", "
		 "\"N/%d\"]], 1]]], \"is\", [\"fill\", \"N\", [\"i64\", %s]]]], "
		 "\"xs\"]", counters, counters, step);
	made = generated_with(N(1600), KEYS, "", body, &options);
	has_times(&made, "\taround_int16(", lines);
	generated_free(&made);
}

static void counted_places_are_written_by_lines(void **state)
{
	(void)state;
	check_lines("1", 16, 6400, 100, 4);
	check_lines("2", 16, 6400, 100, 0);
	check_lines("1", 16, 6400, 101, 0);
	check_lines("1", 16, 6401, 100, 0);
	check_lines("1", 8, 6400, 100, 0);
	check_lines("1", 16, 6400, 0, 0);
}

/* How many sums are kept in bytes: 100 elements of each of 16 places, where arrays
 * from so many bytes on are kept so. */
static void check_narrow(const char *addends, int64_t bytes, int n, int sums)
{
	const CodegenOptions options = { .narrow_bytes = bytes,
					 .math_flags = "" };
	char body[256], size[32];
	Generated made;

	snprintf(size, sizeof size, "\"N\": %d", n);
	snprintf(body, sizeof body, "[\"toGlobal\", [\"scatter\", \"+\", "
		 "[\"fill\", 16, 0], \"is\", %s]]", addends);
	made = generated_with(size, KEYS ", {\"name\": \"few\", \"type\": "
			      "\"[i32; N]\", \"range\": [0, 4]}", "", body,
			      &options);
	has_times(&made, "+ (uint)256)", sums);
	generated_free(&made);
}

static void small_sums_are_kept_in_bytes(void **state)
{
	(void)state;
	check_narrow("[\"fill\", \"N\", 1]", 64, 1600, 1);
	check_narrow("\"few\"", 64, 1600, 1);
	check_narrow("[\"fill\", \"N\", 1]", 65, 1600, 0);
	check_narrow("[\"fill\", \"N\", 1]", 0, 1600, 0);
	check_narrow("[\"fill\", \"N\", 1]", 64, 24, 1);
	check_narrow("[\"fill\", \"N\", 1]", 64, 23, 0);
	check_narrow("[\"fill\", \"N\", 5]", 64, 1600, 0);
	check_narrow("[\"map\", [\"fun\", [\"v\"], [\"if\", [\">\", \"v\", 0], "
		     "1, 4]], \"is\"]", 64, 1600, 1);
	check_narrow("[\"map\", [\"fun\", [\"v\"], [\"i32\", [\">\", \"v\", 0]]], "
		     "\"is\"]", 64, 1600, 1);
	check_narrow("[\"map\", [\"fun\", [\"v\"], [\"if\", [\">\", \"v\", 0], "
		     "1, -1]], \"is\"]", 64, 1600, 0);
	check_narrow("\"is\"", 64, 1600, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(indices_in_memory_are_tested_as_vectors),
		cmocka_unit_test(a_block_of_one_place_is_added_at_once),
		cmocka_unit_test(computed_ones_are_tested_together),
		cmocka_unit_test(few_elements_are_tested_one_by_one),
		cmocka_unit_test(known_indices_are_not_tested),
		cmocka_unit_test(a_gpu_tests_one_by_one),
		cmocka_unit_test(scatters_side_by_side_are_tested_at_once),
		cmocka_unit_test(counted_places_are_written_by_lines),
		cmocka_unit_test(small_sums_are_kept_in_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
