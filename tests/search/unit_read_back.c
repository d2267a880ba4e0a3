/* A form read back is the program: it has its type, its values, and its form;
 * spellings of one program and type are read back as one expression. */
#include "search/normal/index_form.h"
#include "ir/eval/eval.h"
#include "ir/front/document.h"
#include "tests/ir/read_fixture.h"
#include "tests/search/values.h"

enum { SEED = 7, SIZES_MAX = 8 };

/* Of an evaluation. */
static const double COST_MAX = 1e8;

static const char *const patterns[] = {
	"examples/*.json", "tests/programs/*.json", "tests/programs_e2e/*.json",
	"tests/spellings/*/*.lift", "tests/spellings/*/apart/*.lift",
};

/* Sizes to try, in order: all of a program differ; then powers of two. */
static const int64_t small[][SIZES_MAX] = {
	{ 24, 20, 16, 12, 9, 8, 7, 6 },
	{ 64, 32, 16, 8, 4, 4, 4, 4 },
};

typedef struct Tally {
	int programs, read_back, compared;
} Tally;

static Program *read_at(Ir *ir, const char *path, const char *text, int count,
			const SizeBinding *sizes)
{
	const ReadOptions options = { .concrete = true,
				      .override_count = count,
				      .overrides = sizes };
	Diags *diags = diags_new();
	Program *program = program_read(ir, path, text, &options, diags);

	diags_free(diags);
	return program;
}

static Program *read_small(Ir *ir, const char *path, const char *text)
{
	Program *program = read_at(ir, path, text, 0, NULL);

	for (size_t k = 0; program && k < sizeof small / sizeof *small; k++) {
		SizeBinding sizes[SIZES_MAX];
		Program *smaller;

		if (!program->size_count || program->size_count > SIZES_MAX)
			break;
		for (int i = 0; i < program->size_count; i++) {
			sizes[i] = program->sizes[i];
			if (sizes[i].value > small[k][i])
				sizes[i].value = small[k][i];
		}
		smaller = read_at(ir, path, text, program->size_count, sizes);
		if (smaller)
			return smaller;
	}
	return program;
}

static const Expr *read_back(const Program *program, const Expr *body,
			     bool strict, uint64_t *hash, Text *reason)
{
	IndexForm *form = index_form_new(program, body, strict);
	const Expr *back = index_form_expr(form);

	*hash = form->hash;
	if (!back)
		text_put(reason, form->reason);
	index_form_free(form);
	return back;
}

static void check_values(const char *path, const Program *program,
			 const Expr *back, Tally *tally)
{
	Values wanted, got;
	Text why = { 0 }, text = { 0 };

	if (eval_cost(program, program->body) > COST_MAX
	    || eval_cost(program, back) > 8 * COST_MAX)
		return;
	wanted = values_of(program, program->body, SEED);
	got = values_of(program, back, SEED);
	print_text(&text, program, back);
	if (wanted.count >= 0 && !values_same(&wanted, &got, &why))
		fail_msg("%s: %s\n%s", path, text_string(&why),
			 text_string(&text));
	tally->compared += wanted.count >= 0;
	values_free(&wanted);
	values_free(&got);
	text_free(&why);
	text_free(&text);
}

static void check_program(const char *path, const Program *program,
			  bool strict, Tally *tally)
{
	Text reason = { 0 }, text = { 0 };
	uint64_t hash, again;
	const Expr *back = read_back(program, program->body, strict, &hash,
				     &reason);

	tally->programs++;
	if (!back && getenv("VERBOSE"))
		printf("%s: %s\n", path, text_string(&reason));
	if (back) {
		tally->read_back++;
		assert_true(type_same(back->type, program->body->type));
		print_text(&text, program, back);
		if (read_back(program, back, strict, &again, &reason) != back
		    || hash != again)
			fail_msg("%s: not its own form\n%s", path,
				 text_string(&text));
		check_values(path, program, back, tally);
	}
	text_free(&reason);
	text_free(&text);
}

static Tally check_all(const char *pattern, bool strict)
{
	glob_t files = files_of(pattern);
	Tally tally = { 0 };

	for (size_t i = 0; i < files.gl_pathc; i++) {
		Ir *ir = ir_new();
		char *text = file_text(files.gl_pathv[i]);
		Program *program = read_small(ir, files.gl_pathv[i], text);

		if (program)
			check_program(files.gl_pathv[i], program, strict,
				      &tally);
		ir_free(ir);
		free(text);
	}
	globfree(&files);
	return tally;
}

static void check_mode(bool strict)
{
	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
		Tally tally = check_all(patterns[i], strict);

		printf("%-34s %3d programs, %3d read back, %3d compared\n",
		       patterns[i], tally.programs, tally.read_back,
		       tally.compared);
		assert_true(tally.read_back * 10 >= tally.programs * 7);
		assert_true(tally.compared * 10 >= tally.read_back * 8);
	}
}

static void test_it_is_the_program(void **state)
{
	(void)state;
	check_mode(false);
}

static void test_it_is_when_sums_keep_their_order(void **state)
{
	(void)state;
	check_mode(true);
}

/* -- one expression -------------------------------------------------------- */

static const Expr *file_back(Ir *ir, const char *path)
{
	char *text = file_text(path);
	Program *program = must_read(ir, path, text, true);
	Text reason = { 0 };
	uint64_t hash;
	const Expr *back = read_back(program, program->body, false, &hash,
				     &reason);

	if (!back)
		fail_msg("%s: %s", path, text_string(&reason));
	text_free(&reason);
	free(text);
	return back;
}

static void test_families_are_read_back_as_one(void **state)
{
	glob_t folders = files_of("tests/spellings/*/");
	int differ = 0;

	for (size_t i = 0; i < folders.gl_pathc; i++) {
		char pattern[1024];
		const Expr *first = NULL;
		Ir *ir = ir_new();
		glob_t files;

		snprintf(pattern, sizeof pattern, "%s*.lift",
			 folders.gl_pathv[i]);
		assert_int_equal(glob(pattern, 0, NULL, &files), 0);
		for (size_t k = 0; k < files.gl_pathc; k++) {
			const Expr *back = file_back(ir, files.gl_pathv[k]);

			first = first ? first : back;
			if (back != first && type_same(back->type,
						       first->type)) {
				printf("%s\n", files.gl_pathv[k]);
				differ++;
			}
		}
		globfree(&files);
		ir_free(ir);
	}
	assert_int_equal(differ, 0);
	globfree(&folders);
	(void)state;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_it_is_the_program),
		cmocka_unit_test(test_it_is_when_sums_keep_their_order),
		cmocka_unit_test(test_families_are_read_back_as_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
