/* How long programs are in the notation, against JSON: characters of what
 * `format` writes, and of that those that are no white space, without the texts
 * that explain. The table is printed; over the examples the geometric mean is
 * at most 0.45 by either count, and no program is longer than 0.60 of its JSON.
 */
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <glob.h>

#include "ir/front/notation.h"
#include "tests/ir/read_fixture.h"

typedef struct Length {
	int all, seen; /* seen: no white space */
} Length;

typedef struct Sum {
	int programs;
	double all, seen;  /* of logarithms */
	double most;
} Sum;

/* The document without its texts. */
static const Node *untold(Arena *arena, const Node *node)
{
	Node *made = ARENA_NEW(arena, Node);
	const Node **kids = ARENA_ARRAY(arena, const Node *, node->count + 1);

	*made = *node;
	made->kids = kids;
	made->count = 0;
	for (int i = 0; i < node->count; i++)
		if (!node->kids[i]->key || strcmp(node->kids[i]->key, "doc"))
			kids[made->count++] = untold(arena, node->kids[i]);
	return made;
}

static Length length_of(void (*print)(Text *, const Node *),
			const Node *document)
{
	Text text = { 0 };
	Length length;

	print(&text, document);
	length = (Length){ (int)text.length, 0 };
	for (size_t i = 0; i < text.length; i++)
		length.seen += !isspace((unsigned char)text.data[i]);
	text_free(&text);
	return length;
}

static void measure(const char *path, Sum *sum)
{
	Arena *arena = arena_new();
	Diags *diags = diags_new();
	char *text = file_text(path);
	const JsonText source = { arena, path, text, diags };
	const Node *document = json_read(&source);
	Length json, notation;
	double all, seen;

	assert_non_null(document);
	document = untold(arena, document);
	json = length_of(notation_json, document);
	notation = length_of(notation_print, document);
	all = (double)notation.all / json.all;
	seen = (double)notation.seen / json.seen;
	printf("| %-36s | %5d | %5d | %.2f | %.2f |\n",
	       strrchr(path, '/') + 1, json.all, notation.all, all, seen);
	sum->programs++;
	sum->all += log(all);
	sum->seen += log(seen);
	sum->most = fmax(sum->most, all);
	free(text);
	diags_free(diags);
	arena_free(arena);
}

static Sum measure_each(const char *pattern)
{
	const char *srcdir = getenv("srcdir");
	Sum sum = { 0 };
	char full[512];
	glob_t found;

	snprintf(full, sizeof full, "%s/%s", srcdir ? srcdir : ".", pattern);
	assert_int_equal(glob(full, 0, NULL, &found), 0);
	puts("| program | JSON | notation | ratio | without white space |");
	for (size_t i = 0; i < found.gl_pathc; i++)
		measure(found.gl_pathv[i], &sum);
	globfree(&found);
	printf("| geometric mean of %d | | | %.3f | %.3f |\n", sum.programs,
	       exp(sum.all / sum.programs), exp(sum.seen / sum.programs));
	return sum;
}

static void examples_are_less_than_half_as_long(void **state)
{
	const Sum sum = measure_each("examples/*.json");

	(void)state;
	assert_true(exp(sum.all / sum.programs) <= 0.45);
	assert_true(exp(sum.seen / sum.programs) <= 0.45);
	assert_true(sum.most <= 0.60);
}

static void no_program_is_much_longer(void **state)
{
	const Sum sum = measure_each("tests/programs/*.json");

	(void)state;
	assert_true(exp(sum.all / sum.programs) <= 0.50);
	assert_true(sum.most <= 0.60);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(examples_are_less_than_half_as_long),
		cmocka_unit_test(no_program_is_much_longer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
