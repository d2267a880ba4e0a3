#include "bench_harness/harness_state.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_harness/timing.h"

#define ESTIMATE 0.25 /* quantile */
#define CONFIRM_SECONDS 1.0

enum { CONFIRM_LAUNCHES = 256 };

typedef struct Entry {
	const HarnessCandidate *candidate;
	Ranked *ranked;
	bool alive; /* no failure so far */
	bool built; /* in this worker */
	bool in_place;
} Entry;

typedef struct Ranking {
	Harness *h;
	int count;
	Entry entries[HARNESS_RANKED];
	Outcome outcome; /* of the last step */
} Ranking;

static int slot_of(int entry)
{
	return SLOT_RANKED + entry;
}

static void fail(Ranking *r, Entry *entry)
{
	entry->alive = false;
	entry->ranked->status = r->outcome.status;
	snprintf(entry->ranked->reason, sizeof entry->ranked->reason, "%s",
		 text_string(&r->outcome.reason));
}

/* A worker that died took all programs with it. */
static void note_worker(Ranking *r)
{
	for (int i = 0; i < r->count && !r->h->running; i++)
		r->entries[i].built = false;
}

static bool over(const Ranking *r)
{
	return harness_asked(r->h) || harness_lost(r->h);
}

/* Builds and verifies one, as often as its status allows. */
static void build(Ranking *r, int i)
{
	Entry *entry = &r->entries[i];
	Measurement *m = base_calloc(1, sizeof *m);
	double warm_ns = 0;

	for (int attempt = 0;; attempt++) {
		r->outcome.status = STATUS_OK;
		pending_begin(r->h, entry->candidate, slot_of(i));
		entry->built = pending_verify(r->h, true, m, &warm_ns,
					      &r->outcome);
		if (entry->built || over(r)
		    || attempt >= status_rows[r->outcome.status].retries)
			break;
	}
	entry->in_place = loaded_in_place(&r->h->loads[LOAD_USER]);
	if (entry->built && !entry->ranked->batch)
		entry->ranked->batch = harness_batch(r->h, warm_ns);
	if (!entry->built)
		fail(r, entry);
	note_worker(r);
	free(m);
}

static bool all_built(const Ranking *r)
{
	for (int i = 0; i < r->count; i++)
		if (r->entries[i].alive && !r->entries[i].built)
			return false;
	return true;
}

static void build_all(Ranking *r)
{
	while (!all_built(r) && !over(r))
		for (int i = 0; i < r->count && !over(r); i++)
			if (r->entries[i].alive && !r->entries[i].built)
				build(r, i);
}

static void sample(Ranking *r, int i)
{
	Entry *entry = &r->entries[i];
	Ranked *ranked = entry->ranked;
	double ns;

	if (!entry->alive || ranked->sample_count >= HARNESS_SAMPLES)
		return;
	if (!entry->built)
		build_all(r);
	if (!entry->built)
		return;
	if (harness_sample_user(r->h, slot_of(i), ranked->batch,
				entry->in_place, &ns, &r->outcome))
		ranked->samples_ns[ranked->sample_count++] = ns;
	else
		fail(r, entry);
	note_worker(r);
}

static void shuffle(Rng *rng, int *order, int count)
{
	for (int i = count - 1; i > 0; i--) {
		int j = (int)rng_below(rng, (uint64_t)i + 1), kept = order[i];

		order[i] = order[j];
		order[j] = kept;
	}
}

static void sample_rounds(Ranking *r, int *chosen, int count, int rounds)
{
	for (int round = 0; round < rounds && !over(r); round++) {
		shuffle(&r->h->rng, chosen, count);
		harness_enter(r->h);
		harness_await_quiescence(r->h);
		for (int i = 0; i < count && !over(r); i++)
			sample(r, chosen[i]);
		harness_leave(r->h);
	}
}

static void estimate(Ranking *r, Ranked *ranked)
{
	ranked->estimate_ns = timing_quantile(ranked->samples_ns,
					      ranked->sample_count, ESTIMATE);
	timing_interval(ranked->samples_ns, ranked->sample_count, ESTIMATE,
			&r->h->rng, &ranked->low_ns, &ranked->high_ns);
}

static bool counts(const Entry *entry)
{
	return entry->alive && entry->ranked->sample_count > 0;
}

