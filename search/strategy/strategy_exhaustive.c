/* Everything, depth first in order of promise. With a depth, every way through
 * the first that many choices, each once, completed by the most promising
 * choices. */
#include "search/strategy/strategy.h"

static TreeNode *below(Strategy *strategy, TreeNode *node)
{
	bool deepest = strategy->depth >= 0 && node->depth >= strategy->depth;
	TreeNode *found = NULL;

	if (node->complete || deepest)
		return node->asked ? NULL
			: tree_walk(strategy->tree, node, tree_pick_first,
				    &strategy->rng);
	for (int i = 0; i < node->count && !found; i++)
		if (tree_is_open(node, i))
			found = below(strategy,
				      tree_open(strategy->tree, node, i));
	return found;
}

static TreeNode *next(Strategy *strategy)
{
	TreeNode *root = tree_root(strategy->tree);

	return root->closed ? NULL : below(strategy, root);
}

const StrategyKind strategy_exhaustive = {
	.name = "exhaustive",
	.about = "all candidates in order, the most promising first",
	.next = next,
	.pure = true,
};
