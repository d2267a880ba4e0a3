/* What a rule says is true: both sides of every rule have the same value, for
 * random sizes (0 and 1 included), types, functions and data; so has what the
 * rewriter makes of the left side. Rules that are not true are refuted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/instance.h"
#include "rules/refute.h"

enum { DRAWS = 60, ENOUGH = 12 };

/* All sizes are given; the place within is not, so such rules are only
 * evaluated. */
static const Expr *rewritten(Instance *in, const RuleBase *base)
{
	const RewriteOptions options = { .rounding = true };
	Rewriter *rw = rewriter_new(base, in->program, options);
	const Path root = path_root();
	RuleUse use = { .rule = rule_name(in->rule) };
	const Derivation *d;
	const Expr *result;

	for (int i = 0; i < in->rule->var_count
			&& use.count < RULE_VALUES_MAX; i++)
		use.values[use.count++] = (RuleValue){
			in->rule->vars[i].name, in->match.vars[i], NULL };
	d = rewrite_use(rw, derivation_start(rw, in->left), &root, &use);
	result = d ? d->expr : NULL;
	rewriter_free(rw);
	return result;
}

static void refuse(Instance *in, const Expr *other)
{
	Text text = { 0 };

	instance_text(in, &text);
	text_char(&text, '\n');
	print_text(&text, in->program, in->left);
	text_char(&text, '\n');
	print_text(&text, in->program, other);
	print_error("%s: %s\n", rule_name(in->rule), text_string(&text));
	text_free(&text);
	fail();
}

static void check_rule(const RuleBase *base, const Rule *rule, Rng *rng)
{
	int drawn = 0, used = 0;

	for (int i = 0; i < DRAWS && drawn < ENOUGH; i++) {
		Instance in;
		const Expr *result;

		if (!instance_draw(&in, rule, rng)) {
			instance_free(&in);
			continue;
		}
		drawn++;
		if (!instance_equal(&in, in.left, in.right))
			refuse(&in, in.right);
		result = rewritten(&in, base);
		used += result != NULL;
		if (result && !instance_equal(&in, in.left, result))
			refuse(&in, result);
		instance_free(&in);
	}
	if (drawn < ENOUGH / 2)
		fail_msg("%s: only %d instances", rule_name(rule), drawn);
	if (!used && !rule->ways[0].designated)
		fail_msg("%s is never applicable to its own left side",
			 rule_name(rule));
}

static void test_every_rule_is_true(void **state)
{
	RuleBase *base = rulebase_new();

	(void)state;
	for (int i = 0; i < rulebase_count(base); i++) {
		Rng rng = rng_seeded(1, (uint64_t)i);

		check_rule(base, rulebase_at(base, i), &rng);
	}
	rulebase_free(base);
}

/* Elements for which F holds go behind the others: a pass of a sort by one bit.
 * k is there for the type of numbers. */
#define ONE "(k * 0 + 1)"
#define ZERO "(k * 0)"
#define COUNTS(counts, F, yes, no) \
	"let " counts " = map (\\a. if " F " a then " yes " else " no ") y in "
#define PASS(F, x) \
	"(let y = " x " in " COUNTS("ones", F, ONE, ZERO) \
	COUNTS("zeros", F, ZERO, ONE) "permute y (map (\\(a, s, t). if " F " a" \
	" then head (reduce (\\p q. p + q) " ZERO " zeros) + t - " ONE \
	" else s - " ONE ") (zip y (scan (\\u v. u + v) " ZERO " zeros)" \
	" (scan (\\m n. m + n) " ZERO " ones))) y)"

/* -- rules that are well-typed and wrong ----------------------------------- */

