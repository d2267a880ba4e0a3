/* The reader and the printer. Properties: what is printed reads back to the
 * same expression; every primitive of a program has one place in what is
 * printed; a program has one key whatever its sizes are; and every faulty
 * document of tests/errors gets the message beside it. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "ir/print.h"

static char *file_text(const char *path)
{
	FILE *file = fopen(path, "rb");
	Text text = { 0 };
	int c;

	if (!file)
		fail_msg("%s cannot be read", path);
	text_put(&text, "");
	while ((c = fgetc(file)) != EOF)
		text_char(&text, (char)c);
	fclose(file);
	return text.data;
}

static glob_t files_of(const char *pattern)
{
	const char *source = getenv("srcdir");
	glob_t files;
	Text path = { 0 };

	text_printf(&path, "%s/%s", source ? source : ".", pattern);
	assert_int_equal(glob(text_string(&path), 0, NULL, &files), 0);
	text_free(&path);
	return files;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static char *printed_diags(const Diags *diags)
{
	size_t size;
	char *text;
	FILE *out = open_memstream(&text, &size);

	diags_print(diags, out);
	fclose(out);
	return text;
}

static Program *must_read(Ir *ir, const char *name, const char *text,
			  bool concrete)
{
	const ReadOptions options = { .concrete = concrete };
	Diags *diags = diags_new();
	Program *program = program_read(ir, name, text, &options, diags);

	if (!program)
		fail_msg("%s:\n%s", text, printed_diags(diags));
	diags_free(diags);
	return program;
}

/* -- what is printed reads back -------------------------------------------- */

static void check_inputs(const Program *a, const Program *b)
{
	assert_int_equal(a->input_count, b->input_count);
	for (int i = 0; i < a->input_count; i++) {
		assert_ptr_equal(a->inputs[i].type, b->inputs[i].type);
		assert_int_equal(a->inputs[i].ranged, b->inputs[i].ranged);
		assert_int_equal(a->inputs[i].ilo, b->inputs[i].ilo);
		assert_int_equal(a->inputs[i].ihi, b->inputs[i].ihi);
	}
}

static void check_outputs(const Program *a, const Program *b)
{
	assert_int_equal(a->output_count, b->output_count);
	for (int i = 0; i < a->output_count; i++) {
		assert_string_equal(a->out_ports[i].name,
				    b->out_ports[i].name);
		assert_int_equal(a->out_ports[i].into, b->out_ports[i].into);
		assert_int_equal(a->out_ports[i].elements,
				 b->out_ports[i].elements);
	}
}

static void check_algebra(const Program *a, const Program *b)
{
	assert_int_equal(a->algebra_count, b->algebra_count);
	for (int i = 0; i < a->algebra_count; i++) {
		assert_ptr_equal(a->algebra[i].function,
				 b->algebra[i].function);
		assert_ptr_equal(a->algebra[i].neutral, b->algebra[i].neutral);
		assert_int_equal(a->algebra[i].assoc, b->algebra[i].assoc);
		assert_int_equal(a->algebra[i].comm, b->algebra[i].comm);
	}
}

static void check_round_trip(const char *path, bool concrete)
{
	char *text = file_text(path);
	Ir *ir = ir_new();
	Program *program = must_read(ir, base_name(path), text, concrete);
	Program *again;
	Text printed = { 0 }, twice = { 0 };

	program_print(&printed, program, program->body);
	again = must_read(ir, "printed", text_string(&printed), concrete);
	if (again->body != program->body)
		fail_msg("%s reads back differently:\n%s", path,
			 text_string(&printed));
	check_inputs(program, again);
	check_outputs(program, again);
	check_algebra(program, again);
	assert_true(program->rtol == again->rtol
		    && program->atol == again->atol);
	program_print(&twice, again, again->body);
	assert_string_equal(text_string(&printed), text_string(&twice));
	text_free(&printed);
	text_free(&twice);
	ir_free(ir);
	free(text);
}

static void round_trip(const char *pattern)
{
	glob_t files = files_of(pattern);

	for (size_t i = 0; i < files.gl_pathc; i++) {
		check_round_trip(files.gl_pathv[i], false);
		check_round_trip(files.gl_pathv[i], true);
	}
	assert_true(files.gl_pathc > 0);
	globfree(&files);
}

static void printed_programs_read_back(void **state)
{
	(void)state;
	round_trip("tests/programs/*.json");
	round_trip("examples/*.json");
}

