#include "bench_harness/harness_state.h"

#include <signal.h>
#include <stdlib.h>

enum {
	BUILDER_KERNELS = 1000, BUILDER_FAILURES = 3,
	BUILDER_SLOT = SLOT_CANDIDATES
};

static void stop_builder(Builder *builder)
{
	if (builder->running)
		link_stop(&builder->link);
	builder->running = false;
	builder->artifact = 0;
	builder->job_count = builder->built = 0;
}

void ahead_stop(Harness *h)
{
	for (int i = 0; i < h->ahead.count; i++)
		stop_builder(&h->ahead.builders[i]);
}

void ahead_free(Harness *h)
{
	ahead_stop(h);
	for (int i = 0; i < h->ahead.count; i++)
		link_free(&h->ahead.builders[i].link);
	free(h->ahead.builders);
	loaded_free(&h->ahead.load);
	h->ahead = (Ahead){ 0 };
}

int harness_build_ahead(Harness *h, int builders, const BenchData *data)
{
	LoadUse use = h->device.type == DEVICE_CPU ? LOAD_TO_RUN
						   : LOAD_TO_BUILD;
	Text why = { 0 };

	ahead_free(h);
	if (builders > 0 && !device_is_simulator(&h->device)
	    && loaded_new(&h->ahead.load, LOAD_USER, use, data, &why)) {
		h->ahead.count = builders;
		h->ahead.builders = base_calloc((size_t)builders,
						sizeof *h->ahead.builders);
	}
	text_free(&why);
	return h->ahead.count;
}

static void add_job(Builder *builder, JobKind kind, uint32_t job)
{
	builder->kinds[builder->job_count] = kind;
	builder->jobs[builder->job_count++] = job;
}

static bool start_builder(Harness *h, Builder *builder)
{
	LinkHooks hooks = { h->options.stop, h->options.log,
			    h->options.context };

	builder->running = link_start(&builder->link, &hooks,
				      h->options.worker, h->environment);
	if (!builder->running)
		return false;
	add_job(builder, JOB_OPEN, job_send_open(h, &builder->link));
	add_job(builder, JOB_LOAD,
		job_send_load(&builder->link, &h->ahead.load));
	return true;
}

static Builder *idle_builder(const Harness *h)
{
	for (int i = 0; i < h->ahead.count; i++)
		if (!h->ahead.builders[i].artifact)
			return &h->ahead.builders[i];
	return NULL;
}

/* Whether code may be made at the first launch. Then that is done as well, and
 * all of it comes to the worker by the driver's cache folder: drivers for CPUs
 * keep one, and may compile still more for a binary. */
static bool runs(const Harness *h)
{
	return h->ahead.load.plan.use >= LOAD_TO_RUN;
}

/* All of them run on the same outputs, which nobody looks at. */
static void fill_once(Harness *h)
{
	if (!h->ahead.filled && runs(h))
		loaded_fill(&h->ahead.load, 0);
	h->ahead.filled = true;
}

static void send(Harness *h, Builder *builder, const Text *request)
{
	const Text none = { 0 };
	Link *link = &builder->link;

	link_clear_log(link);
	add_job(builder, JOB_BUILD, job_send_build(link, FRAME_BUILD,
						   BUILDER_SLOT, LOAD_USER,
						   request, &none));
	if (runs(h))
		add_job(builder, JOB_FIRST_RUN,
			job_send_run(link, BUILDER_SLOT, 0));
	else
		add_job(builder, JOB_BINARY,
			job_send_binary(link, BUILDER_SLOT));
	builder->built++;
}

void harness_prebuild(Harness *h, const Artifact *artifact)
{
	Builder *builder = idle_builder(h);
	Text request = { 0 };

	if (!builder || harness_lost(h))
		return;
	message_put_artifact(&request, artifact);
	if (loaded_bind(&h->ahead.load, artifact)
	    && request.length + 12 <= FRAME_PAYLOAD) {
		fill_once(h);
		if (builder->built >= BUILDER_KERNELS)
			stop_builder(builder);
		if (builder->running || start_builder(h, builder)) {
			builder->artifact = artifact->hash;
			send(h, builder, &request);
		}
	}
	text_free(&request);
}

void prebuilt_clear(Prebuilt *early)
{
	outcome_free(&early->outcome);
	text_free(&early->log);
	text_free(&early->binary);
	*early = (Prebuilt){ 0 };
}

