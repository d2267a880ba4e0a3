/* Proposals, some of them ahead of their turn. */
#include "cli/tuner_queue.h"

#include <string.h>

/* --from: no proposal of the strategy, which is not told of it. */
static Trial *first_trial(Tuner *t)
{
	Trial *first = t->first;
	const DbStored *stored = tuner_stored(t, first->artifact->hash);

	t->first = NULL;
	if (!stored)
		return first;
	tuner_take(t, first, stored);
	return NULL;
}

static const Trial *queued_source(const Tuner *t, uint64_t hash)
{
	for (int i = 0; i < t->ahead_count; i++)
		if (!t->ahead[i]->same
		    && t->ahead[i]->artifact->hash == hash)
			return t->ahead[i];
	return NULL;
}

static void tell_same(Tuner *t, const Trial *trial, const Trial *same)
{
	tuner_tell(t, trial, same->good ? OUTCOME_SAME : trial_outcome(same),
	     same->seconds);
}

/* Whether what is proposed and queued already uses up the evaluations. */
static bool is_enough(const Tuner *t)
{
	int queued = t->measuring != NULL;

	for (int i = 0; i < t->ahead_count; i++)
		queued += !t->ahead[i]->same && !tuner_waits(t->ahead[i]);
	return t->evaluations + queued >= t->session->options->max_fevals;
}

static bool is_foretold(Tuner *t, Trial *trial)
{
	if (!tuner_foretells(t, trial))
		return false;
	tuner_tell(t, trial, OUTCOME_OK, trial->seconds);
	return true;
}

bool tuner_is_open(Tuner *t, Trial *trial)
{
	uint64_t hash = trial->artifact->hash;
	const Trial *same = tuner_same(t, hash);
	const DbStored *stored = tuner_stored(t, hash);

	if (same)
		tell_same(t, trial, same);
	else if (stored)
		tuner_take(t, trial, stored);
	if (same || stored || is_foretold(t, trial))
		return false;
	trial->same = t->measuring && t->measuring->artifact->hash == hash
		? t->measuring : queued_source(t, hash);
	return true;
}

/* The next that is generated; NULL: there is none now. */
static Trial *generated(Tuner *t)
{
	Trial *trial;

	if (tuner_models(t))
		return tuner_screened(t);
	trial = ARENA_NEW(t->session->arena, Trial);
	while (tuner_ask(t, trial) == ASK_CANDIDATE) {
		if (tuner_generate(t, trial))
			return trial;
		tuner_tell(t, trial, OUTCOME_FAILED, 0);
		if (tuner_is_over(t))
			break;
		trial = ARENA_NEW(t->session->arena, Trial);
	}
	return NULL;
}

/* The next trial that is open; NULL when there is none now. */
static Trial *propose(Tuner *t)
{
	Trial *first = t->first && !tuner_is_over(t) ? first_trial(t) : NULL;

	if (first)
		return first;
	while (!tuner_is_over(t) && !is_enough(t)) {
		Trial *trial = generated(t);

		if (!trial || tuner_is_open(t, trial))
			return trial;
	}
	return NULL;
}

static void fill(Tuner *t, int builds)
{
	int open = 0;
	Trial *trial;

	for (int i = 0; i < t->ahead_count; i++)
		open += !t->ahead[i]->same && !tuner_waits(t->ahead[i]);
	while (open < builds && t->ahead_count < TUNER_AHEAD
	       && (trial = propose(t))) {
		t->ahead[t->ahead_count++] = trial;
		open += !trial->same;
		if (!trial->same)
			harness_prebuild(t->harness, trial->artifact);
	}
}

void tuner_begin(Tuner *t)
{
	fill(t, t->builders ? 1 : 0);
}

void tuner_ahead(Tuner *t)
{
	fill(t, t->builders);
}

/* The first that does not wait for another tuner. */
static Trial *pop(Tuner *t)
{
	int i = 0;
	Trial *trial;

	while (i < t->ahead_count && tuner_waits(t->ahead[i]))
		i++;
	if (i == t->ahead_count)
		return NULL;
	trial = t->ahead[i];
	memmove(&t->ahead[i], &t->ahead[i + 1],
		sizeof *t->ahead * (size_t)(--t->ahead_count - i));
	return trial;
}

Trial *tuner_next(Tuner *t)
{
	while (!tuner_is_over(t)) {
		Trial *trial = pop(t);

		if (!trial) {
			tuner_save(t);
			fill(t, 1);
			trial = pop(t);
		}
		if (!trial)
			trial = tuner_ask_again(t);
		if (!trial)
			return NULL;
		trial->queued = true;
		if (!trial->same)
			return trial;
		tell_same(t, trial, trial->same);
	}
	return NULL;
}
