/* The rule files are read, typed for all sizes and printed; what is wrong with
 * a rule is said before it is ever used. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "rules/pattern.h"

static void test_built_in_rules_are_read(void **state)
{
	RuleBase *base = rulebase_new();
	const Rule *rule = rulebase_find(base, "split_join");

	(void)state;
	assert_true(rulebase_count(base) > 100);
	assert_non_null(rule);
	assert_string_equal(rule_source(rule), "ICFP15 fig 6c");
	assert_string_equal(rule_file(rule), "algorithmic.rules");
	assert_ptr_equal(rulebase_at(base, rule_number(rule)), rule);
	assert_int_equal(rule_kind(rule), RULE_EXACT);
	assert_int_equal(rule_kind(rulebase_find(base, "reduce_part")),
			 RULE_REASSOCIATES);
	assert_int_equal(rule_kind(rulebase_find(base, "contract")),
			 RULE_ROUNDS);
	assert_int_equal(rule_kind(rulebase_find(base, "reorder_id")),
			 RULE_CHOOSES);
	assert_null(rulebase_find(base, "split"));
	rulebase_free(base);
}

static char *all_text(const RuleBase *base)
{
	Text text = { 0 };

	for (int i = 0; i < rulebase_count(base); i++) {
		text_put(&text, rule_text(rulebase_at(base, i)));
		text_char(&text, '\n');
	}
	return text.data;
}

static void test_printing_and_reading_are_inverse(void **state)
{
	RuleBase *base = rulebase_new(), *again;
	Diags *diags = diags_new();
	char *text = all_text(base), *text_again;

	(void)state;
	again = rulebase_parse("again.rules", text, diags);
	assert_non_null(again);
	text_again = all_text(again);
	assert_string_equal(text, text_again);
	assert_int_equal(rulebase_hash(base), rulebase_hash(again));
	free(text);
	free(text_again);
	rulebase_free(again);
	rulebase_free(base);
	diags_free(diags);
}

static uint64_t hash_of(const char *text)
{
	Diags *diags = diags_new();
	RuleBase *base = rulebase_parse("x.rules", text, diags);
	uint64_t hash = rulebase_hash(base);

	rulebase_free(base);
	diags_free(diags);
	return hash;
}

static void test_hash_is_of_the_meaning_not_the_layout(void **state)
{
	const char *plain = "rule r \"s\"\n  size n ; type A\n  on A[n]\n"
			    "  map (\\x. x) => id\n";
	const char *spaced = "# a comment\nrule r \"s\" size n\n type A on A[n]"
			     " map (\\x .x)   => id";
	const char *other = "rule r \"s\"\n  size n ; type A\n  on A[n]\n"
			    "  mapSeq (\\x. x) => id\n";

	(void)state;
	assert_int_equal(hash_of(plain), hash_of(spaced));
	assert_int_not_equal(hash_of(plain), hash_of(other));
}

static void test_hash_is_without_the_names_of_loops(void **state)
{
	const char *plain = "rule r \"s\" size I J ; type A B\n"
			    "  let M : A -> B on A[I*J]\n"
			    "  map M => join . map (map M) . split[I]";
	const char *named = "rule r \"s\" size I J ; type A B\n"
			    "  let M : A -> B on A[I*J]\n  map (\\x. M x)\n"
			    "  => join . map (\\c. map (\\x. M x) c) . split[I]";
	const char *text = "rule split_join \"ICFP15 fig 6c\"\n"
			   "  size I J\n  type A B\n  let M : A -> B\n"
			   "  on A[I*J]\n"
			   "  map M\n    => join . map (map M) . split[I]\n";
	RuleBase *base = rulebase_new();

	(void)state;
	assert_int_equal(hash_of(plain), hash_of(named));
	assert_int_equal(rule_hash(rulebase_find(base, "split_join")),
			 hash_string(text));
	rulebase_free(base);
}

/* Loops of a side, and those of them without a name. */
static void count_loops(const Pat *pat, int *loops, int *nameless)
{
	for (int i = 0; i < pat->kid_count; i++) {
		const Pat *kid = pat->kids[i];

		if (kid->kind == PAT_LAMBDA) {
			++*loops;
			*nameless += !kid->params;
		}
		count_loops(kid, loops, nameless);
	}
}

