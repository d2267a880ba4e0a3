/* Schedules applied by hand derive what a search derives by them: the same
 * expression, by the same choice of numbers; and what is wrong with one is said before it is used. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/front/document.h"
#include "rules/derivation.h"
#include "search/clean.h"
#include "search/nest/describe.h"
#include "search/nest/site.h"
#include "search/schedule/schedule.h"
#include "search/space/derive.h"
#include "search/space/follow.h"
#include "tests/search/search_device.h"

/* A block and its numbers, at the first site that is left. */
typedef struct Choice {
	const char *block;
	int count;
	int64_t numbers[8];
} Choice;

typedef struct Case {
	const char *program, *sizes;
	const char *choices;         /* as a search stored them */
	int count;
	Choice blocks[8];
} Case;

static char *read_file(const char *name)
{
	const char *srcdir = getenv("srcdir");
	Text path = { 0 }, text = { 0 };
	FILE *file;
	int c;

	text_printf(&path, "%s/%s.json", srcdir ? srcdir : ".", name);
	file = fopen(text_string(&path), "r");
	assert_non_null(file);
	while ((c = getc(file)) != EOF)
		text_char(&text, (char)c);
	fclose(file);
	text_free(&path);
	return text.data;
}

typedef struct World {
	Ir *ir;
	RuleBase *rules;
	Schedules *schedules;
	const Program *program;
	Derive *derive;
	Task task;
	const Derivation *start;
} World;

static int parse_sizes(char *text, SizeBinding *sizes)
{
	int count = 0;

	for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
		char *equals = strchr(word, '=');

		*equals = '\0';
		sizes[count].name = word;
		sizes[count++].value = strtoll(equals + 1, NULL, 10);
	}
	return count;
}

static Device gpu(void)
{
	Device device = device_generic();

	device.type = DEVICE_GPU;
	device.compute_units = 132;
	device.max_group_size = 1024;
	for (int d = 0; d < DEVICE_DIMS; d++)
		device.max_item_sizes[d] = 1024;
	device.local_bytes = 48 << 10;
	device.native_float_width = 1;
	return device;
}

static World world_on(Device device, const char *name, const char *sizes_text)
{
	const RewriteOptions rewrite = { .rounding = true };
	World w = { .ir = ir_new(), .rules = rulebase_new() };
	Diags *diags = diags_new();
	char *text = read_file(name), *sizes = base_strdup(sizes_text);
	SizeBinding bound[4];
	const ReadOptions options = { .concrete = true,
				      .override_count = parse_sizes(sizes,
								    bound),
				      .overrides = bound };
	Work work = { .task = &w.task };

	w.program = program_read(w.ir, name, text, &options, diags);
	diags_print(diags, stderr);
	assert_non_null(w.program);
	w.schedules = schedules_new(w.rules);
	w.derive = derive_new(w.rules, w.program, &device, rewrite);
	w.task = (Task){ .program = w.program, .device = device,
			 .rewriter = derive_rewriter(w.derive),
			 .arena = arena_new(),
			 .schedules = w.schedules };
	clean_sets(&w.task);
	work.now = derivation_start(w.task.rewriter, w.program->body);
	clean(&work);
	w.start = work.now;
	diags_free(diags);
	free(sizes);
	free(text);
	return w;
}

static World world_new(const char *name, const char *sizes)
{
	return world_on(device_of_two_cores(), name, sizes);
}

static void world_free(World *w)
{
	arena_free(w->task.arena);
	derive_free(w->derive);
	schedules_free(w->schedules);
	rulebase_free(w->rules);
	ir_free(w->ir);
}

static const Derivation *apply(World *w, const Derivation *now,
			       const Choice *choice)
{
	const Block *block = schedules_find(w->schedules, choice->block);
	char reason[256] = "";
	Site site;

	assert_non_null(block);
	assert_true(site_first(now->expr, NULL, &site));
	now = block_apply(&w->task, w->schedules, block, now, &site.path,
			  choice->count, choice->numbers, reason);
	if (!now)
		fail_msg("%s: %s", choice->block, reason);
	return now;
}

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
		now = apply(&w, now, &c->blocks[i]);
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
	check_case(&tree, gpu());
}

/* -- what is wrong --------------------------------------------------------- */

typedef struct Wrong {
	const char *text, *message, *expected;
	int line;
} Wrong;

#define MAP "schedule s \"\"\n form map (\\x. f x) xs\n"

