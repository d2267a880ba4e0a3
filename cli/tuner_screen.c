/* Screening: where a model ranks, it looks at many more candidates than are run.
 * The strategy is told of each what the model gives it; those run that are
 * fastest by the model, until enough of them are right. */
#include "cli/tuner_queue.h"

#include <stdlib.h>

enum { MODELLED = 10, MODELLED_MOST = 2000 }; /* candidates for each one run */

#define SCREEN_SHARE 0.4 /* of the time limit, at most */

static int by_rank(const void *a, const void *b)
{
	const Trial *x = *(Trial *const *)a, *y = *(Trial *const *)b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

static int wanted(const Tuner *t)
{
	const int64_t runs = t->session->options->max_fevals;

	return runs < MODELLED_MOST / MODELLED ? (int)runs * MODELLED
					       : MODELLED_MOST;
}

static bool is_among(const Tuner *t, const Trial *trial)
{
	for (int i = 0; i < t->screened_count; i++)
		if (t->screened[i]->artifact->hash == trial->artifact->hash)
			return true;
	return false;
}

/* What the strategy is told here it is not told again. */
static void screen(Tuner *t)
{
	const double end = clock_seconds()
			 + SCREEN_SHARE * t->session->options->time_limit;
	const int most = wanted(t);
	Trial **all = ARENA_ARRAY(t->session->arena, Trial *, most);

	t->screened = all;
	for (int i = 0; i < most && clock_seconds() < end
	     && !tuner_is_over(t); i++) {
		Trial *trial = ARENA_NEW(t->session->arena, Trial);

		if (tuner_ask(t, trial) != ASK_CANDIDATE)
			break;
		if (!tuner_generate(t, trial)) {
			tuner_tell(t, trial, OUTCOME_FAILED, 0);
		} else if (is_among(t, trial)) {
			tuner_tell(t, trial, OUTCOME_SAME, trial->rank);
		} else {
			tuner_tell(t, trial, OUTCOME_OK, trial->rank);
			all[t->screened_count++] = trial;
		}
	}
	if (t->screened_count)
		qsort(all, (size_t)t->screened_count, sizeof(Trial *), by_rank);
	for (int i = 0; i < t->screened_count; i++)
		all[i]->number = -1;
}

/* None that comes is better by the model: a few are for what the last oracles
 * say. */
static bool has_enough(const Tuner *t)
{
	int good = 0;

	for (int i = 0; i < t->trial_count; i++)
		good += t->trials[i]->good;
	return good >= TUNER_RANKED;
}

Trial *tuner_screened(Tuner *t)
{
	if (!t->screened)
		screen(t);
	while (t->screened_next < t->screened_count && !has_enough(t)) {
		Trial *trial = t->screened[t->screened_next++];

		if (trial->variant.no_contraction == t->variant.no_contraction)
			return trial;
		tuner_vary(t, trial, t->variant);
		if (tuner_generate(t, trial))
			return trial;
	}
	return NULL;
}