static void test_loops_have_names_where_there_are_several(void **state)
{
	RuleBase *base = rulebase_new();

	(void)state;
	for (int i = 0; i < rulebase_count(base); i++) {
		const Rule *rule = rulebase_at(base, i);
		const Pat *sides[] = { rule->ways[0].from, rule->ways[0].to };

		for (int k = 0; k < 2; k++) {
			int loops = 0, nameless = 0;

			count_loops(sides[k], &loops, &nameless);
			if (loops > 1 && nameless)
				fail_msg("a loop of %s has no name",
					 rule_name(rule));
		}
	}
	rulebase_free(base);
}

/* -- rules that are refused ------------------------------------------------ */

typedef struct Wrong {
	const char *text, *message;
	int line;
} Wrong;

#define HEAD "rule r \"s\"\n"

static const Wrong wrongs[] = {
	/* not a rule */
	{ "role r", "not well formed", 1 },
	{ HEAD "size n ; type A on A[n] map (\\x. x)", "not well formed", 2 },
	{ HEAD "size n ; type A on A[n] map (\\x. x => id", "not well", 2 },
	{ HEAD "size n ; type A on A[n\n id => id", "well formed", 2 },
	{ HEAD "size n ; size n type A on A[n] id => id", "declared twice", 2 },
	{ HEAD "type A where magic on A id => toGlobal", "not well formed", 2 },
	{ HEAD "type A let t : (A, A, A, A, A, A, A, A)\n t => t",
	  "not well formed", 2 },
	{ HEAD "let x : f32\n"
	  "x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x => x", "not well formed", 3 },
	/* undeclared and unused names */
	{ HEAD "size n type A on A[n]\n map (\\x. x) => split[m]",
	  "a size is not well formed", 3 },
	{ HEAD "type A on A\n id => foo", "an unknown name", 3 },
	{ HEAD "type A\n let x : B x => x", "not well formed", 3 },
	{ HEAD "size n m ; type A on A[n]\n map (\\x. x) => id",
	  "an unused name", 3 },
	{ HEAD "size n ; type A B on A[n]\n map (\\x. x) => id",
	  "an unused type", 3 },
	/* types */
	{ HEAD "size I J ; type A on A[I][J]\n split[I] . join => id",
	  "the sides differ in type", 3 },
	{ HEAD "size n m ; type A B let M : A -> B on A[n+m]\n"
	  "take[n] . map M => map M . take[m]", "the sides differ", 3 },
	{ HEAD "size I J ; type A B let M : A -> B on A[I+J]\n"
	  "map M => join . map (map M) . split[I]", "does the size divide", 3 },
	{ HEAD "size n m ; type A on A[n]\n take[m] => take[m]", "more", 3 },
	{ HEAD "type A on A\n join => id", "join needs", 3 },
	{ HEAD "size n ; type A B let M : A -> B on B[n]\n map M => map M",
	  "types differ", 3 },
	{ HEAD "size w ; type A on <A; w>[w]\n splitVec[w] => id",
	  "a vector", 3 },
	{ HEAD "size w ; type A B let M : A -> <B; w> on <A; w>\n"
	  "mapVec M => mapVec M", "a vector of vectors", 3 },
	{ HEAD "size n ; type A let M : A -> A -> A on A[n]\n"
	  "map M => mapSeq M", "misses an argument", 3 },
	{ HEAD "size n ; type A dim d on A[n]\n"
	  "map (\\x. x) => mapGlobal(e) (\\x. x)", "unknown dimension", 3 },
	/* sides that determine too little */
	{ HEAD "size n ; type A let x : A ; y : A[n]\n head y => x",
	  "does not determine", 3 },
	{ HEAD "size n ; type A let f : A -> A -> A on A[n]\n"
	  "map (\\x. f x x) => id", "applied twice", 3 },
	{ HEAD "size n ; type A B let f : A -> B ; g : A -> A ; h : B -> A -> B\n"
	  "on A[n] map (\\x. h (f (g x)) (g x)) => map (\\x. h (f (g x)) (g x))",
	  "no pattern", 3 },
	{ HEAD "size n ; type A let M : A -> A -> A ; e : A ; K : A -> A -> A\n"
	  "where monoid K e\n on A[n]\n reduce M e => reduceSeq M e",
	  "does not determine", 5 },
	{ HEAD "type A let M : A -> A ; e : A\n where monoid M e\n"
	  "M e => e", "needs a function of two", 4 },
	{ HEAD "size n ; type A B let a : A[n] ; b : B[n]\n"
	  "map (\\(x, y). x) (zip a b) <=> a", "does not determine", 3 },
};