static const Wrong wrongs[] = {
	{ "rule r", "a schedule is not well formed", "schedule", 1 },
	{ "schedule s\n do map_seq", "not well formed", "in quotes", 2 },
	{ MAP " do map_sec", "no rule or step map_sec", "map_seq", 3 },
	{ MAP " do split_join[k = 4]", "split_join has no k", NULL, 3 },
	{ MAP " do map_seq<", "not used backwards", NULL, 3 },
	{ MAP " do run item[4]", "no schedule item", "items", 3 },
	{ MAP " do run loop[4]", "chooses 0 numbers", NULL, 3 },
	{ MAP " choose rows : few(4)\n do split_join[I = row]",
	  "no number row", "rows", 4 },
	{ MAP " choose m : fee(4)\n do map_seq", "no list fee", "few", 3 },
	{ MAP " choose m : [4], fee(4)\n do map_seq", "no list fee", "few", 3 },
	{ MAP " choose m : [4] if n\n do map_seq", "no number n", NULL, 3 },
	{ MAP " choose m : [4 many]\n do map_seq", "not well formed", "]", 3 },
	{ "schedule s called t \"\"\n do map_seq", "not well formed",
	  "in quotes", 1 },
	{ "schedule s \"\" instead of loop\n do map_seq", "not well formed",
	  "in quotes", 1 },
	{ "schedule s \"\" instead of \"lopo\"\n do map_seq",
	  "none is called so", "loop", 1 },
	{ "schedule s \"\" times often\n do map_seq", "not well formed",
	  "a number", 1 },
	{ "schedule s \"\" is alone, alone\n do map_seq", "not well formed",
	  "each once", 1 },
	{ "order cpu map top : loop", "not well formed", "schedule", 1 },
	{ MAP " do launch[4]", "not well formed", "two numbers", 3 },
	{ MAP " choose m : own_rules(here, 4)\n do own[m]",
	  "no list own_rules", NULL, 3 },
	{ MAP " do at y map_seq", "no place y", NULL, 3 },
	{ MAP " do at her map_seq", "no place her", "here", 3 },
	{ MAP " where fits(x, map_sec)\n do map_seq", "no rule or step map_sec",
	  "map_seq", 3 },
	{ MAP " where extent(z) >= 2\n do map_seq", "no place z", NULL, 3 },
	{ MAP " do at x.boddy map_seq", "not well formed", "body", 3 },
	{ MAP " do find (map f y) outside map_seq", "not well formed", "(",
	  3 },
	{ MAP " do cut x by [4, 4]", "not well formed", "one number", 3 },
	{ MAP " do map_seq map_seq", "not well formed", "; and a step", 3 },
	{ "schedule s \"\"\n form map (\\x. f x\n do map_seq",
	  "not well formed", ")", 3 },
	{ "schedule s \"\"\n form map xs\n do map_seq",
	  "a form is not well formed", "arguments", 2 },
	{ MAP " choose m : [4] ; m : [2]\n do map_seq",
	  "two numbers of one name", "a new name", 3 },
	{ MAP " where somewhere(x, map_seq)\n do map_seq",
	  "no schedule map_seq", NULL, 3 },
	{ MAP " where fits(x, map_seq<)\n do map_seq", "not used backwards",
	  NULL, 3 },
	{ MAP " do find (f y) where n == 1", "no number n", NULL, 3 },
	{ "schedule loop \"\" do map_seq", "two schedules of one name",
	  "a new name", 1 },
};

static void check_wrong(const RuleBase *rules, const Wrong *wrong)
{
	Diags *diags = diags_new();
	const Schedules *all = schedules_with(rules, "own.schedules",
					      wrong->text, diags);
	const Diag *diag = diags->items;

	assert_null(all);
	assert_int_equal(diags->errors, 1);
	if (!strstr(diag->message, wrong->message)
	    || diag->place.line != wrong->line
	    || (wrong->expected
		&& (!diag->expected
		    || !strstr(diag->expected, wrong->expected))))
		fail_msg("%s\n%d: %s, expected %s", wrong->text,
			 diag->place.line, diag->message,
			 diag->expected ? diag->expected : "nothing");
	diags_free(diags);
}

static void test_what_is_wrong_is_said_with_its_place(void **state)
{
	RuleBase *rules = rulebase_new();

	(void)state;
	for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++)
		check_wrong(rules, &wrongs[i]);
	rulebase_free(rules);
}

/* A block that does not fit says what it wants, one whose steps do not apply
 * which does not and why. */
