/* Draws in which every candidate has nearly the same chance, however the choices
 * are arranged: a random walk ends at a candidate with a probability of one over
 * the numbers of choices on the way; of several walks one is taken, with weights
 * inverse to these (sampling by importance, resampled).
 */
#include "search/strategy/strategy.h"

#include <math.h>

enum { WALKS = 64 };

/* The logarithm of the number of such walks. */
static double weight_of(const TreeNode *node)
{
	double sum = 0;

	for (const TreeNode *n = node->parent; n; n = n->parent)
		sum += log(n->open);
	return sum;
}

/* Gumbel's: the largest sum is each one's with the chance of its weight. */
static double lot(Rng *rng)
{
	return -log(-log(rng_unit(rng)));
}

static TreeNode *next(Strategy *strategy)
{
	TreeNode *root = tree_root(strategy->tree), *drawn = NULL;
	double most = -INFINITY;

	for (int i = 0; i < WALKS; i++) {
		TreeNode *node = tree_peek(strategy->tree, root, tree_pick_any,
					   &strategy->rng);
		double value = node ? weight_of(node) + lot(&strategy->rng)
				    : -INFINITY;

		if (value > most) {
			most = value;
			drawn = node;
		}
	}
	return drawn;
}

const StrategyKind strategy_uniform = {
	.name = "uniform",
	.about = "draws of candidates: each of them nearly as likely as any other",
	.next = next,
	.pure = true,
};
