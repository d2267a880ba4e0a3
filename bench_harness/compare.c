#include "bench_harness/compare.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench_harness/harness_state.h"

#define SLOW_FACTOR 6
#define WARM_NS 20e6

enum { SLOW_EVERY = 5, WARM_CALLS = 3 };

typedef struct Contest {
	Harness *h;
	int count;
	CompareSide *sides;
	const CompareOptions *options;
	Compared *compared;
	bool built[COMPARE_SIDES], in_place[COMPARE_SIDES];
	bool again[COMPARE_SIDES]; /* its own results do as inputs, too */
	double shortest_ns[COMPARE_SIDES]; /* of all calls; 0: there is none */
	Outcome outcome; /* of the last step */
} Contest;

static int slot_of(int side)
{
	return SLOT_RANKED + side;
}

static bool alive(const Contest *c, int side)
{
	return c->sides[side].status == STATUS_OK;
}

static bool over(const Contest *c)
{
	return harness_asked(c->h) || harness_lost(c->h);
}

/* A worker that died took all that was built with it. */
static void note_worker(Contest *c)
{
	for (int i = 0; i < c->count && !c->h->running; i++)
		c->built[i] = false;
}

static void fail(Contest *c, int i)
{
	CompareSide *side = &c->sides[i];

	side->status = c->outcome.status;
	snprintf(side->reason, sizeof side->reason, "%s",
		 text_string(&c->outcome.reason));
	c->built[i] = false;
	note_worker(c);
}

static bool judged_good(Contest *c, const CompareSide *side)
{
	Text reason = { 0 };
	bool good = !side->reference || side->unjudged
		 || c->options->judge(c->options->context, &reason);

	if (!good)
		outcome_set(&c->outcome, STATUS_WRONG, "%s",
			    text_string(&reason));
	text_free(&reason);
	return good;
}

static void refer(Harness *h, const CompareSide *side, int slot)
{
	const HarnessReference *from = side->reference;
	Arena *arena = arena_new();
	ReferenceRequest request = {
		.library = from->library, .program = from->program,
		.size_count = from->size_count,
		.names = ARENA_ARRAY(arena, const char *, from->size_count),
		.sizes = ARENA_ARRAY(arena, int64_t, from->size_count),
	};

	for (int i = 0; i < from->size_count; i++) {
		request.names[i] = from->sizes[i].name;
		request.sizes[i] = from->sizes[i].value;
	}
	pending_refer(h, &side->candidate, &request, slot);
	arena_free(arena);
}

static void build(Contest *c, int i)
{
	CompareSide *side = &c->sides[i];
	Measurement *m = base_calloc(1, sizeof *m);
	double warm_ns = 0;

	c->outcome.status = STATUS_OK;
	if (side->reference)
		refer(c->h, side, slot_of(i));
	else
		pending_begin(c->h, &side->candidate, slot_of(i));
	c->built[i] = pending_verify(c->h, !side->reference, m, &warm_ns,
				     &c->outcome)
		   && judged_good(c, side);
	c->in_place[i] = loaded_in_place(&c->h->loads[LOAD_USER]);
	c->again[i] = loaded_harmless(&c->h->loads[LOAD_USER]) > WARM_CALLS;
	if (!c->built[i])
		fail(c, i);
	note_worker(c);
	free(m);
}

static bool all_built(const Contest *c)
{
	for (int i = 0; i < c->count; i++)
		if (alive(c, i) && !c->built[i])
			return false;
	return true;
}

static void build_all(Contest *c)
{
	while (!all_built(c) && !over(c))
		for (int i = 0; i < c->count && !over(c); i++)
			if (alive(c, i) && !c->built[i])
				build(c, i);
}

static bool call(Contest *c, int i, const SampleRequest *request, Times *times)
{
	Text payload = { 0 };
	uint32_t job;
	bool good;

	message_put_sample(&payload, request);
	job = link_send(&c->h->link, FRAME_SAMPLE, &payload, NULL);
	good = job_times(c->h, JOB_SAMPLE, job, times, &c->outcome);
	text_free(&payload);
	if (!good)
		fail(c, i);
	else if (c->shortest_ns[i] <= 0 || times->call_ns < c->shortest_ns[i])
		c->shortest_ns[i] = times->call_ns;
	return good;
}

