/* What may be assumed of the functions of reduces: the built-in ones, declared
 * ones, and what sampling withdraws. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/core/algebra.h"
#include "ir/eval/operators.h"
#include "ir/front/document.h"

typedef struct Case {
	Ir *ir;
	Diags *diags;
	Program *program;
	const Expr *function, *initial; /* of its only fold */
} Case;

static const Expr *find_reduce(const Expr *e)
{
	if (expr_is(e, PRIM_REDUCE) || expr_is(e, PRIM_SCAN)
	    || expr_is(e, PRIM_SCATTER) || expr_is(e, PRIM_SCAN_BY_INDEX))
		return e;
	for (int i = 0; i < e->kid_count; i++) {
		const Expr *found = find_reduce(e->kids[i]);

		if (found)
			return found;
	}
	return NULL;
}

static Case case_new(const char *type, const char *operators, const char *body)
{
	const ReadOptions options = { .concrete = true };
	Case c = { .ir = ir_new(), .diags = diags_new() };
	const Expr *reduce;
	Text text = { 0 };

	text_printf(&text, "{\"name\": \"p\", \"sizes\": {\"N\": 1000}, "
		    "\"inputs\": [{\"name\": \"xs\", \"type\": \"[%s; N]\"}], "
		    "\"operators\": {%s}, \"body\": %s}", type, operators,
		    body);
	c.program = program_read(c.ir, "p", text_string(&text), &options,
				 c.diags);
	if (!c.program)
		diags_print(c.diags, stderr);
	assert_non_null(c.program);
	reduce = find_reduce(c.program->body);
	c.function = reduce->kids[0];
	c.initial = reduce->kids[1];
	text_free(&text);
	return c;
}

static void case_free(Case *c)
{
	diags_free(c->diags);
	ir_free(c->ir);
}

/* -- built-in functions ---------------------------------------------------- */

typedef struct Row {
	const char *type, *function, *initial;
	bool monoid, cmonoid, exact;
} Row;

#define SEGMENTS(flag, first, other) \
	"[\"fun\", [[\"f\", \"a\"], [\"g\", \"b\"]], [\"tuple\", [\"or\", " \
	"\"f\", \"g\"], [\"if\", " flag ", " first ", " other "]]]"

