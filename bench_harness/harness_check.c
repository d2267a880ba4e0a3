#include "bench_harness/harness_state.h"

/* Outputs so small are looked at every time as the timed launches left them;
 * larger ones once in so many times. */
#define SMALL_BYTES (1 << 20)

enum { LEFT_ONCE_IN = 4 };

static bool ask_check(Harness *h, const CheckRequest *request,
		      Checked *checked, Outcome *outcome)
{
	LinkAnswer answer = { 0 };
	Text payload = { 0 };
	bool good;

	message_put_check(&payload, request);
	good = job_call(h, JOB_CHECK, &payload, NULL, &answer, outcome);
	if (good) {
		*checked = message_get_checked(&answer.rest);
		good = wire_done(&answer.rest);
		if (!good) {
			outcome_set(outcome, STATUS_WORKER_LOST,
				    "the worker sent no result of a check");
			harness_stop(h);
		}
	}
	link_answer_free(&answer);
	text_free(&payload);
	return good;
}

/* What differs from what was verified is wrong, even within its bound: no
 * kernel of ours has results that depend on the order of its items. */
static void explain(Harness *h, const HarnessCandidate *candidate,
		    const Checked *checked, Outcome *outcome)
{
	Loaded *user = &h->loads[LOAD_USER];
	Text reason = { 0 };
	double worst;
	Status status = loaded_judge(user, user->plan.set_count - 1,
				     candidate, &reason, &worst);

	if (status == STATUS_OK)
		text_put(&reason, "other bits than in the verified launch");
	outcome_set(outcome, status == STATUS_OK ? STATUS_WRONG : status,
		    "%s: %s", checked->launches
		    ? "in a launch after the timed ones"
		    : "in a timed launch", text_string(&reason));
	text_free(&reason);
}

bool harness_is_small(const Harness *h)
{
	const Loaded *user = &h->loads[LOAD_USER];

	return user->outputs.bytes / (size_t)user->plan.set_count
	     < SMALL_BYTES;
}

/* Whether the buffers hold what the last launch made of the inputs, and to look
 * at it costs next to nothing, or it is its turn. */
static bool looks_at_left(Harness *h, bool other)
{
	return !other && (harness_is_small(h)
			     || rng_below(&h->rng, LEFT_ONCE_IN) == 0);
}

static bool check(Harness *h, const CheckRequest *request,
		  const HarnessCandidate *candidate, Checked *checked,
		  Outcome *outcome)
{
	if (!ask_check(h, request, checked, outcome))
		return false;
	h->launches = INT32_MAX;
	if (checked->differs)
		explain(h, candidate, checked, outcome);
	return !checked->differs;
}

bool harness_check(Harness *h, int slot, const HarnessCandidate *candidate,
		   bool other, int launches, double seconds,
		   Outcome *outcome)
{
	const CheckRequest request = { .slot = slot, .launches = launches,
				       .seconds = seconds,
				       .left = looks_at_left(h, other) };
	Checked checked = { 0 };

	return check(h, &request, candidate, &checked, outcome);
}

bool harness_check_timed(Harness *h, int slot,
			 const HarnessCandidate *candidate, bool other,
			 Times *times, double *elapsed_ns, Outcome *outcome)
{
	const CheckRequest request = { .slot = slot, .launches = 1,
				       .left = looks_at_left(h, other) };
	const double start = process_now();
	Checked checked = { 0 };
	bool good = check(h, &request, candidate, &checked, outcome);

	*elapsed_ns = (process_now() - start) * 1e9;
	*times = (Times){ .event_ns = checked.event_ns,
			  .wall_ns = checked.wall_ns };
	return good;
}