/* -- places ---------------------------------------------------------------- */

static bool is_operator(const Program *program, const Expr *lambda)
{
	for (int i = 0; i < program->algebra_count; i++)
		if (program->algebra[i].function == lambda)
			return true;
	return false;
}

static void check_places(const Program *program, const Expr *e, Path *path)
{
	Text pointer = { 0 };
	Path found;

	if (e->kind == EXPR_LAMBDA && is_operator(program, e))
		return;
	print_pointer(&pointer, program, program->body, path);
	assert_true(print_find(program, program->body, text_string(&pointer),
			       &found));
	if (e->kind == EXPR_PRIM) {
		assert_int_equal(found.depth, path->depth);
		assert_memory_equal(found.kids, path->kids,
				    (size_t)path->depth);
	}
	text_free(&pointer);
	for (int i = 0; i < e->kid_count; i++) {
		path->kids[path->depth++] = (unsigned char)i;
		check_places(program, e->kids[i], path);
		path->depth--;
	}
}

static void every_primitive_has_one_place(void **state)
{
	glob_t files = files_of("tests/programs/*.json");

	(void)state;
	for (size_t i = 0; i < files.gl_pathc; i++) {
		char *text = file_text(files.gl_pathv[i]);
		Ir *ir = ir_new();
		Path path = { .depth = 0 };
		Program *program = must_read(ir, base_name(files.gl_pathv[i]),
					     text, true);

		check_places(program, program->body, &path);
		ir_free(ir);
		free(text);
	}
	globfree(&files);
}

static void no_place_is_found_for_a_wrong_pointer(void **state)
{
	static const char *const pointers[] = { "/0", "/9", "/1/x", "1",
						"/1/0/0/0", "/-1", "/" };
	Ir *ir = ir_new();
	Program *program = must_read(ir, "p",
		"{\"name\": \"p\", \"sizes\": {\"N\": 8}, \"inputs\": "
		"[{\"name\": \"xs\", \"type\": \"[f32; N]\"}], "
		"\"body\": [\"map\", \"abs\", \"xs\"]}", true);
	Path path;

	(void)state;
	for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++)
		assert_false(print_find(program, program->body, pointers[i],
					&path));
	ir_free(ir);
}

/* -- keys ------------------------------------------------------------------ */

static uint64_t key_of(const char *body, const char *name, int64_t size,
		       bool concrete)
{
	const SizeBinding binding = { "N", size };
	const ReadOptions options = { concrete, 1, &binding };
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	Text text = { 0 };
	Program *program;
	uint64_t key;

	text_printf(&text, "{\"name\": \"%s\", \"sizes\": {\"N\": 1}, "
		    "\"inputs\": [{\"name\": \"%s\", \"type\": \"[f32; N]\"}],"
		    " \"body\": [\"fun\", [\"v\"], %s]}", name, name, body);
	program = program_read(ir, name, text_string(&text), &options, diags);
	assert_non_null(program);
	key = program_key(program);
	text_free(&text);
	diags_free(diags);
	ir_free(ir);
	return key;
}

static void a_key_is_of_what_is_computed(void **state)
{
	const char *sum = "[\"reduce\", \"+\", 0, \"v\"]";
	uint64_t key = key_of(sum, "a", 8, false);

	(void)state;
	assert_true(key == key_of(sum, "a", 8, true));
	assert_true(key == key_of(sum, "b", 1000, true));
	assert_true(key == key_of("[\"let\", \"w\", \"v\", "
				  "[\"reduce\", \"+\", [\"f32\", 0], "
				  "\"w\"]]", "c", 3, false));
	assert_false(key == key_of("[\"reduce\", \"+\", 1, \"v\"]", "a", 8,
				   false));
	assert_false(key == key_of("[\"reduce\", \"*\", 0, \"v\"]", "a", 8,
				   false));
	assert_false(key == key_of("[\"reduceSeq\", \"+\", 0, \"v\"]", "a", 8,
				   false));
}

/* -- ports ----------------------------------------------------------------- */

