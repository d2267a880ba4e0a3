#include "search/contest.h"

#include <math.h>
#include <stdlib.h>

static void note(Race *race, double best, double fastest, double factor)
{
	race->best[race->evaluations++] = (float)(best / fastest);
	if (!race->reached && best <= factor * fastest)
		race->reached = race->evaluations;
}

void race_run(Race *race, Recorded *recorded, const StrategyKind *kind,
	      uint64_t seed, int budget, double factor)
{
	Space space = recorded_space(recorded);
	Strategy *strategy = strategy_new(kind, &space, seed, -1);
	double best = INFINITY;
	Candidate candidate;

	*race = (Race){ 0 };
	if (budget > RACE_MAX)
		budget = RACE_MAX;
	while (race->evaluations < budget
	       && strategy_ask(strategy, &candidate) == ASK_CANDIDATE) {
		RecordedCost cost = recorded_cost(candidate.state);
		bool good = isfinite(cost.seconds);

		strategy_tell(strategy, candidate.number, (Outcome){
			good ? OUTCOME_OK : OUTCOME_FAILED, cost.seconds });
		best = fmin(best, cost.seconds);
		if (cost.evaluated)
			note(race, best, recorded_best(recorded), factor);
	}
	strategy_free(strategy);
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double races_quantile(const Race *races, int count, double share)
{
	double *reached = base_malloc(sizeof *reached * (size_t)count);
	int at = (int)ceil(share * count) - 1;
	double value;

	for (int i = 0; i < count; i++)
		reached[i] = races[i].reached ? races[i].reached : INFINITY;
	qsort(reached, (size_t)count, sizeof *reached, ascending);
	value = reached[at < 0 ? 0 : at];
	free(reached);
	return value;
}

Quartiles races_quartiles(const Race *races, int count)
{
	return (Quartiles){
		races_quantile(races, count, 0.25),
		races_quantile(races, count, 0.5),
		races_quantile(races, count, 0.75),
	};
}

double races_hits(const Race *races, int count, int evaluations)
{
	int hits = 0;

	for (int i = 0; i < count; i++)
		hits += races[i].reached && races[i].reached <= evaluations;
	return (double)hits / count;
}

double races_ratio(const Race *races, const Race *others, int count,
		   int budget)
{
	double sum = 0;

	for (int i = 0; i < count; i++) {
		double mine = races[i].reached ? races[i].reached : budget + 1;
		double theirs = others[i].reached ? others[i].reached
						  : budget + 1;

		sum += log(mine / theirs);
	}
	return exp(sum / count);
}
