#include "search/strategy/strategy.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "search/space/follow.h"
#include "search/strategy/families.h"

const StrategyKind *const strategy_kinds[] = {
	&strategy_portfolio, &strategy_montecarlo, &strategy_descent,
	&strategy_uct, &strategy_tag, &strategy_random, &strategy_uniform,
	&strategy_exhaustive,
	NULL
};

typedef struct Proposals {
	Arena *arena;
	TreeNode **items; /* NULL once told */
	int count, capacity;
	Told *told; /* as many as items */
	TreeNode *suggested[SUGGESTIONS_MAX];
	int suggested_count, suggestion; /* suggestion: the next one */
} Proposals;

const StrategyKind *strategy_named(const char *name)
{
	for (int i = 0; strategy_kinds[i]; i++)
		if (!strcmp(strategy_kinds[i]->name, name))
			return strategy_kinds[i];
	return NULL;
}

Strategy *strategy_new(const StrategyKind *kind, const Space *space,
		       uint64_t seed, int depth)
{
	Strategy *strategy = base_calloc(1, sizeof *strategy);

	strategy->kind = kind;
	strategy->tree = tree_new(space);
	strategy->rng = rng_seeded(seed, hash_string(kind->name));
	strategy->depth = depth;
	strategy->proposals = base_calloc(1, sizeof *strategy->proposals);
	strategy->proposals->arena = arena_new();
	return strategy;
}

void strategy_free(Strategy *strategy)
{
	if (!strategy)
		return;
	if (strategy->started && strategy->kind->stop)
		strategy->kind->stop(strategy);
	tree_free(strategy->tree);
	arena_free(strategy->proposals->arena);
	free(strategy->proposals->items);
	free(strategy->proposals->told);
	free(strategy->proposals);
	free(strategy);
}

TreeNode *strategy_descend(Strategy *strategy, StrategyPick *pick,
			   TreePick *finish)
{
	TreeNode *root = tree_root(strategy->tree), *at = root, *found = NULL;

	while (!found && !root->closed) {
		if (at->closed)
			at = at->parent;
		else if (at->complete || !at->asked)
			found = tree_peek(strategy->tree, at, finish,
					  &strategy->rng);
		else
			at = tree_open(strategy->tree, at, pick(strategy, at));
	}
	return found;
}

static int add(Proposals *proposals, TreeNode *node)
{
	if (proposals->count == proposals->capacity) {
		proposals->capacity = proposals->capacity
			? 2 * proposals->capacity : 64;
		proposals->items = base_realloc(proposals->items,
			(size_t)proposals->capacity * sizeof(TreeNode *));
		proposals->told = base_realloc(proposals->told,
			(size_t)proposals->capacity * sizeof(Told));
	}
	proposals->items[proposals->count] = node;
	return proposals->count++;
}

bool strategy_suggest(Strategy *strategy, const char *choices)
{
	Proposals *p = strategy->proposals;
	int strange = 0;
	TreeNode *node;

	if (strategy->kind->pure || p->suggested_count == SUGGESTIONS_MAX)
		return false;
	node = follow_in_tree(strategy->tree, choices, &strange);
	if (!node || node->closed || strange)
		return false;
	for (int i = 0; i < p->suggested_count; i++)
		if (p->suggested[i] == node)
			return false;
	if (families_beat(strategy->tree, node))
		return false;
	p->suggested[p->suggested_count++] = node;
	return true;
}

/* NULL: there is none any more. */
static TreeNode *next_suggestion(Proposals *p)
{
	while (p->suggestion < p->suggested_count) {
		TreeNode *node = p->suggested[p->suggestion++];

		if (node->closed)
			continue;
		tree_propose(node);
		return node;
	}
	return NULL;
}

/* What only looks stored candidates up never comes here: start may cost a lot. */
static TreeNode *next_of_kind(Strategy *strategy)
{
	const StrategyKind *kind = strategy->kind;

	if (!strategy->started && kind->start)
		strategy->own = kind->start(strategy,
					    strategy->proposals->arena);
	strategy->started = true;
	return kind->next(strategy);
}

Asked strategy_ask(Strategy *strategy, Candidate *candidate)
{
	TreeNode *node = next_suggestion(strategy->proposals);

	if (!node)
		node = next_of_kind(strategy);
	if (node && !node->closed)
		tree_propose(node);
	if (!node)
		return strategy->pending && !tree_root(strategy->tree)->closed
			? ASK_WAIT : ASK_DONE;
	strategy->pending++;
	*candidate = (Candidate){ .number = add(strategy->proposals, node),
				  .depth = node->depth,
				  .state = node->state, .key = node->key };
	return ASK_CANDIDATE;
}

void strategy_tell(Strategy *strategy, int number, Outcome outcome)
{
	Proposals *proposals = strategy->proposals;
	const bool censored = outcome.kind == OUTCOME_CENSORED;
	const bool failed = outcome.kind == OUTCOME_FAILED || censored;
	const double seconds = failed ? INFINITY : outcome.seconds;

	assert(number >= 0 && number < proposals->count
	       && proposals->items[number]);
	tree_tell(proposals->items[number], seconds);
	proposals->told[strategy->told_count++] =
		(Told){ proposals->items[number], seconds, censored };
	strategy->told = proposals->told;
	proposals->items[number] = NULL;
	strategy->pending--;
}
