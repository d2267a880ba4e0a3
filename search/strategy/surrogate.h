/* Surrogate: a guess of what candidates cost that were not measured, from those
 * that were (research on Bayesian optimisation of compilers: BaCO, 2023). It
 * knows a pool of candidates that are still open: drawn at random, and those
 * next to the best ones.
 */
#ifndef SEARCH_STRATEGY_SURROGATE_H
#define SEARCH_STRATEGY_SURROGATE_H

#include "search/strategy/strategy.h"

typedef struct Surrogate Surrogate;

Surrogate *surrogate_new(Strategy *strategy);
void surrogate_free(Surrogate *surrogate);

/* Takes in what was told since, and more candidates. False: too little is known
 * for a guess. */
bool surrogate_learn(Surrogate *surrogate);

/* The open candidate of the pool that is expected to improve most on the best,
 * not counted as proposed; NULL when all are likely to be slow. */
TreeNode *surrogate_best(Surrogate *surrogate);

/* Of some open candidates the one with the lowest guess; NULL when all are slow. */
TreeNode *surrogate_lowest(Surrogate *surrogate, TreeNode *const *nodes,
			   int count);

/* Whether a candidate is not worth a measurement: static counts say that it is
 * hopeless beside the best that was told, or it is guessed to take more than three
 * times as long. */
bool surrogate_is_slow(Surrogate *surrogate, const TreeNode *node);

/* The fastest told candidates of different structure, fastest first; those far
 * behind the best are none. */
int surrogate_leaders(const Surrogate *surrogate, TreeNode **found, int most);

#endif
