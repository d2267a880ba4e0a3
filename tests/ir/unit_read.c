/* The reader. Properties: a program has one key whatever its sizes are; every
 * faulty document of tests/errors gets the message beside it; no text does
 * harm. */
#include <time.h>

#include "base/utf8.h"
#include "ir/front/document.h"
#include "tests/ir/read_fixture.h"

/* -- keys ------------------------------------------------------------------ */

static uint64_t key_of(const char *body, const char *name, int64_t size,
		       bool concrete)
{
	const SizeBinding binding = { "N", size };
	const ReadOptions options = { concrete, 1, &binding, false, NULL, false,
					false };
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

static void an_output_has_another_identifier_than_parts_of_inputs(void **state)
{
	Ir *ir = ir_new();
	Program *p = must_read(ir, "p",
		"{\"name\": \"p\", \"inputs\": ["
		"{\"name\": \"rs\", \"type\": \"[[f32; *6]; 4]\"},"
		"{\"name\": \"s\", \"type\": \"f32\"}],"
		"\"outputs\": [\"rs_offsets\", {\"name\": \"s\", \"into\": \"s\"}],"
		"\"body\": [\"tuple\", [\"length\", \"rs\"], \"s\"]}", false);

	(void)state;
	assert_string_equal(p->in_ports[1].name, "rs.offsets");
	assert_string_equal(p->in_ports[1].ident, "rs_offsets");
	assert_string_equal(p->out_ports[0].name, "rs_offsets");
	assert_string_not_equal(p->out_ports[0].ident, p->in_ports[1].ident);
	assert_string_not_equal(p->out_ports[1].ident, p->in_ports[2].ident);
	ir_free(ir);
}

static void what_a_reorder_leaves_open_is_a_multiset(void **state)
{
	Ir *ir = ir_new();
	Program *p = must_read(ir, "p",
		"{\"name\": \"p\", \"sizes\": {\"N\": 6}, \"inputs\": "
		"[{\"name\": \"xs\", \"type\": \"[f32; N]\"}],"
		"\"body\": [\"tuple\", [\"map\", \"neg\", [\"reorder\", "
		"\"xs\"]], [\"reduce\", \"+\", 0, [\"reorder\", "
		"\"xs\"]], \"xs\"]}", false);

	(void)state;
	assert_true(p->out_ports[0].unordered);
	assert_false(p->out_ports[1].unordered);
	assert_false(p->out_ports[2].unordered);
	ir_free(ir);
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

/* Names for values of values, as many as there may be and more: whatever is made
 * of the last one, it is read or refused. */
static void long_lets_are_read_or_refused(void **state)
{
	static const char *const ends[] = {
		"[\"+\", \"t\", \"t\"]", "[\"*\", \"t\"]",
		"[\"let\", [\"a\", \"b\"], \"t\", \"a\"]",
		"[\"get\", 1, \"t\"]",
	};
	const ReadOptions options = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		for (int lets = 990; lets < 1003; lets++) {
			Text text = { 0 };

			text_put(&text, "{\"name\": \"p\", \"inputs\": [], "
				 "\"body\": [\"let\", \"t\", [\"if\", true, "
				 "[\"tuple\", 1, 2], [\"tuple\", 3, 4]]");
			repeated(&text, ", \"t\", [\"if\", true, \"t\", \"t\"]",
				 lets);
			text_printf(&text, ", %s]}", ends[i]);
			assert_int_equal(first_error(text_string(&text),
						     &options), E0002);
			text_free(&text);
		}
}

/* A body that is a function is that of its inputs. */
static void a_function_of_a_list_knows_how_long_it_is(void **state)
{
	static const char *const bodies[] = {
		"[\"map\", \"+\", [\"zip\", \"xs\", \"xs\"]]",
		"[\"fun\", [\"ys\"], [\"map\", \"+\", [\"zip\", \"ys\", "
		"\"ys\"]]]",
		"[\"fun\", [\"ys\"], [\"map\", \"+\", [\"zip\", \"ys\", "
		"\"xs\"]]]",
	};
	const ReadOptions options = { .concrete = true };

	(void)state;
	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		Text text = { 0 };

		text_printf(&text, "{\"name\": \"p\", \"inputs\": [{\"name\": "
			    "\"xs\", \"type\": \"[i32; ..8]\"}], \"body\": "
			    "%s}", bodies[i]);
		assert_int_equal(first_error(text_string(&text), &options),
				 DIAG_CODES);
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
	const ReadOptions plain = { 0 };
	const ReadOptions twelve = { true, 1, &good, false, NULL, false,
					false };
	const ReadOptions thirteen = { true, 1, &odd, false, NULL, false,
					false };
	const ReadOptions m = { true, 1, &other, false, NULL, false,
					false };
	const ReadOptions zero = { true, 1, &none, false, NULL, false,
					false };

	(void)state;
	assert_int_equal(first_error(text, &plain), E0203);
	assert_int_equal(first_error(text, &twelve), DIAG_CODES);
	assert_int_equal(first_error(text, &thirteen), E0104);
	assert_int_equal(first_error(text, &m), E0203);
	assert_int_equal(first_error(text, &zero), E0901);
}

static void is_short_text(const char *text)
{
	enum { LONGEST = 2100 };

	assert_true(strlen(text) < LONGEST);
	while (*text) {
		int bytes = utf8_bytes(text);

		assert_true(bytes > 0);
		text += bytes;
	}
}

/* Scans of floats; each must be of inputs alone. */
static int closed_scans(const Expr *e)
{
	int count = 0;

	if (expr_is(e, PRIM_SCAN)
	    && e->type->element->kind == TYPE_SCALAR
	    && e->type->element->scalar == SCALAR_F32) {
		assert_int_equal(e->open, 0);
		count = 1;
	}
	for (int i = 0; i < e->kid_count; i++)
		count += closed_scans(e->kids[i]);
	return count;
}

/* What a function over a list computes of inputs alone is computed once: whether
 * the list has the element does not come into it. */
static void what_all_elements_share_is_apart_from_them(void **state)
{
	Ir *ir = ir_new();
	Program *p = must_read(ir, "p",
		"{\"name\": \"p\", \"inputs\": [{\"name\": \"x\", \"type\": "
		"\"[f32; 9]\"}, {\"name\": \"p\", \"type\": \"[i32; 9]\"}], "
		"\"body\": [\"map\", [\"fun\", [\"i\"], [\"let\", \"s\", "
		"[\"scan\", \"+\", 0, [\"map\", [\"fun\", [\"k\"], [\"at\", "
		"\"x\", \"k\"]], \"p\"]], [\"array\", [\"at\", \"s\", \"i\"], "
		"[\"at\", \"s\", 0]]]], [\"filter\", [\"fun\", [\"i\"], [\">\", "
		"\"i\", 2]], \"p\"]]}", true);

	(void)state;
	assert_true(closed_scans(p->body) > 0);
	ir_free(ir);
}

/* A message stays short, and proper text, whatever it quotes. */
static void quotations_are_cut(void **state)
{
	enum { LETTERS = 50000 };
	Diags *diags = diags_new();
	Text text = { 0 };

	(void)state;
	for (int i = 0; i < LETTERS; i++)
		text_put(&text, "\xc3\xa4");
	diag_add(diags, E0602, NULL, text_string(&text), text_string(&text),
		 "a%s", text_string(&text));
	is_short_text(diags->items[0].message);
	is_short_text(diags->items[0].found);
	is_short_text(diags->items[0].expected);
	text_free(&text);
	diags_free(diags);
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
		cmocka_unit_test(a_key_is_of_what_is_computed),
		cmocka_unit_test(ports_are_the_components_from_left_to_right),
		cmocka_unit_test(
			an_output_has_another_identifier_than_parts_of_inputs),
		cmocka_unit_test(what_a_reorder_leaves_open_is_a_multiset),
		cmocka_unit_test(every_fault_has_its_message),
		cmocka_unit_test(limits_hold),
		cmocka_unit_test(long_lets_are_read_or_refused),
		cmocka_unit_test(a_function_of_a_list_knows_how_long_it_is),
		cmocka_unit_test(damaged_programs_do_no_harm),
		cmocka_unit_test(sizes_can_be_overridden),
		cmocka_unit_test(what_all_elements_share_is_apart_from_them),
		cmocka_unit_test(quotations_are_cut),
		cmocka_unit_test(reading_is_quick),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
