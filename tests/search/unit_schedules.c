/* Schedules applied by hand derive what a search derives by them: the same
 * expression, by the same choice of numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/derivation.h"
#include "search/nest/describe.h"
#include "search/space/follow.h"
#include "tests/search/schedule_world.h"
#include "tests/search/search_device.h"

typedef struct Case {
	const char *program, *sizes;
	const char *choices;         /* as a search stored them */
	int count;
	Choice blocks[8];
} Case;

/* The derivation is its steps: replayed without schedules it is the same. */
static void check_replay(World *w, const Derivation *d)
{
	Text text = { 0 }, again_text = { 0 };
	Diags *diags = diags_new();
	const StoredSteps *steps;
	const Derivation *again;
	Replay replay;

	derivation_text(&text, d);
	steps = derivation_read(w->task.arena, text_string(&text), diags);
	assert_non_null(steps);
	again = derivation_replay(w->task.rewriter, steps, true, &replay);
	assert_non_null(again);
	assert_ptr_equal(again->expr, d->expr);
	derivation_text(&again_text, again);
	assert_string_equal(text_string(&text), text_string(&again_text));
	text_free(&text);
	text_free(&again_text);
	diags_free(diags);
}

static void show(const World *w, const char *what, const Expr *e)
{
	Text text = { 0 };

	print_text(&text, w->program, e);
	print_message("%s: %s\n", what, text_string(&text));
	text_free(&text);
}

static void check_case(const Case *c, Device device)
{
	World w = world_on(device, c->program, c->sizes);
	Space space = derive_space(w.derive);
	const void *state = follow_choices(&space, c->choices);
	const Derivation *now = w.start;
	Derived winner;

	assert_non_null(state);
	winner = derive_result(w.derive, state);
	for (int i = 0; i < c->count; i++)
		now = world_apply(&w, now, &c->blocks[i]);
	if (describe_shape(now->expr) != winner.shape) {
		for (int i = 0; i < winner.label_count; i++)
			print_message("%s\n", winner.labels[i]);
		show(&w, "the search", winner.low);
		show(&w, "blocks", now->expr);
		fail_msg("%s: another expression", c->program);
	}
	assert_ptr_equal(now->expr, winner.low);
	print_message("%s: %d steps, by the search %d\n", c->program, now->length,
		      winner.derivation->length);
	check_replay(&w, now);
	world_free(&w);
}

static void test_blocks_give_what_a_search_gives(void **state)
{
	static const Case cases[] = {
		{ "examples/gemv", "M=4096 K=4096", "items: chunk 4 (); rows: rows 4 (), "
		  "lanes 16 (), accumulators 4 ()", 2,
		  { { "items", 1, { 4 } }, { "rows", 3, { 4, 16, 4 } } } },
		{ "examples/asum", "N=1048576", "chunks: items 4 (); accumulators: "
		  "lanes 16 (), accumulators 8 ()", 2,
		  { { "chunks", 1, { 4 } },
		    { "accumulate", 2, { 16, 8 } } } },
		{ "examples/dot", "N=1048576", "chunks: items 4 (); accumulators: "
		  "lanes 16 (), accumulators 8 ()", 2,
		  { { "chunks", 1, { 4 } },
		    { "accumulate", 2, { 16, 8 } } } },
		{ "examples/scal", "N=1048576", "items: chunk 4096 (); vectors: lanes "
		  "16 (), vectors 4 ()", 2,
		  { { "items", 1, { 4096 } },
		    { "vectors", 2, { 16, 4 } } } },
		{ "examples/scal", "N=1048576", "items: chunk 4096 (); vectors: lanes "
		  "16 (), vectors 1 ()", 2,
		  { { "items", 1, { 4096 } },
		    { "vectors", 2, { 16, 1 } } } },
		{ "examples/asum", "N=1000003", "chunks: items 4 (); accumulators: "
		  "lanes 16 (), accumulators 8 ()", 2,
		  { { "chunks", 1, { 4 } },
		    { "accumulate", 2, { 16, 8 } } } },
		{ "examples/matmul", "M=64 N=64 K=64", "tiles: rows 8 (), lanes 16 (), "
		  "vectors 1 (), packed 1 (), left 0 (), dimension 0 (), "
		  "steps 4 ()", 1,
		  { { "tile", 6, { 8, 16, 1, 1, 0, 4 } } } },
		{ "examples/jacobi", "N=1024", "items: chunk 16 (); windows: rows 2 (), "
		  "lanes 16 (), vectors 1 (), before 1 ()", 2,
		  { { "items", 1, { 16 } }, { "windows", 4, { 2, 16, 1, 1 } } } },
		{ "examples/mandelbrot", "", "items: chunk 4 (); until: lanes 16 (), "
		  "vectors 4 (), test 8 ()", 3,
		  { { "items", 1, { 4 } }, { "loop", 0, { 0 } },
		    { "until", 3, { 16, 4, 8 } } } },
		{ "tests/schedules/colsum", "", "bands: rows 128 (); items: "
		  "chunk 32 (); windows: lanes 16 (), vectors 1 (); items: "
		  "chunk 2 (); windows: lanes 16 (), vectors 1 ()", 5,
		  { { "bands", 1, { 128 } }, { "items", 1, { 32 } },
		    { "windows", 3, { 1, 16, 1 } }, { "items", 1, { 2 } },
		    { "windows", 3, { 1, 16, 1 } } } },
		{ "tests/schedules/atax", "", "bands: rows 128 (); items: "
		  "chunk 32 (); windows: lanes 16 (), vectors 1 (); items: "
		  "chunk 2 (); private; rows: rows 4 (), lanes 16 (), "
		  "accumulators 4 (); columns: lanes 16 (), vectors 4 ()", 8,
		  { { "bands_fed", 1, { 128 } }, { "items", 1, { 32 } },
		    { "windows", 3, { 1, 16, 1 } }, { "items", 1, { 2 } },
		    { "loop", 0, { 0 } }, { "private", 0, { 0 } },
		    { "rows", 3, { 4, 16, 4 } },
		    { "columns", 2, { 16, 4 } } } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_case(&cases[i], device_of_two_cores());
}

/* Groups with a rest by another group, a third for their results; a tree over
 * each group's memory. */
static void test_a_tree_in_groups(void **state)
{
	static const Case tree = {
		"examples/asum", "N=1048576", "groups: groups 132 (); one group; "
		"tree: items 64 (); accumulators: lanes 1 (), accumulators 2 (); "
		"tree: items 128 (); accumulators: lanes 1 (), accumulators 2 (); "
		"tree: items 128 (); accumulators: lanes 1 (), accumulators 2 ()",
		8, { { "groups", 2, { 132, 128 } }, { "one_group", 0, { 0 } },
		     { "tree", 1, { 64 } }, { "accumulate", 2, { 1, 2 } },
		     { "tree", 1, { 128 } }, { "accumulate", 2, { 1, 2 } },
		     { "tree", 1, { 128 } }, { "accumulate", 2, { 1, 2 } } } };

	(void)state;
	check_case(&tree, device_of_a_gpu());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_blocks_give_what_a_search_gives),
		cmocka_unit_test(test_a_tree_in_groups),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
