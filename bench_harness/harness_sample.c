#include "bench_harness/harness_state.h"

#include <limits.h>
#include <math.h>
#include <time.h>

#include "bench_harness/timing.h"

#define WARM_UP_SECONDS 0.2
#define CANARY_SECONDS 2.0
#define STORM_SECONDS 5.0
#define STORM_SHARE 0.1 /* of the time since the start may be waited */
#define STORM_STEP_NS 250000000L
#define QUIESCENCE_STEP 0.1
#define LONG_BATCH_NS 20e6
#define CLOCK_NS 1e6   /* that two readings of a clock may be apart */
#define LAUNCH_NS 50e6 /* that a launch may wait for a turn on a busy machine */
#define WALL_FACTOR 5.0

enum {
	CANARY_EVERY = 25, CANARY_SAMPLES = 5, BASELINE_SAMPLES = 50,
	BEST_SAMPLES = 5, SAMPLE_ATTEMPTS = 12, SETTLED = 32
};

static bool ask_sample(Harness *h, const SampleRequest *request, Times *times,
		       double *elapsed_ns, Outcome *outcome)
{
	double start = process_now();
	Text payload = { 0 };
	uint32_t job;
	bool good;

	message_put_sample(&payload, request);
	job = link_send(&h->link, FRAME_SAMPLE, &payload, NULL);
	good = job_times(h, JOB_SAMPLE, job, times, outcome);
	*elapsed_ns = (process_now() - start) * 1e9;
	text_free(&payload);
	return good;
}

/* The worker cannot have waited longer than we did, and nearly all of a long
 * wait is the kernel's. A busy machine may break this now and then, a lie does
 * always. */
static bool plausible(const Times *times, double elapsed_ns)
{
	return times->wall_ns <= elapsed_ns + CLOCK_NS
	    && times->wall_ns <= WALL_FACTOR * times->event_ns + LAUNCH_NS;
}

/* Whether there are event times, and no longer than the wall clock's. */
static bool events_possible(const Times *times)
{
	return times->event_ns > 0
	    && times->event_ns <= times->wall_ns + CLOCK_NS;
}

double harness_time(const Harness *h, const Times *times)
{
	return h->timer == TIMER_EVENT && events_possible(times)
		? times->event_ns : times->wall_ns;
}

/* Where they are not possible the wall clock is used from now on, and earlier
 * times do not compare. */
static void distrust_events(Harness *h, const Times *times)
{
	if (h->timer != TIMER_EVENT || events_possible(times))
		return;
	h->timer = TIMER_WALL;
	h->epoch++;
	h->best.ns = 0;
}

bool harness_believes(Harness *h, const Times *times, double elapsed_ns)
{
	distrust_events(h, times);
	if (h->timer == TIMER_WALL)
		return times->wall_ns <= elapsed_ns + CLOCK_NS;
	return plausible(times, elapsed_ns);
}

bool harness_sample(Harness *h, int slot, int batch, bool restore,
		    double *launch_ns, Outcome *outcome)
{
	SampleRequest request = { .slot = slot, .batch = batch,
				  .restore = restore };
	double elapsed_ns;
	Times times;

	for (int i = 0; i < SAMPLE_ATTEMPTS; i++) {
		if (!ask_sample(h, &request, &times, &elapsed_ns, outcome))
			return false;
		if (!harness_believes(h, &times, elapsed_ns))
			continue;
		*launch_ns = harness_time(h, &times) / batch;
		h->pending.last = times;
		return true;
	}
	outcome_set(outcome, STATUS_WORKER_LOST,
		    "times that cannot be: %.0f ns by events, %.0f ns by the "
		    "worker's clock, %.0f ns here", times.event_ns,
		    times.wall_ns, elapsed_ns);
	harness_stop(h);
	return false;
}

bool harness_sample_user(Harness *h, int slot, int batch, bool in_place,
			 double *launch_ns, Outcome *outcome)
{
	int harmless = loaded_harmless(&h->loads[LOAD_USER]);
	bool restore = in_place && h->launches > harmless - batch;

	if (h->device.type == DEVICE_CPU)
		quiescence_look(&h->quiescence);
	if (restore)
		h->launches = 0;
	h->launches = in_place ? h->launches + batch : INT32_MAX;
	return harness_sample(h, slot, batch, restore, launch_ns, outcome);
}

int harness_batch(Harness *h, double warm_ns)
{
	Loaded *user = &h->loads[LOAD_USER];
	int batch = timing_batch(warm_ns,
				 (double)h->device.timer_resolution_ns);
	int most = loaded_in_place(user) ? loaded_harmless(user) : batch;

	return batch < most ? batch : most;
}

