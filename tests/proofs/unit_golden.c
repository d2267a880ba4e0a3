/* The evaluator computes what the Coq definitions of the primitives compute
 * (proofs/golden.txt, golden.out; make prove has Coq write the latter). Every
 * primitive occurs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "ir/eval/eval.h"
#include "tests/ir/eval_check.h"

enum { LINE = 2000 };

static FILE *open_proofs(const char *name)
{
	const char *srcdir = getenv("srcdir");
	Text path = { 0 };
	FILE *file;

	text_printf(&path, "%s/proofs/%s", srcdir ? srcdir : ".", name);
	file = fopen(text_string(&path), "r");
	text_free(&path);
	assert_non_null(file);
	return file;
}

/* The body of the next program, or NULL. */
static const char *next_body(FILE *file, char line[LINE])
{
	char *bar;

	if (!fgets(line, LINE, file))
		return NULL;
	line[strcspn(line, "\n")] = '\0';
	bar = strchr(line, '|');
	assert_non_null(bar);
	return bar + 1;
}

static Program *golden_program(Ir *ir, const char *body)
{
	Text text = { 0 };
	Program *program;

	text_printf(&text, "{\"name\": \"golden\", \"inputs\": [], "
		    "\"body\": %s}", body);
	program = check_read(ir, text_string(&text));
	text_free(&text);
	return program;
}

/* Results one after the other, as Coq prints a list. */
static void put_results(Text *text, const Program *program)
{
	Array outputs[CHECK_OUTPUTS];
	Diags *diags = diags_new();

	assert_true(eval_run(program, program->body, NULL, EVAL_DECLARED,
			     outputs, diags));
	for (int i = 0; i < program->output_count; i++) {
		for (int64_t j = 0; j < outputs[i].elements; j++)
			text_printf(text, text->length ? " %.0f" : "%.0f",
				    array_get(&outputs[i], j));
		array_free(&outputs[i]);
	}
	diags_free(diags);
}

static void test_values(void **state)
{
	FILE *bodies = open_proofs("golden.txt");
	FILE *values = open_proofs("golden.out");
	char line[LINE], expected[LINE];
	const char *body;
	int count = 0;

	(void)state;
	while ((body = next_body(bodies, line)) != NULL) {
		Ir *ir = ir_new();
		Text found = { 0 };

		assert_non_null(fgets(expected, LINE, values));
		expected[strcspn(expected, "\n")] = '\0';
		put_results(&found, golden_program(ir, body));
		assert_string_equal(text_string(&found), expected);
		text_free(&found);
		ir_free(ir);
		count++;
	}
	assert_null(fgets(expected, LINE, values));
	assert_true(count > 40);
	fclose(bodies);
	fclose(values);
}

static void mark(const Expr *e, bool seen[PRIM_COUNT])
{
	if (e->kind == EXPR_PRIM)
		seen[e->prim] = true;
	for (int i = 0; i < e->kid_count; i++)
		mark(e->kids[i], seen);
}

/* But for functions in C, of which Coq knows nothing, and for lists, which a
 * program has no more once it is read (ir/front/lists.h; proofs/Rows.v): of them
 * only the check of offsets is left, of which no rule speaks. */
static void test_all_occur(void **state)
{
	FILE *bodies = open_proofs("golden.txt");
	bool seen[PRIM_COUNT] = {
		[PRIM_OPENCL] = true, [PRIM_BUCKET] = true, [PRIM_ROWS] = true,
		[PRIM_UP_TO] = true, [PRIM_FULL] = true,
		[PRIM_ASCENDING] = true,
	};
	char line[LINE];
	const char *body;
	Ir *ir = ir_new();

	(void)state;
	while ((body = next_body(bodies, line)) != NULL)
		mark(golden_program(ir, body)->body, seen);
	for (int i = 0; i < PRIM_COUNT; i++)
		if (!seen[i])
			fail_msg("%s does not occur", prim_name((Prim)i));
	ir_free(ir);
	fclose(bodies);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_all_occur),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