static void ports_are_the_components_from_left_to_right(void **state)
{
	Ir *ir = ir_new();
	Program *p = must_read(ir, "p",
		"{\"name\": \"p\", \"sizes\": {\"N\": 6}, \"inputs\": ["
		"{\"name\": \"pos\", \"type\": "
		"\"[(f32, ([i32; 3], bool)); N]\"},"
		"{\"name\": \"pos_0\", \"type\": \"f64\"}],"
		"\"body\": [\"tuple\", \"pos_0\", \"pos\"]}", false);
	const char *const names[] = { "pos.0", "pos.1.0", "pos.1.1", "pos_0" };

	(void)state;
	assert_int_equal(p->in_port_count, 4);
	for (int i = 0; i < 4; i++)
		assert_string_equal(p->in_ports[i].name, names[i]);
	assert_int_equal(p->in_ports[1].rank, 2);
	assert_int_equal(p->in_ports[1].dims[0], 6);
	assert_int_equal(p->in_ports[1].dims[1], 3);
	assert_int_equal(p->in_ports[1].elements, 18);
	assert_string_not_equal(p->in_ports[3].ident, p->in_ports[0].ident);
	assert_int_equal(p->output_count, 4);
	assert_int_equal(p->out_ports[0].rank, 0);
	assert_string_equal(p->out_ports[3].name, "out3");
	assert_int_equal(p->out_ports[3].scalar, SCALAR_BOOL);
	ir_free(ir);
}

/* -- text ------------------------------------------------------------------ */

static void expressions_have_a_text_as_in_the_paper(void **state)
{
	static const char *const rows[][2] = {
		{ "[\"reduce\", \"+\", 0, [\"map\", \"abs\", \"xs\"]]",
		  "reduce (+) 0 . map abs $ xs" },
		{ "[\"join\", [\"map\", [\"reduceSeq\", [\"fun\", [\"acc\", "
		  "\"a\"], [\"+\", \"acc\", [\"abs\", \"a\"]]], 0], "
		  "[\"split\", 4, \"xs\"]]]",
		  "join . map (reduceSeq (\\acc a. acc + abs a) 0) . split[4] "
		  "$ xs" },
		{ "[\"map\", [\"fun\", [\"x\"], [\"*\", [\"-\", \"x\", 1], "
		  "[\"-\", 2, [\"+\", \"x\", \"x\"]]]], \"xs\"]",
		  "map (\\x. (x - 1) * (2 - (x + x))) xs" },
		{ "[\"map\", \"*\", [\"zip\", \"xs\", [\"map\", \"neg\", "
		  "\"xs\"]]]", "map (*) (zip xs (map neg xs))" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Ir *ir = ir_new();
		Text document = { 0 }, text = { 0 };
		Program *p;

		text_printf(&document, "{\"name\": \"p\", \"sizes\": "
			    "{\"N\": 8}, \"inputs\": [{\"name\": \"xs\", "
			    "\"type\": \"[f32; N]\"}], \"body\": %s}",
			    rows[i][0]);
		p = must_read(ir, "p", text_string(&document), false);
		print_text(&text, p, p->body);
		assert_string_equal(text_string(&text), rows[i][1]);
		text_free(&document);
		text_free(&text);
		ir_free(ir);
	}
}

/* -- faults ---------------------------------------------------------------- */

/* With LIFT_TUNE_ACCEPT set, what is said now is what is expected. */
static void check_error(const char *path)
{
	const ReadOptions options = { 0 };
	char *text = file_text(path), *said, *expected;
	Diags *diags = diags_new();
	Text beside = { 0 };
	Ir *ir = ir_new();

	text_printf(&beside, "%.*s.expected", (int)strlen(path) - 5, path);
	program_read(ir, base_name(path), text, &options, diags);
	said = printed_diags(diags);
	if (getenv("LIFT_TUNE_ACCEPT")) {
		FILE *out = fopen(text_string(&beside), "w");

		fputs(said, out);
		fclose(out);
	}
	expected = file_text(text_string(&beside));
	if (strcmp(said, expected))
		fail_msg("%s says\n%s\ninstead of\n%s", path, said, expected);
	text_free(&beside);
	diags_free(diags);
	ir_free(ir);
	free(expected);
	free(said);
	free(text);
}

static void every_fault_has_its_message(void **state)
{
	glob_t files = files_of("tests/errors/*.json");

	(void)state;
	for (size_t i = 0; i < files.gl_pathc; i++)
		check_error(files.gl_pathv[i]);
	assert_true(files.gl_pathc >= 100);
	globfree(&files);
}

static DiagCode first_error(const char *text, const ReadOptions *options)
{
	Diags *diags = diags_new();
	Ir *ir = ir_new();
	DiagCode code = DIAG_CODES;

	if (!program_read(ir, "hostile", text, options, diags))
		code = diags->items[0].code;
	diags_free(diags);
	ir_free(ir);
	return code;
}

static void repeated(Text *text, const char *part, int count)
{
	for (int i = 0; i < count; i++)
		text_put(text, part);
}

static void limits_hold(void **state)
{
	static const struct {
		const char *before, *part;
		int count;
		DiagCode code;
	} rows[] = {
		{ "", "[", 100000, E0002 },
		{ "{\"doc\": \"", "x", 5000, E0002 },
		{ "{\"source\": \"", "x", 70000, E0002 },
		{ "{\"source\": \"", "x", 60000, E0001 },
		{ "[", "0,", 30000, E0002 },
		{ "", " ", 2000000, E0002 },
		{ "", "{\"a\":", 300, E0002 },
		{ "[", "\"", 30001, E0001 },
		{ "", "-", 1000, E0001 },
		{ "[1e", "9", 1000, E0007 },
		{ "[", "9", 1000, E0007 },
	};
	const ReadOptions options = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		Text text = { 0 };

		text_put(&text, rows[i].before);
		repeated(&text, rows[i].part, rows[i].count);
		assert_int_equal(first_error(text_string(&text), &options),
				 rows[i].code);
		text_free(&text);
	}
}

