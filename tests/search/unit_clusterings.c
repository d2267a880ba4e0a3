/* Clusterings as roots of a search that is given none: of programs whose best
 * clustering has several kernels, and of no others. Without a device.
 */
#include "search/graph/graph.h"
#include "search/space/canonical_form.h"
#include "search/space/derive.h"
#include "search/space/follow.h"
#include "search/space/tree.h"
#include "tests/ir/read_fixture.h"
#include "tests/search/search_device.h"

static const RuleBase *base;

static int make_rules(void **state)
{
	base = rulebase_new();
	(void)state;
	return 0;
}

static int free_rules(void **state)
{
	rulebase_free((RuleBase *)base);
	(void)state;
	return 0;
}

/* -- one program ----------------------------------------------------------- */

typedef struct World {
	Ir *ir;
	char *text;
	const Program *program;
	Derive *derive;
	Space space;
	Tree *tree;
	TreeNode *root;
} World;

/* forbid: a root that is not wanted, or NULL. */
static World open_world(const char *file, bool clusterings, const char *forbid)
{
	const Device device = device_of_two_cores();
	World w = { .ir = ir_new(), .text = file_text(file) };

	w.program = must_read(w.ir, file, w.text, true);
	w.derive = derive_new(base, w.program, &device,
			      (RewriteOptions){ .rounding = true,
				.canonical = &canonical_index_form });
	if (forbid)
		derive_forbid(w.derive, forbid);
	if (clusterings)
		derive_clusterings(w.derive);
	w.space = derive_space(w.derive);
	w.tree = tree_new(&w.space);
	w.root = tree_root(w.tree);
	return w;
}

static void close_world(World *w)
{
	tree_free(w->tree);
	derive_free(w->derive);
	ir_free(w->ir);
	free(w->text);
}

static const char *label(const World *w, int choice)
{
	return w->space.class->label(w->space.context, w->root->state, choice);
}

static bool is_clustering(const char *label)
{
	return !strncmp(label, DERIVE_CLUSTERED " ",
			strlen(DERIVE_CLUSTERED " "));
}

/* Behind all others; returns how many there are. */
static int clusterings(const World *w)
{
	int count = 0;

	for (int i = 0; i < w->root->count; i++) {
		const bool is = is_clustering(label(w, i));

		if (!is && count)
			fail_msg("%s stands behind a clustering", label(w, i));
		count += is;
	}
	return count;
}

/* -- which there are ------------------------------------------------------- */

static const struct Row {
	const char *program;
	bool several; /* kernels, in the best clustering */
} rows[] = {
	{ "canny", true }, { "compaction", false }, { "kmeans_step", true },
	{ "moments", true }, { "norm2", true }, { "normalise", true },
	{ "pagerank_step", true }, { "squares", true },
};

enum { ROWS = sizeof rows / sizeof *rows };

static World open_row(const struct Row *row, const char *forbid)
{
	char pattern[100];
	glob_t files;
	World w;

	snprintf(pattern, sizeof pattern, "tests/programs_fusion/%s.lift",
		 row->program);
	files = files_of(pattern);
	assert_int_equal(files.gl_pathc, 1);
	w = open_world(files.gl_pathv[0], true, forbid);
	globfree(&files);
	return w;
}

static void test_programs_of_several_kernels(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS; i++) {
		World w = open_row(&rows[i], NULL);

		for (int k = 0; k < w.root->count; k++)
			print_message("%s: %s\n", rows[i].program,
				      label(&w, k));
		assert_int_equal(clusterings(&w) > 0, rows[i].several);
		close_world(&w);
	}
}

/* Programs of one kernel have the space of their spellings. */
static void test_examples_have_none(void **state)
{
	glob_t files = files_of("examples/*.lift");

	(void)state;
	assert_true(files.gl_pathc >= 14);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		World with = open_world(files.gl_pathv[i], true, NULL);
		World without = open_world(files.gl_pathv[i], false, NULL);

		assert_int_equal(with.root->count, without.root->count);
		assert_int_equal(clusterings(&with), 0);
		close_world(&with);
		close_world(&without);
	}
	globfree(&files);
}

/* -- what is below them ---------------------------------------------------- */

/* The first candidate below a root has it among its choices, and these lead below
 * it again. */
