/* The paper's descent (ICFP'15, section 6.1), what other strategies are compared
 * with: below every choice, of a block or a number, at the state fixed so far a random
 * walk down to a candidate is measured, the choice with the fastest candidate below
 * it is fixed, and so on down to a complete expression.
 *
 * What the paper leaves open is decided in its favour: no candidate is measured
 * twice; a choice that a walk of this descent went through from further up needs no
 * other; earlier walks of the descent count as well when a choice is fixed; another
 * descent follows from the top, which judges by its own walks. */
#include "search/strategy/strategy.h"

#include <math.h>

typedef struct Descent {
	TreeNode *fixed; /* the state that the choices fixed so far lead to */
	int number;      /* of this descent, from 1 */
	int first;       /* what was told since belongs to it */
} Descent;

static void *start(Strategy *strategy, Arena *arena)
{
	Descent *descent = ARENA_NEW(arena, Descent);

	descent->fixed = tree_root(strategy->tree);
	descent->number = 1;
	return descent;
}

/* Whether the walk below a choice is still to come. */
static bool is_due(const Descent *descent, int choice)
{
	const TreeNode *at = descent->fixed;
	const TreeNode *below = tree_known(at, choice);

	return tree_is_open(at, choice)
	    && (!below || below->mark != descent->number);
}

/* Any of the choices that are due; -1: none is. */
static int draw(Strategy *strategy, const Descent *descent)
{
	uint64_t due = 0;
	int drawn = -1;

	for (int i = 0; i < descent->fixed->count; i++)
		if (is_due(descent, i)
		    && rng_below(&strategy->rng, ++due) == 0)
			drawn = i;
	return drawn;
}

/* The next random walk; NULL when no choice is due. */
static TreeNode *walk(Strategy *strategy, const Descent *descent)
{
	TreeNode *found = NULL;
	int choice;

	while (!found && (choice = draw(strategy, descent)) >= 0)
		found = tree_walk(strategy->tree,
				  tree_open(strategy->tree, descent->fixed,
					    choice),
				  tree_pick_any, &strategy->rng);
	for (TreeNode *n = found; n; n = n->parent)
		n->mark = descent->number;
	return found;
}

/* The choice at a state that a candidate is below; NULL: it is elsewhere. */
static TreeNode *choice_above(const TreeNode *state, TreeNode *candidate)
{
	TreeNode *at = candidate;

	while (at && at->parent != state)
		at = at->parent;
	return at;
}

/* The choice with the fastest candidate; NULL: nothing works below any. */
static TreeNode *fastest(const Strategy *strategy, const Descent *descent)
{
	TreeNode *best = NULL;
	double seconds = INFINITY;

	for (int i = descent->first; i < strategy->told_count; i++) {
		const Told *told = &strategy->told[i];
		TreeNode *choice = choice_above(descent->fixed, told->node);

		if (choice && told->seconds < seconds) {
			best = choice;
			seconds = told->seconds;
		}
	}
	return best;
}

static void fix(Strategy *strategy, Descent *descent)
{
	descent->fixed = fastest(strategy, descent);
	if (descent->fixed && !descent->fixed->closed)
		return;
	descent->fixed = tree_root(strategy->tree);
	descent->first = strategy->told_count;
	descent->number++;
}

static TreeNode *next(Strategy *strategy)
{
	Descent *descent = strategy->own;
	TreeNode *root = tree_root(strategy->tree);

	if (root->complete && !root->closed)
		return root;
	while (!root->closed) {
		TreeNode *found = walk(strategy, descent);

		if (found || strategy->pending)
			return found;
		fix(strategy, descent);
	}
	return NULL;
}

const StrategyKind strategy_montecarlo = {
	.name = "montecarlo",
	.about = "the paper's descent: measure a random walk below every "
		 "choice, fix the best, go on",
	.start = start,
	.next = next,
	.pure = true,
};
