/* What a program in the notation takes from files and from the prelude means
 * what it means there; nothing else is taken; faults are named in their file.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "ir/front/document.h"
#include "ir/front/notation.h"
#include "ir/front/notation_use.h"

#define VECTOR "  size N = 8\n  input xs, ys : f32[N]\n"

/* Both in one Ir: the same body is the same expression. */
typedef struct World {
	Ir *ir;
	Diags *diags;
	char folder[64];
} World;

static const Expr *body_of(World *w, const char *text)
{
	const ReadOptions how = { .concrete = true };
	char path[128];
	const Program *program;

	snprintf(path, sizeof path, "%s/p.lift", w->folder);
	program = program_read(w->ir, path, text, &how, w->diags);
	return program ? program->body : NULL;
}

static void put_file(const World *w, const char *name, const char *text)
{
	char path[160];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", w->folder, name);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static int start(void **state)
{
	World *w = calloc(1, sizeof *w);

	assert_non_null(w);
	w->ir = ir_new();
	w->diags = diags_new();
	strcpy(w->folder, "/tmp/lift-use-XXXXXX");
	*state = w;
	return mkdtemp(w->folder) ? 0 : -1;
}

static int end(void **state)
{
	World *w = *state;
	char command[128];

	snprintf(command, sizeof command, "rm -rf %s", w->folder);
	assert_int_equal(system(command), 0);
	diags_free(w->diags);
	ir_free(w->ir);
	free(w);
	return 0;
}

static void same(World *w, const char *a, const char *b)
{
	const Expr *left = body_of(w, a), *right = body_of(w, b);

	diags_print(w->diags, stderr);
	assert_non_null(left);
	assert_ptr_equal(left, right);
}

/* Every definition of the prelude is given one of these. */
static void the_prelude_means_what_it_says(void **state)
{
	static const char *const rows[][2] = {
		{ "sum xs", "head $ reduce (+) 0 xs" },
		{ "product xs", "head $ reduce (*) 1 xs" },
		{ "maximum xs", "head $ reduce max xs[0] xs" },
		{ "minimum xs", "head $ reduce min xs[0] xs" },
		{ "mean xs", "head (reduce (+) 0 xs) / f32 (length xs)" },
		{ "dot xs ys", "head $ reduce (+) 0 $ map (*) $ zip xs ys" },
		{ "bordered $ split[4] xs",
		  "pad[1, 1, clamp] $ map pad[1, 1, clamp] $ split[4] xs" },
		{ "windows2 $ bordered $ split[4] xs", "map transpose $ "
		  "slide[3, 1] $ map slide[3, 1] $ pad[1, 1, clamp] $ "
		  "map pad[1, 1, clamp] $ split[4] xs" },
	};
	enum { ROWS = sizeof rows / sizeof *rows };
	Arena *arena = arena_new();
	World *w = *state;
	const Node *prelude = notation_prelude_read(arena, w->diags);
	const Node *defs = json_member(prelude, "defs");

	assert_int_equal(defs->count, ROWS);
	for (int i = 0; i < ROWS; i++) {
		Text a = { 0 }, b = { 0 };

		text_printf(&a, "program p\n" VECTOR "  %s\n", rows[i][0]);
		text_printf(&b, "program p\n" VECTOR "  %s\n", rows[i][1]);
		same(w, text_string(&a), text_string(&b));
		text_free(&a);
		text_free(&b);
	}
	arena_free(arena);
}

/* A program's own names come first: nothing is taken for them. */
static void own_names_come_first(void **state)
{
	World *w = *state;

	same(w, "program p\n" VECTOR "  where sum a = map abs a\n  sum xs\n",
	     "program p\n" VECTOR "  map abs xs\n");
	same(w, "program p\n" VECTOR "  map (\\sum. sum + 1) xs\n",
	     "program p\n" VECTOR "  map (\\s. s + 1) xs\n");
	same(w, "program p\n  size N = 8\n  input dot : f32[N]\n  dot\n",
	     "program p\n  size N = 8\n  input y : f32[N]\n  y\n");
}

static void files_are_used(void **state)
{
	World *w = *state;

	put_file(w, "blas.lift", "module blas\n  use \"more.lift\"\n  where\n"
		 "    asum a = sum $ map magnitude a\n    never a = b\n"
		 "  operator far a b = if magnitude a > magnitude b then a "
		 "else b; assoc; comm; neutral 0\n");
	put_file(w, "more.lift", "module more\n  use \"blas.lift\"\n"
		 "  where magnitude x = abs x\n");
	same(w, "program p\n  use \"blas.lift\"\n" VECTOR "  asum xs\n",
	     "program p\n" VECTOR "  sum $ map abs xs\n");
	same(w, "program p\n  use \"blas.lift\"\n" VECTOR
	     "  reduce far 0 xs\n",
	     "program p\n" VECTOR "  operator far a b = "
	     "if abs a > abs b then a else b; assoc; comm; neutral 0\n"
	     "  reduce far 0 xs\n");
}

/* The code of the first error and the end of its file's name. */
static void refused(World *w, const char *text, DiagCode code,
		    const char *file, int line)
{
	Diags *kept = w->diags;

	w->diags = diags_new();
	assert_null(body_of(w, text));
	diags_print(w->diags, stdout);
	assert_true(w->diags->count > 0);
	assert_string_equal(diag_code_name(w->diags->items[0].code),
			    diag_code_name(code));
	assert_non_null(strstr(w->diags->items[0].place.file, file));
	assert_int_equal(w->diags->items[0].place.line, line);
	diags_free(w->diags);
	w->diags = kept;
}

static void one_file_is_not_used_without_end(void **state)
{
	enum { USES = 100, MOST = 64 };
	World *w = *state;
	Text text = { 0 };

	put_file(w, "m.lift", "module m\n  where f a = a\n");
	text_put(&text, "program p\n");
	for (int i = 0; i < USES; i++)
		text_put(&text, "  use \"m.lift\"\n");
	text_put(&text, VECTOR "  f xs\n");
	refused(w, text_string(&text), E1103, "p.lift", MOST + 2);
	text_free(&text);
}

static void faults_are_named_in_their_file(void **state)
{
	World *w = *state;

	put_file(w, "m.lift", "module m\n  where\n    twice a = map (* 2) a\n");
	refused(w, "program p\n  use \"m.lift\"\n" VECTOR "  twice xs\n",
		E1101, "m.lift", 3);
	put_file(w, "m.lift", "module m\n  where\n"
		 "    f a =\n      map abss a\n    g a = f a\n");
	refused(w, "program p\n  use \"m.lift\"\n" VECTOR "  g xs\n",
		E0201, "m.lift", 4);
	refused(w, "program p\n  use \"m.lift\"\n" VECTOR
		"  where f a = a\n  g xs\n", E1104, "m.lift", 5);
	refused(w, "program p\n" VECTOR "  where head a = a\n  sum xs\n",
		E1104, "prelude.lift", 6);
	refused(w, "program p\n  use \"no.lift\"\n" VECTOR "  xs\n",
		E1103, "p.lift", 2);
	refused(w, "program p\n  use \"../m.lift\"\n" VECTOR "  xs\n",
		E1103, "p.lift", 2);
	put_file(w, "q.lift", "program q\n" VECTOR "  xs\n");
	refused(w, "program p\n  use \"q.lift\"\n" VECTOR "  xs\n",
		E1103, "p.lift", 2);
	refused(w, "module p\n  where f a = a\n", E1101, "p.lift", 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_prelude_means_what_it_says,
						start, end),
		cmocka_unit_test_setup_teardown(own_names_come_first, start,
						end),
		cmocka_unit_test_setup_teardown(files_are_used, start, end),
		cmocka_unit_test_setup_teardown(
			one_file_is_not_used_without_end, start, end),
		cmocka_unit_test_setup_teardown(faults_are_named_in_their_file,
						start, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