static void check_below(World *w, int choice)
{
	Rng rng = rng_seeded(1, 1);
	TreeNode *below = tree_open(w->tree, w->root, choice);
	TreeNode *found = tree_peek(w->tree, below, tree_pick_first, &rng);
	Derived derived, again;
	const void *state;

	if (!found)
		fail_msg("%s leads nowhere", label(w, choice));
	derived = derive_result(w->derive, found->state);
	assert_non_null(strstr(derived.choices, label(w, choice)));
	assert_string_equal(derived.labels[0], label(w, choice));
	state = follow_choices(&w->space, derived.choices);
	assert_non_null(state);
	again = derive_result(w->derive, state);
	assert_string_equal(again.labels[0], label(w, choice));
}

static void test_choices_lead_there_again(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS; i++) {
		World w = open_row(&rows[i], NULL);

		for (int k = 0; k < w.root->count; k++)
			if (is_clustering(label(&w, k)))
				check_below(&w, k);
		close_world(&w);
	}
}

static void test_one_may_be_forbidden(void **state)
{
	World all = open_row(&rows[0], NULL), less;
	const char *last = label(&all, all.root->count - 1);
	const char *near;
	const Guide guide = { .kind = GUIDE_FORBID, .name = last };

	(void)state;
	assert_true(derive_knows(NULL, NULL, &guide, &near));
	assert_true(derive_begins(all.derive, last, &near));
	less = open_row(&rows[0], last);
	assert_int_equal(clusterings(&less), clusterings(&all) - 1);
	for (int i = 0; i < less.root->count; i++)
		assert_string_not_equal(label(&less, i), last);
	close_world(&less);
	close_world(&all);
}

/* Misspelt, the nearest is named; like none, the first. */
static void test_others_are_not_known(void **state)
{
	World w = open_row(&rows[0], NULL);
	const char *near, *first = NULL;
	char misspelt[200];

	(void)state;
	for (int i = 0; i < w.root->count; i++) {
		if (!is_clustering(label(&w, i)))
			continue;
		if (!first)
			first = label(&w, i);
		snprintf(misspelt, sizeof misspelt, "%s+", label(&w, i));
		assert_false(derive_begins(w.derive, misspelt, &near));
		assert_string_equal(near, label(&w, i));
	}
	assert_false(derive_begins(w.derive, DERIVE_CLUSTERED " x", &near));
	assert_string_equal(near, first);
	close_world(&w);
}

/* -- at other sizes -------------------------------------------------------- */

static Graph *graph_at(Ir *ir, const char *body, int size)
{
	char text[300];
	Program *program;

	snprintf(text, sizeof text, "{\"name\": \"p\", \"sizes\": {\"N\": %d}, "
		 "\"inputs\": [{\"name\": \"x\", \"type\": \"[i32; N]\"}], "
		 "\"body\": %s}", size, body);
	program = must_read(ir, "p", text, true);
	return graph_of(program, program->body);
}

/* A clustering goes with the graph: as many operations are not enough. */
static void test_alike_at_other_sizes(void **state)
{
	static const char *const bodies[] = {
		"[\"tuple\", [\"map\", \"abs\", \"x\"], "
		"[\"reduce\", \"+\", 0, \"x\"]]",
		"[\"let\", \"y\", [\"map\", \"abs\", \"x\"], "
		"[\"tuple\", \"y\", [\"reduce\", \"+\", 0, \"y\"]]]",
	};
	Ir *ir = ir_new();
	Graph *graphs[4];

	(void)state;
	for (int i = 0; i < 4; i++)
		graphs[i] = graph_at(ir, bodies[i / 2], i % 2 ? 61 : 4096);
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < 4; k++) {
			assert_int_equal(graphs[i]->count, graphs[k]->count);
			assert_int_equal(graph_alike(graphs[i], graphs[k]),
					 i / 2 == k / 2);
		}
	for (int i = 0; i < 4; i++)
		graph_end(graphs[i]);
	ir_free(ir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_programs_of_several_kernels),
		cmocka_unit_test(test_examples_have_none),
		cmocka_unit_test(test_choices_lead_there_again),
		cmocka_unit_test(test_one_may_be_forbidden),
		cmocka_unit_test(test_others_are_not_known),
		cmocka_unit_test(test_alike_at_other_sizes),
	};

	return cmocka_run_group_tests(tests, make_rules, free_rules);
}
