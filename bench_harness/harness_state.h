/* The harness's state, shared by the files harness*.c and by nothing else.
 *
 * Jobs. A job is one request and its answer. Its kind says what a death or a
 * silence of the worker means at that moment.
 */
#ifndef BENCH_HARNESS_HARNESS_STATE_H
#define BENCH_HARNESS_HARNESS_STATE_H

#include "base/rng.h"
#include "base/text.h"
#include "bench_harness/cache_dir.h"
#include "bench_harness/canary.h"
#include "bench_harness/device_lock.h"
#include "bench_harness/harness.h"
#include "bench_harness/link.h"
#include "bench_harness/loaded.h"
#include "bench_harness/quiescence.h"

enum {
	LOAD_CANARY, LOAD_USER, LOAD_COPY,
	SLOT_CANARY = 0, SLOT_CANDIDATES = 1, SLOT_RANKED = 3,
	START_FAILURES = 3, START_STEPS = 5,
	BUILDER_JOBS = 5 /* at a time: open, load, build, run, binary */
};

typedef enum {
	JOB_LIST, JOB_OPEN, JOB_LOAD, JOB_BUILD, JOB_FIRST_RUN, JOB_RUN,
	JOB_SAMPLE, JOB_BINARY, JOB_CHECK, JOB_KINDS
} JobKind;

/* How something ended; reason is empty with STATUS_OK. */
typedef struct Outcome {
	Status status;
	bool interrupted;
	Text reason;
} Outcome;

/* What a builder made of a candidate before its turn; zeroed: nothing. */
typedef struct Prebuilt {
	Outcome outcome; /* not good: that is final */
	Text log;        /* printed in that case */
	Text binary;     /* of the program; empty: build from source */
	double build_s, first_launch_s;
} Prebuilt;

/* The candidate between harness_build_begin and its measurement. */
typedef struct Pending {
	bool begun;   /* its requests are with the worker */
	bool fits;    /* the artifact fits the data */
	uint64_t hash; /* of the artifact; 0: beside a reference */
	HarnessCandidate candidate; /* how it is judged; no artifact */
	Prebuilt early;
	int slot;
	FrameType frame; /* how it is built */
	Text request; /* what follows slot and load: the artifact */
	uint32_t build_job, run_jobs[BENCH_SETS];
	bool sampled; /* the timed buffers hold what a sample of it left */
	int checked; /* the sample with that number gave what was verified */
	Times verified; /* of the launch on the timed data, if nothing was
			 * built beside it; zeroed: none */
	double waited_ns; /* for that, and what was before it */
	Times last; /* of the last sample that was believed */
} Pending;

/* A process that builds ahead (harness_build_ahead). Its code
 * comes to the worker that measures as a binary, or by the driver's cache. */
typedef struct Builder {
	Link link;
	bool running;
	uint64_t artifact; /* the hash of what it builds; 0: it is idle */
	int job_count, built;
	uint32_t jobs[BUILDER_JOBS]; /* not answered, with their kinds */
	JobKind kinds[BUILDER_JOBS];
} Builder;

typedef struct Ahead {
	int count; /* 0: nothing is built ahead */
	Builder *builders;
	Loaded load; /* one data set, shared by all */
	bool filled; /* its outputs */
	bool given_up;
	int failures; /* to open the device, in a row */
} Ahead;

/* The best candidate on these data: what makes others slow. */
typedef struct Best {
	double ns;     /* 0: none yet */
	int slot;      /* where it is built; 0: nowhere any more */
	bool in_place;
	bool earlier;  /* of another run (harness_known_best) */
} Best;

struct Harness {
	HarnessOptions options;
	Arena *arena;
	CacheDir cache;
	char **environment;
	Link link;
	bool running; /* the worker has passed its canary */
	bool unused;  /* it is there, and no device is open in it yet */
	bool begun;   /* it is asked for all that makes it running */
	uint32_t start_jobs[START_STEPS]; /* that is these */
	Device device;
	DeviceLock lock; /* held while time is taken */
	Text lost;
	bool no_room; /* for what drivers compile: that is why */
	int built; /* kernels by this worker */
	uint64_t alone; /* all that it has run beside known-good kernels: the
			 * hash of an artifact; 0: none, or more than that */
	Canary *canary;
	Loaded loads[MESSAGE_LOADS];
	Pending pending;
	Ahead ahead;
	Best best;
	int launches; /* on the timed buffers since they were restored */
	TimerKind timer;
	double copy_rate; /* bytes in a nanosecond, of as many as the user's
			   * kernels move; 0: not measured yet */
	double baseline_ns; /* of the canary; 0: not taken yet */
	double next_canary; /* when to look again */
	int since_canary;   /* candidates */
	Quiescence quiescence; /* at the samples of what is timed now */
	double opened, waited; /* when, and how long for noise to end: s */
	int epoch;
	Rng rng;
};

/* Waits for the answer of any process. false: it must be ended, since it cannot
 * be trusted any more. */
bool job_wait(const Harness *h, Link *link, JobKind kind, uint32_t job,
	      LinkAnswer *answer, Outcome *outcome);

