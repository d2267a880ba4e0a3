/* Every rule on symbols: at all sizes from 0 to 4, both sides are one value on
 * free data, with free functions and free operators: lists where the rule asks
 * for a monoid, multisets where for a commutative one. What a rule asks for it
 * needs: a weaker structure refutes it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rules/solve.h"
#include "symbolic.h"
#include "symbolic_rule.h"

enum { SIZE_MAX_TRIED = 4 };

typedef struct Trial {
	const Rule *rule;
	SidesTypes types;
	Op operator;
	Ir *ir;
	Symbolic *symbolic;
	int64_t vars[RULE_VARS_MAX];
	int legal, different; /* instances */
	Text first;           /* of those that differ */
} Trial;

/* -- one instance ---------------------------------------------------------- */

static Value side_value(Trial *t, const Expr *e)
{
	Value v = symbolic_value(t->symbolic, e);

	return v && rule_needs(t->rule, NEEDS_UNORDERED)
	     ? symbolic_unordered(t->symbolic, v) : v;
}

static void note(Trial *t, Value left, Value right)
{
	if (t->different++)
		return;
	for (int i = 0; i < t->rule->var_count; i++)
		text_printf(&t->first, "%s = %d, ", t->rule->vars[i].name,
			    (int)t->vars[i]);
	symbolic_text(t->symbolic, &t->first, left);
	text_put(&t->first, " and ");
	symbolic_text(t->symbolic, &t->first, right);
}

static void try_instance(Trial *t)
{
	Sides sides = { .left = NULL };
	Value left, right;

	memcpy(sides.match.vars, t->vars, sizeof t->vars);
	if (!sides_made(&sides, t->ir, t->rule, t->types, t->operator))
		return;
	left = side_value(t, sides.left);
	right = side_value(t, sides.right);
	t->legal += left != 0;
	if (left != right)
		note(t, left, right);
}

/* -- all sizes ------------------------------------------------------------- */

static void try_from(Trial *t, int var);

static void try_value(Trial *t, int var, int64_t value)
{
	t->vars[var] = value;
	try_from(t, var + 1);
}

/* A stride divides the length; 0 is the author's reorder. */
static void try_perms(Trial *t, int var)
{
	Match m = { .rule = t->rule };
	int64_t length = 0;

	for (int i = 0; i < RULE_VARS_MAX; i++) {
		m.vars[i] = t->vars[i];
		m.known[i] = true;
	}
	solve_value(&m, t->rule->vars[var].length, &length);
	for (int64_t stride = 0; stride <= length; stride++)
		if (!stride || length % stride == 0)
			try_value(t, var, stride);
}

static void try_from(Trial *t, int var)
{
	const Rule *rule = t->rule;

	if (var == rule->var_count) {
		try_instance(t);
		return;
	}
	switch (rule->vars[var].kind) {
	case VAR_PERM:
		try_perms(t, var);
		break;
	case VAR_WIDTH:
		try_value(t, var, 2);
		try_value(t, var, 4);
		break;
	case VAR_DIM:
		try_value(t, var, 0);
		break;
	default:
		for (int n = 0; n <= SIZE_MAX_TRIED; n++)
			try_value(t, var, n);
	}
}

static Trial tried(const Rule *rule, SidesTypes types, Op operator)
{
	Trial t = { .rule = rule, .types = types, .operator = operator };

	t.ir = ir_new();
	t.symbolic = symbolic_new();
	try_from(&t, 0);
	symbolic_free(t.symbolic);
	ir_free(t.ir);
	return t;
}

/* -- rules ----------------------------------------------------------------- */

static Op least_operator(const Rule *rule)
{
	return rule_needs(rule, NEEDS_CMONOID) ? OP_ADD : OP_SUB;
}

/* Instances of all types that were legal, and those that differ. */
static int check(const Rule *rule, Op operator, int *different)
{
	int legal = 0;

	*different = 0;
	for (SidesTypes types = 0; types < SIDES_TYPES; types++) {
		Trial t = tried(rule, types, operator);

		legal += t.legal;
		*different += t.different;
		if (t.different)
			print_message("%s: %s\n", rule_name(rule),
				      text_string(&t.first));
		text_free(&t.first);
	}
	return legal;
}

