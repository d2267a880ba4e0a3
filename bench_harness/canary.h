/* Canary: a kernel that every sound device gets right, with its data.
 *
 * Run after each start of a worker, before anything is believed; its time over
 * and over again says how noisy the machine is. y[i] = x[i] * x[i] + x[i] + 1
 * on a million small integers (few on a simulator): exact in f32, bound by
 * memory.
 */
#ifndef BENCH_HARNESS_CANARY_H
#define BENCH_HARNESS_CANARY_H

#include "base/arena.h"
#include "base/device.h"
#include "bench_harness/data.h"
#include "codegen_opencl/artifact.h"

typedef struct Canary {
	const Artifact *artifact;
	BenchData data;
	Array input, reference;
} Canary;

Canary *canary_new(Arena *arena, const Device *device);
void canary_free(Canary *canary);

float canary_input(int64_t i);
float canary_output(int64_t i);

#endif