/* The median of count canary samples. */
static bool sample_canary(Harness *h, int count, double *ns, Outcome *outcome)
{
	double samples[BASELINE_SAMPLES];

	for (int i = 0; i < count; i++)
		if (!harness_sample(h, SLOT_CANARY, 1, false, &samples[i],
				    outcome))
			return false;
	*ns = timing_median(samples, count);
	return true;
}

/* Whether the device's events measure what the clock on the wall does. */
static bool choose_timer(Harness *h, Outcome *outcome)
{
	int batch = (int)fmin(ceil(LONG_BATCH_NS / fmax(h->baseline_ns, 1)),
			      10000);
	SampleRequest request = { .slot = SLOT_CANARY, .batch = batch };
	double elapsed_ns;
	Times times;

	for (int i = 0; i < SAMPLE_ATTEMPTS; i++) {
		if (!ask_sample(h, &request, &times, &elapsed_ns, outcome))
			return false;
		h->timer = timing_events_good(times.event_ns, times.wall_ns)
			? TIMER_EVENT : TIMER_WALL;
		if (h->timer == TIMER_EVENT)
			return true;
	}
	return true;
}

/* A CPU's clock has risen when so many launches in a row are no faster than those
 * before; others rise in steps that take longer. */
static bool warm_up(Harness *h, Outcome *outcome)
{
	const int enough = h->device.type == DEVICE_CPU ? SETTLED : INT_MAX;
	double end = process_now() + WARM_UP_SECONDS, least = INFINITY;

	for (int same = 0; same < enough && process_now() < end; same++) {
		if (!sample_canary(h, 1, &h->baseline_ns, outcome))
			return false;
		if (h->baseline_ns < least)
			same = 0;
		least = fmin(least, h->baseline_ns);
	}
	return true;
}

static bool first_look(Harness *h, Outcome *outcome)
{
	return warm_up(h, outcome) && choose_timer(h, outcome)
	    && sample_canary(h, BASELINE_SAMPLES, &h->baseline_ns, outcome);
}

/* The machine has another speed now: so has the best candidate. */
static bool begin_epoch(Harness *h, double canary_ns, Outcome *outcome)
{
	double samples[BEST_SAMPLES], factor = canary_ns / h->baseline_ns;

	h->epoch++;
	h->baseline_ns = canary_ns;
	if (h->best.ns <= 0)
		return true;
	h->best.ns *= factor;
	if (!h->best.slot)
		return true;
	for (int i = 0; i < BEST_SAMPLES; i++)
		if (!harness_sample_user(h, h->best.slot, 1, h->best.in_place,
					 &samples[i], outcome))
			return false;
	h->best.ns = timing_min(samples, BEST_SAMPLES);
	return true;
}

void harness_await_quiescence(Harness *h)
{
	double start = process_now();
	double patience = fmin(STORM_SECONDS, STORM_SHARE
			       * (start - h->opened)) - h->waited;

	while (h->device.type == DEVICE_CPU && patience > 0
	       && quiescence_wait(fmin(patience, QUIESCENCE_STEP))
	       && !harness_asked(h))
		patience -= QUIESCENCE_STEP;
	h->waited += process_now() - start;
}

/* Something else runs: wait a little for it to end. */
static bool sit_out(Harness *h, double *canary_ns, Outcome *outcome)
{
	static const struct timespec step = { 0, STORM_STEP_NS };
	double start = process_now();
	double patience = fmin(STORM_SECONDS, STORM_SHARE
			       * (start - h->opened) - h->waited);
	bool good = true;

	while (good && timing_noise(h->baseline_ns, *canary_ns) == NOISE_STORM
	       && process_now() - start < patience && !harness_asked(h)) {
		nanosleep(&step, NULL);
		good = sample_canary(h, CANARY_SAMPLES, canary_ns, outcome);
	}
	h->waited += process_now() - start;
	return good;
}

static bool look_again(Harness *h, Outcome *outcome)
{
	double canary_ns;

	if (!sample_canary(h, CANARY_SAMPLES, &canary_ns, outcome)
	    || !sit_out(h, &canary_ns, outcome))
		return false;
	if (timing_noise(h->baseline_ns, canary_ns) == NOISE_QUIESCENT)
		return true;
	return begin_epoch(h, canary_ns, outcome);
}

bool harness_watch_noise(Harness *h, Outcome *outcome)
{
	bool first = h->baseline_ns <= 0;

	if (!first && ++h->since_canary < CANARY_EVERY
	    && process_now() < h->next_canary)
		return true;
	if (!(first ? first_look : look_again)(h, outcome))
		return false;
	h->since_canary = 0;
	h->next_canary = process_now() + CANARY_SECONDS;
	return true;
}
