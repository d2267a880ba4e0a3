#include "bench_harness/harness_state.h"

#include <string.h>

bool harness_asked(const Harness *h)
{
	return h->options.stop && h->options.stop(h->options.context);
}

void harness_enter(Harness *h)
{
	device_lock_take(&h->lock, h->options.stop, h->options.context);
	ahead_pause(h);
}

void harness_leave(Harness *h)
{
	ahead_resume(h);
	device_lock_leave(&h->lock);
}

void harness_lose(Harness *h, const char *reason)
{
	if (!h->lost.length)
		text_put(&h->lost, reason);
}

bool harness_has_room(Harness *h)
{
	Text why = { 0 };

	if (!cache_dir_has_room(&h->cache, &why)) {
		h->no_room = true;
		harness_lose(h, text_string(&why));
	}
	text_free(&why);
	return !h->no_room;
}

void harness_stop(Harness *h)
{
	h->running = false;
	h->unused = h->begun = false;
	h->pending.begun = false;
	h->built = 0;
	h->alone = 0;
	h->best.slot = 0;
	if (!link_stop(&h->link))
		harness_lose(h, "a driver keeps the worker from ending: the "
			     "device is stuck");
}

uint32_t job_send_open(const Harness *h, Link *link)
{
	Text payload = { 0 };
	uint32_t job;

	wire_u32(&payload, (uint32_t)h->device.index);
	wire_u32(&payload, h->options.plain_buffers);
	job = link_send(link, FRAME_OPEN, &payload, NULL);
	text_free(&payload);
	return job;
}

uint32_t job_send_load(Link *link, const Loaded *loaded)
{
	const int descriptors[2] = { loaded->inputs.descriptor,
				     loaded->outputs.descriptor };
	Text payload = { 0 };
	uint32_t job;

	message_put_load(&payload, &loaded->plan);
	job = link_send(link, FRAME_LOAD, &payload, descriptors);
	text_free(&payload);
	return job;
}

static uint32_t send_open(Harness *h)
{
	return job_send_open(h, &h->link);
}

static bool take_open(Harness *h, uint32_t job, Outcome *outcome)
{
	LinkAnswer answer;
	bool good = job_finish(h, JOB_OPEN, job, &answer, outcome);

	if (good) {
		Device opened = message_get_device(&answer.rest);

		good = wire_done(&answer.rest)
		    && device_key(&opened) == device_key(&h->device);
		if (!good)
			outcome_set(outcome, STATUS_WORKER_LOST,
				    "another device is in its place");
	}
	link_answer_free(&answer);
	return good;
}

static bool take_load(Harness *h, uint32_t job, Outcome *outcome)
{
	LinkAnswer answer;
	bool good = job_finish(h, JOB_LOAD, job, &answer, outcome);

	link_answer_free(&answer);
	h->launches = INT32_MAX;
	return good;
}

bool harness_send_load(Harness *h, int load, Outcome *outcome)
{
	return take_load(h, job_send_load(&h->link, &h->loads[load]),
			 outcome);
}

static uint32_t send_canary(Harness *h)
{
	return job_send_load(&h->link, &h->loads[LOAD_CANARY]);
}

static uint32_t build_canary(Harness *h)
{
	const Text none = { 0 };
	Text artifact = { 0 };
	uint32_t job;

	message_put_artifact(&artifact, h->canary->artifact);
	job = job_send_build(&h->link, FRAME_BUILD, SLOT_CANARY, LOAD_CANARY,
			     &artifact, &none);
	h->built++;
	text_free(&artifact);
	return job;
}

static bool take_build(Harness *h, uint32_t job, Outcome *outcome)
{
	Times times;

	return job_times(h, JOB_BUILD, job, &times, outcome);
}

static uint32_t run_canary(Harness *h)
{
	Loaded *loaded = &h->loads[LOAD_CANARY];

	loaded_bind(loaded, h->canary->artifact);
	loaded_fill(loaded, 0);
	return job_send_run(&h->link, SLOT_CANARY, 0);
}

static bool take_run(Harness *h, uint32_t job, Outcome *outcome)
{
	const HarnessCandidate plainly = { 0 };
	Text reason = { 0 };
	Times times;
	double worst;
	Status status;

	if (!job_times(h, JOB_FIRST_RUN, job, &times, outcome))
		return false;
	status = loaded_judge(&h->loads[LOAD_CANARY], 0, &plainly, &reason,
			      &worst);
	if (status != STATUS_OK)
		outcome_set(outcome, status, "%s", text_string(&reason));
	text_free(&reason);
	return status == STATUS_OK;
}

/* 0: there are none yet. */
static uint32_t send_user(Harness *h)
{
	Loaded *user = &h->loads[LOAD_USER];

	return user->arena ? job_send_load(&h->link, user) : 0;
}

static bool take_user(Harness *h, uint32_t job, Outcome *outcome)
{
	if (job)
		return take_load(h, job, outcome);
	return !h->loads[LOAD_USER].arena
	    || harness_send_load(h, LOAD_USER, outcome);
}

bool harness_start_process(Harness *h, Outcome *outcome)
{
	LinkHooks hooks = { h->options.stop, h->options.log,
			    h->options.context };

	h->unused = link_start(&h->link, &hooks, h->options.worker,
			       h->environment);
	if (!h->unused)
		outcome_set(outcome, STATUS_WORKER_LOST,
			    "no process can be started");
	return h->unused;
}

typedef struct StepRow {
	const char *failed;
	uint32_t (*send)(Harness *h);
	bool (*take)(Harness *h, uint32_t job, Outcome *outcome);
} StepRow;

static const StepRow steps[START_STEPS] = {
	{ "the device could not be opened", send_open, take_open },
	{ "a known-good kernel failed", send_canary, take_load },
	{ "a known-good kernel failed", build_canary, take_build },
	{ "a known-good kernel failed", run_canary, take_run },
	{ "the data could not be handed over", send_user, take_user },
};

bool harness_begin(Harness *h, Outcome *outcome)
{
	if (!h->unused && !harness_start_process(h, outcome))
		return false;
	h->unused = false;
	for (int i = 0; i < START_STEPS; i++)
		h->start_jobs[i] = steps[i].send(h);
	h->begun = true;
	return true;
}

/* NULL, or what failed. */
static const char *try_start(Harness *h, Outcome *outcome)
{
	if (!h->begun && !harness_begin(h, outcome))
		return "a worker could not be started";
	h->begun = false;
	for (int i = 0; i < START_STEPS; i++)
		if (!steps[i].take(h, h->start_jobs[i], outcome))
			return steps[i].failed;
	return NULL;
}

static void lose_start(Harness *h, const char *failed, const Outcome *outcome)
{
	Text why = { 0 };

	if (!harness_has_room(h))
		return;
	text_printf(&why, "%s %d times: %s", failed, START_FAILURES,
		    text_string(&outcome->reason));
	harness_lose(h, text_string(&why));
	text_free(&why);
}

bool harness_start(Harness *h, Outcome *outcome)
{
	const char *failed = NULL;

	for (int i = 0; i < START_FAILURES && !h->lost.length; i++) {
		if (!h->unused && !h->begun)
			harness_stop(h);
		if (!h->lost.length && !(failed = try_start(h, outcome))) {
			h->running = true;
			return true;
		}
		if (outcome->interrupted)
			break;
	}
	harness_stop(h);
	if (!outcome->interrupted && failed)
		lose_start(h, failed, outcome);
	if (h->lost.length)
		outcome_set(outcome, outcome->status == STATUS_OOM
			    ? STATUS_OOM : STATUS_WORKER_LOST, "%s",
			    h->lost.data);
	return false;
}
