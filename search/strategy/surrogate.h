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

/* The same before a search ends: NULL only when all are slow even one and a half
 * deviations below the guess, so that something was learned of them. */
TreeNode *surrogate_last(Surrogate *surrogate);

/* Of some open candidates the one that may be the fastest: half a deviation below
 * the guess counts; NULL when all are slow. */
TreeNode *surrogate_lowest(Surrogate *surrogate, TreeNode *const *nodes,
			   int count);

/* The open candidate of the fewest steps by static counts that steps from the pool's
 * lead to, without a measurement; NULL where nothing is counted, or it is guessed to
 * be slow. */
TreeNode *surrogate_cheapest(Surrogate *surrogate);

/* Whether a candidate is not worth a measurement: static counts say that it is
 * hopeless beside the best that was told, or half a deviation below the guess it takes
 * more than twice as long as the third fastest and the strategy is not thorough. */
bool surrogate_is_slow(Surrogate *surrogate, const TreeNode *node);

/* The fastest told candidates of different structure, fastest first; those far
 * behind the best are none. */
int surrogate_leaders(const Surrogate *surrogate, TreeNode **found, int most);

#endif
