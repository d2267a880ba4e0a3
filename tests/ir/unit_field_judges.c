/* Of which outputs residues are an oracle: of all that floats are only computed
 * with, not of what they decide about memory and loops, nor where laws are used
 * that the field does not keep.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "eval_check.h"
#include "ir/eval/field.h"

static const char inputs[] =
	"{\"name\": \"xs\", \"type\": \"[f32; 64]\"},"
	"{\"name\": \"is\", \"type\": \"[i32; 64]\", \"range\": [0, 63]}";

/* What is said of an output; "" for yes. */
static void expect(const char *members, const char *body, int output,
		   const char *wanted)
{
	Ir *ir = ir_new();
	Text json = { 0 }, why = { 0 };
	Program *p;
	bool yes;

	text_printf(&json, "{\"name\": \"p\", \"inputs\": [%s], %s "
		    "\"body\": %s}", inputs, members, body);
	p = check_read(ir, text_string(&json));
	yes = field_judges(p, p->body, output, &why);
	assert_string_equal(why.length ? text_string(&why) : "", wanted);
	assert_int_equal(yes, !wanted[0]);
	text_free(&json);
	text_free(&why);
	ir_free(ir);
}

static void what_is_computed_with_floats_is_judged(void **state)
{
	(void)state;
	expect("", "[\"reduce\", \"+\", 0, [\"map\", \"exp\", \"xs\"]]", 0, "");
	expect("", "[\"map\", [\"fun\", [\"i\"], [\"at\", \"xs\", \"i\"]], "
	       "\"is\"]", 0, "");
	expect("", "[\"map\", [\"fun\", [\"x\"], [\"i32\", \"x\"]], \"xs\"]", 0,
	       "");
	expect("", "[\"map\", [\"fun\", [\"x\", \"i\"], "
	       "[\"if\", [\"<\", \"x\", 0], \"i\", 7]], "
	       "[\"zip\", \"xs\", \"is\"]]", 0, "");
}

static void what_floats_decide_is_not(void **state)
{
	static const char index[] = "a float becomes an index";
	static const char until[] =
		"[\"get\", 0, [\"iterateUntil\", 9, "
		"[\"fun\", [\"n\", \"y\"], [\"<\", %s, 5]], "
		"[\"fun\", [\"n\", \"y\"], [\"tuple\", [\"+\", \"n\", 1], "
		"[\"*\", \"y\", \"y\"]]], "
		"[\"tuple\", [\"i32\", 0], [\"head\", \"xs\"]]]]";
	char body[400];

	(void)state;
	expect("", "[\"map\", [\"fun\", [\"x\"], [\"at\", \"xs\", [\"max\", 0, "
	       "[\"min\", 63, [\"i32\", \"x\"]]]]], \"xs\"]", 0, index);
	expect("", "[\"map\", [\"fun\", [\"x\"], [\"at\", \"is\", [\"if\", "
	       "[\"<\", \"x\", 0], 1, 2]]], \"xs\"]", 0, index);
	expect("", "[\"map\", [\"fun\", [\"x\"], [\"bits\", \"i32\", \"x\"]], "
	       "\"xs\"]", 0, "the bits of a float are used");
	snprintf(body, sizeof body, until, "\"y\"");
	expect("", body, 0, "a float ends a loop");
	snprintf(body, sizeof body, until, "\"n\"");
	expect("", body, 0, "");
}

/* By way of an array in between, of a fold, of a pair. */
static void each_output_is_asked_for_by_itself(void **state)
{
	static const char body[] =
		"[\"let\", \"at\", [\"map\", [\"fun\", [\"x\"], "
		"[\"tuple\", [\"*\", \"x\", 2], [\"at\", \"is\", "
		"[\"max\", 0, [\"min\", 63, [\"i32\", \"x\"]]]]]], \"xs\"], "
		"[\"tuple\", [\"reduce\", \"+\", 0, [\"get\", 0, [\"unzip\", "
		"\"at\"]]], [\"reduce\", \"+\", 0, [\"get\", 1, [\"unzip\", "
		"\"at\"]]]]]";

	(void)state;
	expect("", body, 0, "");
	expect("", body, 1, "a float becomes an index");
}

static void declared_laws_must_hold_in_the_field(void **state)
{
	/* Mean and count; the logarithm of a sum of exponentials. */
	static const char members[] =
		"\"operators\": {\"mean\": {\"fun\": [\"fun\", "
		"[[\"m\", \"n\"], [\"k\", \"l\"]], [\"tuple\", [\"/\", [\"+\", "
		"[\"*\", \"m\", \"n\"], [\"*\", \"k\", \"l\"]], [\"+\", \"n\", "
		"\"l\"]], [\"+\", \"n\", \"l\"]]], \"assoc\": true, "
		"\"comm\": true}, \"lse\": {\"fun\": [\"fun\", [\"a\", \"b\"], "
		"[\"log\", [\"+\", [\"exp\", \"a\"], [\"exp\", \"b\"]]]], "
		"\"assoc\": true}},";

	(void)state;
	expect(members, "[\"reduce\", \"mean\", [\"tuple\", [\"f32\", 0], "
	       "[\"f32\", 1]], [\"zip\", \"xs\", \"xs\"]]", 0, "");
	expect(members, "[\"reduce\", \"lse\", 0, \"xs\"]", 0,
	       "what is declared of the operator lse does not hold in a "
	       "field");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_computed_with_floats_is_judged),
		cmocka_unit_test(what_floats_decide_is_not),
		cmocka_unit_test(each_output_is_asked_for_by_itself),
		cmocka_unit_test(declared_laws_must_hold_in_the_field),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
