/* What is known of the winners of tests/winners, against what is counted of
 * them: none of them is slower, by static counts, than what a search leaves out
 * as hopeless beside the first candidate of its space, or does not take as a
 * suggestion; choices that suit another program are. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cost/cost.h"
#include "ir/front/document.h"
#include "rules/derivation.h"
#include "search/space/derive.h"
#include "search/strategy/point.h"
#include "search/strategy/strategy.h"
#include "tests/search/winners.h"

enum { WINNERS_LEAST = 100 };

typedef struct Own {
	Ir *ir;
	Derive *derive;
	Tree *tree;
} Own;

static void own_open(Own *own, const RuleBase *rules, const Winner *w)
{
	const ReadOptions options = {
		.concrete = true, .override_count = w->size_count,
		.overrides = w->sizes,
	};
	const bool strict = !strcmp(w->fp, "strict");
	Diags *diags = diags_new();
	const Program *program;
	Space space;

	own->ir = ir_new();
	program = program_read(own->ir, w->name, w->program, &options, diags);
	assert_non_null(program);
	own->derive = derive_new(rules, program, &w->device, (RewriteOptions){
		.strict = strict, .rounding = !strict });
	space = derive_space(own->derive);
	own->tree = tree_new(&space);
	diags_free(diags);
}

static void own_close(Own *own)
{
	tree_free(own->tree);
	derive_free(own->derive);
	ir_free(own->ir);
}

/* What its steps make. */
static const Expr *replayed(const Own *own, const Winner *w, Arena *arena)
{
	Diags *diags = diags_new();
	Replay done = { 0 };
	const Derivation *now = derivation_replay(
		derive_rewriter(own->derive),
		derivation_read(arena, w->steps, diags), true, &done);

	assert_non_null(now);
	diags_free(diags);
	return now->expr;
}

static Point counted(const Expr *low, const Device *device)
{
	return (Point){ .steps = log2(cost_of(low, device).steps) };
}

/* Whether its counts speak against it. */
static bool is_lost(const RuleBase *rules, const Winner *w, Arena *arena)
{
	Rng rng = rng_seeded(1, 1);
	const TreeNode *first;
	Point winner, promised;
	Own own;

	own_open(&own, rules, w);
	first = tree_peek(own.tree, tree_root(own.tree), tree_pick_first, &rng);
	winner = counted(replayed(&own, w, arena), &w->device);
	promised = counted(derive_result(own.derive, first->state).low,
			   &w->device);
	own_close(&own);
	if (!point_is_hopeless(&winner, &promised))
		return false;
	print_error("%s: 2^%.1f steps, the first 2^%.1f\n", w->name,
		    winner.steps, promised.steps);
	return true;
}

static void test_no_winner_is_hopeless(void **state)
{
	const char *source = getenv("srcdir");
	RuleBase *rules = rulebase_new();
	Arena *arena = arena_new();
	Text path = { 0 };
	Winner *winners;
	int count, lost = 0;

	(void)state;
	text_printf(&path, "%s/tests/winners/winners.jsonl",
		    source ? source : ".");
	count = winners_read(arena, text_string(&path), &winners);
	assert_true(count >= WINNERS_LEAST);
	for (int i = 0; i < count; i++)
		lost += is_lost(rules, &winners[i], arena);
	assert_int_equal(lost, 0);
	text_free(&path);
	arena_free(arena);
	rulebase_free(rules);
}

/* -- suggestions ----------------------------------------------------------- */

static const Winner *winner_of(const Winner *winners, int count,
			       const char *name)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(winners[i].name, name))
			return &winners[i];
	fail_msg("no winner %s", name);
	return NULL;
}

/* Whether a search for one begins with the other's choices. */
static bool takes(const RuleBase *rules, const Winner *w, const char *choices)
{
	Strategy *strategy;
	Space space;
	bool taken;
	Own own;

	own_open(&own, rules, w);
	space = derive_space(own.derive);
	strategy = strategy_new(&strategy_portfolio, &space, 1, 1);
	taken = strategy_suggest(strategy, choices);
	strategy_free(strategy);
	own_close(&own);
	return taken;
}

static void test_hopeless_suggestions_are_not_taken(void **state)
{
	const char *source = getenv("srcdir");
	RuleBase *rules = rulebase_new();
	Arena *arena = arena_new();
	const Winner *product, *rows;
	Text path = { 0 };
	Winner *winners;
	int count;

	(void)state;
	text_printf(&path, "%s/tests/winners/winners.jsonl",
		    source ? source : ".");
	count = winners_read(arena, text_string(&path), &winners);
	product = winner_of(winners, count, "matmul K=1024 M=1024 N=1024");
	rows = winner_of(winners, count, "gemv K=4096 M=4096");
	assert_true(takes(rules, product, product->choices));
	assert_true(takes(rules, rows, rows->choices));
	assert_false(takes(rules, product, rows->choices));
	text_free(&path);
	arena_free(arena);
	rulebase_free(rules);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_winner_is_hopeless),
		cmocka_unit_test(test_hopeless_suggestions_are_not_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
