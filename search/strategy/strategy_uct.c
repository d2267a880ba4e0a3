/* UCT (Kocsis and Szepesvari, 2006) with the best instead of the mean: from the root
 * down, the choice with the best of t_best / t_below + C sqrt(2 ln N / n), where
 * t_below is the fastest known below the choice, n how often it was taken, N how
 * often its parent was. A choice never taken is completed at once; of a long list
 * only the first 1.5 sqrt(N) + 1 are open, in order of promise (progressive
 * widening). */
#include "search/strategy/strategy.h"

#include <math.h>

static const double EXPLORATION = 0.3, WIDENING = 1.5;

static double reward(const TreeNode *root, const TreeNode *node)
{
	return isfinite(node->best) ? root->best / node->best : 0;
}

static double bound(const TreeNode *root, const TreeNode *node, int choice)
{
	const TreeNode *below = tree_known(node, choice);

	if (!below || !below->asked)
		return INFINITY;
	return reward(root, below)
	     + EXPLORATION * sqrt(2 * log(node->asked) / below->asked);
}

static int pick(Strategy *strategy, const TreeNode *node)
{
	const TreeNode *root = tree_root(strategy->tree);
	double most = -INFINITY;
	int left = (int)(WIDENING * sqrt(node->asked)) + 1, picked = -1;

	for (int i = 0; i < node->count && left > 0; i++) {
		double b;

		if (!tree_is_open(node, i))
			continue;
		b = bound(root, node, i);
		left--;
		if (b > most) {
			most = b;
			picked = i;
		}
	}
	return picked;
}

static TreeNode *next(Strategy *strategy)
{
	return strategy_descend(strategy, pick, tree_pick_front);
}

const StrategyKind strategy_uct = {
	.name = "uct",
	.about = "upper confidence bounds on the tree of choices, "
		 "judged by the best below each",
	.next = next,
};
