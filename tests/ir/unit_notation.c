/* The notation and the JSON form say the same: every document of examples/ and
 * tests/programs, written in the notation and read again, gives the same tree,
 * and what is printed of that is the same text; a fault is named where it is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <glob.h>

#include "base/rng.h"
#include "ir/front/document.h"
#include "ir/front/notation.h"
#include "tests/ir/read_fixture.h"

typedef void Visit(const char *path);

static int each(const char *pattern, Visit *visit)
{
	const char *srcdir = getenv("srcdir");
	char full[512];
	glob_t found;
	int count;

	snprintf(full, sizeof full, "%s/%s", srcdir ? srcdir : ".", pattern);
	assert_int_equal(glob(full, 0, NULL, &found), 0);
	count = (int)found.gl_pathc;
	for (int i = 0; i < count; i++)
		visit(found.gl_pathv[i]);
	globfree(&found);
	return count;
}

/* -- the same trees -------------------------------------------------------- */

static bool same(const Node *a, const Node *b);

static bool same_members(const Node *a, const Node *b)
{
	for (int i = 0; i < a->count; i++) {
		const Node *other = json_member(b, a->kids[i]->key);

		if (!other || !same(a->kids[i], other))
			return false;
	}
	return a->count == b->count;
}

/* Spaces in types and sizes do not count. */
static bool same_string(const char *a, const char *b)
{
	for (; *a || *b; a++, b++) {
		while (*a == ' ')
			a++;
		while (*b == ' ')
			b++;
		if (*a != *b)
			return false;
		if (!*a)
			return true;
	}
	return true;
}

static bool same(const Node *a, const Node *b)
{
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case NODE_OBJECT: return same_members(a, b);
	case NODE_STRING: return same_string(a->string, b->string);
	case NODE_REAL: return a->real == b->real;
	case NODE_INTEGER:
	case NODE_BOOL: return a->integer == b->integer;
	case NODE_LIST: break;
	}
	for (int i = 0; i < a->count && i < b->count; i++)
		if (!same(a->kids[i], b->kids[i]))
			return false;
	return a->count == b->count;
}

static void round_trip(const char *path)
{
	Arena *arena = arena_new();
	Diags *diags = diags_new();
	char *json = file_text(path);
	const JsonText source = { arena, path, json, diags };
	const Node *document = json_read(&source), *again, *whole;
	Text text = { 0 }, second = { 0 }, back = { 0 };
	JsonText written = { arena, path, NULL, diags };

	assert_non_null(document);
	notation_print(&text, document);
	written.text = text_string(&text);
	again = notation_read(&written);
	diags_print(diags, stderr);
	whole = again ? notation_resolve(&written, again) : NULL;
	if (!whole || !same(document, whole))
		fail_msg("%s becomes another program:\n%s", path,
			 text_string(&text));
	notation_print(&second, again);
	assert_string_equal(text_string(&text), text_string(&second));
	notation_json(&back, whole);
	written.text = text_string(&back);
	again = json_read(&written);
	assert_true(again && same(document, again));
	text_free(&text);
	text_free(&second);
	text_free(&back);
	free(json);
	diags_free(diags);
	arena_free(arena);
}

static void documents_keep_their_meaning(void **state)
{
	(void)state;
	assert_true(each("examples/*.json", round_trip) >= 17);
	assert_true(each("tests/programs/*.json", round_trip) >= 60);
	assert_true(each("tests/mutants/*.json", round_trip) > 0);
	/* 60 deep: twice the time for each would never end */
	assert_true(each("tests/fuzz/corpus/program/negations.json",
			 round_trip) == 1);
}

/* -- examples --------------------------------------------------------------- */

