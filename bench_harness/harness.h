/* Harness: builds, verifies and times artifacts on one device, and survives
 * whatever they do.
 *
 * All OpenCL calls happen in a worker process (worker.h). The harness compiles
 * one candidate at a time there, runs it on every data set, compares all
 * outputs here, in this process, with the reference, checks the guard zones
 * around them, and only then takes time. A worker that hangs, crashes or
 * answers nonsense is killed and replaced; the replacement must first pass a
 * known-good kernel (the canary). Three canary failures in a row, or a worker
 * that cannot even be killed, lose the device: harness_lost.
 *
 * The usual round is
 *	harness_build_begin(h, artifact);  ... other work while it compiles ...
 *	harness_measure(h, &measurement);
 * and nothing else of ours may run on the machine while it takes time: what is
 * built ahead by other processes (harness_build_ahead) stands still then, and
 * tuners that share a device take time on it in turns (device_lock.h). All
 * calls come from one thread, which outlives the harness.
 *
 * Timing (timing.h has the rules): kernel time is event END - START summed over
 * the kernels of the launch plan. Buffers are warm ("hot" caches). Inputs that
 * an output is written over are restored before a timed sample only when
 * another repetition could push a value out of the normal range: how many
 * repetitions are harmless is worked out from the data and the reference, and
 * the restoring copy is outside of the timed interval.
 *
 * The design follows TVM's RPC server (one process per device, separate limits
 * for building and running), nvbench and Kernel Tuner (adaptive samples), and
 * Google Benchmark (random interleaving).
 */
#ifndef BENCH_HARNESS_HARNESS_H
#define BENCH_HARNESS_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/device.h"
#include "base/diag.h"
#include "bench_harness/data.h"
#include "bench_harness/status.h"
#include "codegen_opencl/artifact.h"

typedef struct Harness Harness;

typedef struct HarnessOptions {
	char *const *worker; /* argv of the worker program, ends in NULL */
	const char *device;        /* a number or part of a name; NULL is 0 */
	const Device *absent;      /* what the kernels are for, if that is not
				    * there: they are only checked, on the
				    * device; or NULL */
	char *const *environment;  /* further variables of the worker, as
				    * "NAME=VALUE", ends in NULL; or NULL */
	double build_timeout_s;    /* 0: 30; includes code made at launch */
	double run_timeout_s;      /* 0: 10 */
	int recycle_after;         /* kernels per worker; 0: 1000 */
	bool plain_buffers; /* clCreateBuffer memory on CPU devices too */
	uint64_t seed;      /* order of interleaving, bootstrap */
	bool (*stop)(void *context); /* may be NULL; true: end soon */
	void (*log)(void *context, const char *text, size_t length);
	void *context;      /* of stop and log (the worker's own output) */
} HarnessOptions;

typedef struct HarnessCandidate {
	const Artifact *artifact;
	bool accept_second; /* the second references are good, too */
	double growth[SCALAR_COUNT]; /* of errors in its folds, by the type of
				      * the output (ir/eval/growth.h); 0 is 1 */
} HarnessCandidate;

enum {
	HARNESS_DEVICES = 64, HARNESS_SAMPLES = 64, HARNESS_REASON = 1024,
	HARNESS_LOG = 2048, HARNESS_RANKED = 16, HARNESS_KERNELS = 64
};

typedef enum { TIMER_EVENT, TIMER_WALL } TimerKind;

typedef struct Measurement {
	Status status;
	bool interrupted; /* stop() said so: the status means nothing */
	char reason[HARNESS_REASON]; /* "" when ok */
	char log[HARNESS_LOG];       /* what the worker printed meanwhile */
	double build_s;        /* clBuildProgram */
	double first_launch_s; /* first launch, with code made there */
	double check_s;        /* comparing all outputs, guards; not filling
				* them, which happens during the build */
	double confirm_s;      /* looking again at what was timed, which is not
				* in the others */
	double run_s;          /* all timed samples, and watching for noise */
	int sample_count, batch; /* batch: launches per sample */
	double samples_ns[HARNESS_SAMPLES]; /* per launch, in order taken */
	double min_ns, median_ns;           /* 0 without samples */
	int kernel_count; /* of the launch plan, 0: not known; of min_ns, */
	double kernel_ns[HARNESS_KERNELS]; /* the share of each, by its events */
	TimerKind timer;
	double worst; /* largest error / tolerance on the timed data set */
	double error; /* largest error there, relative to the largest number of
		       * the reference; 0 when the second one is accepted, NaN
		       * where there is no number to compare */
	int epoch;    /* times are comparable within one noise epoch */
	double others; /* threads of other processes that could have run
			* instead, on average (of a device that is no CPU: 0) */
} Measurement;