static const Row rows[] = {
	{ "f32", "\"+\"", "0", true, true, false },
	{ "f32", "\"+\"", "-0.0", true, true, false },
	{ "f32", "\"+\"", "1", false, false, false },
	{ "i32", "\"+\"", "0", true, true, true },
	{ "u8", "\"*\"", "1", true, true, true },
	{ "f64", "\"*\"", "1", true, true, false },
	{ "f64", "\"*\"", "0", false, false, false },
	{ "f32", "\"min\"", "\"inf\"", true, true, false },
	{ "f32", "\"max\"", "\"-inf\"", true, true, false },
	{ "f32", "\"max\"", "0", false, false, false },
	{ "i8", "\"min\"", "127", true, true, true },
	{ "i8", "\"max\"", "-128", true, true, true },
	{ "u8", "\"max\"", "0", true, true, true },
	{ "u64", "\"min\"", "\"0xffffffffffffffff\"", true, true, true },
	{ "bool", "\"and\"", "true", true, true, true },
	{ "bool", "\"or\"", "false", true, true, true },
	{ "bool", "\"or\"", "true", false, false, true },
	{ "i32", "\"&\"", "-1", true, true, true },
	{ "u16", "\"&\"", "65535", true, true, true },
	{ "u32", "\"|\"", "0", true, true, true },
	{ "u32", "\"^\"", "0", true, true, true },
	{ "(f32, (i32, f64))", "\"+\"", "[\"tuple\", 0, [\"tuple\", 0, 0]]",
	  true, true, false },
	{ "(f32, i32)", "\"+\"", "[\"tuple\", 0, 1]", false, false, false },
	{ "(f32, i32)", "[\"fun\", [[\"a\", \"b\"], [\"c\", \"d\"]], "
	  "[\"tuple\", [\"*\", \"a\", \"c\"], [\"max\", \"b\", \"d\"]]]",
	  "[\"tuple\", 1, -2147483648]", true, true, false },
	{ "(f32, i32)", "[\"fun\", [[\"a\", \"b\"], [\"c\", \"d\"]], "
	  "[\"tuple\", [\"*\", \"a\", \"c\"], [\"max\", \"b\", \"d\"]]]",
	  "[\"tuple\", 1, 0]", false, false, false },
	{ "(i32, i32)", "[\"fun\", [[\"a\", \"b\"], [\"c\", \"d\"]], "
	  "[\"tuple\", [\"+\", \"a\", \"c\"], [\"+\", \"d\", \"b\"]]]",
	  "[\"tuple\", 0, 0]", false, false, true },
	{ "(i32, i32)", "[\"fun\", [[\"a\", \"b\"], [\"c\", \"d\"]], "
	  "[\"tuple\", [\"+\", \"b\", \"d\"], [\"+\", \"a\", \"c\"]]]",
	  "[\"tuple\", 0, 0]", false, false, true },
	{ "(i32, i32)", "[\"fun\", [[\"a\", \"b\"], [\"c\", \"d\"]], "
	  "[\"tuple\", [\"+\", \"a\", \"c\"], [\"-\", \"b\", \"d\"]]]",
	  "[\"tuple\", 0, 0]", false, false, true },
	{ "f32", "[\"fun\", [\"a\", \"b\"], [\"+\", \"b\", \"a\"]]", "0",
	  true, true, false },
	{ "(bool, i32)", SEGMENTS("\"g\"", "\"b\"", "[\"+\", \"a\", \"b\"]"),
	  "[\"tuple\", false, 0]", true, false, true },
	{ "(bool, f32)", SEGMENTS("\"g\"", "\"b\"", "[\"max\", \"a\", \"b\"]"),
	  "[\"tuple\", false, \"-inf\"]", true, false, false },
	{ "(bool, i32)", SEGMENTS("\"g\"", "\"b\"", "[\"+\", \"a\", \"b\"]"),
	  "[\"tuple\", true, 0]", false, false, true },
	{ "(bool, i32)", SEGMENTS("\"f\"", "\"b\"", "[\"+\", \"a\", \"b\"]"),
	  "[\"tuple\", false, 0]", false, false, true },
	{ "(bool, i32)", SEGMENTS("\"g\"", "\"a\"", "[\"+\", \"a\", \"b\"]"),
	  "[\"tuple\", false, 0]", false, false, true },
	{ "(bool, i32)", SEGMENTS("\"g\"", "\"b\"", "[\"-\", \"a\", \"b\"]"),
	  "[\"tuple\", false, 0]", false, false, true },
	{ "f32", "[\"fun\", [\"a\", \"b\"], [\"-\", \"a\", \"b\"]]", "0",
	  false, false, false },
	{ "f32", "[\"fun\", [\"a\", \"b\"], [\"+\", \"a\", [\"*\", 2, \"b\"]]]",
	  "0", false, false, false },
	{ "f32", "[\"fun\", [\"a\", \"b\"], [\"+\", \"b\", \"b\"]]", "0",
	  false, false, false },
	{ "f32", "[\"fun\", [\"a\", \"_\"], \"a\"]", "0", false, false,
	  false },
};

static void built_in_functions_are_known(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const Row *row = &rows[i];
		Text body = { 0 };
		AlgebraFacts facts;
		Case c;

		text_printf(&body, "[\"reduce\", %s, %s, \"xs\"]",
			    row->function, row->initial);
		c = case_new(row->type, "", text_string(&body));
		if (algebra_monoid(c.program, c.function, c.initial)
			    != row->monoid
		    || algebra_cmonoid(c.program, c.function, c.initial)
			    != row->cmonoid
		    || algebra_is_exact(c.function) != row->exact)
			fail_msg("%s on %s", text_string(&body), row->type);
		facts = algebra_facts(c.program, c.function);
		if (facts.neutral)
			assert_true(algebra_monoid(c.program, c.function,
						   facts.neutral));
		text_free(&body);
		case_free(&c);
	}
}

/* -- declared operators ---------------------------------------------------- */

#define BETTER_BODY(ties) \
	"[\"fun\", [[\"v\", \"i\"], [\"w\", \"j\"]], [\"if\", " ties ", " \
	"[\"tuple\", \"v\", \"i\"], [\"tuple\", \"w\", \"j\"]]]"
#define TIES_BROKEN \
	"[\"or\", [\"<\", \"v\", \"w\"], [\"and\", [\"==\", \"v\", \"w\"], " \
	"[\"<\", \"i\", \"j\"]]]"

typedef struct Declared {
	const char *type, *operator, *initial;
	bool assoc, comm, neutral; /* what is left after sampling */
	int warnings;
} Declared;

