#include "bench_harness/harness_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench_harness/timing.h"

#define CHEAP_NS 1e6 /* of a sample */

enum { RECYCLE_AFTER = 1000, SLOW_SAMPLES = 6 };

static void begin(Harness *h, const HarnessCandidate *candidate,
		  const ReferenceRequest *reference, int slot)
{
	Pending *pending = &h->pending;
	Outcome outcome = { 0 };

	if (pending->begun)
		harness_stop(h);
	text_clear(&pending->request);
	message_put_artifact(&pending->request, candidate->artifact);
	if (reference)
		message_put_reference(&pending->request, reference);
	pending->frame = reference ? FRAME_REFER : FRAME_BUILD;
	pending->fits = loaded_bind(&h->loads[LOAD_USER], candidate->artifact)
		&& pending->request.length + 12 <= FRAME_PAYLOAD;
	pending->hash = reference ? 0 : candidate->artifact->hash;
	pending->candidate = *candidate;
	pending->candidate.artifact = NULL;
	pending->slot = slot;
	prebuilt_clear(&pending->early);
	ahead_finish(h, candidate->artifact, &pending->early);
	if (pending->early.outcome.status == STATUS_OK)
		pending_send(h, &outcome);
	outcome_free(&outcome);
}

void pending_begin(Harness *h, const HarnessCandidate *candidate, int slot)
{
	begin(h, candidate, NULL, slot);
}

void pending_refer(Harness *h, const HarnessCandidate *candidate,
		   const ReferenceRequest *reference, int slot)
{
	begin(h, candidate, reference, slot);
}

bool pending_send(Harness *h, Outcome *outcome)
{
	Loaded *user = &h->loads[LOAD_USER];
	Pending *pending = &h->pending;

	if (!pending->fits) {
		outcome_set(outcome, STATUS_LAUNCH_ERROR,
			    "the artifact is too long or does not fit the "
			    "data");
		return false;
	}
	if (!h->running && !harness_start(h, outcome))
		return false;
	link_clear_log(&h->link);
	pending->build_job = job_send_build(&h->link, pending->frame,
					    pending->slot, LOAD_USER,
					    &pending->request,
					    &pending->early.binary);
	h->alone = h->built == 1 || h->alone == pending->hash ? pending->hash
							       : 0;
	h->built++;
	for (int k = 0; k < user->plan.set_count; k++) {
		loaded_fill(user, k);
		pending->run_jobs[k] = job_send_run(&h->link, pending->slot,
						    k);
	}
	pending->begun = true;
	return true;
}

/* Drivers leak: a worker serves so many kernels only. */
static bool worn(const Harness *h)
{
	int most = h->options.recycle_after > 0 ? h->options.recycle_after
						: RECYCLE_AFTER;

	return h->built > most;
}

void harness_build_begin(Harness *h, const HarnessCandidate *candidate)
{
	int slot = SLOT_CANDIDATES;

	if (worn(h))
		harness_stop(h);
	if (h->best.slot == slot)
		slot++;
	pending_begin(h, candidate, slot);
}

/* Takes the answers that nobody wants any more. */
static void drain(Harness *h, int first_set)
{
	Outcome ignored = { 0 };
	Times times;

	for (int k = first_set; k < h->loads[LOAD_USER].plan.set_count
				&& h->running; k++)
		job_times(h, JOB_RUN, h->pending.run_jobs[k], &times,
			  &ignored);
	outcome_free(&ignored);
}

static bool judge_set(Harness *h, int set, bool judged, Measurement *m,
		      Outcome *outcome)
{
	double start = process_now();
	Text reason = { 0 };
	Status status = loaded_judge(&h->loads[LOAD_USER], set,
				     judged ? &h->pending.candidate : NULL,
				     &reason, &m->worst);

	if (status != STATUS_OK)
		outcome_set(outcome, status, "%s", text_string(&reason));
	else if (judged && !h->pending.candidate.accept_second)
		m->error = loaded_error(&h->loads[LOAD_USER], set);
	text_free(&reason);
	m->check_s += process_now() - start;
	return status == STATUS_OK;
}

/* Of the launch on the timed data. */
static void note_verified(Harness *h, int set, const Times *times)
{
	if (set == h->loads[LOAD_USER].plan.set_count - 1 && !ahead_is_busy(h))
		h->pending.verified = *times;
}