static void test_what_does_not_fit_says_why(void **state)
{
	static const struct {
		const char *block, *reason;
	} cases[] = {
		{ "fold", "fold does not fit: reduce is wanted, map stands" },
		{ "gone", "v is no more: consumed by rule map_flatten" },
		{ "wrong", "rule map_zip_left at map: map_zip_left does" },
		{ "rows", "here.fold is nowhere" },
		{ "none", "no groups of so many items" },
		{ "ruled", "no own rule applies" },
	};
	static const char own[] =
		"schedule gone \"\" form map (\\x. f x) xs do"
		" split_join[I = 8] as (c = c) ; at c.body value v ;"
		" at c map_flatten ; at v map_seq\n"
		"schedule wrong \"\" form map (\\x. f x) xs do cut x by [7] ;"
		" at rest map_seq ; at x (split_join[I = 7] as (c = c)) ;"
		" at c map_zip_left\n"
		"schedule none \"\" do map_global[d = 0] ; launch[0, 0]\n"
		"schedule ruled \"\" do own[0]";
	World w = world_new("examples/scal", "N=4096");
	Diags *diags = diags_new();
	Schedules *all = schedules_with(w.rules, "own", own, diags);
	const Path root = path_root();

	(void)state;
	assert_non_null(all);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char reason[256] = "";
		const Block *block = schedules_find(all, cases[i].block);

		assert_null(block_apply(&w.task, all, block, w.start, &root,
					0, NULL, reason));
		if (!strstr(reason, cases[i].reason))
			fail_msg("%s: %s", cases[i].block, reason);
	}
	schedules_free(all);
	diags_free(diags);
	world_free(&w);
}

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
		Diags *diags = diags_new();
		char own[256], reason[256] = "";
		const Path root = path_root();
		Schedules *all;

		snprintf(own, sizeof own, "schedule s \"\" form map (\\x. map"
			 " (\\y. h (part:(%s))) (ys x)) xs do map_seq",
			 cases[i].part);
		all = schedules_with(w.rules, "own", own, diags);
		diags_print(diags, stderr);
		assert_non_null(all);
		if (cases[i].fits != block_opens(&w.task, all,
						 schedules_find(all, "s"),
						 w.start, &root, reason))
			fail_msg("%s: %s", cases[i].part, reason);
		schedules_free(all);
		diags_free(diags);
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
	Diags *diags = diags_new();
	Schedules *all = schedules_with(w.rules, "own", own, diags);
	const Path root = path_root();
	char reason[256] = "";

	(void)state;
	if (!block_apply(&w.task, all, schedules_find(all, "s"), w.start,
			 &root, 0, NULL, reason))
		fail_msg("%s", reason);
	schedules_free(all);
	diags_free(diags);
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
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		World w = world_new("examples/scal", "N=4096");
		Diags *diags = diags_new();
		char own[256], reason[256];
		const Path root = path_root();
		Schedules *all;

		snprintf(own, sizeof own, "schedule s \"\" do store_global ;"
			 " at here.up %s", cases[i].step);
		all = schedules_with(w.rules, "own", own, diags);
		diags_print(diags, stderr);
		assert_non_null(all);
		assert_true(cases[i].found
			    == (block_apply(&w.task, all,
					    schedules_find(all, "s"), w.start,
					    &root, 0, NULL, reason) != NULL));
		schedules_free(all);
		diags_free(diags);
		world_free(&w);
	}
}

/* Of the array that the first such map goes over. */
static int64_t length_of(const Derivation *d, Prim prim)
{
	const Path root = path_root();
	Path at;

	assert_true(locate_prim(d->expr, &root, prim, 0, &at));
	return locate_node(d->expr, &at)->type->length->value;
}

/* What a block decides by what is first is decided; nothing else is. */
static void test_a_rest_is_decided(void **state)
{
	static const char own[] =
		"schedule s \"\" form map (\\x. f x) xs do cut x by [7] ;"
		" at rest decide";
	World w = world_new("examples/scal", "N=4096");
	Diags *diags = diags_new();
	Schedules *all = schedules_with(w.rules, "own", own, diags);
	const Path root = path_root();
	const Derivation *now;
	char reason[256];
	Site site;

	(void)state;
	now = block_apply(&w.task, all, schedules_find(all, "s"), w.start,
			  &root, 0, NULL, reason);
	assert_non_null(now);
	assert_true(site_first(now->expr, NULL, &site));
	assert_int_equal(site.length, 4095);
	now = apply(&w, now, &(Choice){ "one_item", 0, { 0 } });
	assert_false(site_first(now->expr, NULL, &site));
	schedules_free(all);
	diags_free(diags);
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
	Diags *diags = diags_new();
	Schedules *all = schedules_with(w.rules, "own", own, diags);
	const Path root = path_root();
	const Derivation *now;
	char reason[256] = "";

	(void)state;
	now = block_apply(&w.task, all, schedules_find(all, "s"), w.start,
			  &root, 0, NULL, reason);
	if (!now)
		fail_msg("%s", reason);
	assert_int_equal(length_of(now, PRIM_MAP_GLOBAL),
			 length_of(w.start, PRIM_MAP) - 6 - 1);
	assert_int_equal(length_of(now, PRIM_MAP_SEQ), 6);
	schedules_free(all);
	diags_free(diags);
	world_free(&w);
}

