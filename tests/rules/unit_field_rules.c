/* Rules where floats are residues: all that come with the program hold there,
 * laws of the reals included; of those that a user may write some do not, and a
 * derivation by one of these is told from others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "ir/front/document.h"
#include "rules/locate.h"
#include "rules/refute.h"

enum { INSTANCES = 20 };

static void all_rules_hold(void **state)
{
	RuleBase *base = rulebase_new();
	int conditional = 0;

	(void)state;
	for (int i = 0; i < rulebase_count(base); i++) {
		const Rule *rule = rulebase_at(base, i);
		bool lawful = rule_kind(rule) == RULE_ROUNDS;

		conditional += rule_kind(rule) != RULE_EXACT;
		if (!rule_holds_in_field(rule, lawful ? 20 * INSTANCES
						      : INSTANCES, 5))
			fail_msg("%s", rule_name(rule));
	}
	assert_true(conditional > 25);
	rulebase_free(base);
}

static const struct {
	const char *text;
	bool holds;
} laws[] = {
	{ "rule a \"t\"\n  type A\n  let a : A ; b : A\n  where rounding\n"
	  "  neg (a - b) => b - a\n", true },
	{ "rule b \"t\"\n  type A\n  let a : A ; b : A\n  where rounding\n"
	  "  a * a - b * b => (a + b) * (a - b)\n", true },
	{ "rule c \"t\"\n  type A\n  let a : A\n  where rounding\n"
	  "  abs (neg a) => abs a\n", true },
	{ "rule d \"t\"\n  type A\n  let a : A ; b : A\n  where rounding\n"
	  "  exp (a + b) => exp a * exp b\n", false },
	{ "rule e \"t\"\n  type A\n  let a : A\n  where rounding\n"
	  "  sqrt (a * a) => abs a\n", false },
	{ "rule f \"t\"\n  type A\n  let a : A ; b : A\n  where rounding\n"
	  "  a / b * b => a\n", false },
};

static void laws_of_users_are_tried(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
		Diags *diags = diags_new();
		RuleBase *base = rulebase_with("t", laws[i].text, diags);
		const Rule *rule;

		if (!base)
			diags_print(diags, stderr);
		assert_non_null(base);
		rule = rulebase_at(base, rulebase_count(base) - 1);
		assert_true(rule_is_own(rule));
		if (rule_holds_in_field(rule, 200, 5) != laws[i].holds)
			fail_msg("%s", laws[i].text);
		rulebase_free(base);
		diags_free(diags);
	}
}

/* map (\x. exp (x + x)) xs, by an own rule. */
static void derivations_by_them_are_told(void **state)
{
	static const char json[] =
		"{\"name\": \"t\", \"inputs\": [{\"name\": \"x\", \"type\": "
		"\"f32\"}], \"body\": [\"exp\", [\"+\", \"x\", [\"*\", 2, "
		"\"x\"]]]}";
	const ReadOptions read = { .concrete = true };
	const RewriteOptions options = { .rounding = true };
	const Path root = path_root();
	Diags *diags = diags_new();
	RuleBase *base = rulebase_with("t", laws[3].text, diags);
	Ir *ir = ir_new();
	const Program *p = program_read(ir, "t", json, &read, diags);
	Rewriter *rw = rewriter_new(base, p, options);
	const Derivation *d = derivation_start(rw, p->body);

	(void)state;
	assert_true(derivation_holds_in_field(d));
	d = rewrite(rw, d, &root, "d");
	assert_non_null(d);
	assert_false(derivation_holds_in_field(d));
	rewriter_free(rw);
	rulebase_free(base);
	diags_free(diags);
	ir_free(ir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_rules_hold),
		cmocka_unit_test(laws_of_users_are_tried),
		cmocka_unit_test(derivations_by_them_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