static bool verify_set(Harness *h, int set, bool judged, Measurement *m,
		       double *warm_ns, Outcome *outcome)
{
	JobKind kind = set == 0 ? JOB_FIRST_RUN : JOB_RUN;
	Times times;

	if (!job_times(h, kind, h->pending.run_jobs[set], &times, outcome))
		return false;
	note_verified(h, set, &times);
	m->confirm_s += times.sum_ns * 1e-9;
	if (set == 0)
		m->first_launch_s = fmax(times.wall_ns * 1e-9,
					 h->pending.early.first_launch_s);
	if (set == 0 || harness_time(h, &times) < *warm_ns)
		*warm_ns = harness_time(h, &times);
	return judge_set(h, set, judged, m, outcome);
}

bool pending_verify(Harness *h, bool judged, Measurement *m, double *warm_ns,
		    Outcome *outcome)
{
	int sets = h->loads[LOAD_USER].plan.set_count, waited = 0;
	const double start = process_now();
	bool good;
	Times times;

	h->pending.verified = (Times){ 0 };
	if (!h->pending.begun && !pending_send(h, outcome))
		return false;
	good = job_times(h, JOB_BUILD, h->pending.build_job, &times, outcome);
	m->build_s = good ? times.wall_ns * 1e-9 : 0;
	if (h->pending.early.build_s > 0)
		m->build_s = h->pending.early.build_s;
	while (good && waited < sets)
		good = verify_set(h, waited++, judged, m, warm_ns, outcome);
	drain(h, waited);
	h->pending.waited_ns = (process_now() - start) * 1e9;
	h->pending.begun = false;
	return good;
}

/* What each kernel has of the launch, in which the time between kernels is shared
 * out as theirs is; as before where this launch does not say. */
static void note_kernels(const Harness *h, Measurement *m, const Times *times)
{
	const bool said = times->kernel_count > 0;
	const double *of = said ? times->kernel_ns : m->kernel_ns;
	double sum = 0;

	if (said)
		m->kernel_count = times->kernel_count;
	for (int k = 0; k < m->kernel_count; k++)
		sum += of[k];
	if (sum <= 0 || h->timer != TIMER_EVENT)
		m->kernel_count = 0;
	for (int k = 0; k < m->kernel_count; k++)
		m->kernel_ns[k] = of[k] * m->min_ns / sum;
}

static void add_sample(const Harness *h, Measurement *m, const Times *times,
		       double ns)
{
	m->samples_ns[m->sample_count++] = ns;
	m->min_ns = timing_min(m->samples_ns, m->sample_count);
	m->median_ns = timing_median(m->samples_ns, m->sample_count);
	if (ns <= m->min_ns)
		note_kernels(h, m, times);
}

/* One sample into m. */
static bool take(Harness *h, Measurement *m, Outcome *outcome)
{
	bool in_place = loaded_in_place(&h->loads[LOAD_USER]);
	double ns;

	if (!harness_sample_user(h, h->pending.slot, m->batch, in_place, &ns,
				 outcome))
		return false;
	h->pending.sampled = true;
	add_sample(h, m, &h->pending.last, ns);
	return true;
}

static void note_best(Harness *h, const Measurement *m)
{
	if (h->best.ns > 0 && m->min_ns >= h->best.ns)
		return;
	h->best = (Best){ .ns = m->min_ns, .slot = h->pending.slot,
			  .in_place = loaded_in_place(&h->loads[LOAD_USER]) };
}

/* Whether it is clearly slower than the best: by the warm-up, and again by a
 * sample, or by some more where they cost little. */
static bool is_slow(Harness *h, double warm_ns, Measurement *m,
		    Outcome *outcome)
{
	if (!timing_suspect(warm_ns, h->best.ns))
		return false;
	do
		if (!take(h, m, outcome))
			return false;
	while (timing_slow(m->min_ns, h->best.ns)
	       && m->sample_count < SLOW_SAMPLES
	       && m->batch * m->median_ns < CHEAP_NS);
	return timing_slow(m->min_ns, h->best.ns);
}

/* A single short launch looks longer than it is, the more so beside a build or
 * by the wall clock: corrects the batch by a first sample, which does not
 * count. */
