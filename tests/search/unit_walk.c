/* The one traversal of the search, on all programs of examples/: it comes to
 * the nodes in the order of rules/locate.h, says how many binders are above
 * them, and passes by what it is told to. */
#include "search/nest/walk.h"
#include "tests/ir/read_fixture.h"

/* Counts down to the node at which the walk ends. */
typedef struct Count {
	int left, binders;
	bool functions; /* goes into them */
} Count;

static Walk look(void *context, const Expr *e, int binders)
{
	Count *count = context;

	if (!count->functions && e->kind == EXPR_LAMBDA)
		return WALK_PAST;
	count->binders = binders;
	return count->left-- ? WALK_ON : WALK_HERE;
}

static bool any(const Expr *e, const void *context)
{
	(void)e;
	(void)context;
	return true;
}

static void check_order(const Expr *body)
{
	const Path root = path_root();
	Path place = root;
	bool there = locate_first(body, &root, any, NULL, &place);

	for (int n = 0; there; n++) {
		Count count = { .left = n, .functions = true };
		Path path = root;

		assert_ptr_equal(walk_first(body, look, &count, &path),
				 locate_node(body, &place));
		assert_true(path_same(&path, &place));
		assert_int_equal(count.binders, locate_binders(body, &place));
		there = locate_next(body, &root, any, NULL, &place);
	}
}

/* None of those it comes to is in a function; the last is followed by none. */
static void check_functions(const Expr *body)
{
	bool there = true;

	for (int n = 0; there; n++) {
		Count count = { .left = n };
		Path path = path_root();

		there = walk_first(body, look, &count, &path) != NULL;
		assert_int_equal(there ? count.left : -1, -1);
		assert_true(there || path.depth == 0);
		for (Path up = path; up.depth > 0; up.depth--)
			assert_int_not_equal(locate_node(body, &up)->kind,
					     EXPR_LAMBDA);
	}
}

static bool is_input(const Expr *e)
{
	return e->kind == EXPR_INPUT;
}

static bool is_input_of(const Expr *e, const void *context)
{
	(void)context;
	return is_input(e);
}

static void test_order(void **state)
{
	glob_t files = files_of("examples/*.lift");

	(void)state;
	for (size_t i = 0; i < files.gl_pathc; i++) {
		char *text = file_text(files.gl_pathv[i]);
		Ir *ir = ir_new();
		const Expr *body = must_read(ir, files.gl_pathv[i], text,
					     true)->body;
		const Path root = path_root();
		Path found;

		check_order(body);
		check_functions(body);
		assert_int_equal(walk_finds(body, is_input),
				 locate_first(body, &root, is_input_of, NULL,
					      &found));
		ir_free(ir);
		free(text);
	}
	globfree(&files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
