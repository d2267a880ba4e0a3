/* Canonical forms that are the program pass, others do not. */
#include "search/space/canonical_check.h"

#include "ir/eval/eval.h"
#include "search/space/canonical_form.h"
#include "tests/ir/read_fixture.h"

static const char *const patterns[] = {
	"tests/spellings/*/*.lift", "examples/*.json", "tests/programs/*.json",
};

static bool check(const char *path, const char *text, bool strict,
		  const CanonicalClass *class, Text *why, int *compared)
{
	Ir *ir = ir_new();
	Program *program = must_read(ir, path, text, true);
	const CanonicalDocument document = { path, text, program, false,
					     strict };
	bool good = canonical_check(&document, class, why, compared);

	ir_free(ir);
	return good;
}

static void test_forms_are_the_program(void **state)
{
	int programs = 0, seen = 0, instances = 0;

	for (size_t k = 0; k < sizeof patterns / sizeof *patterns; k++) {
		glob_t files = files_of(patterns[k]);

		for (size_t i = 0; i < files.gl_pathc; i++) {
			char *text = file_text(files.gl_pathv[i]);
			Text why = { 0 };
			int compared = 0;

			if (!check(files.gl_pathv[i], text, i % 2,
				   &canonical_index_form, &why, &compared))
				fail_msg("%s: %s", files.gl_pathv[i],
					 text_string(&why));
			programs++;
			seen += compared > 0;
			instances += compared;
			free(text);
			text_free(&why);
		}
		globfree(&files);
	}
	print_message("%d of %d programs at %d sizes\n", seen, programs,
		      instances);
	assert_true(seen * 10 > programs * 6);
	(void)state;
}

/* -- forms that are wrong -------------------------------------------------- */

static const Expr *first_input(const Program *program)
{
	return expr_input(program->ir, 0, program->inputs[0].type);
}

/* The first input, whatever the program computes of it. */
static const Expr *as_it_came(const Program *program, const Expr *body,
			      bool strict, const char **reason)
{
	(void)strict;
	*reason = "another type";
	return type_same(first_input(program)->type, body->type)
	     ? first_input(program) : NULL;
}

/* The same but where there are four elements: it turns. */
static const Expr *at_four(const Program *program, const Expr *body,
			   bool strict, const char **reason)
{
	const Expr *xs = first_input(program), *kids[] = { xs };
	const Size *sizes[] = { size_const(program->ir, 2) };

	(void)strict;
	(void)reason;
	if (xs->type->length->value != 4)
		return body;
	kids[0] = expr_prim(program->ir, PRIM_SPLIT, 0, sizes, 1, kids);
	kids[0] = expr_prim(program->ir, PRIM_TRANSPOSE, 0, NULL, 1, kids);
	return expr_prim(program->ir, PRIM_JOIN, 0, NULL, 1, kids);
}

static void test_others_are_not(void **state)
{
	static const char text[] = "{\"name\": \"p\", \"sizes\": "
		"{\"N\": 4096}, \"inputs\": [{\"name\": \"x\", \"type\": "
		"\"[f32; N]\"}], \"body\": [\"map\", [\"fun\", [\"e\"], "
		"[\"*\", \"e\", 1.5]], \"x\"]}";
	static const CanonicalClass wrong[] = { { as_it_came, NULL },
						{ at_four, NULL } };

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		Text why = { 0 };

		assert_false(check("p", text, false, &wrong[i], &why, NULL));
		assert_true(strstr(text_string(&why), i ? "N=4" : "N=4096"));
		text_free(&why);
	}
	(void)state;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_forms_are_the_program),
		cmocka_unit_test(test_others_are_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