/* Untimed calls, after which the caches hold what calls of this side leave in
 * them: that takes some, and makes no difference to long ones. What is worked
 * on in place gets its values back before the first, and again only if the
 * side's own results would not do. */
static bool warm_up(Contest *c, int i, SampleRequest *request)
{
	SampleRequest before = *request;
	Times times = { 0 };

	before.quiescence_s = 0;
	for (int k = 0; k < WARM_CALLS && times.call_ns < WARM_NS; k++) {
		if (!call(c, i, &before, &times))
			return false;
		before.restore = c->in_place[i] && !c->again[i];
	}
	request->restore = before.restore;
	return true;
}

/* One call of a side in a round; whether it was quiet. */
static bool sample(Contest *c, int i, int round)
{
	CompareSide *side = &c->sides[i];
	SampleRequest request = { .slot = slot_of(i), .batch = 1,
				  .restore = c->in_place[i],
				  .cold = !c->options->warm,
				  .quiescence_s = c->options->quiescence_s };
	Times times;

	if (c->options->warm && !warm_up(c, i, &request))
		return false;
	if (!call(c, i, &request, &times))
		return false;
	side->wall_ns[round] = times.call_ns;
	side->event_ns[round] = times.event_ns;
	side->threads[round] = times.busy_ns / times.wall_ns;
	side->work = times.work;
	return !times.others;
}

static void shuffle(Rng *rng, int *order, int count)
{
	for (int i = count - 1; i > 0; i--) {
		int j = (int)rng_below(rng, (uint64_t)i + 1), kept = order[i];

		order[i] = order[j];
		order[j] = kept;
	}
}

/* What takes many times as long as the first side is called in some rounds
 * only: there are no times of the others. A call that was held up says nothing,
 * so the shortest ones are compared. */
static bool is_due(const Contest *c, int i, int round)
{
	bool slow = !c->sides[i].unjudged && c->shortest_ns[0] > 0
		 && c->shortest_ns[i] > SLOW_FACTOR * c->shortest_ns[0];

	return alive(c, i) && (!slow || round % SLOW_EVERY == 0);
}

/* Also where the round was begun before, and a side failed in it. */
static void leave_out(CompareSide *side, int round)
{
	side->wall_ns[round] = side->event_ns[round] = 0;
	side->threads[round] = 0;
}

/* False when a side failed meanwhile: the round does not count. */
static bool run_round(Contest *c, int round)
{
	int order[COMPARE_SIDES], count = 0;
	bool quiet = true, whole = true;

	for (int i = 0; i < c->count; i++)
		if (is_due(c, i, round))
			order[count++] = i;
		else
			leave_out(&c->sides[i], round);
	shuffle(&c->h->rng, order, count);
	harness_enter(c->h);
	for (int k = 0; k < count && whole && !over(c); k++) {
		quiet &= sample(c, order[k], round);
		whole = alive(c, order[k]);
	}
	harness_leave(c->h);
	c->compared->quiet[round] = quiet;
	return whole && !over(c);
}

static void run_rounds(Contest *c)
{
	Compared *all = c->compared;
	double end = process_now() + c->options->seconds;

	while (all->quiet_count < c->options->rounds
	       && all->rounds < COMPARE_ROUNDS && !over(c)
	       && (!all->rounds || process_now() < end)) {
		build_all(c);
		if (!over(c) && run_round(c, all->rounds))
			all->quiet_count += all->quiet[all->rounds++];
	}
}

void harness_compare(Harness *h, int count, CompareSide *sides,
		     const CompareOptions *options, Compared *compared)
{
	Contest *c = base_calloc(1, sizeof *c);

	assert(count >= 1 && count <= COMPARE_SIDES);
	*c = (Contest){ .h = h, .count = count, .sides = sides,
			.options = options, .compared = compared };
	*compared = (Compared){ 0 };
	for (int i = 0; i < count; i++)
		sides[i].status = STATUS_OK;
	harness_stop(h);
	build_all(c);
	if (!over(c))
		run_round(c, 0);
	run_rounds(c);
	outcome_free(&c->outcome);
	free(c);
}