static bool settle_batch(Harness *h, double warm_ns, Measurement *m,
			 Outcome *outcome)
{
	int batch;

	m->batch = harness_batch(h, warm_ns);
	if (m->batch == 1 && h->timer == TIMER_EVENT
	    && (!h->ahead.count || warm_ns > CHEAP_NS))
		return true;
	if (!take(h, m, outcome))
		return false;
	batch = harness_batch(h, m->min_ns);
	m->batch = batch > m->batch ? batch : m->batch;
	m->sample_count = 0;
	return true;
}

/* The verified launch as a sample, if it is so long that one more will do: it
 * was the first on its buffers, which of the least of two changes nothing. */
static void count_verified(Harness *h, Measurement *m)
{
	const Times *times = &h->pending.verified;
	double ns;

	if (m->sample_count || !times->wall_ns
	    || !harness_believes(h, times, h->pending.waited_ns))
		return;
	ns = harness_time(h, times);
	if (timing_ends(&ns, 1, m->batch))
		add_sample(h, m, times, ns);
}

/* Whether the timed buffers are no evidence of the candidate: what was verified
 * ran on others, or a launch repeated what it had written over. */
static bool left_nothing(const Harness *h)
{
	return !h->pending.sampled
	    || loaded_in_place(&h->loads[LOAD_USER]);
}

/* One launch among the timed ones, or after them, that is not timed. */
static bool check_once(Harness *h, Measurement *m, Outcome *outcome)
{
	double start = process_now();
	bool good = harness_check(h, h->pending.slot, &h->pending.candidate,
				  left_nothing(h), 1, 0, outcome);

	m->confirm_s += process_now() - start;
	return good;
}

/* The last launch, if it is known to be that: it is looked at and timed. Where
 * its time cannot be, more are taken, and the last one is looked at anew. */
static bool take_last(Harness *h, Measurement *m, Outcome *outcome)
{
	double elapsed_ns;
	Times times;

	if (h->device.type == DEVICE_CPU)
		quiescence_look(&h->quiescence);
	if (!harness_check_timed(h, h->pending.slot, &h->pending.candidate,
				 left_nothing(h), &times, &elapsed_ns,
				 outcome))
		return false;
	m->confirm_s += (elapsed_ns - times.wall_ns) * 1e-9;
	if (!harness_believes(h, &times, elapsed_ns))
		return take(h, m, outcome);
	add_sample(h, m, &times, harness_time(h, &times));
	h->pending.checked = m->sample_count;
	return true;
}

/* Whether it is the turn of the one that comes at random. */
static bool is_check_due(Harness *h, const Measurement *m, int turn)
{
	return m->sample_count == turn && harness_is_small(h);
}

static void take_next(Harness *h, int turn, Measurement *m, Outcome *outcome)
{
	if (timing_ends(m->samples_ns, m->sample_count, m->batch))
		take_last(h, m, outcome);
	else if (take(h, m, outcome) && is_check_due(h, m, turn))
		check_once(h, m, outcome);
}

/* A time from before makes nothing slow beside other work. */
static void doubt_earlier(Harness *h)
{
	if (!h->quiescence.looks)
		quiescence_look(&h->quiescence);
	if (h->best.earlier && timing_busy(quiescence_mean(&h->quiescence)))
		h->best = (Best){ 0 };
}

static bool take_samples(Harness *h, double warm_ns, Measurement *m,
			 Outcome *outcome)
{
	int turn = 1 + (int)rng_below(&h->rng, TIMING_MOST);

	if (!settle_batch(h, warm_ns, m, outcome))
		return false;
	doubt_earlier(h);
	count_verified(h, m);
	if (is_slow(h, warm_ns, m, outcome)) {
		outcome->status = STATUS_SLOW;
		return true;
	}
	while (outcome->status == STATUS_OK
	       && !timing_enough(m->samples_ns, m->sample_count, m->batch,
				 h->best.ns))
		take_next(h, turn, m, outcome);
	if (outcome->status == STATUS_OK)
		note_best(h, m);
	return outcome->status == STATUS_OK;
}

static bool time_alone(Harness *h, double warm_ns, Measurement *m,
		       Outcome *outcome)
{
	if (harness_watch_noise(h, outcome))
		return take_samples(h, warm_ns, m, outcome);
	outcome->status = STATUS_WORKER_LOST;
	return false;
}

