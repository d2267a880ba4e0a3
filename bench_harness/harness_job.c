#include "bench_harness/harness_state.h"
#include "bench_harness/worker.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#define BUILD_SECONDS 30.0
#define RUN_SECONDS 10.0
#define RUN_LEAST_SECONDS 1.0
#define RUN_FACTOR 20.0
#define CHECK_SECONDS 2.0 /* of launches after the timed ones, and more */
#define OPEN_SECONDS 60.0 /* drivers of some devices take their time */
#define MOVE_SECONDS 10.0 /* copying data, besides what their size asks for */
#define MOVE_BYTES 1e8    /* in a second */

/* What happens before a kernel runs, and while it does. */
typedef struct JobRow {
	FrameType type;
	const char *doing;
	Status early_death, early_silence;
	Status death, silence;
} JobRow;

static const JobRow rows[JOB_KINDS] = {
	[JOB_LIST] = { FRAME_LIST, "listing devices",
		       STATUS_WORKER_LOST, STATUS_WORKER_LOST,
		       STATUS_WORKER_LOST, STATUS_WORKER_LOST },
	[JOB_OPEN] = { FRAME_OPEN, "opening the device",
		       STATUS_WORKER_LOST, STATUS_WORKER_LOST,
		       STATUS_WORKER_LOST, STATUS_WORKER_LOST },
	[JOB_LOAD] = { FRAME_LOAD, "taking over the data",
		       STATUS_WORKER_LOST, STATUS_WORKER_LOST,
		       STATUS_WORKER_LOST, STATUS_WORKER_LOST },
	[JOB_BUILD] = { FRAME_BUILD, "compiling",
			STATUS_BUILD_CRASH, STATUS_BUILD_TIMEOUT,
			STATUS_BUILD_CRASH, STATUS_BUILD_TIMEOUT },
	[JOB_FIRST_RUN] = { FRAME_RUN, "preparing the first launch",
			    STATUS_BUILD_CRASH, STATUS_BUILD_TIMEOUT,
			    STATUS_RUN_CRASH, STATUS_RUN_TIMEOUT },
	[JOB_RUN] = { FRAME_RUN, "preparing a launch",
		      STATUS_RUN_CRASH, STATUS_RUN_TIMEOUT,
		      STATUS_RUN_CRASH, STATUS_RUN_TIMEOUT },
	[JOB_SAMPLE] = { FRAME_SAMPLE, "preparing a sample",
			 STATUS_RUN_CRASH, STATUS_RUN_TIMEOUT,
			 STATUS_RUN_CRASH, STATUS_RUN_TIMEOUT },
	[JOB_CHECK] = { FRAME_CHECK, "preparing a launch",
			STATUS_RUN_CRASH, STATUS_RUN_TIMEOUT,
			STATUS_RUN_CRASH, STATUS_RUN_TIMEOUT },
	[JOB_BINARY] = { FRAME_BINARY, "copying code",
			 STATUS_WORKER_LOST, STATUS_WORKER_LOST,
			 STATUS_WORKER_LOST, STATUS_WORKER_LOST },
};

void outcome_set(Outcome *outcome, Status status, const char *format, ...)
{
	va_list args;

	outcome->status = status;
	text_clear(&outcome->reason);
	va_start(args, format);
	text_vprintf(&outcome->reason, format, args);
	va_end(args);
}

void outcome_free(Outcome *outcome)
{
	text_free(&outcome->reason);
}

static double build_seconds(const Harness *h)
{
	return h->options.build_timeout_s > 0 ? h->options.build_timeout_s
					      : BUILD_SECONDS;
}

/* Enough for something 20 times as slow as the best, at least a second, never
 * more than the limit. */
static double run_seconds(const Harness *h)
{
	double most = h->options.run_timeout_s > 0 ? h->options.run_timeout_s
						   : RUN_SECONDS;

	if (h->best.ns <= 0)
		return most;
	return fmin(most, fmax(RUN_LEAST_SECONDS,
			       RUN_FACTOR * h->best.ns * 1e-9));
}