/* A block of a user's own at the root; NULL where it is not offered. */
static const Derivation *own_block(World *w, const char *text)
{
	Diags *diags = diags_new();
	Schedules *all = schedules_with(w->rules, "own", text, diags);
	const Path root = path_root();
	const Derivation *now;
	char reason[256] = "";

	diags_print(diags, stderr);
	assert_non_null(all);
	now = block_apply(&w->task, all, schedules_find(all, "s"), w->start,
			  &root, 0, NULL, reason);
	if (!now)
		print_message("%s\n", reason);
	schedules_free(all);
	diags_free(diags);
	return now;
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
		if (cases[i].holds != (own_block(&w, own) != NULL))
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
		Diags *diags = diags_new();
		char own[512], reason[256] = "";
		Schedules *all;
		bool opens = false;

		snprintf(own, sizeof own, "schedule s \"\" form map (\\row."
			 " g row) ys beside map (\\col. f col) xs where"
			 " there(around), %s do at row map_seq", cases[i].where);
		all = schedules_with(w.rules, "own", own, diags);
		diags_print(diags, stderr);
		assert_non_null(all);
		opens = block_opens(&w.task, all, schedules_find(all, "s"),
				    w.start, &first, reason);
		if (opens != cases[i].holds)
			fail_msg("%s: %s", cases[i].where, reason);
		schedules_free(all);
		diags_free(diags);
		world_free(&w);
	}
}

/* As many as are asked for at either end, whatever touches padding. */
static void test_both_ends_are_peeled_off(void **state)
{
	World w = world_new("examples/scal", "N=4096");
	const Derivation *now = own_block(&w, "schedule s \"\""
		" form map (\\x. f x) xs do peel x by [6, 3] map_seq ;"
		" at x map_global[d = 0]");

	(void)state;
	assert_non_null(now);
	assert_int_equal(length_of(now, PRIM_MAP_GLOBAL), 4096 - 6 - 3);
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
		now = own_block(&w, own);
		assert_true((now != NULL) == (cases[i].length > 0));
		if (now)
			assert_int_equal(length_of(now, PRIM_MAP_SEQ),
					 cases[i].length);
		world_free(&w);
	}
}

/* The first use of a loop's element: copied, it is a map there. */
static void test_where_an_element_is_used(void **state)
{
	World w = world_new("examples/matmul", "M=8 N=16 K=32");
	const Derivation *now = own_block(&w, "schedule s \"\""
		" form map (\\x. f x) xs do at x.use (copy as (line = x)) ;"
		" at line map_seq");

	(void)state;
	assert_non_null(now);
	assert_int_equal(length_of(now, PRIM_MAP_SEQ), 32);
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_blocks_give_what_a_search_gives),
		cmocka_unit_test(test_a_tree_in_groups),
		cmocka_unit_test(test_what_is_wrong_is_said_with_its_place),
		cmocka_unit_test(test_what_does_not_fit_says_why),
		cmocka_unit_test(test_numbers_keep_their_origin),
		cmocka_unit_test(test_origins_are_lengths_at_the_place),
		cmocka_unit_test(test_lists_of_numbers),
		cmocka_unit_test(test_values_of_several_lists),
		cmocka_unit_test(test_a_part_below_binders),
		cmocka_unit_test(test_one_of_several_forms),
		cmocka_unit_test(test_what_is_found_outside),
		cmocka_unit_test(test_a_rest_is_decided),
		cmocka_unit_test(test_edges_are_peeled_off),
		cmocka_unit_test(test_places_that_may_not_be_there),
		cmocka_unit_test(test_two_roots),
		cmocka_unit_test(test_both_ends_are_peeled_off),
		cmocka_unit_test(test_what_is_found_where_something_holds),
		cmocka_unit_test(test_where_an_element_is_used),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
