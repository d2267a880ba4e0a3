/* The harness on the real worker: benches with data for sums, products and
 * copies, and hand-written programs for them. */
#ifndef DEVICE_FIXTURE_H
#define DEVICE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench_harness/harness.h"

enum { N = 1 << 16, LONG = 1 << 22, PARTS = 64, SETS = 2 };

#define WORKER "tests/harness/worker_main"

typedef struct Bench {
	Harness *harness;
	Diags *diags;
	bool plain;
} Bench;

typedef struct Program {
	char source[4096];
	ArtifactBuffer buffers[3];
	ArtifactArg args[2][4];
	ArtifactKernel kernels[2];
	Artifact artifact;
} Program;

extern char *const worker_argv[];
extern const Judgement exact;

enum { PATIENT_SECONDS = 60 };

/* Fails the test when there is no device. */
Bench *bench_new(bool plain);

/* The limit of a launch from now on: for what does not end by itself. */
void bench_limit(Bench *bench, double run_s);
void bench_free(Bench *bench);

/* Seconds. */
double now(void);

Port port_of(const char *name, int64_t elements, int into);

/* Set 0: zeros and ones, the last one; set 1: in [-1, 1). */
void fill(Array *x, int set);

/* out = sum of |x|; y = alpha x, over x if in_place; y = x on integers. */
void load_asum(Bench *bench, int64_t n);
void load_scal(Bench *bench, int64_t n, double alpha, bool in_place);
/* The same, where both data sets may be off a little. */
void load_tolerant_scal(Bench *bench, int64_t n, double alpha);
/* The same, where so many bytes are said to be read and written. */
void load_moved_scal(Bench *bench, int64_t n, double bytes);
void load_copy(Bench *bench, Scalar scalar, int64_t n);

/* Partial sums by PARTS items, stored at the place target, then one item adds
 * them up; lose makes the first kernel lose the last element. */
Program *asum_to(int64_t n, bool lose, const char *target);
Program *asum(int64_t n, bool lose);

/* One kernel k0(s0, i1, o0), n items in groups of that many; body may use g0,
 * and x and y with offsets from it. */
Program *scal(int64_t n, int64_t group, bool in_place, const char *body);

/* scal behind a kernel that counts launches: body may use launch, which is 1
 * when it is verified on the last data set. */
Program *counting(int64_t n, const char *body);
Program *copy_to(Scalar scalar, int64_t n, const char *target);

Measurement *measure(Bench *bench, Program *p);

/* Measures and frees both. */
void expect(Bench *bench, const char *name, Program *p, Status status,
	    const char *reason);

#endif