static bool time_candidate(Harness *h, double warm_ns, Measurement *m,
			   Outcome *outcome)
{
	double start, confirmed = m->confirm_s;
	bool good;

	harness_enter(h);
	start = process_now();
	h->quiescence = (Quiescence){ 0 };
	h->pending.checked = 0;
	h->pending.sampled = false;
	good = time_alone(h, warm_ns, m, outcome);
	harness_leave(h);
	m->run_s = process_now() - start - (m->confirm_s - confirmed);
	m->timer = h->timer;
	m->epoch = h->epoch;
	m->others = quiescence_mean(&h->quiescence);
	return good;
}

/* Takes time, and sees that it was that of a kernel that is still right. What
 * was seen to be slow is nobody's best, and not looked at again. */
static bool time_and_check(Harness *h, double warm_ns, Measurement *m,
			   Outcome *outcome)
{
	const Best before = h->best;
	bool good = time_candidate(h, warm_ns, m, outcome);

	if (good && outcome->status == STATUS_OK)
		good = harness_possible(h, m->min_ns, outcome)
		    && (h->pending.checked == m->sample_count
			|| check_once(h, m, outcome));
	if (!good) {
		m->sample_count = 0, m->min_ns = m->median_ns = 0;
		h->best = before;
		h->best.slot = h->running ? before.slot : 0;
	}
	return good;
}

static void conclude(Harness *h, Measurement *m, const Outcome *outcome)
{
	const Text *early = &h->pending.early.log;
	const char *log = text_string(early->length ? early : &h->link.log);

	m->status = outcome->status;
	m->interrupted = outcome->interrupted;
	snprintf(m->reason, sizeof m->reason, "%s",
		 text_string(&outcome->reason));
	snprintf(m->log, sizeof m->log, "%s", log);
}

/* What a builder found wrong for good is not tried again. */
static bool failed_early(const Harness *h, Outcome *outcome)
{
	const Outcome *early = &h->pending.early.outcome;

	if (early->status != STATUS_OK)
		outcome_set(outcome, early->status, "%s",
			    text_string(&early->reason));
	return early->status != STATUS_OK;
}

/* A refusal that left a device of no use, or a driver without room, is not the
 * kernel's: what follows would fail as well. */
static void find_blame(Harness *h, Outcome *outcome)
{
	Outcome next = { 0 };
	bool refused = outcome->status == STATUS_LAUNCH_ERROR
		    || outcome->status == STATUS_BUILD_ERROR;
	bool starved = outcome->status == STATUS_BUILD_CRASH
		    || outcome->status == STATUS_OOM;

	if ((!refused && !starved) || outcome->interrupted || harness_lost(h))
		return;
	if (harness_has_room(h) && refused && !h->running
	    && !harness_start(h, &next))
		outcome->interrupted = next.interrupted;
	if (harness_lost(h))
		outcome_set(outcome, STATUS_WORKER_LOST, "%s",
			    harness_lost(h));
	outcome_free(&next);
}

/* As often as the status says that another attempt is worth it. */
static void measure(Harness *h, bool judged, bool timed, Measurement *m)
{
	Outcome outcome = { 0 };
	double warm_ns = 0;

	for (int attempt = 0;; attempt++) {
		*m = (Measurement){ 0 };
		outcome.status = STATUS_OK;
		if (failed_early(h, &outcome))
			break;
		if (pending_verify(h, judged, m, &warm_ns, &outcome)
		    && (!timed || time_and_check(h, warm_ns, m, &outcome)))
			break;
		if (outcome.interrupted || harness_lost(h)
		    || attempt >= status_rows[outcome.status].retries)
			break;
		prebuilt_clear(&h->pending.early);
	}
	if (outcome.status == STATUS_SUSPECT)
		outcome.status = STATUS_WRONG;
	find_blame(h, &outcome);
	conclude(h, m, &outcome);
	outcome_free(&outcome);
}

void harness_run(Harness *h, Measurement *m)
{
	measure(h, false, false, m);
}

void harness_verify(Harness *h, Measurement *m)
{
	measure(h, true, false, m);
}

void harness_measure(Harness *h, Measurement *m)
{
	const bool timed = !h->options.absent;

	measure(h, true, timed, m);
	if (timed || m->status != STATUS_OK || m->interrupted)
		return;
	m->status = STATUS_CHECKED;
	snprintf(m->reason, sizeof m->reason, "checked on %s; not timed, since "
		 "%s is not there", h->device.name, h->options.absent->name);
}