/* The same program beside it, in the notation. */
static void has_both_forms(const char *path)
{
	Arena *arena = arena_new();
	Diags *diags = diags_new();
	const char *other = arena_printf(arena, "%.*s.lift",
					 (int)strlen(path) - 5, path);
	char *json = file_text(path), *text = file_text(other);
	const JsonText sources[] = { { arena, path, json, diags },
				     { arena, other, text, diags } };
	const Node *a = json_read(&sources[0]);
	const Node *b = notation_read(&sources[1]);

	b = b ? notation_resolve(&sources[1], b) : NULL;
	diags_print(diags, stderr);
	if (!a || !b || !same(a, b))
		fail_msg("%s is another program than %s", path, other);
	free(json);
	free(text);
	diags_free(diags);
	arena_free(arena);
}

static void examples_have_both_forms(void **state)
{
	(void)state;
	assert_true(each("examples/*.json", has_both_forms) >= 17);
}

/* -- random documents ------------------------------------------------------ */

/* Nodes of a random document; forms only, not types: whatever stands where an
 * expression may stand. */
typedef struct Draw {
	Arena *arena;
	Rng *rng;
} Draw;

static int below(Draw *d, int n)
{
	return (int)rng_below(d->rng, (uint64_t)n);
}

static Node *leaf(Draw *d, NodeKind kind)
{
	Node *node = ARENA_NEW(d->arena, Node);

	node->kind = kind;
	return node;
}

static Node *string(Draw *d, const char *text)
{
	Node *node = leaf(d, NODE_STRING);

	node->string = text;
	return node;
}

static Node *list(Draw *d, int count, Node *const *kids)
{
	Node *node = leaf(d, NODE_LIST);
	const Node **kept = ARENA_ARRAY(d->arena, const Node *, count + 1);

	for (int i = 0; i < count; i++)
		kept[i] = kids[i];
	node->count = count;
	node->kids = kept;
	return node;
}

static Node *draw_name(Draw *d)
{
	static const char *const names[] = {
		"x", "xs", "f", "in", "then", "input", "where", "let2", "true1",
		"+", "-", "and", "~", "abs", "map", "split", "mapLocal(1)",
		"mapGlobal", "at2", "inf", "0x1p-24", "1e-320", "-0x80",
		"18446744073709551615", "12", "1.5", "", "a b", "\"", "N//4",
		"\\", "\n", "size", "get", "true", "operator", "program",
	};

	return string(d, names[below(d, sizeof names / sizeof *names)]);
}

static Node *draw_number(Draw *d)
{
	static const double reals[] = { 0.5, -0.0, 1e300, -2.25, 5e-324, 3 };
	Node *node = leaf(d, below(d, 3) ? NODE_INTEGER : NODE_REAL);

	node->integer = below(d, 2) ? below(d, 100) - 50 : INT64_MIN;
	node->real = reals[below(d, sizeof reals / sizeof *reals)];
	return node;
}

static Node *draw_pattern(Draw *d, int depth)
{
	static const char *const typed[] = {
		"x: f32", "xs: [[f32; K]; M]", "p: (f32, [i32; n])",
		"v: [<f32; 4>; n/4]", "q: [([u8; 3], bool); N+1]",
	};
	Node *parts[3];
	int count = 1 + below(d, 3);

	if (!depth || below(d, 3))
		return below(d, 4)
			? string(d, below(d, 2) ? "x" : "_")
			: string(d, typed[below(d, 5)]);
	for (int i = 0; i < count; i++)
		parts[i] = draw_pattern(d, depth - 1);
	return list(d, count, parts);
}

static Node *draw(Draw *d, int depth);

static Node *draw_function(Draw *d, int depth)
{
	Node *params[3], *parts[3] = { string(d, "fun"), NULL, NULL };
	int count = 1 + below(d, 3);

	for (int i = 0; i < count; i++)
		params[i] = draw_pattern(d, 2);
	parts[1] = list(d, count, params);
	parts[2] = draw(d, depth);
	return list(d, 3, parts);
}

static Node *draw_let(Draw *d, int depth)
{
	Node *parts[6] = { string(d, "let") };
	int pairs = 1 + below(d, 2), at = 1;

	for (int i = 0; i < pairs; i++) {
		parts[at++] = draw_pattern(d, 1);
		parts[at++] = draw(d, depth);
	}
	parts[at++] = draw(d, depth);
	return list(d, at, parts);
}