static void test_every_rule_holds_of_free_structures(void **state)
{
	RuleBase *base = rulebase_new();
	int all = 0;

	(void)state;
	for (int i = 0; i < rulebase_count(base); i++) {
		const Rule *rule = rulebase_at(base, i);
		int different, legal = check(rule, least_operator(rule),
					     &different);

		assert_int_equal(different, 0);
		if (!legal)
			print_message("%s has no instance\n", rule_name(rule));
		assert_true(legal > 0);
		all += legal;
	}
	print_message("%d rules, %d instances\n", rulebase_count(base), all);
	rulebase_free(base);
}

/* Lists do not commute; % is not even associative. */
static void test_what_a_rule_asks_for_it_needs(void **state)
{
	RuleBase *base = rulebase_new();

	(void)state;
	for (int i = 0; i < rulebase_count(base); i++) {
		const Rule *rule = rulebase_at(base, i);
		const bool commutes = rule_needs(rule, NEEDS_CMONOID);
		Trial t;

		if (!commutes && !rule_needs(rule, NEEDS_MONOID))
			continue;
		t = tried(rule, SIDES_SCALAR, commutes ? OP_SUB : OP_REM);
		if (!t.different)
			fail_msg("%s asks for what it does not need",
				 rule_name(rule));
		text_free(&t.first);
	}
	rulebase_free(base);
}

/* -- rules that are well-typed and wrong ----------------------------------- */

static const char *const wrong[] = {
	/* strided parts as if it were not for the order */
	"size k m ; type A let M : A -> A -> A ; e : A where monoid M e"
	" on A[k*m] reduce M e"
	" => reduce M e . map (head . reduce M e) . transpose . split[k]",
	/* an element twice: a multiset is no set */
	"size n ; type A let M : A -> A -> A ; e : A ; x : A[n]"
	" where cmonoid M e reduce M e x => reduce M e (concat x x)",
	/* padded with something else than the neutral element */
	"size n r ; type A let M : A -> A -> A ; e : A ; x : A[n+1]"
	" where cmonoid M e reduce M e x"
	" => reduce M e (concat x (fill[r] (head x)))",
	/* the rest is put first */
	"size k m r ; type A let M : A -> A -> A ; e : A ; x : A[k*m+r]"
	" where monoid M e reduce M e x => reduce M e (concat"
	" (reduce M e (drop[k*m] x))"
	" (map (head . reduce M e) (split[k] (take[k*m] x))))",
	/* a step less */
	"size k n ; type A let f : A -> A on A"
	" iterate[k*n+1] f => iterate[n] (iterate[k] f)",
	/* the condition of the step before */
	"size n ; type A let c : A -> bool ; f : A -> A on A"
	" iterate[n] (\\s. if c s then s else f s)"
	" => iterateUntil[n] (\\s. c (f s)) f",
	/* windows of a stride too many */
	"size n k ; type A on A[n*k] slide[n, n] => map (\\x. x) . split[n]"
	" . join . transpose . split[n]",
	/* rows for columns */
	"size n ; type A B let M : A -> B on A[n][n]"
	" transpose . map (map M) => map (map M)",
};

static void test_wrong_rules_are_found(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		Diags *diags = diags_new();
		Text text = { 0 };
		RuleBase *base;
		const Rule *rule;
		Trial t;

		text_printf(&text, "rule wrong \"\" %s", wrong[i]);
		base = rulebase_parse("wrong.rules", text_string(&text), diags);
		if (!base)
			diags_print(diags, stderr);
		assert_non_null(base);
		rule = rulebase_at(base, 0);
		t = tried(rule, SIDES_SCALAR, least_operator(rule));
		if (!t.different)
			fail_msg("%s", wrong[i]);
		text_free(&t.first);
		rulebase_free(base);
		text_free(&text);
		diags_free(diags);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_rule_holds_of_free_structures),
		cmocka_unit_test(test_what_a_rule_asks_for_it_needs),
		cmocka_unit_test(test_wrong_rules_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