/* Every prefix of a program, and the program with every byte changed, is read
 * without harm. */
static void damaged_programs_do_no_harm(void **state)
{
	glob_t files = files_of("tests/programs/o*.json");
	const ReadOptions options = { 0 };

	(void)state;
	for (size_t f = 0; f < files.gl_pathc; f++) {
		char *text = file_text(files.gl_pathv[f]);
		size_t length = strlen(text);

		for (size_t i = 0; i < length; i++) {
			char kept = text[i];

			text[i] = (char)("\"[]{}0ax,:\\\x80"[i % 12]);
			first_error(text, &options);
			text[i] = '\0';
			first_error(text, &options);
			text[i] = kept;
		}
		free(text);
	}
	globfree(&files);
}

static void sizes_can_be_overridden(void **state)
{
	const SizeBinding good = { "N", 12 }, odd = { "N", 13 };
	const SizeBinding other = { "M", 1 }, none = { "N", 0 };
	const char *text = "{\"name\": \"p\", \"inputs\": [{\"name\": \"xs\", "
		"\"type\": \"[f32; N]\"}], \"body\": [\"split\", 4, \"xs\"]}";
	const ReadOptions plain = { 0 }, twelve = { true, 1, &good };
	const ReadOptions thirteen = { true, 1, &odd }, m = { true, 1, &other };
	const ReadOptions zero = { true, 1, &none };

	(void)state;
	assert_int_equal(first_error(text, &plain), E0203);
	assert_int_equal(first_error(text, &twelve), DIAG_CODES);
	assert_int_equal(first_error(text, &thirteen), E0104);
	assert_int_equal(first_error(text, &m), E0203);
	assert_int_equal(first_error(text, &zero), E0901);
}

static void reading_is_quick(void **state)
{
	const ReadOptions options = { .concrete = true };
	glob_t files = files_of("examples/*.json");

	(void)state;
	for (size_t i = 0; i < files.gl_pathc; i++) {
		char *text = file_text(files.gl_pathv[i]);
		clock_t start = clock();

		for (int n = 0; n < 10; n++)
			assert_int_equal(first_error(text, &options),
					 DIAG_CODES);
		assert_true(clock() - start < CLOCKS_PER_SEC / 10);
		free(text);
	}
	globfree(&files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(printed_programs_read_back),
		cmocka_unit_test(every_primitive_has_one_place),
		cmocka_unit_test(no_place_is_found_for_a_wrong_pointer),
		cmocka_unit_test(a_key_is_of_what_is_computed),
		cmocka_unit_test(ports_are_the_components_from_left_to_right),
		cmocka_unit_test(expressions_have_a_text_as_in_the_paper),
		cmocka_unit_test(every_fault_has_its_message),
		cmocka_unit_test(limits_hold),
		cmocka_unit_test(damaged_programs_do_no_harm),
		cmocka_unit_test(sizes_can_be_overridden),
		cmocka_unit_test(reading_is_quick),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
