/* A descent along what is promised: as strategy_montecarlo.c, but the first walk
 * below a choice takes the most promising way down, later ones mix that with
 * chance, and of a long list of choices the most promising ones are tried and a few at
 * random. The next descent has learned: a choice that was far slower than the best
 * is only tried again now and then. */
#include "search/strategy/strategy.h"

#include <math.h>

enum { WIDTH = 8, STRAY = 3 }; /* choices tried at a level; random ones */

static const double HOPELESS = 3; /* times slower than the best */

typedef struct Descent {
	TreeNode *fixed;  /* the state that the choices fixed so far lead to */
	int pass;         /* descents begun, from 1 */
	int planned[WIDTH], count, next;
	bool is_planned;
} Descent;

static void *start(Strategy *strategy, Arena *arena)
{
	Descent *descent = ARENA_NEW(arena, Descent);

	descent->fixed = tree_root(strategy->tree);
	descent->pass = 1;
	return descent;
}

static bool has_plan(const Descent *descent, int choice)
{
	for (int i = 0; i < descent->count; i++)
		if (descent->planned[i] == choice)
			return true;
	return false;
}

static void plan_add(Descent *descent, int choice)
{
	if (descent->count < WIDTH && !has_plan(descent, choice))
		descent->planned[descent->count++] = choice;
}

/* In later descents, whether what is known speaks for trying it again. */
static bool hopeful(const Descent *descent, int choice)
{
	const TreeNode *below = tree_known(descent->fixed, choice);

	return !below || !below->told
	    || below->best <= HOPELESS * descent->fixed->best;
}

static void plan(Strategy *strategy, Descent *descent)
{
	const TreeNode *at = descent->fixed;
	int stray = descent->pass > 1 ? 1 : at->count > WIDTH ? STRAY : 0;

	descent->count = descent->next = 0;
	for (int i = 0; i < at->count && descent->count < WIDTH - stray; i++)
		if (tree_is_open(at, i)
		    && (descent->pass == 1 || hopeful(descent, i)))
			plan_add(descent, i);
	for (; stray && at->open; stray--)
		plan_add(descent, tree_pick_any(at, &strategy->rng));
	descent->is_planned = true;
}

/* Marks the way with the descent it belongs to. */
static TreeNode *walk(Strategy *strategy, const Descent *descent,
		      TreeNode *from, TreePick *pick)
{
	TreeNode *found = tree_walk(strategy->tree, from, pick,
				    &strategy->rng);

	for (TreeNode *n = found; n; n = n->parent)
		n->mark = descent->pass;
	return found;
}

/* The walk of the next planned choice that this descent has not walked. */
static TreeNode *walk_planned(Strategy *strategy, Descent *descent)
{
	while (descent->next < descent->count) {
		TreeNode *below = tree_open(strategy->tree, descent->fixed,
				descent->planned[descent->next++]);
		TreeNode *found;

		if (below->mark == descent->pass)
			continue;
		found = walk(strategy, descent, below, below->asked
			     ? tree_pick_front : tree_pick_first);
		if (found)
			return found;
	}
	return NULL;
}

/* The choice with the fastest completion; while none is known to work, the
 * first that is open. NULL: nothing to go on with. */
static TreeNode *best_kid(const TreeNode *at)
{
	TreeNode *best = NULL;

	for (int i = 0; i < at->count; i++) {
		TreeNode *below = tree_known(at, i);

		if (below && (!best ? !below->closed || isfinite(below->best)
				    : below->best < best->best))
			best = below;
	}
	return best;
}

static void fix(Strategy *strategy, Descent *descent)
{
	TreeNode *best = best_kid(descent->fixed);

	if (!best || best->complete || best->closed) {
		best = tree_root(strategy->tree);
		descent->pass++;
	}
	descent->fixed = best;
	descent->is_planned = false;
}

static TreeNode *next(Strategy *strategy)
{
	Descent *descent = strategy->own;
	TreeNode *root = tree_root(strategy->tree), *found;

	while (!root->closed) {
		if (descent->fixed->complete)
			return walk(strategy, descent, descent->fixed,
				    tree_pick_first);
		if (!descent->is_planned)
			plan(strategy, descent);
		found = walk_planned(strategy, descent);
		if (found)
			return found;
		if (strategy->pending)
			return walk(strategy, descent, descent->fixed,
				    tree_pick_front);
		fix(strategy, descent);
	}
	return NULL;
}

const StrategyKind strategy_descent = {
	.name = "descent",
	.about = "the same, along the most promising way below every choice",
	.start = start,
	.next = next,
};