/* The same for the worker, which is then ended. True with STATUS_OK. answer is
 * to be freed also on failure. */
bool job_finish(Harness *h, JobKind kind, uint32_t job, LinkAnswer *answer,
		Outcome *outcome);

/* Sends and waits. */
bool job_call(Harness *h, JobKind kind, const Text *payload,
	      const int *descriptors, LinkAnswer *answer, Outcome *outcome);

/* The same for jobs that answer with Times and nothing else. */
bool job_times(Harness *h, JobKind kind, uint32_t job, Times *times,
	       Outcome *outcome);

uint32_t job_send_open(const Harness *h, Link *link);
uint32_t job_send_load(Link *link, const Loaded *loaded);

/* binary: of FRAME_BUILD only. */
uint32_t job_send_build(Link *link, FrameType frame, int slot, int load,
			const Text *artifact, const Text *binary);
uint32_t job_send_run(Link *link, int slot, int set);
uint32_t job_send_binary(Link *link, int slot);

/* A process in which no device is open. */
bool harness_start_process(Harness *h, Outcome *outcome);

/* Asks a fresh process for all that makes it a trusted worker, and does not
 * wait; harness_start does. */
bool harness_begin(Harness *h, Outcome *outcome);

/* A trusted worker with all loads, unless the device is lost. */
bool harness_start(Harness *h, Outcome *outcome);

/* Ends the worker; loses the device if that fails. */
void harness_stop(Harness *h);

/* Waits until what was begun ahead of an artifact is built, if it was. early is
 * zeroed before; its outcome is not good only when the failure is the
 * artifact's own. */
void ahead_finish(Harness *h, const Artifact *artifact, Prebuilt *early);
void prebuilt_clear(Prebuilt *early);

/* Whether what a builder was given is not taken yet. */
bool ahead_is_busy(const Harness *h);

/* All builders stand still in between. */
void ahead_pause(Harness *h);
void ahead_resume(Harness *h);

/* Ends their processes; and gives up building ahead. */
void ahead_stop(Harness *h);
void ahead_free(Harness *h);

/* Nobody else takes time on the device from enter to leave, and nothing is
 * built. */
void harness_enter(Harness *h);
void harness_leave(Harness *h);

/* Whether the stop hook says so. */
bool harness_asked(const Harness *h);

void harness_lose(Harness *h, const char *reason);

/* Whether drivers have room to write; else the device is lost. */
bool harness_has_room(Harness *h);

/* Hands a load to the worker. */
bool harness_send_load(Harness *h, int load, Outcome *outcome);

/* Makes a candidate the pending one, to be built in that slot, and sends it. */
void pending_begin(Harness *h, const HarnessCandidate *candidate, int slot);

/* The same for a reference that works on the candidate's buffers. */
void pending_refer(Harness *h, const HarnessCandidate *candidate,
		   const ReferenceRequest *reference, int slot);

/* Sends it (again), to a new worker if there is none. */
bool pending_send(Harness *h, Outcome *outcome);

/* Waits until it is built and has run on all sets; compares if judged. *warm_ns
 * is the time of its fastest launch. */
bool pending_verify(Harness *h, bool judged, Measurement *m, double *warm_ns,
		    Outcome *outcome);

/* By events, where they can be believed; else by the wall clock. */
double harness_time(const Harness *h, const Times *times);

/* Whether times of a launch can be what they say, if so long was waited for
 * them; where events cannot be they are not used from now on. */
bool harness_believes(Harness *h, const Times *times, double elapsed_ns);

/* One sample from that slot: nanoseconds per launch. */
bool harness_sample(Harness *h, int slot, int batch, bool restore,
		    double *launch_ns, Outcome *outcome);

/* The same on user data, which are restored when they have to be. */
bool harness_sample_user(Harness *h, int slot, int batch, bool in_place,
			 double *launch_ns, Outcome *outcome);

/* Launches what is in that slot again, at most so often and so long, and compares
 * with what was verified; before that now and then what the last timed launch
 * left, unless that was another's, or repeated what it had written over. */
bool harness_check(Harness *h, int slot, const HarnessCandidate *candidate,
		   bool other, int launches, double seconds,
		   Outcome *outcome);

/* The same of one launch: how long it took, and how long all that. */
bool harness_check_timed(Harness *h, int slot,
			 const HarnessCandidate *candidate, bool other,
			 Times *times, double *elapsed_ns, Outcome *outcome);

/* Whether so much can be read and written in the time; else the worker is ended
 * and the outcome STATUS_SUSPECT. */
bool harness_possible(Harness *h, double launch_ns, Outcome *outcome);

/* Whether to look at the outputs takes next to no time. */
bool harness_is_small(const Harness *h);

/* Launches per sample for the bound candidate. */
int harness_batch(Harness *h, double warm_ns);

/* Waits for quiet, a tenth of the time since the start and some seconds at most
 * in all. */
void harness_await_quiescence(Harness *h);

/* Looks at the canary when it is time to; warms up at first. */
bool harness_watch_noise(Harness *h, Outcome *outcome);

void outcome_set(Outcome *outcome, Status status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void outcome_free(Outcome *outcome);

#endif