/* The fastest but for one that is left out; -1 when there is none. */
static int fastest(const Ranking *r, int left_out)
{
	int best = -1;

	for (int i = 0; i < r->count; i++)
		if (i != left_out && counts(&r->entries[i])
		    && (best < 0 || r->entries[i].ranked->estimate_ns
			< r->entries[best].ranked->estimate_ns))
			best = i;
	return best;
}

static void estimate_all(Ranking *r)
{
	int best;

	for (int i = 0; i < r->count; i++)
		if (counts(&r->entries[i]))
			estimate(r, r->entries[i].ranked);
	best = fastest(r, -1);
	for (int i = 0; i < r->count; i++) {
		Ranked *ranked = r->entries[i].ranked;

		ranked->tie = counts(&r->entries[i]) && i != best
			&& ranked->low_ns
			   <= r->entries[best].ranked->high_ns;
	}
}

static bool fills_device(const Ranking *r, int i)
{
	return artifact_groups(r->entries[i].candidate->artifact)
	    >= r->h->device.compute_units;
}

/* The fastest; or the fastest of those that cannot be told from it and have work
 * for all of the device, if it has not: a busy machine hides what that is
 * worth. */
static int preferred(Ranking *r)
{
	int best = fastest(r, -1), other = -1;

	for (int i = 0; i < r->count && best >= 0; i++)
		if (r->entries[i].ranked->tie && fills_device(r, i)
		    && (other < 0 || r->entries[i].ranked->estimate_ns
			< r->entries[other].ranked->estimate_ns))
			other = i;
	if (other < 0 || fills_device(r, best))
		return best;
	r->entries[best].ranked->tie = true;
	r->entries[other].ranked->tie = false;
	return other;
}

static void settle_tie(Ranking *r, int rounds)
{
	int two[2] = { fastest(r, -1), -1 };

	if (two[0] < 0)
		return;
	two[1] = fastest(r, two[0]);
	if (two[1] < 0 || !r->entries[two[1]].ranked->tie)
		return;
	sample_rounds(r, two, 2, rounds);
	estimate_all(r);
}

/* Whether it goes on giving what was verified: some hundred launches, in which
 * a fault that strikes once in 50 of them is seen. */
static bool confirm(Ranking *r, int i)
{
	Entry *entry = &r->entries[i];
	bool good;

	while (entry->alive && !entry->built && !over(r))
		build(r, i);
	if (!entry->alive || over(r))
		return entry->alive;
	good = harness_check(r->h, slot_of(i), entry->candidate, true,
			     CONFIRM_LAUNCHES,
			     CONFIRM_SECONDS, &r->outcome);
	if (!good && !r->outcome.interrupted)
		fail(r, entry);
	note_worker(r);
	return entry->alive;
}

static int best_confirmed(Ranking *r)
{
	int best = preferred(r);

	while (best >= 0 && !confirm(r, best)) {
		r->entries[best].ranked->sample_count = 0;
		r->entries[best].ranked->estimate_ns = 0;
		estimate_all(r);
		best = preferred(r);
	}
	return best;
}

/* Whether the worker has run nothing but what it would in its place. */
static bool is_fresh(const Harness *h, int count,
		     const HarnessCandidate *candidates)
{
	if (!h->running || h->pending.begun)
		return false;
	return h->built == 1 || (count == 1 && h->alone != 0
				 && h->alone == candidates->artifact->hash);
}

int harness_rank(Harness *h, int count, const HarnessCandidate *candidates,
		 int rounds, Ranked *ranked)
{
	Ranking *r = base_calloc(1, sizeof *r);
	int order[HARNESS_RANKED], best;

	assert(count >= 1 && count <= HARNESS_RANKED && rounds >= 1);
	r->h = h;
	r->count = count;
	for (int i = 0; i < count; i++) {
		order[i] = i;
		ranked[i] = (Ranked){ .status = STATUS_OK };
		r->entries[i] = (Entry){ .candidate = &candidates[i],
					 .ranked = &ranked[i], .alive = true };
	}
	ahead_stop(h);
	if (!is_fresh(h, count, candidates))
		harness_stop(h);
	h->best.slot = 0;
	build_all(r);
	h->quiescence = (Quiescence){ 0 };
	sample_rounds(r, order, count, rounds);
	estimate_all(r);
	settle_tie(r, rounds);
	for (int i = 0; i < count; i++)
		ranked[i].others = quiescence_mean(&h->quiescence);
	best = best_confirmed(r);
	outcome_free(&r->outcome);
	free(r);
	return best;
}
