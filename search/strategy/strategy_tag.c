/* TAG, threshold ascent on a graph (de Mesmay, Rimmel, Voronenko, Pueschel,
 * 2009), with the arm rule of threshold ascent (Streeter and Smith, 2006). At
 * a state the threshold is the time of the s-th fastest candidate known below
 * it; of a choice with n candidates, S of them at most that slow, mu = S / n,
 *
 *	mu + (a + sqrt(2 n mu a + a^2)) / n,   a = ln (2 N k / d),
 *
 * bounds the chance to beat it; N candidates are known below the state, k of
 * its choices are open. The highest bound is followed; a choice never taken is
 * completed at random, so one state is expanded for each proposal.
 */
#include "search/strategy/strategy.h"

#include <math.h>
#include <stdlib.h>

enum { AMONG_BEST = 5 };

static const double CONFIDENCE = 0.1;

static bool is_below(const TreeNode *candidate, const TreeNode *node)
{
	const TreeNode *at = candidate;

	while (at && at->depth > node->depth)
		at = at->parent;
	return at == node;
}

/* The time of the s-th fastest below a node; INFINITY: fewer are known. */
static double threshold(const Strategy *strategy, const TreeNode *node)
{
	double best[AMONG_BEST];
	int count = 0, at;

	for (int i = 0; i < strategy->told_count; i++) {
		double seconds = strategy->told[i].seconds;

		if (!isfinite(seconds)
		    || !is_below(strategy->told[i].node, node)
		    || (count == AMONG_BEST && seconds >= best[count - 1]))
			continue;
		at = count < AMONG_BEST ? count++ : count - 1;
		for (; at > 0 && best[at - 1] > seconds; at--)
			best[at] = best[at - 1];
		best[at] = seconds;
	}
	return count == AMONG_BEST ? best[count - 1] : INFINITY;
}

static int above(const Strategy *strategy, const TreeNode *arm, double limit)
{
	int count = 0;

	for (int i = 0; i < strategy->told_count; i++)
		count += isfinite(strategy->told[i].seconds)
		      && strategy->told[i].seconds <= limit
		      && is_below(strategy->told[i].node, arm);
	return count;
}

/* Candidates asked for and not told count as misses. */
static double bound(const Strategy *strategy, const TreeNode *node,
		    const TreeNode *arm, double limit)
{
	double n = arm->asked, a, mu;

	if (!n)
		return INFINITY;
	a = log(2.0 * node->asked * node->open / CONFIDENCE);
	mu = above(strategy, arm, limit) / n;
	return mu + (a + sqrt(2 * n * mu * a + a * a)) / n;
}

static int pick(Strategy *strategy, const TreeNode *node)
{
	double limit = threshold(strategy, node), most = -INFINITY;
	int picked = -1;

	for (int i = 0; i < node->count; i++) {
		const TreeNode *arm = tree_known(node, i);
		double b;

		if (!tree_is_open(node, i))
			continue;
		b = arm ? bound(strategy, node, arm, limit) : INFINITY;
		if (b > most) {
			most = b;
			picked = i;
		}
	}
	return picked;
}

static TreeNode *next(Strategy *strategy)
{
	return strategy_descend(strategy, pick, tree_pick_any);
}

const StrategyKind strategy_tag = {
	.name = "tag",
	.about = "threshold ascent: where the chance is highest to beat the "
		 "fifth best",
	.next = next,
};