static const char *const wrong[] = {
	/* ICFP'15 as printed: 6d-1 without a neutral element */
	"size I J ; type A let M : A -> A -> A ; N : A on A[I*J]"
	" reduce M N => reduce M N . reducePart[I] M N",
	/* ICFP'15 as printed: 6d-3 element by element */
	"size n ; type A let M : A -> A -> A ; N : A perm s : n"
	" where cmonoid M N on A[n]"
	" reducePart[1] M N => reducePart[1] M N . reorder s",
	/* strided parts need a commutative operator */
	"size k m ; type A let M : A -> A -> A ; e : A where monoid M e"
	" on A[k*m] reduce M e"
	" => reduce M e . map (head . reduce M e) . transpose . split[k]",
	/* so do several accumulators */
	"size k m ; type A let M : A -> A -> A ; e : A where monoid M e"
	" on A[k*m] reduce M e => reduce M e"
	" . fold (\\acc v. map (\\(a, b). M a b) (zip acc v)) (fill[k] e)"
	" . split[k]",
	/* the parts of a cut in the wrong order */
	"size n1 n2 ; type A B let f : A -> B ; x : A[n1+n2]"
	" map f x => concat (map f (drop[n1] x)) (map f (take[n1] x))",
	/* a transposition forgotten */
	"size I J ; type A on A[I*J] join . transpose . split[I] => id",
	"size n ; type A on A[n][n] transpose => id",
	/* padding with anything */
	"size n r ; type A let M : A -> A -> A ; e : A ; x : A[n]"
	" reduce M e x => reduce M e (concat x (fill[r] e))",
	/* the first part forgotten */
	"size n1 n2 ; type A B let f : A -> B -> A ; z : A ; x : B[n1+n2]"
	" reduceSeq f z x => reduceSeq f z (drop[n1] x)",
	/* the initial value used twice */
	"size n1 n2 ; type A let M : A -> A -> A ; e : A ; x : A[n1+n2]"
	" reduce M e x => fill[1] (M (head (reduce M e (take[n1] x)))"
	" (head (reduce M e (drop[n1] x))))",
	/* fusion that forgets a function */
	"size n ; type A let M : A -> A ; N : A -> A on A[n]"
	" map M . map N => map (\\x. M (M (N x)))",
	/* borders of another kind */
	"size l r n ; type A on A[n] pad[l, r, wrap] => pad[l, r, clamp]",
	/* columns not turned back */
	"size n ; type A B let M : A -> B on A[n][n]"
	" map (map M) => map (map M) . transpose",
	/* arguments exchanged */
	"size n ; type A let M : A -> A -> A ; N : A on A[n]"
	" reduce M N => reduceSeq (\\a x. M x a) N",
	/* rounding */
	"type A let a : A ; b : A ; c : A  a + b + c => a + (b + c)",
	/* equal arguments, and each other's negative */
	"type A let a : A ; b : A  neg (a - b) => b - a",
	"let a : f64 ; b : f64  neg (a - b) => b - a",
	"let a : f32 ; b : f32  neg (a + b) => neg a - b",
	/* the largest numbers, negative ones, 0 */
	"let a : f64 a * 2 / 2 => a",
	"let a : i64 a * 3 / 3 => a",
	"type A let x : A where rounding sqrt (x * x) => x",
	"type A let x : A ; y : A where rounding x / x * y => y",
	/* scans in chunks: of what is not associative, */
	"size I J ; type A let M : A -> A -> A ; e : A ; x : A[I*J]"
	" scan (\\s t. M s t) e x => let y = split[I] x in"
	" join (map (\\(c, r). scan (\\s t. M s t) c r) (zip (take[J] (concat"
	" (fill[1] e) (scan (\\u v. M u v) e (map (\\q."
	" head (reduce (\\p o. M p o) e q)) y)))) y))",
	/* each chunk from what is not neutral */
	"size I J ; type A let M : A -> A -> A ; e : A ; z : A ; x : A[I*J]"
	" where monoid M e"
	" scan (\\s t. M s t) z x => let y = split[I] x in"
	" join (map (\\(c, r). scan (\\s t. M s t) c r) (zip (take[J] (concat"
	" (fill[1] z) (scan (\\u v. M u v) z (map (\\q."
	" head (reduce (\\p o. M p o) z q)) y)))) y))",
	/* scatters in any order: of what does not commute, */
	"size n m ; type A I let M : A -> A -> A ; e : A ; d : A[m] ; is : I[n]"
	" ; x : A[n] perm s : n where monoid M e"
	" scatter (\\u v. M u v) d is x => let p = reorder s (zip is x) in"
	" scatter (\\u v. M u v) d (map (\\(i, b). i) p) (map (\\(j, c). c) p)",
	/* an index that is there twice */
	"size n m ; type A I let d : A[m] ; is : I[n] ; x : A[n] perm s : n"
	" scatter (\\u v. v) d is x => let p = reorder s (zip is x) in"
	" scatter (\\u v. v) d (map (\\(i, b). i) p) (map (\\(j, c). c) p)",
	/* what is not neutral in place of what a filter drops */
	"size n ; type A let M : A -> A -> A ; e : A ; z : A ; p : A -> bool"
	" ; x : A[n] where monoid M e"
	" reduceSeq (\\a b. if p b then M a b else a) z x"
	" => reduceSeq (\\a b. M a b) z (map (\\c. if p c then c else z) x)",
	/* two parts at once, both onto the array */
	"size n k m ; type A I let M : A -> A -> A ; e : A ; d : A[m]"
	" ; is : I[n+k] ; x : A[n+k] where monoid M e"
	" scatter (\\s b. M s b) d is x => map (\\(a, h). M a h)"
	" (zip (scatter (\\s b. M s b) d (take[n] is) (take[n] x))"
	" (scatter (\\s b. M s b) d (drop[n] is) (drop[n] x)))",
	/* the most significant digit first */
	"size n ; type A let f : A -> bool ; g : A -> bool ; k : i64"
	" ; x : A[n] " PASS("g", PASS("f", "x")) " => " PASS("f", PASS("g", "x")),
	/* orders of the parts of pairs that differ */
	"size n ; type A B where unordered on (A, B)[2*n]"
	" reorder => \\p. zip (map (\\(a, b). a) p)"
	" (reorderStride[2] (map (\\(a, b). b) p))",
};

