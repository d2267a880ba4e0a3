/* Contest: strategies on recorded spaces. One race is one strategy with one
 * seed; it counts evaluations until the best known is reached within a factor.
 */
#ifndef SEARCH_STRATEGY_CONTEST_H
#define SEARCH_STRATEGY_CONTEST_H

#include "search/space/guide.h"
#include "search/strategy/recorded.h"
#include "search/strategy/strategy.h"

enum { RACE_MAX = 400 };

typedef struct Race {
	int reached;     /* evaluations to within the factor; 0: never */
	int evaluations; /* made, at most RACE_MAX */
	float best[RACE_MAX]; /* after each: the best so far over the fastest
			       * of the space; INFINITY: none works yet */
	bool slow[RACE_MAX];  /* it took more than three times the fastest of
			       * the space, or ran into its limit */
} Race;

typedef struct RaceTerms {
	int budget;       /* evaluations at most */
	double factor;    /* of the best of the whole space */
	const char *warm; /* choices of an earlier search; NULL: none */
	int guide_count;
	const Guide *guides; /* what an expert knows; the best may be outside */
} RaceTerms;

/* Refused candidates are told, not counted. */
void race_run(Race *race, Recorded *recorded, const StrategyKind *kind,
	      uint64_t seed, const RaceTerms *terms);

typedef struct Quartiles {
	double low, middle, high; /* INFINITY: not reached */
} Quartiles;

/* Of the evaluations that races needed. */
Quartiles races_quartiles(const Race *races, int count);

/* Evaluations in which this share of the races was there; INFINITY: never. */
double races_quantile(const Race *races, int count, double share);

/* The share of races that were there after so many evaluations. */
double races_hits(const Race *races, int count, int evaluations);

/* The share of slow ones among the first evaluations of all races. */
double races_slow(const Race *races, int count, int evaluations);

/* The geometric mean of evaluations over those of others with the same seeds,
 * a race that never got there counting as budget + 1. */
double races_ratio(const Race *races, const Race *others, int count,
		   int budget);

#endif
