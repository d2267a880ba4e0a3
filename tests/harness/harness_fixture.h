/* A harness on the stand-in (fault_worker.c), with y = 2 x loaded, for the tests
 * of the harness without OpenCL. */
#ifndef HARNESS_FIXTURE_H
#define HARNESS_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench_harness/harness.h"

enum { N = 1000, SETS = 2 };

#define STAND_IN "tests/harness/fault_worker"
/* For what ends by itself, on a machine however loaded, and for what is waited
 * for. */
#define PATIENT_SECONDS 60
#define BRIEF_SECONDS 1

/* A harness on the stand-in, with y = 2 x loaded. */
typedef struct Bench {
	Harness *harness;
	Diags *diags;
	Array inputs[SETS], outputs[SETS];
	double limit_s; /* for building and for running, when it is opened */
	int starts; /* of worker processes, as they print */
	bool stop;
	char marker[64];
} Bench;

extern char *const plain_argv[];

HarnessOptions options_for(Bench *bench, char *const *argv);

/* Without a harness where the worker cannot be used. */
Bench *bench_new(char *const *argv, int recycle_after);
void bench_free(Bench *bench);

/* Limits from now on. What is to end by itself gets PATIENT_SECONDS, so that only
 * what is waited for meets a limit. */
void bench_limit(Bench *bench, double build_s, double run_s);

/* Gives its harness data and references. */
void harness_fixture_load(Bench *bench);

/* The source says how to fail, see fault_worker.c. */
Artifact artifact_of(const char *source);
Measurement *measure(Bench *bench, const char *source);

/* Measures and frees; the status must be that, with a reason unless ok. */
void expect(Bench *bench, const char *source, Status status,
	    const char *reason);

#endif