static LinkBudget budget_of(const Harness *h, JobKind kind)
{
	double build = build_seconds(h), run = run_seconds(h);
	double bytes = (double)h->loads[LOAD_USER].inputs.bytes
		     + (double)h->loads[LOAD_USER].outputs.bytes;
	double move = (kind <= JOB_LOAD ? OPEN_SECONDS : MOVE_SECONDS)
		    + bytes / MOVE_BYTES;
	double code = kind == JOB_FIRST_RUN ? build : run;
	LinkBudget budget = {
		.phase = { [PHASE_NONE] = move, [PHASE_BUILDING] = build,
			   [PHASE_BUILT] = code, [PHASE_LAUNCHED] = run,
			   [PHASE_CHECKED] = move, [PHASE_TIMED] = move },
	};

	if (kind == JOB_CHECK)
		budget.phase[PHASE_LAUNCHED] += CHECK_SECONDS;
	if (kind == JOB_BUILD)
		budget.phase[PHASE_NONE] = build;
	return budget;
}

static const char *phase_text(JobKind kind, Phase phase)
{
	static const char *const texts[PHASE_COUNT] = {
		[PHASE_BUILDING] = "compiling",
		[PHASE_BUILT] = "making code for a launch",
		[PHASE_LAUNCHED] = "running",
		[PHASE_CHECKED] = "reading the results",
		[PHASE_TIMED] = "timing",
	};

	if (phase == PHASE_BUILT && kind == JOB_BUILD)
		return "compiling";
	return phase == PHASE_NONE ? rows[kind].doing : texts[phase];
}

static bool is_crash_signal(int number)
{
	static const int crashes[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE,
				       SIGABRT, SIGTRAP, SIGSYS, SIGXCPU };

	for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
		if (crashes[i] == number)
			return true;
	return false;
}

/* The last phase, or a later one that the worker had no time to tell. */
static Phase phase_at_death(const Link *link, const LinkAnswer *answer)
{
	if (answer->phase < PHASE_LAUNCHED
	    && strstr(text_string(&link->log), WORKER_FAULT))
		return PHASE_LAUNCHED;
	return answer->phase;
}

static void died(const Link *link, JobKind kind, const LinkAnswer *answer,
		 Outcome *outcome)
{
	Phase phase = phase_at_death(link, answer);
	bool running = phase >= PHASE_LAUNCHED;
	Status crash = running ? rows[kind].death : rows[kind].early_death;
	const char *when = phase_text(kind, phase);
	int status = answer->status;

	if (!answer->status_known)
		outcome_set(outcome, STATUS_WORKER_LOST,
			    "the worker vanished while %s", when);
	else if (WIFSIGNALED(status) && is_crash_signal(WTERMSIG(status)))
		outcome_set(outcome, crash, "signal %d (%s) while %s",
			    WTERMSIG(status), strsignal(WTERMSIG(status)),
			    when);
	else if (WIFSIGNALED(status))
		outcome_set(outcome, STATUS_WORKER_LOST,
			    "the worker was killed (signal %d) while %s%s",
			    WTERMSIG(status), when,
			    WTERMSIG(status) == SIGKILL
			    ? ", perhaps for want of memory" : "");
	else if (WEXITSTATUS(status) != 0)
		outcome_set(outcome, crash, "exit with code %d while %s",
			    WEXITSTATUS(status), when);
	else
		outcome_set(outcome, STATUS_WORKER_LOST,
			    "the worker left while %s", when);
}

static void silent(JobKind kind, const LinkAnswer *answer, Outcome *outcome)
{
	bool running = answer->phase >= PHASE_LAUNCHED;

	outcome_set(outcome, running ? rows[kind].silence
				     : rows[kind].early_silence,
		    "no end after %.1f s of %s", answer->seconds,
		    phase_text(kind, answer->phase));
}

/* Which statuses a worker may give: the others are the tuner's to say. */
static bool may_answer(Status status)
{
	return status == STATUS_OK || status == STATUS_BUILD_ERROR
	    || status == STATUS_LAUNCH_ERROR || status == STATUS_OOM
	    || status == STATUS_GUARD || status == STATUS_WORKER_LOST;
}

