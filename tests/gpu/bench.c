#include "tests/gpu/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PLATFORMS = 16, DEVICES = 64, NAME = 256, LEAST = 3 };

static const double warm_s = 0.1, most_s = 2;

void must(cl_int code, const char *what)
{
	if (code == CL_SUCCESS)
		return;
	fprintf(stderr, "%s: OpenCL error %d\n", what, code);
	exit(1);
}

/* -- the device ------------------------------------------------------------ */

static bool is_asked_for(cl_device_id device)
{
	const char *part = getenv("KIT_DEVICE");
	char name[NAME] = "";

	if (!part || !*part)
		return true;
	clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name - 1, name, NULL);
	return strstr(name, part) != NULL;
}

static bool find_device(cl_device_id *found)
{
	cl_platform_id platforms[PLATFORMS];
	cl_device_id devices[DEVICES];
	cl_uint count = 0, devices_count;

	if (clGetPlatformIDs(PLATFORMS, platforms, &count) != CL_SUCCESS)
		return false;
	for (cl_uint p = 0; p < count && p < PLATFORMS; p++) {
		if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, DEVICES,
				   devices, &devices_count) != CL_SUCCESS)
			continue;
		for (cl_uint d = 0; d < devices_count && d < DEVICES; d++)
			if (is_asked_for(devices[d])) {
				*found = devices[d];
				return true;
			}
	}
	return false;
}

Bench bench_new(void)
{
	Bench b = { 0 };
	cl_int code;

	if (!find_device(&b.device)) {
		puts("skipped: no OpenCL device");
		exit(BENCH_SKIPPED);
	}
	b.context = clCreateContext(NULL, 1, &b.device, NULL, NULL, &code);
	must(code, "context");
	b.queue = clCreateCommandQueue(b.context, b.device,
				       CL_QUEUE_PROFILING_ENABLE, &code);
	must(code, "queue");
	return b;
}

void bench_free(Bench *bench)
{
	clReleaseCommandQueue(bench->queue);
	clReleaseContext(bench->context);
}

/* -- times ----------------------------------------------------------------- */

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* On the device; negative when it cannot be had. */
static double event_ns(cl_event event)
{
	cl_ulong start = 0, end = 0;

	if (clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START,
				    sizeof start, &start, NULL) != CL_SUCCESS
	    || clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END,
				       sizeof end, &end, NULL) != CL_SUCCESS
	    || end < start)
		return -1;
	return (double)(end - start);
}

static double time_once(const Bench *b, BenchLaunch *launch, void *context)
{
	cl_event events[BENCH_EVENTS];
	int count = launch(context, events);
	bool good = count >= 0 && clFinish(b->queue) == CL_SUCCESS;
	double sum = 0;

	for (int i = 0; i < count; i++) {
		const double ns = good ? event_ns(events[i]) : -1;

		good = ns >= 0;
		sum += ns;
		clReleaseEvent(events[i]);
	}
	return good ? sum : -1;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int bench_times(const Bench *b, BenchLaunch *launch, void *context, double *ns)
{
	double begin = seconds();
	int count = 0;

	for (int i = 0; i < LEAST || seconds() < begin + warm_s; i++)
		if (time_once(b, launch, context) < 0)
			return 0;
	begin = seconds();
	while (count < LEAST
	       || (count < BENCH_SAMPLES && seconds() < begin + most_s)) {
		ns[count] = time_once(b, launch, context);
		if (ns[count++] < 0)
			return 0;
	}
	qsort(ns, (size_t)count, sizeof *ns, ascending);
	return count;
}

void bench_print_times(const double *ns, int count)
{
	printf("\"ns\": %.0f, \"samples\": [", ns[count / 2]);
	for (int i = 0; i < count; i++)
		printf("%s%.0f", i ? ", " : "", ns[i]);
	printf("]");
}