static void test_wrong_rules_are_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
		Diags *diags = diags_new();
		RuleBase *base = rulebase_parse("x.rules", wrongs[i].text,
						diags);

		if (base)
			fail_msg("accepted: %s", wrongs[i].text);
		assert_int_equal(diags->errors, 1);
		assert_int_equal(diags->items[0].code, E0801);
		if (!strstr(diags->items[0].message, wrongs[i].message))
			fail_msg("%s: %s", wrongs[i].text,
				 diags->items[0].message);
		assert_int_equal(diags->items[0].place.line, wrongs[i].line);
		diags_free(diags);
	}
}

static void test_two_rules_of_one_name_are_refused(void **state)
{
	const char *text = HEAD "type A on A id => toLocal\n"
			   HEAD "type A on A id => toGlobal\n";
	Diags *diags = diags_new();

	(void)state;
	assert_null(rulebase_parse("x.rules", text, diags));
	assert_int_equal(diags->errors, 1);
	diags_free(diags);
}

static void test_own_rules_come_after_the_built_in(void **state)
{
	const char *own = "rule own \"s\" type A on A id => toLocal\n";
	const char *taken = "rule split_join \"s\" type A on A id => toLocal\n";
	RuleBase *plain = rulebase_new(), *base;
	Diags *diags = diags_new();

	(void)state;
	base = rulebase_with("own.rules", own, diags);
	assert_non_null(base);
	assert_int_equal(rulebase_count(base), rulebase_count(plain) + 1);
	assert_int_equal(rule_number(rulebase_find(base, "own")),
			 rulebase_count(plain));
	assert_int_not_equal(rulebase_hash(base), rulebase_hash(plain));
	assert_null(rulebase_with("own.rules", taken, diags));
	assert_int_equal(diags->errors, 1);
	rulebase_free(base);
	rulebase_free(plain);
	diags_free(diags);
}

static void test_deep_nesting_is_refused(void **state)
{
	Text text = { 0 };
	Diags *diags = diags_new();

	(void)state;
	text_put(&text, HEAD "type A on A ");
	for (int i = 0; i < 100000; i++)
		text_char(&text, '(');
	assert_null(rulebase_parse("x.rules", text_string(&text), diags));
	text_free(&text);
	diags_free(diags);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_built_in_rules_are_read),
		cmocka_unit_test(test_printing_and_reading_are_inverse),
		cmocka_unit_test(test_hash_is_of_the_meaning_not_the_layout),
		cmocka_unit_test(test_hash_is_without_the_names_of_loops),
		cmocka_unit_test(test_loops_have_names_where_there_are_several),
		cmocka_unit_test(test_wrong_rules_are_refused),
		cmocka_unit_test(test_two_rules_of_one_name_are_refused),
		cmocka_unit_test(test_own_rules_come_after_the_built_in),
		cmocka_unit_test(test_deep_nesting_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