typedef struct Ranked {
	Status status;
	char reason[HARNESS_REASON];
	int sample_count, batch;
	double samples_ns[HARNESS_SAMPLES];
	double estimate_ns;     /* 25th percentile */
	double low_ns, high_ns; /* its 95 % bootstrap interval */
	bool tie;               /* cannot be told from the best */
	double others;          /* as of a Measurement */
} Ranked;

/* All devices, in the order that --device counts, with what they say of
 * themselves, which may be anything (device_check); returns how many, at most
 * HARNESS_DEVICES. Adds E0501 and returns 0 when there are none. */
int harness_devices(const HarnessOptions *options, Device *devices,
		    Diags *diags);

/* Starts a worker on the chosen device; NULL and a diagnostic (E0501: no such
 * device, E0502: it does not work, E0504: it says of itself what cannot be)
 * otherwise. options is copied, what it
 * points to must outlive the harness. */
Harness *harness_open(const HarnessOptions *options, Diags *diags);

/* The same in two steps: a harness that knows its device and can build ahead,
 * while its worker gets ready; and one that can do everything. */
Harness *harness_choose(const HarnessOptions *options, Diags *diags);
bool harness_ready(Harness *harness, Diags *diags);

void harness_close(Harness *harness);

/* What kernels are for: the chosen one, or the absent one. */
const Device *harness_device(const Harness *harness);

/* Why nothing can be measured any more, or NULL. */
const char *harness_lost(const Harness *harness);

/* Hands over inputs, replacing those of an earlier call; references are
 * forgotten. false and E0304 when they do not fit into memory, E0502 when the
 * device fails; without a word when stop() said so. */
bool harness_load(Harness *harness, const BenchData *data, Diags *diags);

/* The same with further sets before the last one, on which was measured what is
 * the best: it stays that. */
bool harness_load_more(Harness *harness, const BenchData *data, Diags *diags);

/* The reference of one output on one data set, in the port's type or, for a
 * float, in f64. The second, NULL for none, is the other one that a candidate
 * with accept_second may agree with. All references must be set before
 * harness_measure. */
void harness_expect(Harness *harness, int set, int output,
		    const Array *reference, const Array *second);

/* How long one launch of a kernel for the loaded data took once, on a machine
 * that was perhaps quieter: what takes many times as long is ended, what takes
 * several times as long is slow. */
void harness_known_best(Harness *harness, double launch_ns);

/* What is allowed of an output on a data set, by element, while its judgement
 * names no tolerance (ir/eval/eval.h, eval_bounded). */
void harness_allow(Harness *harness, int set, int output,
		   const Array *outside, const Array *folds);

/* From now on so many processes beside the worker may build ahead of their turn
 * what harness_prebuild is given; they stand still while time is taken. data:
 * one set of inputs, without judgements, on which kernels are run once where
 * code may be made at launch (CPUs). Code comes to the worker as a
 * binary, or by the driver's cache. Returns how many builders there are: none
 * where there is no memory for it. */
int harness_build_ahead(Harness *harness, int builders, const BenchData *data);

/* Begins to build, if a builder is free. Only makes harness_build_begin for the
 * same artifact faster, which waits for it. */
void harness_prebuild(Harness *harness, const Artifact *artifact);

/* Starts building, and fills the outputs meanwhile. The artifact is not used
 * after the return. Replaces a worker that was lost. */
void harness_build_begin(Harness *harness, const HarnessCandidate *candidate);

/* Finishes the build and runs once on each data set, checking guards only: for
 * computing. The outputs are then to be had from harness_output. */
void harness_run(Harness *harness, Measurement *result);

/* The same, and judges the outputs. */
void harness_verify(Harness *harness, Measurement *result);

/* Finishes the build, verifies on every data set, and takes time, or is
 * STATUS_CHECKED without any where what it is for is absent. */
void harness_measure(Harness *harness, Measurement *result);

/* An output of the last run: elements of the port's type. Valid until the
 * next harness_build_begin. */
const void *harness_output(const Harness *harness, int set, int output);

/* Measures again in a fresh worker, which may be the one that has run nothing but
 * known-good kernels and the only candidate: verifies each (at most
 * HARNESS_RANKED), then times the good ones in rounds of random order; if the
 * best two cannot be told apart they get as many rounds more. On a busy machine
 * rounds wait a little for quiet. Of those that cannot be told from the best,
 * one that has work for all compute units comes first. Fills ranked by candidate
 * and returns the index of the best, or -1. */
int harness_rank(Harness *harness, int count,
		 const HarnessCandidate *candidates, int rounds,
		 Ranked *ranked);

#endif
