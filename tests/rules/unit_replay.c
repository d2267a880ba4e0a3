/* Derivations are stored, read and replayed, also at other sizes; requests by
 * people are understood or refused with a reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/derivation.h"
#include "rules/request.h"
#include "tests/rules/world.h"

/* -- stored derivations ---------------------------------------------------- */

static const Derivation *two_steps(World *w)
{
	const Path root = path_root(), inner = place("/0/0/0");
	const RuleUse use = { .rule = "split_join", .count = 1,
			      .values = { { "I", 128, "N/32" } } };
	const Derivation *d = rewrite_use(w->rewriter, w->start, &root, &use);

	assert_non_null(d);
	return rewrite_with(w->rewriter, d, &inner, "vectorise", "I", 16, NULL);
}

static char *stored_text(const Derivation *d)
{
	Text text = { 0 };

	derivation_text(&text, d);
	return text.data;
}

static void test_stored_derivation_is_replayed(void **state)
{
	World w = world(FLOATS, "[\"map\", \"abs\", \"xs\"]");
	const Derivation *d = two_steps(&w), *again;
	char *text = stored_text(d), *text_again;
	const StoredSteps *steps = derivation_read(ir_arena(w.ir), text,
						   w.diags);
	Replay replay;

	(void)state;
	assert_string_equal(text,
		"{\"rule\": \"split_join\", \"at\": [], \"with\": {\"I\": "
		"{\"value\": 128, \"from\": \"N/32\"}}}\n"
		"{\"rule\": \"vectorise\", \"at\": [0, 0, 0], \"with\": "
		"{\"I\": 16}}\n");
	assert_non_null(steps);
	again = derivation_replay(w.rewriter, steps, true, &replay);
	assert_non_null(again);
	assert_ptr_equal(again->expr, d->expr);
	assert_int_equal(replay.adjusted, 0);
	text_again = stored_text(again);
	assert_string_equal(text, text_again);
	assert_int_equal(stored_rules_hash(w.base, steps),
			 derivation_rules_hash(d));
	free(text);
	free(text_again);
	world_free(&w);
}

static void replay_at(const char *sizes, const char *expected, int adjusted)
{
	World w = world(FLOATS, "[\"map\", \"abs\", \"xs\"]");
	World v = world_with(sizes, FLOATS, "[\"map\", \"abs\", \"xs\"]",
			     (RewriteOptions){ 0 });
	char *text = stored_text(two_steps(&w));
	const StoredSteps *steps = derivation_read(ir_arena(v.ir), text,
						   v.diags);
	Replay replay;

	assert_text(&v, derivation_replay(v.rewriter, steps, false, &replay),
		    expected);
	assert_int_equal(replay.adjusted, adjusted);
	assert_int_equal(!derivation_replay(v.rewriter, steps, true, &replay),
			 adjusted > 0);
	free(text);
	world_free(&w);
	world_free(&v);
}

static void test_numbers_follow_the_sizes(void **state)
{
	(void)state;
	replay_at("\"N\": 8192", "join . map (joinVec . map (mapVec abs) . "
		  "splitVec[16]) . split[256] $ xs", 0);
	/* 200/32 = 6 is no divisor of 200; 5 is nearer than 8; and no width
	 * divides 5 */
	replay_at("\"N\": 264", "join . map (joinVec . map (mapVec abs) . "
		  "splitVec[8]) . split[8] $ xs", 1);
}

/* The length at the place, at any size: what was dropped is not of it. */
static void test_numbers_follow_lengths_at_the_place(void **state)
{
	static const char stored[] =
		"{\"rule\": \"map_cut\", \"at\": [], \"with\": {\"n1\": "
		"{\"value\": 4080, \"from\": \"@0//16*16\"}}}";
	World w = world_with("\"N\": 8200", FLOATS, "[\"map\", \"abs\", "
			     "[\"drop\", 1, \"xs\"]]",
			     (RewriteOptions){ 0 });
	Replay replay;
	const StoredSteps *steps = derivation_read(ir_arena(w.ir), stored,
						   w.diags);

	(void)state;
	assert_text(&w, derivation_replay(w.rewriter, steps, true, &replay),
		    "concat (map abs . take[8192] . drop[1] $ xs) $ map abs . "
		    "drop[8192] . drop[1] $ xs");
	world_free(&w);
}