static void take_times(LinkAnswer *answer, double *seconds)
{
	Times times = message_get_times(&answer->rest);

	if (wire_done(&answer->rest))
		*seconds = times.wall_ns * 1e-9;
}

static void take_binary(LinkAnswer *answer, Text *binary)
{
	size_t length;
	const unsigned char *bytes = wire_get_bytes(&answer->rest, &length);

	if (bytes && wire_done(&answer->rest))
		text_bytes(binary, (const char *)bytes, length);
}

static void take_good(JobKind kind, LinkAnswer *answer, Prebuilt *early)
{
	if (kind == JOB_BUILD)
		take_times(answer, &early->build_s);
	else if (kind == JOB_FIRST_RUN)
		take_times(answer, &early->first_launch_s);
	else if (kind == JOB_BINARY)
		take_binary(answer, &early->binary);
}

/* One answer; false: the process cannot be trusted any more. */
static bool take_answer(Harness *h, Builder *builder, int i, Prebuilt *early,
			Outcome *outcome)
{
	LinkAnswer answer = { 0 };
	bool trusted = job_wait(h, &builder->link, builder->kinds[i],
				builder->jobs[i], &answer, outcome);

	if (trusted && outcome->status == STATUS_OK)
		take_good(builder->kinds[i], &answer, early);
	link_answer_free(&answer);
	return trusted;
}

/* Builders that cannot even begin are of no use. */
static void note_failure(Harness *h, JobKind kind, Status status)
{
	if (kind > JOB_LOAD || status == STATUS_OK)
		h->ahead.failures = 0;
	else if (++h->ahead.failures >= BUILDER_FAILURES)
		h->ahead.given_up = true;
}

/* All answers; the first that is not good is the outcome. */
static void take_answers(Harness *h, Builder *builder, Prebuilt *early)
{
	Outcome *outcome = &early->outcome;
	bool trusted = true;

	for (int i = 0; i < builder->job_count && trusted; i++) {
		Outcome one = { 0 };

		trusted = take_answer(h, builder, i, early, &one);
		if (outcome->status == STATUS_OK) {
			note_failure(h, builder->kinds[i], one.status);
			outcome_set(outcome, one.status, "%s",
				    text_string(&one.reason));
			outcome->interrupted = one.interrupted;
		}
		outcome_free(&one);
	}
	if (!trusted)
		stop_builder(builder);
	builder->artifact = 0;
	builder->job_count = 0;
}

/* Whether the measuring worker need not try it. What it could have done for
 * want of memory or luck may go well there. */
static bool is_final(const Outcome *outcome)
{
	return outcome->status != STATUS_OK && !outcome->interrupted
	    && !status_rows[outcome->status].retries;
}

static Builder *builder_of(const Harness *h, uint64_t artifact)
{
	for (int i = 0; i < h->ahead.count && artifact; i++)
		if (h->ahead.builders[i].artifact == artifact)
			return &h->ahead.builders[i];
	return NULL;
}

void ahead_finish(Harness *h, const Artifact *artifact, Prebuilt *early)
{
	Builder *builder = builder_of(h, artifact->hash);

	if (!builder)
		return;
	take_answers(h, builder, early);
	if (is_final(&early->outcome))
		text_put(&early->log, text_string(&builder->link.log));
	else if (early->outcome.status != STATUS_OK)
		prebuilt_clear(early);
	if (h->ahead.given_up)
		ahead_free(h);
}

bool ahead_is_busy(const Harness *h)
{
	for (int i = 0; i < h->ahead.count; i++)
		if (h->ahead.builders[i].artifact)
			return true;
	return false;
}

static void signal_busy(const Harness *h, int number)
{
	for (int i = 0; i < h->ahead.count; i++)
		if (h->ahead.builders[i].artifact)
			kill(-h->ahead.builders[i].link.process.pid, number);
}

void ahead_pause(Harness *h)
{
	signal_busy(h, SIGSTOP);
	for (int i = 0; i < h->ahead.count; i++)
		if (h->ahead.builders[i].artifact)
			process_await_stop(
				h->ahead.builders[i].link.process.pid);
}

void ahead_resume(Harness *h)
{
	signal_busy(h, SIGCONT);
}
