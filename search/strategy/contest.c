#include "search/strategy/contest.h"

#include <math.h>
#include <stdlib.h>

/* Times the fastest: an evaluation of more was for nothing. */
static const double SLOW = 3;

static void note(Race *race, RecordedCost cost, double best, double fastest,
		 double factor)
{
	race->slow[race->evaluations] = cost.censored
		|| (isfinite(cost.seconds) && cost.seconds > SLOW * fastest);
	race->best[race->evaluations++] = (float)(best / fastest);
	if (!race->reached && best <= factor * fastest)
		race->reached = race->evaluations;
}

static Outcome outcome_of(RecordedCost cost)
{
	return (Outcome){ isfinite(cost.seconds) ? OUTCOME_OK
			  : cost.censored ? OUTCOME_CENSORED : OUTCOME_FAILED,
			  cost.seconds };
}

/* The cost of a candidate of a guided space. */
static RecordedCost cost_of(const Candidate *candidate)
{
	return recorded_cost(guided_state(candidate->state));
}

void race_run(Race *race, Recorded *recorded, const StrategyKind *kind,
	      uint64_t seed, const RaceTerms *terms)
{
	Space whole = recorded_space(recorded), space;
	Guided *guided = guided_new(&whole, terms->guides,
				    terms->guide_count);
	int budget = terms->budget < RACE_MAX ? terms->budget : RACE_MAX;
	double best = INFINITY;
	Strategy *strategy;
	Candidate candidate;

	space = guided_space(guided);
	strategy = strategy_new(kind, &space, seed, -1);
	*race = (Race){ 0 };
	if (terms->warm)
		strategy_suggest(strategy, terms->warm);
	while (race->evaluations < budget
	       && strategy_ask(strategy, &candidate) == ASK_CANDIDATE) {
		RecordedCost cost = cost_of(&candidate);

		strategy_tell(strategy, candidate.number, outcome_of(cost));
		best = fmin(best, cost.seconds);
		if (cost.evaluated)
			note(race, cost, best, recorded_best(recorded),
			     terms->factor);
	}
	strategy_free(strategy);
	guided_free(guided);
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

double races_slow(const Race *races, int count, int evaluations)
{
	int slow = 0, all = 0;

	for (int i = 0; i < count; i++)
		for (int k = 0; k < races[i].evaluations && k < evaluations;
		     k++) {
			slow += races[i].slow[k];
			all++;
		}
	return all ? (double)slow / all : 0;
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