static void test_steps_that_cannot_be_read(void **state)
{
	static const char *const wrong[] = {
		"{\"rule\": \"map_seq\"}", "{", "[]", "{\"at\": []}",
		"{\"rule\": 3, \"at\": []}",
		"{\"rule\": \"map_seq\", \"at\": [256]}",
		"{\"rule\": \"map_seq\", \"at\": [], \"with\": {\"I\": \"x\"}}",
		"{\"rule\": \"map_seq\", \"at\": [], \"with\": {\"I\": "
		"{\"value\": 1, \"from\": 2}}}",
		"{\"rule\": \"map_seq\", \"at\": [], \"within\": 3}",
	};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		Arena *arena = arena_new();
		Diags *diags = diags_new();

		assert_null(derivation_read(arena, wrong[i], diags));
		assert_int_equal(diags->errors, 1);
		diags_free(diags);
		arena_free(arena);
	}
}

static void test_a_changed_rule_is_noticed(void **state)
{
	World w = world(FLOATS, "[\"map\", \"abs\", \"xs\"]");
	const Derivation *d = two_steps(&w);
	char *text = stored_text(d);
	const StoredSteps *steps = derivation_read(ir_arena(w.ir), text,
						   w.diags);
	RuleBase *other = rulebase_parse("o.rules",
		"rule split_join \"changed\"\n size I J ; type A B\n"
		" let M : A -> B\n on A[I*J]\n"
		" map M => join . map (map M) . split[I]\n", w.diags);

	(void)state;
	assert_non_null(other);
	assert_int_not_equal(stored_rules_hash(other, steps),
			     derivation_rules_hash(d));
	rulebase_free(other);
	free(text);
	world_free(&w);
}

/* -- requests -------------------------------------------------------------- */

static void test_requests(void **state)
{
	World w = world(FLOATS, "[\"map\", \"abs\", [\"map\", \"neg\", "
			"\"xs\"]]");
	const Derivation *d;

	(void)state;
	d = request_use(w.rewriter, w.start, "/body", "split_join:I=128",
			w.diags);
	assert_text(&w, d, "join . map (map abs) . split[128] . map neg $ xs");
	d = request_use(w.rewriter, d, "/body/1/2", "split_map", w.diags);
	assert_text(&w, d, "join . map (map abs) . map (map neg) . split[128] "
		    "$ xs");
	d = request_use(w.rewriter, d, "/body/1/2", "split_map:back", w.diags);
	assert_non_null(d);
	world_free(&w);
}

static void test_wrong_requests(void **state)
{
	static const struct {
		const char *pointer, *request;
		DiagCode code;
	} wrong[] = {
		{ "/body", "split_join", E0802 },
		{ "/body", "split_join:I=7", E0802 },
		{ "/body", "split_join:I", E0801 },
		{ "/body", "split_join:I=x", E0801 },
		{ "/body", "split_join:I=4,within=/9/9", E0802 },
		{ "/body", "nothing", E0802 },
		{ "/body/77", "map_seq", E0802 },
		{ "", "", E0802 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		World w = world(FLOATS, "[\"map\", \"abs\", \"xs\"]");

		assert_null(request_use(w.rewriter, w.start, wrong[i].pointer,
					wrong[i].request, w.diags));
		assert_int_equal(w.diags->errors, 1);
		assert_int_equal(w.diags->items[0].code, wrong[i].code);
		world_free(&w);
	}
}

static void test_the_numbers_that_fit_are_named(void **state)
{
	World w = world(FLOATS, "[\"map\", \"abs\", \"xs\"]");

	(void)state;
	assert_null(request_use(w.rewriter, w.start, "/body", "split_join:I=7",
				w.diags));
	assert_string_equal(w.diags->items[0].expected,
			    "I: a divisor of 4096");
	world_free(&w);
}

static void see_row(void *context, const RequestRow *row)
{
	bool *seen = context;

	if (!strcmp(rule_name(row->rule), "split_join")) {
		*seen = true;
		assert_string_equal(row->pointer, "/body");
		assert_string_equal(row->params, "I: a divisor of 4096");
		assert_string_equal(row->effect, "bit-exact");
	}
}

static void test_requested_list(void **state)
{
	World w = world(FLOATS, "[\"map\", \"abs\", \"xs\"]");
	bool seen = false;

	(void)state;
	assert_true(request_list(w.rewriter, w.start, NULL, see_row, &seen,
				 w.diags));
	assert_true(seen);
	assert_false(request_list(w.rewriter, w.start, "/body/9", see_row,
				  &seen, w.diags));
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stored_derivation_is_replayed),
		cmocka_unit_test(test_numbers_follow_the_sizes),
		cmocka_unit_test(test_numbers_follow_lengths_at_the_place),
		cmocka_unit_test(test_steps_that_cannot_be_read),
		cmocka_unit_test(test_a_changed_rule_is_noticed),
		cmocka_unit_test(test_requests),
		cmocka_unit_test(test_wrong_requests),
		cmocka_unit_test(test_the_numbers_that_fit_are_named),
		cmocka_unit_test(test_requested_list),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
