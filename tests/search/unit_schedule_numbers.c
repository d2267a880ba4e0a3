/* Numbers of schedules: the lists that they are offered from, and what they follow
 * from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/derivation.h"
#include "tests/search/schedule_world.h"

/* A number that a block gives another one keeps what it follows from. */
static void test_numbers_keep_their_origin(void **state)
{
	static const char own[] =
		"schedule halved \"\" form map (\\x. f x) xs"
		" do run cut_at[multiple(extent(x) / 2, 8)]\n"
		"schedule cut_at \"\" choose n : [1] do map_cut[n1 = n]";
	World w = world_new("examples/scal", "N=4096");
	Diags *diags = diags_new();
	Schedules *all = schedules_with(w.rules, "own.schedules", own, diags);
	const Path root = path_root();
	const Derivation *now;
	char reason[256];
	Text steps = { 0 };

	(void)state;
	assert_non_null(all);
	now = block_apply(&w.task, all, schedules_find(all, "halved"), w.start,
			  &root, 0, NULL, reason);
	assert_non_null(now);
	derivation_text(&steps, now);
	assert_non_null(strstr(text_string(&steps), "\"@0//2\""));
	text_free(&steps);
	schedules_free(all);
	diags_free(diags);
	world_free(&w);
}

/* Lengths are those at the places, also of what is left over; a number that is
 * used elsewhere is written by the program's sizes. */
static void test_origins_are_lengths_at_the_place(void **state)
{
	static const char own[] =
		"schedule twice \"\" form map (\\x. f x) xs"
		" do cut x by [8] ; cut rest by [2]\n"
		"schedule inside \"\" form map (\\x. f x) xs"
		" do run row_of[extent(x) / 2]\n"
		"schedule row_of \"\" form map (\\x. f x) xs"
		" choose n : [1]"
		" do at x.fold reduce_rest[k = n, m = 1]";
	static const struct {
		const char *block, *program, *sizes, *origins[2];
	} cases[] = {
		{ "twice", "examples/scal", "N=4099",
		  { "\"@0//8*8\"", "\"@0//2*2\"" } },
		{ "inside", "examples/gemv", "M=64 K=4096",
		  { "\"M//2\"", "\"m\": 1" } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		World w = world_new(cases[i].program, cases[i].sizes);
		Diags *diags = diags_new();
		Schedules *all = schedules_with(w.rules, "own.schedules", own,
						diags);
		const Path root = path_root();
		const Derivation *now;
		char reason[256] = "";
		Text steps = { 0 };

		assert_non_null(all);
		now = block_apply(&w.task, all,
				  schedules_find(all, cases[i].block), w.start,
				  &root, 0, NULL, reason);
		if (!now)
			fail_msg("%s: %s", cases[i].block, reason);
		derivation_text(&steps, now);
		for (int k = 0; k < 2; k++)
			if (!strstr(text_string(&steps), cases[i].origins[k]))
				fail_msg("%s: %s", cases[i].block,
					 text_string(&steps));
		text_free(&steps);
		schedules_free(all);
		diags_free(diags);
		world_free(&w);
	}
}

/* Numbers are offered one after the other, each from a list. */
static void test_lists_of_numbers(void **state)
{
	static const int64_t rows[] = { 4, 16, 4 };
	World w = world_new("examples/gemv", "M=4096 K=4096");
	const Block *block = schedules_find(w.schedules, "rows");
	const Path root = path_root();
	char reason[256];

	(void)state;
	assert_int_equal(block_number_count(block), 3);
	assert_string_equal(block_number(block, 1), "lanes");
	for (int i = 0; i < 3; i++) {
		Numbers list;
		bool offered = false;

		assert_true(block_list(&w.task, w.schedules, block, w.start,
				       &root, i, rows, &list, reason));
		for (int k = 0; k < list.count; k++)
			offered |= list.items[k].value == rows[i];
		assert_true(offered);
	}
	world_free(&w);
}

/* Lists of a number come one after the other, some only where something holds;
 * a value says where it comes from, a list what its values are so many of. A
 * number may be called as a query is. */
static void test_values_of_several_lists(void **state)
{
	static const char own[] =
		"schedule s called \"a few\" \"\" form map (\\x. f x) xs"
		" choose each : [7 \"odd\", 7 * 2] if extent(x) > 5000,"
		" [3 \"odd\", 2 * 2] if extent(x) > 4000, several(1, 4, 1,"
		" \"row\") ; none : [1] if each == 4, [2] do map_seq";
	static const struct {
		int64_t value;
		const char *origin;
	} wanted[] = { { 3, "odd" }, { 4, "as listed" }, { 2, "2 rows" },
		       { 1, "1 row" } };
	World w = world_new("examples/scal", "N=4096");
	Diags *diags = diags_new();
	Schedules *all = schedules_with(w.rules, "own", own, diags);
	const Block *block = schedules_find(all, "s");
	const Path root = path_root();
	const int64_t four = 4;
	char reason[256];
	Numbers list;

	(void)state;
	assert_string_equal(block_called(block), "a few");
	assert_string_equal(block_called(schedules_find(all, "loop")), "loop");
	assert_true(block_list(&w.task, all, block, w.start, &root, 0, NULL,
			       &list, reason));
	assert_int_equal(list.count, 4);
	for (int i = 0; i < list.count; i++) {
		assert_int_equal(list.items[i].value, wanted[i].value);
		assert_string_equal(list.items[i].origin, wanted[i].origin);
	}
	assert_true(block_list(&w.task, all, block, w.start, &root, 1, &four,
			       &list, reason));
	assert_int_equal(list.count, 2);
	schedules_free(all);
	diags_free(diags);
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers_keep_their_origin),
		cmocka_unit_test(test_origins_are_lengths_at_the_place),
		cmocka_unit_test(test_lists_of_numbers),
		cmocka_unit_test(test_values_of_several_lists),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