static Node *draw_list(Draw *d, int depth)
{
	static const char *const heads[] = {
		"+", "*", "-", "<", "and", "if", "tuple", "array", "at", "compose",
		"split", "slide", "pad", "reducePart", "gather", "iterate",
		"generate", "size", "get", "map", "f", "neg", "fill",
	};
	Node *parts[6];
	int count = 2 + below(d, 4);

	parts[0] = below(d, 4) ? string(d, heads[below(
		d, sizeof heads / sizeof *heads)]) : draw(d, depth);
	for (int i = 1; i < count; i++)
		parts[i] = draw(d, depth);
	return list(d, count, parts);
}

static Node *draw(Draw *d, int depth)
{
	if (!depth)
		return below(d, 2) ? draw_name(d) : draw_number(d);
	switch (below(d, 8)) {
	case 0: return draw_function(d, depth - 1);
	case 1: return draw_let(d, depth - 1);
	case 2: return draw_name(d);
	case 3: return draw_number(d);
	default: return draw_list(d, depth - 1);
	}
}

/* {"name": "p", "inputs": [], "body": ...} */
static Node *draw_document(Draw *d, int depth)
{
	Node *document = leaf(d, NODE_OBJECT), *inputs = list(d, 0, NULL);
	Node *name = string(d, "p"), *body = draw(d, depth);
	const Node **kids = ARENA_ARRAY(d->arena, const Node *, 3);

	name->key = "name";
	inputs->key = "inputs";
	body->key = "body";
	kids[0] = name;
	kids[1] = inputs;
	kids[2] = body;
	document->kids = kids;
	document->count = 3;
	return document;
}

static void random_documents_keep_their_meaning(void **state)
{
	enum { DOCUMENTS = 10000, DEPTH = 6 };
	Rng rng = rng_seeded(1, 1);

	(void)state;
	for (int i = 0; i < DOCUMENTS; i++) {
		Draw d = { arena_new(), &rng };
		Diags *diags = diags_new();
		const Node *document = draw_document(&d, i * DEPTH / DOCUMENTS), *again;
		JsonText source = { d.arena, "random", NULL, diags };
		Text text = { 0 };

		notation_print(&text, document);
		source.text = text_string(&text);
		again = notation_read(&source);
		diags_print(diags, stderr);
		if (!again || !same(document, again)) {
			Text json = { 0 };

			notation_json(&json, document);
			printf("%s\n%s\n", text_string(&json),
			       text_string(&text));
			fail_msg("document %d", i);
		}
		text_free(&text);
		diags_free(diags);
		arena_free(d.arena);
	}
}

/* -- faults ---------------------------------------------------------------- */

static char *source_file(const char *name)
{
	const char *srcdir = getenv("srcdir");
	char path[512];

	snprintf(path, sizeof path, "%s/%s", srcdir ? srcdir : ".", name);
	return file_text(path);
}

/* The line of the first error in a program; 0 when there is none. */
static int line_of_fault(const char *text, bool show)
{
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	const ReadOptions how = { .concrete = true };
	int line = 0;

	if (!program_read(ir, "p.lift", text, &how, diags)) {
		assert_true(diags->count > 0);
		line = diags->items[0].place.line;
	}
	if (show)
		diags_print(diags, stdout);
	diags_free(diags);
	ir_free(ir);
	return line;
}

/* "== what is wrong : line", then the program, up to the next. How many. */
static int check_faults(const char *faults, const char *program, int *bad)
{
	char *text = source_file(faults);
	char *right = source_file(program);
	int count = 0;

	assert_int_equal(line_of_fault(right, true), 0);
	for (char *at = text; at && *at; count++) {
		char *name = at + 3, *head = strchr(at, '\n'), *next, kept;
		int wanted, line;

		*head = '\0';
		wanted = atoi(strrchr(name, ':') + 1);
		next = strstr(head + 1, "\n== ");
		next = next ? next + 1 : head + 1 + strlen(head + 1);
		kept = *next;
		*next = '\0';
		line = line_of_fault(head + 1, getenv("VERBOSE"));
		if (!line || abs(line - wanted) > 1) {
			printf("%s, found in line %d\n", name, line);
			++*bad;
		}
		*next = kept;
		at = next;
	}
	free(text);
	free(right);
	return count;
}

