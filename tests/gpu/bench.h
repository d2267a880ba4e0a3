/* Bench: an OpenCL device of its own, and times of launches on it, for programs
 * that run kernels which lift-tune did not make. */
#ifndef TESTS_GPU_BENCH_H
#define TESTS_GPU_BENCH_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdbool.h>

enum { BENCH_SKIPPED = 77, BENCH_SAMPLES = 15, BENCH_EVENTS = 64 };

typedef struct Bench {
	cl_device_id device;
	cl_context context;
	cl_command_queue queue; /* in order, with profiling */
} Bench;

/* Ends the process with 1 after a message, unless code is CL_SUCCESS. */
void must(cl_int code, const char *what);

/* The first device, or the first whose name has KIT_DEVICE, a variable of the
 * environment, in it. Without one the process ends with BENCH_SKIPPED. */
Bench bench_new(void);
void bench_free(Bench *bench);

/* Puts kernels into the queue, with an event each, at most BENCH_EVENTS: how
 * many, or -1 when that failed. */
typedef int BenchLaunch(void *context, cl_event *events);

/* The time of all kernels of a launch, again and again, in nanoseconds, sorted:
 * how many times were taken, at most BENCH_SAMPLES and at least 3, after 3
 * launches and 0.1 seconds without one; or 0 when a launch failed. */
int bench_times(const Bench *bench, BenchLaunch *launch, void *context,
		double *ns);

/* "ns": the median, and "samples": all, as members of a JSON object. */
void bench_print_times(const double *ns, int count);

#endif
