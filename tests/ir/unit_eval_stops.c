/* Loops that stop before their last step: each state is kept once its condition
 * holds, no step that is not taken can fail, and a step over an array costs what
 * the array does.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "eval_check.h"

#define DOCUMENT(body) \
	"{\"name\": \"p\", \"inputs\": [" \
	"{\"name\": \"xs\", \"type\": \"[f32; 50]\"}, " \
	"{\"name\": \"is\", \"type\": \"[i32; 50]\"}], \"body\": " body "}"

/* What is over once the greatest element is, from state s; at once, or never. */
#define OVER(most) \
	"[\"fun\", [\"s\"], [\">\", [\"head\", [\"reduce\", \"max\", -99," \
	" \"s\"]], " most "]]"
#define AT_ONCE OVER("-100")
#define NEVER OVER("1e9")

#define INDEX "[\"%\", [\"+\", [\"%\", \"i\", 50], 50], 50]"

/* Each element becomes another one, at an index that is checked. */
#define STEP \
	"[\"fun\", [\"s\"], [\"map\", [\"fun\", [\"i\"], [\"+\", 1.5, [\"at\"," \
	" \"s\", " INDEX "]]], \"is\"]]"
#define UNTIL(most, x) \
	"[\"iterateUntil\", 9, " OVER(most) ", " STEP ", " x "]"
#define ADDED(x, xs) "[\"map\", [\"fun\", [\"y\"], [\"+\", \"y\", " x "]], " xs "]"

#define RISKY "[\"let\", \"i\", [\"at\", \"is\", 33], [\"at\", \"xs\", " INDEX "]]"

static const char *const programs[] = {
	DOCUMENT(UNTIL("6", "\"xs\"")),
	DOCUMENT(UNTIL("-100", "\"xs\"")),
	DOCUMENT(UNTIL("1e9", "\"xs\"")),
	/* each of several stops by itself: a large state, small ones */
	DOCUMENT("[\"map\", [\"fun\", [\"c\"], " UNTIL("7", ADDED("\"c\"",
		 "\"xs\"")) "], [\"take\", 7, \"xs\"]]"),
	DOCUMENT("[\"map\", [\"fun\", [\"c\"], [\"iterateUntil\", 9, [\"fun\","
		 " [\"s\"], [\">\", [\"at\", \"s\", 1], 7]], [\"fun\", [\"s\"],"
		 " [\"map\", [\"fun\", [\"i\"], [\"+\", 1, [\"at\", \"s\","
		 " [\"%\", [\"+\", [\"%\", \"i\", 3], 3], 3]]]], [\"take\", 3,"
		 " \"is\"]]], [\"fill\", 3, \"c\"]]], \"xs\"]"),
	DOCUMENT("[\"map\", [\"fun\", [\"c\"], [\"iterateUntil\", 9, [\"fun\","
		 " [\"s\"], [\">\", \"s\", 7]], [\"fun\", [\"s\"], [\"+\","
		 " [\"*\", \"s\", \"s\"], 0.5]], \"c\"]], \"xs\"]"),
	/* loops in loops */
	DOCUMENT("[\"iterateUntil\", 3, " OVER("9") ", [\"fun\", [\"t\"], "
		 UNTIL("6", ADDED("0.25", "\"t\"")) "], \"xs\"]"),
	DOCUMENT("[\"iterate\", 3, [\"fun\", [\"t\"], "
		 UNTIL("6", ADDED("-4", "\"t\"")) "], \"xs\"]"),
	DOCUMENT("[\"reduceSeq\", [\"fun\", [\"t\", \"x\"], "
		 UNTIL("6", ADDED("\"x\"", "\"t\"")) "], \"xs\","
		 " [\"take\", 6, \"xs\"]]"),
	DOCUMENT("[\"reduceSeq\", [\"fun\", [\"t\", \"x\"], [\"map\", \"+\","
		 " [\"zip\", \"t\", " UNTIL("6", ADDED("\"x\"", "\"xs\"")) "]]],"
		 " \"xs\", [\"take\", 6, \"xs\"]]"),
	/* what may fail, in a step and outside */
	DOCUMENT("[\"map\", \"+\", [\"zip\", [\"iterateUntil\", 3, " OVER("6") ","
		 " [\"fun\", [\"s\"], " ADDED(RISKY, "\"s\"") "], \"xs\"], "
		 ADDED(RISKY, "\"xs\"") "]]"),
	/* a state of several parts, added up by index */
	DOCUMENT("[\"iterateUntil\", 9, [\"fun\", [[\"s\", \"k\"]], [\">\","
		 " \"k\", 2]], [\"fun\", [[\"s\", \"k\"]], [\"tuple\","
		 " [\"reduceByIndex\", \"+\", 0, 50, \"is\", [\"map\", [\"fun\","
		 " [\"i\"], [\"at\", \"s\", " INDEX "]], \"is\"]], [\"+\","
		 " \"k\", 1]]], [\"tuple\", \"xs\", [\"i32\", 0]]]"),
};