static void faults_are_named_where_they_are(void **state)
{
	int bad = 0;

	(void)state;
	assert_true(check_faults("tests/notation/faults.txt",
				 "tests/notation/right.lift", &bad) >= 40);
	assert_true(check_faults("tests/notation/faults_json.txt",
				 "tests/notation/right.json", &bad) >= 20);
	assert_int_equal(bad, 0);
}

/* What users of other languages type is answered in our words. */
static void foreign_words_are_translated(void **state)
{
	static const char *const rows[][2] = {
		{ "map (lambda x. x) xs", "fun" },
		{ "map (\\x -> x + 1) xs", "\\x. e" },
		{ "scanl (+) 0 xs", "scan" },
		{ "select xs", "if" },
		{ "map (\\x. x > 0 && x < 1) xs", "and" },
		{ "map (\\x. x ** 2) xs", "pow" },
		{ "map float32 xs", "f32" },
		{ "zeros xs", "fill" },
		{ "iota xs", "generate" },
		{ "foldl (+) 0 xs", "reduceSeq" },
		{ "fold (+) 0 xs", "reduceSeq" },
		{ "map fabsf xs", "abs" },
		{ "fst $ zip xs xs", "get 0" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Ir *ir = ir_new();
		Diags *diags = diags_new();
		const ReadOptions how = { .concrete = true };
		Text text = { 0 };

		text_printf(&text, "program p\n  size N = 8\n  input xs : "
			    "f32[N]\n  %s\n", rows[i][0]);
		assert_null(program_read(ir, "p.lift", text_string(&text),
					 &how, diags));
		assert_true(diags->count > 0);
		if (!strstr(diags->items[0].expected, rows[i][1]))
			fail_msg("%s: %s", rows[i][0],
				 diags->items[0].expected);
		text_free(&text);
		diags_free(diags);
		ir_free(ir);
	}
}

/* The programs of docs/notation.md are programs. */
static void programs_of_the_page_are_right(void **state)
{
	char *page = source_file("docs/notation.md"), *at = page;
	int count = 0;

	(void)state;
	while ((at = strstr(at, "```lift\n"))) {
		char *end = strstr(at + 8, "```");

		*end = '\0';
		assert_int_equal(line_of_fault(at + 8, true), 0);
		at = end + 1;
		count++;
	}
	free(page);
	assert_true(count > 0);
}

/* in, then and else begin no part, so their lines may stand as far left as the
 * part; other words, and lines further left, are where it ends. */
static void lines_go_on(void **state)
{
#define HEAD "program p\n  size N = 4\n  input x : f32[N]\n"

	(void)state;
	assert_int_equal(line_of_fault(HEAD
		"  let y = map abs x\n  in map (\\v. v + 1) y\n", true), 0);
	assert_int_equal(line_of_fault(HEAD
		"  where f v = if v < 0\n        then 1\n        else 2\n"
		"        g v = let w = f v\n        in w + v\n"
		"  map g x\n", true), 0);
	assert_int_equal(line_of_fault(HEAD
		"  let y = map abs x\n in map (\\v. v + 1) y\n", false), 4);
	assert_int_equal(line_of_fault(HEAD
		"  map abs\n  x\n", false), 5);
#undef HEAD
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_go_on),
		cmocka_unit_test(documents_keep_their_meaning),
		cmocka_unit_test(examples_have_both_forms),
		cmocka_unit_test(random_documents_keep_their_meaning),
		cmocka_unit_test(faults_are_named_where_they_are),
		cmocka_unit_test(foreign_words_are_translated),
		cmocka_unit_test(programs_of_the_page_are_right),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
