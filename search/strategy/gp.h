/* Gp: a Gaussian process over candidates (Rasmussen and Williams, 2006), which
 * guesses the logarithm of a time from those known, and says how sure it is.
 *
 * The kernel is Matern 5/2 of the gap between candidates; the mean rises with
 * the cost that describe.h found. How far one candidate tells something of
 * another, what a feature that only one has counts for, and the slope of the
 * mean are chosen from small grids by likelihood.
 */
#ifndef SEARCH_STRATEGY_GP_H
#define SEARCH_STRATEGY_GP_H

#include "search/strategy/point.h"

typedef struct Gp Gp;

Gp *gp_new(void);
void gp_free(Gp *gp);

/* Learns n candidates: gaps[i * n + j] between i and j, the costs and the
 * values of each. */
void gp_fit(Gp *gp, int n, const Gap *gaps, const double *costs,
	    const double *values);

typedef struct Guess {
	double mean, deviation;
} Guess;

/* Of a candidate with those gaps to the learned ones. */
double gp_mean(const Gp *gp, const Gap *gaps, double cost);
Guess gp_guess(const Gp *gp, const Gap *gaps, double cost);

/* How alike two candidates are: 1 when they are the same, down to 0. */
double gp_alike(const Gp *gp, Gap gap);

/* By how much a guess is expected to come below the best known value. */
double guess_improvement(Guess guess, double best);

#endif