static const Declared declared[] = {
	{ "(f32, i32)", "{\"fun\": " BETTER_BODY(TIES_BROKEN) ", \"assoc\": "
	  "true, \"comm\": true, \"neutral\": [\"tuple\", \"inf\", "
	  "\"0x7fffffff\"]}", "[\"tuple\", \"inf\", 0]", true, true, true, 0 },
	{ "(f32, i32)", "{\"fun\": " BETTER_BODY("[\"<\", \"v\", \"w\"]")
	  ", \"assoc\": true, \"comm\": true}", "[\"tuple\", \"inf\", 0]",
	  true, false, false, 1 },
	{ "i32", "{\"fun\": [\"fun\", [\"a\", \"b\"], [\"-\", \"a\", \"b\"]], "
	  "\"assoc\": true, \"comm\": true, \"neutral\": 0}", "0", false,
	  false, false, 3 },
	{ "f32", "{\"fun\": [\"fun\", [\"a\", \"b\"], [\"-\", [\"+\", \"a\", "
	  "\"b\"], [\"*\", \"a\", \"b\"]]], \"assoc\": true, \"comm\": true, "
	  "\"neutral\": 0}", "0", true, true, true, 0 },
	{ "f32", "{\"fun\": [\"fun\", [\"a\", \"b\"], [\"/\", [\"+\", \"a\", "
	  "\"b\"], 2]], \"assoc\": true, \"comm\": true}", "0", false, true,
	  false, 1 },
	{ "f32", "{\"fun\": [\"fun\", [\"a\", \"b\"], [\"+\", \"a\", [\"abs\","
	  " \"b\"]]], \"comm\": true, \"neutral\": 0}", "0", false, false,
	  false, 2 },
	{ "[f32; 3]", "{\"fun\": [\"fun\", [\"a\", \"b\"], [\"map\", \"+\", "
	  "[\"zip\", \"a\", \"b\"]]], \"assoc\": true, \"comm\": true, "
	  "\"neutral\": [\"fill\", 3, 0]}", "[\"fill\", 3, 0]", true, true,
	  true, 0 },
};

/* The operator's row, in a body around its initial value. */
static void check_declared(const Declared *row, const char *before,
			   const char *after)
{
	Text operators = { 0 }, body = { 0 };
	AlgebraFacts facts;
	Case c;

	text_printf(&operators, "\"f\": %s", row->operator);
	text_printf(&body, "%s%s%s", before, row->initial, after);
	c = case_new(row->type, text_string(&operators), text_string(&body));
	operators_test(c.program, 7, c.diags);
	facts = algebra_facts(c.program, c.function);
	if (facts.assoc != row->assoc || facts.comm != row->comm
	    || (facts.neutral != NULL) != row->neutral
	    || c.diags->warnings != row->warnings) {
		diags_print(c.diags, stderr);
		fail_msg("%s: assoc %d comm %d neutral %d",
			 text_string(&body), facts.assoc, facts.comm,
			 facts.neutral != NULL);
	}
	assert_int_equal(c.program->algebra[0].refuted, row->warnings > 0);
	text_free(&operators);
	text_free(&body);
	case_free(&c);
}

/* Of a scan and of a scatter, too. */
static void declared_properties_are_sampled(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof declared / sizeof *declared; i++) {
		check_declared(&declared[i], "[\"reduce\", \"f\", ",
			       ", \"xs\"]");
		check_declared(&declared[i], "[\"scan\", \"f\", ",
			       ", \"xs\"]");
		check_declared(&declared[i], "[\"scatter\", \"f\", "
			       "[\"fill\", 7, ", "], [\"generate\", \"N\", "
			       "[\"fun\", [\"i\"], [\"%\", \"i\", 9]]], "
			       "\"xs\"]");
	}
}

/* An operator deep inside maps is tried on what it sees there. */
static void operators_inside_maps_are_sampled(void **state)
{
	Case c = case_new("f32",
		"\"f\": {\"fun\": [\"fun\", [\"a\", \"b\"], [\"-\", \"a\", "
		"\"b\"]], \"assoc\": true}",
		"[\"map\", [\"fun\", [\"row\"], [\"let\", \"s\", [\"map\", "
		"[\"fun\", [\"x\"], [\"*\", \"x\", [\"at\", \"row\", 0]]], "
		"\"row\"], [\"head\", [\"reduce\", \"f\", 0, [\"map\", \"+\", "
		"[\"zip\", \"s\", \"s\"]]]]]], [\"split\", 10, \"xs\"]]");

	(void)state;
	operators_test(c.program, 7, c.diags);
	assert_int_equal(c.diags->warnings, 1);
	assert_string_equal(c.diags->items[0].place.pointer, "/operators/f");
	assert_non_null(strstr(c.diags->items[0].found, "f(f(a, b), c) = "));
	assert_false(algebra_facts(c.program, c.function).assoc);
	case_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(built_in_functions_are_known),
		cmocka_unit_test(declared_properties_are_sampled),
		cmocka_unit_test(operators_inside_maps_are_sampled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
