/* Draws: at every state one of the open choices, all equally likely. */
#include "search/strategy/strategy.h"

static TreeNode *next(Strategy *strategy)
{
	return tree_walk(strategy->tree, tree_root(strategy->tree),
			 tree_pick_any, &strategy->rng);
}

const StrategyKind strategy_random = {
	.name = "random",
	.about = "uniform draws: one of the choices at every step",
	.next = next,
	.pure = true,
};