static bool is_refuted(const Rule *rule, uint64_t seed)
{
	Counterexample example;

	if (rule_refute(rule, 200, seed, &example) != REFUTE_FOUND)
		return false;
	assert_string_not_equal(text_string(&example.left),
				text_string(&example.right));
	counterexample_free(&example);
	return true;
}

static void test_wrong_rules_are_refuted(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		Diags *diags = diags_new();
		Text text = { 0 };
		RuleBase *base;

		text_printf(&text, "rule wrong \"for a test\" %s", wrong[i]);
		base = rulebase_parse("wrong.rules", text_string(&text), diags);
		if (!base)
			diags_print(diags, stderr);
		assert_non_null(base);
		if (!is_refuted(rulebase_at(base, 0), i))
			fail_msg("not refuted: %s", wrong[i]);
		rulebase_free(base);
		text_free(&text);
		diags_free(diags);
	}
}

/* The text with one word of its where line another, or without the line. */
static char *weakened(const Rule *rule, const char *from, const char *to)
{
	const char *text = rule_text(rule), *at = strstr(text, from);
	Text weaker = { 0 };

	if (!at)
		return NULL;
	text_bytes(&weaker, text, (size_t)(at - text));
	text_put(&weaker, to);
	text_put(&weaker, *to ? at + strlen(from) : strchr(at, '\n'));
	return weaker.data;
}

/* Refuted, or no rule at all. */
static void check_weakened(const Rule *rule, const char *from, const char *to)
{
	char *text = weakened(rule, from, to);
	Diags *diags = diags_new();
	RuleBase *base;

	if (text) {
		base = rulebase_parse("weak.rules", text, diags);
		if (base ? !is_refuted(rulebase_at(base, 0), 0)
			 : !diags->errors)
			fail_msg("not refuted: %s", text);
		if (base)
			rulebase_free(base);
	}
	free(text);
	diags_free(diags);
}

static void test_what_a_rule_asks_is_needed(void **state)
{
	RuleBase *base = rulebase_new();

	(void)state;
	for (int i = 0; i < rulebase_count(base); i++) {
		check_weakened(rulebase_at(base, i), "where monoid", "");
		check_weakened(rulebase_at(base, i), "where cmonoid",
			       "where monoid");
	}
	rulebase_free(base);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_rule_is_true),
		cmocka_unit_test(test_wrong_rules_are_refuted),
		cmocka_unit_test(test_what_a_rule_asks_is_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
