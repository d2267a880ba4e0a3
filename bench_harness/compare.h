/* Compare: implementations timed in turn, in one process, on the same buffers.
 *
 * The sides are a program's kernels and references (reference.h). All are
 * verified first, on every data set: kernels by the harness, references by the
 * caller (their results may be rounded otherwise). Then come rounds, in each of
 * which every side is called once, in random order: its inputs restored, the
 * caches in the state that is asked for, and no other process runnable, if that
 * can be had by waiting a little. A round is quiet when none was before or
 * after any of its calls; ratios are to be taken within rounds. A side whose
 * shortest call takes many times as long as that of the first one has times in
 * the first round and some others only; those of the rest are 0.
 */
#ifndef BENCH_HARNESS_COMPARE_H
#define BENCH_HARNESS_COMPARE_H

#include "bench_harness/harness.h"
#include "ir/core/program.h"

enum { COMPARE_SIDES = 20, COMPARE_ROUNDS = 256 };

/* A row of a shared library (reference.h). */
typedef struct HarnessReference {
	const char *library, *program;
	int size_count;
	const SizeBinding *sizes;
} HarnessReference;

typedef struct CompareSide {
	HarnessCandidate candidate; /* of a reference: its buffers only */
	const HarnessReference *reference; /* NULL: the candidate's kernels */
	bool unjudged; /* it computes nothing that could be compared */
	/* filled */
	Status status;
	char reason[HARNESS_REASON];
	double work; /* of a reference that says so */
	double wall_ns[COMPARE_ROUNDS];  /* a whole call, for its caller */
	double event_ns[COMPARE_ROUNDS]; /* the device's part of it */
	double threads[COMPARE_ROUNDS];  /* processor time / time */
} CompareSide;

typedef struct CompareOptions {
	int rounds;     /* quiet ones that are wanted */
	double seconds; /* for all rounds */
	double quiescence_s; /* how long to wait before a call for quiet */
	bool warm;      /* caches as untimed calls leave them, not cold */
	/* Whether a reference's results (harness_output) are good. */
	bool (*judge)(void *context, Text *reason);
	void *context;
} CompareOptions;

typedef struct Compared {
	int rounds, quiet_count;
	bool quiet[COMPARE_ROUNDS];
} Compared;

void harness_compare(Harness *harness, int count, CompareSide *sides,
		     const CompareOptions *options, Compared *compared);

#endif