static void states_are_kept_once_the_condition_holds(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
		for (uint64_t seed = 1; seed <= 4; seed++)
			assert_true(check_json(programs[i], seed));
}

/* -- steps that are not taken ---------------------------------------------- */

#define LOOP(over, step, x) \
	"[\"iterateUntil\", 3, " over ", [\"fun\", [\"s\"], " step "], " x "]"
#define FAILS "[\"map\", [\"fun\", [\"i\"], [\"at\", \"xs\", \"i\"]], \"is\"]"
#define FAILS_BEFORE \
	"[\"map\", [\"fun\", [\"y\"], [\"+\", \"y\", [\"at\", \"xs\", [\"at\"," \
	" \"is\", 33]]]], \"s\"]"
#define FAILS_HERE "[\"map\", [\"fun\", [\"i\"], [\"at\", \"s\", \"i\"]], \"is\"]"

/* Whether it can be evaluated where one of the indices is none. */
static bool evaluates(const char *json)
{
	Ir *ir = ir_new();
	Program *p = check_read(ir, json);
	Array inputs[] = { array_of_port(&p->in_ports[0]),
			   array_of_port(&p->in_ports[1]) }, out;
	Diags *diags = diags_new();
	bool ok;

	array_set(&inputs[1], 33, 99);
	ok = eval_run(p, p->body, inputs, EVAL_DECLARED, &out, diags);
	assert_int_equal(diags->count, !ok);
	if (ok)
		array_free(&out);
	for (int k = 0; k < 2; k++)
		array_free(&inputs[k]);
	diags_free(diags);
	ir_free(ir);
	return ok;
}

static void what_no_step_computes_cannot_fail(void **state)
{
	(void)state;
	assert_true(evaluates(DOCUMENT(LOOP(AT_ONCE, FAILS, "\"xs\""))));
	assert_false(evaluates(DOCUMENT(LOOP(NEVER, FAILS, "\"xs\""))));
	assert_true(evaluates(DOCUMENT(LOOP(AT_ONCE, FAILS_BEFORE, "\"xs\""))));
	assert_false(evaluates(DOCUMENT(LOOP(NEVER, FAILS_BEFORE, "\"xs\""))));
	assert_true(evaluates(DOCUMENT(LOOP(AT_ONCE, FAILS_HERE, "\"xs\""))));
	assert_false(evaluates(DOCUMENT(LOOP(NEVER, FAILS_HERE, "\"xs\""))));
	assert_true(evaluates(DOCUMENT(LOOP(AT_ONCE,
			LOOP(NEVER, FAILS, "\"s\""), "\"xs\""))));
	assert_true(evaluates(DOCUMENT(LOOP(AT_ONCE,
			LOOP(NEVER, FAILS, "\"xs\""), "\"xs\""))));
	assert_true(evaluates(DOCUMENT(LOOP(AT_ONCE,
			LOOP(NEVER, FAILS_BEFORE, "\"xs\""), "\"xs\""))));
	assert_true(evaluates(DOCUMENT(LOOP(NEVER,
			LOOP(AT_ONCE, FAILS, "\"s\""), "\"xs\""))));
	assert_false(evaluates(DOCUMENT(LOOP(NEVER,
			LOOP(NEVER, FAILS, "\"s\""), "\"xs\""))));
	assert_true(evaluates(DOCUMENT("[\"map\", [\"fun\", [\"x\"], "
			LOOP(AT_ONCE, FAILS, ADDED("\"x\"", "\"xs\""))
			"], [\"take\", 3, \"xs\"]]")));
	assert_false(evaluates(DOCUMENT("[\"map\", [\"fun\", [\"x\"], "
			LOOP(NEVER, FAILS, ADDED("\"x\"", "\"xs\""))
			"], [\"take\", 3, \"xs\"]]")));
	assert_true(evaluates(DOCUMENT("[\"map\", [\"fun\", [\"x\"], [\"if\","
			" [\"<\", \"x\", 100], \"x\", [\"at\", "
			LOOP(NEVER, FAILS, "\"xs\"") ", 0]]], \"xs\"]")));
}

