/* Forms of schedules and their steps: what fits, what is found, and what is done
 * there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "search/nest/site.h"
#include "tests/search/schedule_world.h"

/* A part somewhere below may use what is bound on the way to it, and of what
 * the form binds only what it is applied to. */
static void test_a_part_below_binders(void **state)
{
	static const struct {
		const char *part;
		bool fits;
	} cases[] = {
		{ "iterateUntil (c x y) (s x y) (z x y)", true },
		{ "let n = v x y in r n x y", true },
		{ "let n = v in r n x y", false },
		{ "map (\\v. g v x) (zs x)", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		World w = world_new("examples/mandelbrot", "");
		const Path root = path_root();
		char own[256];

		snprintf(own, sizeof own, "schedule s \"\" form map (\\x. map"
			 " (\\y. h (part:(%s))) (ys x)) xs do map_seq",
			 cases[i].part);
		if (cases[i].fits != world_opens(&w, own, &root))
			fail_msg("%s", cases[i].part);
		world_free(&w);
	}
}

/* The first of a block's forms that fits names its parts. */
static void test_one_of_several_forms(void **state)
{
	static const char own[] =
		"schedule s \"\" form reduce M e part form map (\\x. f x) part"
		" form map (\\x. f x) xs do at part store_private";
	World w = world_new("examples/scal", "N=4096");

	(void)state;
	assert_non_null(world_own(&w, own));
	world_free(&w);
}

/* What is looked for outside of something is not looked for in functions
 * either. */
static void test_what_is_found_outside(void **state)
{
	static const struct {
		const char *step;
		bool found;
	} cases[] = {
		{ "find (y:(map (\\z. g z) zs))", true },
		{ "find (y:(map (\\z. g z) zs)) outside (toLocal ys)", true },
		{ "find (y:(map (\\z. g z) zs)) outside (toGlobal ys)", false },
		{ "find (a * b)", true },
		{ "find (a * b) outside (toLocal ys)", false },
		{ "find (y:(map (\\z. g z) zs)) outside functions", true },
		{ "find (a * b) outside functions", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		World w = world_new("examples/scal", "N=4096");
		char own[256];

		snprintf(own, sizeof own, "schedule s \"\" do store_global ;"
			 " at here.up %s", cases[i].step);
		assert_true(cases[i].found == (world_own(&w, own) != NULL));
		world_free(&w);
	}
}

/* What a block decides by what is first is decided; nothing else is. */
static void test_a_rest_is_decided(void **state)
{
	static const char own[] =
		"schedule s \"\" form map (\\x. f x) xs do cut x by [7] ;"
		" at rest decide";
	World w = world_new("examples/scal", "N=4096");
	const Derivation *now = world_own(&w, own);
	Site site;

	(void)state;
	assert_non_null(now);
	assert_true(site_first(now->expr, NULL, &site));
	assert_int_equal(site.length, 4095);
	now = world_apply(&w, now, &(Choice){ "one_item", 0, { 0 } });
	assert_false(site_first(now->expr, NULL, &site));
	world_free(&w);
}

/* What a round passes on stays where it is: the first array to be decided is the one
 * that the round computes. */
static void test_what_rounds_pass_on_is_decided(void **state)
{
	World w = world_new("tests/programs_rounds/last_two", "N=30 T=9");
	Site site;

	(void)state;
	assert_true(site_first(w.start->expr, NULL, &site));
	assert_int_equal(site.kind, SITE_MAP);
	assert_int_equal(site.level, LEVEL_TOP);
	assert_int_equal(site.length, 30);
	world_free(&w);
}

/* So many elements before are peeled off as are asked for, after the rest those
 * that touch padding; a rule that fits is none where another node stands. */
static void test_edges_are_peeled_off(void **state)
{
	static const char own[] =
		"schedule s \"\" form map (\\y. map (\\x. f x) (g y)) ys where"
		" fits(x, map_seq), fits(x.body, map_seq) == 0 do"
		" peel y by [6] map_seq ; at y map_global[d = 0]";
	World w = world_new("examples/jacobi", "N=1024");
	const Derivation *now = world_own(&w, own);

	(void)state;
	assert_non_null(now);
	assert_int_equal(world_length(now, PRIM_MAP_GLOBAL),
			 world_length(w.start, PRIM_MAP) - 6 - 1);
	assert_int_equal(world_length(now, PRIM_MAP_SEQ), 6);
	world_free(&w);
}

/* A place is there where the form that fits names it; what stands behind and,
 * or is asked only where it matters: elsewhere there may be no such place. */
static void test_places_that_may_not_be_there(void **state)
{
	static const struct {
		const char *where;
		bool holds;
	} cases[] = {
		{ "there(x)", true },
		{ "there(r)", false },
		{ "there(x.fold)", false },
		{ "extent(r) == 1", false },
		{ "there(r) == 0 or extent(r) == 1", true },
		{ "there(r) and extent(r) == 1 or extent(x) == 4096", true },
		{ "there(x) and extent(x) == 4095", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		World w = world_new("examples/scal", "N=4096");
		char own[256];

		snprintf(own, sizeof own, "schedule s \"\" form map (\\r. map"
			 " (\\x. f r x) (ys r)) xs form map (\\x. f x) xs"
			 " where %s do map_seq", cases[i].where);
		if (cases[i].holds != (world_own(&w, own) != NULL))
			fail_msg("%s", cases[i].where);
		world_free(&w);
	}
}

/* Two roots: what stands beside the first is elsewhere, the first place for
 * which all holds. */
static void test_two_roots(void **state)
{
	static const struct {
		const char *where;
		bool holds;
	} cases[] = {
		{ "apart(col, row), same(xs.lead.in, ys.lead)", true },
		{ "apart(col, row), same(xs.lead, ys.lead)", false },
		{ "apart(col, row), same(xs.lead.in, ys)", true },
		{ "same(xs, ys), apart(col, row)", false },
		{ "depends(col, row)", false },
		{ "transposes(xs), kept(xs.in) == 0, computed(xs),"
		  " computed(xs.in) == 0", true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		World w = world_new("tests/schedules/bicg", "");
		const Path first = { .depth = 1, .kids = { 0 } };
		char own[512];

		snprintf(own, sizeof own, "schedule s \"\" form map (\\row."
			 " g row) ys beside map (\\col. f col) xs where"
			 " there(around), %s do at row map_seq", cases[i].where);
		if (cases[i].holds != world_opens(&w, own, &first))
			fail_msg("%s", cases[i].where);
		world_free(&w);
	}
}

/* As many as are asked for at either end, whatever touches padding. */
static void test_both_ends_are_peeled_off(void **state)
{
	World w = world_new("examples/scal", "N=4096");
	const Derivation *now = world_own(&w, "schedule s \"\""
		" form map (\\x. f x) xs do peel x by [6, 3] map_seq ;"
		" at x map_global[d = 0]");

	(void)state;
	assert_non_null(now);
	assert_int_equal(world_length(now, PRIM_MAP_GLOBAL), 4096 - 6 - 3);
	world_free(&w);
}

/* The first of those looked for of whose parts the condition holds. */
static void test_what_is_found_where_something_holds(void **state)
{
	static const struct {
		const char *where;
		int64_t length; /* 0: there is none */
	} cases[] = {
		{ "", 8 },
		{ "where (extent(y) > 8)", 16 },
		{ "where (extent(y) > 16)", 32 },
		{ "where (extent(y) > 32)", 0 },
		{ "where (there(z))", 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		World w = world_new("examples/matmul", "M=8 N=16 K=32");
		const Derivation *now;
		char own[256];

		snprintf(own, sizeof own, "schedule s \"\" form map (\\x. f x)"
			 " xs form reduce M e z do find (map (\\y. g y) ys) %s"
			 " ; at y map_seq", cases[i].where);
		now = world_own(&w, own);
		assert_true((now != NULL) == (cases[i].length > 0));
		if (now)
			assert_int_equal(world_length(now, PRIM_MAP_SEQ),
					 cases[i].length);
		world_free(&w);
	}
}

/* The first use of a loop's element: copied, it is a map there. */
static void test_where_an_element_is_used(void **state)
{
	World w = world_new("examples/matmul", "M=8 N=16 K=32");
	const Derivation *now = world_own(&w, "schedule s \"\""
		" form map (\\x. f x) xs do at x.use (copy as (line = x)) ;"
		" at line map_seq");

	(void)state;
	assert_non_null(now);
	assert_int_equal(world_length(now, PRIM_MAP_SEQ), 32);
	world_free(&w);
}

/* The first of those looked for at which the step that comes then can be made;
 * what it changed elsewhere is as it was. */
static void test_what_is_found_where_a_step_can_be_made(void **state)
{
	static const struct {
		const char *then;
		int64_t length; /* 0: there is none */
	} cases[] = {
		{ "then at y map_seq", 8 },
		{ "then (at y map_seq ; at y.body map_seq)", 8 },
		{ "then at y.body map_seq", 16 },
		{ "then at y.fold.in map_seq", 32 },
		{ "then at y.body.in map_seq", 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		World w = world_new("examples/matmul", "M=8 N=16 K=32");
		const Derivation *now;
		char own[256];

		snprintf(own, sizeof own, "schedule s \"\" do"
			 " find (map (\\y. g y) ys) %s", cases[i].then);
		now = world_own(&w, own);
		if ((now != NULL) != (cases[i].length > 0))
			fail_msg("%s", cases[i].then);
		if (now)
			assert_int_equal(world_length(now, PRIM_MAP_SEQ),
					 cases[i].length);
		world_free(&w);
	}
}

/* A form with a condition matches where it holds. */
static void test_a_match_where_something_holds(void **state)
{
	(void)state;
	for (int most = 4095; most <= 4096; most++) {
		World w = world_new("examples/scal", "N=4096");
		char own[256];

		snprintf(own, sizeof own, "schedule s \"\" do match"
			 " (map (\\y. g y) ys) where extent(y) <= %d ;"
			 " at y map_seq", most);
		assert_true((world_own(&w, own) != NULL) == (most == 4096));
		world_free(&w);
	}
}

/* Rules beside those that normalise has are used, too, some from right to left. */
static void test_normalise_with_more_rules(void **state)
{
	static const struct {
		const char *with;
		bool whole; /* what was split is one map again */
	} cases[] = {
		{ "", false },
		{ " with (map_id)", false },
		{ " with (map_id, join_map)", false },
		{ " with (map_id, join_map<)", true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		World w = world_new("examples/scal", "N=4096");
		char own[256];

		snprintf(own, sizeof own, "schedule s \"\" do"
			 " split_join[I = 8] ; at root normalise%s ;"
			 " at root match (map (\\y. g y) ys)", cases[i].with);
		if (cases[i].whole != (world_own(&w, own) != NULL))
			fail_msg("%s", cases[i].with);
		world_free(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_part_below_binders),
		cmocka_unit_test(test_one_of_several_forms),
		cmocka_unit_test(test_what_is_found_outside),
		cmocka_unit_test(test_a_rest_is_decided),
		cmocka_unit_test(test_what_rounds_pass_on_is_decided),
		cmocka_unit_test(test_edges_are_peeled_off),
		cmocka_unit_test(test_places_that_may_not_be_there),
		cmocka_unit_test(test_two_roots),
		cmocka_unit_test(test_both_ends_are_peeled_off),
		cmocka_unit_test(test_what_is_found_where_something_holds),
		cmocka_unit_test(test_where_an_element_is_used),
		cmocka_unit_test(test_what_is_found_where_a_step_can_be_made),
		cmocka_unit_test(test_a_match_where_something_holds),
		cmocka_unit_test(test_normalise_with_more_rules),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
