/* BenchData: what a candidate is run on and judged by.
 *
 * One to BENCH_SETS data sets of the same shape. Usually the first holds small
 * integers, on which every order of evaluation gives the same bits (a missing
 * element shows whatever the size), and the last random numbers; a program
 * that is not exact on integers has the last one only. Kernels are timed on the
 * last.
 *
 * The harness copies what it is given: the caller may free the arrays at once.
 */
#ifndef BENCH_HARNESS_DATA_H
#define BENCH_HARNESS_DATA_H

#include <stdbool.h>

#include "bench_harness/judge.h"
#include "ir/core/port.h"
#include "ir/data/array.h"

enum { BENCH_SETS = 32 };

typedef struct BenchSet {
	const Array *inputs;      /* by input port; rank 0 is a scalar */
	const Judgement *outputs; /* by output port: how each is judged */
} BenchSet;

typedef struct BenchData {
	int input_count, output_count, set_count;
	const Port *inputs, *outputs;
	BenchSet sets[BENCH_SETS];
	double moved_bytes; /* that every kernel reads or writes; 0: not known */
} BenchData;

#endif