/* Fills outcome; true when the worker may live on. */
static bool understand(const Link *link, JobKind kind,
		       const LinkAnswer *answer, Outcome *outcome)
{
	switch (answer->end) {
	case LINK_ANSWER:
		if (!may_answer(answer->head.status)) {
			outcome_set(outcome, STATUS_WORKER_LOST,
				    "the worker sent a status it may not");
			return false;
		}
		outcome_set(outcome, answer->head.status, "%s",
			    answer->head.reason);
		return !answer->head.sticky
		    && !status_rows[answer->head.status].retries;
	case LINK_TIMEOUT:
		silent(kind, answer, outcome);
		return false;
	case LINK_DIED:
		died(link, kind, answer, outcome);
		return false;
	case LINK_NONSENSE:
		outcome_set(outcome, STATUS_WORKER_LOST,
			    "the worker sent %s", answer->fault);
		return false;
	case LINK_STOPPED:
		outcome_set(outcome, STATUS_WORKER_LOST, "interrupted");
		outcome->interrupted = true;
		return false;
	}
	return false;
}

bool job_wait(const Harness *h, Link *link, JobKind kind, uint32_t job,
	      LinkAnswer *answer, Outcome *outcome)
{
	LinkBudget budget = budget_of(h, kind);

	link_wait(link, job, &budget, answer);
	return understand(link, kind, answer, outcome);
}

bool job_finish(Harness *h, JobKind kind, uint32_t job, LinkAnswer *answer,
		Outcome *outcome)
{
	if (!job_wait(h, &h->link, kind, job, answer, outcome))
		harness_stop(h);
	return outcome->status == STATUS_OK;
}

bool job_call(Harness *h, JobKind kind, const Text *payload,
	      const int *descriptors, LinkAnswer *answer, Outcome *outcome)
{
	uint32_t job = link_send(&h->link, rows[kind].type, payload,
				 descriptors);

	return job_finish(h, kind, job, answer, outcome);
}

bool job_times(Harness *h, JobKind kind, uint32_t job, Times *times,
	       Outcome *outcome)
{
	LinkAnswer answer;
	bool good = job_finish(h, kind, job, &answer, outcome);

	if (good) {
		*times = message_get_times(&answer.rest);
		good = wire_done(&answer.rest);
		if (!good) {
			outcome_set(outcome, STATUS_WORKER_LOST,
				    "the worker sent times that cannot be");
			harness_stop(h);
		}
	}
	link_answer_free(&answer);
	return good;
}

/* None, if it is too long for the frame. */
static void put_binary(Text *payload, const Text *binary)
{
	size_t whole = payload->length + binary->length + 4;

	wire_bytes(payload, text_string(binary),
		   whole <= FRAME_PAYLOAD ? binary->length : 0);
}

uint32_t job_send_build(Link *link, FrameType frame, int slot, int load,
			const Text *artifact, const Text *binary)
{
	Text payload = { 0 };
	uint32_t job;

	wire_u32(&payload, (uint32_t)slot);
	wire_u32(&payload, (uint32_t)load);
	text_bytes(&payload, artifact->data, artifact->length);
	if (frame == FRAME_BUILD)
		put_binary(&payload, binary);
	job = link_send(link, frame, &payload, NULL);
	text_free(&payload);
	return job;
}

uint32_t job_send_run(Link *link, int slot, int set)
{
	Text payload = { 0 };
	uint32_t job;

	wire_u32(&payload, (uint32_t)slot);
	wire_u32(&payload, (uint32_t)set);
	job = link_send(link, FRAME_RUN, &payload, NULL);
	text_free(&payload);
	return job;
}

uint32_t job_send_binary(Link *link, int slot)
{
	Text payload = { 0 };
	uint32_t job;

	wire_u32(&payload, (uint32_t)slot);
	job = link_send(link, FRAME_BINARY, &payload, NULL);
	text_free(&payload);
	return job;
}