/* -- what it costs --------------------------------------------------------- */

static double cost_of(const char *format, int n)
{
	char json[1024];
	Ir *ir = ir_new();
	Program *p;
	double cost;

	snprintf(json, sizeof json, format, n, n, n);
	p = check_read(ir, json);
	cost = eval_cost(p, p->body);
	ir_free(ir);
	return cost;
}

/* Were a step computed for each element of its result, it would be four times
 * as much: a sum that may fail, a sum by index. */
static void twice_the_array_costs_twice_as_much(void **state)
{
	static const char sum[] = DOCUMENT("[\"iterateUntil\", 9, " NEVER ","
		" [\"fun\", [\"s\"], [\"map\", [\"fun\", [\"x\"], [\"/\", \"x\","
		" [\"head\", [\"reduce\", \"+\", 0, [\"map\", [\"fun\", [\"j\"],"
		" [\"at\", \"s\", [\"%%\", \"j\", %d]]], [\"generate\", %d,"
		" \"id\"]]]]]], \"s\"]], [\"generate\", %d, [\"fun\", [\"i\"],"
		" [\"f32\", \"i\"]]]]");
	static const char indexed[] = DOCUMENT("[\"iterateUntil\", 9, " NEVER
		", [\"fun\", [\"s\"], [\"reduceByIndex\", \"+\", 0, %d, \"is\","
		" [\"map\", [\"fun\", [\"i\"], [\"at\", \"s\", \"i\"]],"
		" \"is\"]]], [\"generate\", %d, [\"fun\", [\"i\"], [\"f32\","
		" \"i\"]]]]");
	static const char each[] = DOCUMENT("[\"map\", [\"fun\", [\"x\"],"
		" [\"iterateUntil\", 9, " NEVER ", [\"fun\", [\"s\"],"
		" [\"reduceByIndex\", \"+\", 0, %d, \"is\", [\"map\", [\"fun\","
		" [\"i\"], [\"at\", \"s\", \"i\"]], \"is\"]]], [\"generate\", %d,"
		" [\"fun\", [\"i\"], [\"*\", \"x\", [\"f32\", \"i\"]]]]]],"
		" \"xs\"]");
	static const char rows[] = DOCUMENT("[\"map\", [\"fun\", [\"x\"],"
		" [\"iterateUntil\", 9, [\"fun\", [\"s\"], [\">\", [\"at\", [\"at\","
		" \"s\", 0], 0], 1e9]], [\"fun\", [\"s\"], [\"map\", [\"fun\","
		" [\"r\"], [\"reduceByIndex\", \"+\", 0, %d, \"is\", [\"map\","
		" [\"fun\", [\"i\"], [\"at\", \"r\", \"i\"]], \"is\"]]], \"s\"]],"
		" [\"fill\", 2, [\"generate\", %d, [\"fun\", [\"i\"], [\"*\","
		" \"x\", [\"f32\", \"i\"]]]]]]], \"xs\"]");
	const char *const all[] = { sum, indexed, each, rows };

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		assert_true(cost_of(all[i], 2000) < 2.1 * cost_of(all[i], 1000));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(states_are_kept_once_the_condition_holds),
		cmocka_unit_test(what_no_step_computes_cannot_fail),
		cmocka_unit_test(twice_the_array_costs_twice_as_much),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
