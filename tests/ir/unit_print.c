/* The printer. Properties: what is printed reads back to the same expression;
 * every primitive of a program has one place in what is printed. */
#include "ir/front/document.h"
#include "tests/ir/text_fixture.h"

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
	check_text(program, program->body);
	check_text_document(program);
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
	round_trip("tests/programs_whole/*.json");
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
		  "\"xs\"]]]", "map (*) $ zip xs $ map neg xs" },
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(printed_programs_read_back),
		cmocka_unit_test(every_primitive_has_one_place),
		cmocka_unit_test(no_place_is_found_for_a_wrong_pointer),
		cmocka_unit_test(expressions_have_a_text_as_in_the_paper),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
