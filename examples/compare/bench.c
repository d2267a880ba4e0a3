#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

enum { ROUNDS = 41, ROUNDS_MAX = 501 };

void check(cl_int error, const char *what)
{
	if (error == CL_SUCCESS)
		return;
	fprintf(stderr, "%s: OpenCL error %d\n", what, error);
	exit(1);
}

void bench_open(Bench *b)
{
	cl_platform_id platform;
	cl_int error;

	check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &b->device,
			     NULL), "clGetDeviceIDs");
	b->context = clCreateContext(NULL, 1, &b->device, NULL, NULL, &error);
	check(error, "clCreateContext");
	b->queue = clCreateCommandQueue(b->context, b->device, 0, &error);
	check(error, "clCreateCommandQueue");
}

void bench_close(Bench *b)
{
	clReleaseCommandQueue(b->queue);
	clReleaseContext(b->context);
}

void bench_finish(const Bench *b, cl_int error)
{
	check(error, "enqueue");
	check(clFinish(b->queue), "clFinish");
}

/* -- buffers --------------------------------------------------------------- */

Buffer buffer_new(const Bench *bench, size_t bytes)
{
	Buffer buffer = { mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), bytes,
			  NULL };
	cl_int error;

	if (buffer.host == MAP_FAILED) {
		perror("mmap");
		exit(1);
	}
	madvise(buffer.host, bytes, MADV_HUGEPAGE);
	buffer.device = clCreateBuffer(bench->context, CL_MEM_READ_WRITE
				       | CL_MEM_USE_HOST_PTR, bytes,
				       buffer.host, &error);
	check(error, "clCreateBuffer");
	return buffer;
}

void buffer_free(Buffer *buffer)
{
	if (!buffer->host)
		return;
	clReleaseMemObject(buffer->device);
	munmap(buffer->host, buffer->bytes);
	*buffer = (Buffer){ 0 };
}

Buffer buffer_drawn(const Bench *bench, size_t count, unsigned seed,
		    float low, float high)
{
	Buffer buffer = buffer_new(bench, count * sizeof(float));
	float *out = buffer.host;

	for (size_t i = 0; i < count; i++) {
		seed = seed * 1664525u + 1013904223u;
		out[i] = low + (high - low) * ((float)(seed >> 8) / (1 << 24));
	}
	return buffer;
}

/* -- times ----------------------------------------------------------------- */

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double timed(void (*call)(void *context), void *context)
{
	double start = seconds();

	call(context);
	return seconds() - start;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static double median(double *values, int count)
{
	qsort(values, (size_t)count, sizeof *values, ascending);
	return values[count / 2];
}

void bench_head(const char *other)
{
	printf("| %-24s |    lift-tune | %12s | ratio |\n"
	       "|--------------------------|--------------|--------------"
	       "|-------|\n", "program", other);
}

void bench_row(const char *name, void (*tuned)(void *context),
	       void (*other)(void *context), void *context, int rounds,
	       const char *remark)
{
	static double mine[ROUNDS_MAX], theirs[ROUNDS_MAX], ratio[ROUNDS_MAX];

	for (int i = 0; i < rounds; i++) {
		mine[i] = timed(tuned, context);
		theirs[i] = timed(other, context);
		ratio[i] = mine[i] / theirs[i];
	}
	printf("| %-24s | %9.3f ms | %9.3f ms | %5.2f | %s\n", name,
	       median(mine, rounds) * 1e3, median(theirs, rounds) * 1e3,
	       median(ratio, rounds), remark);
	fflush(stdout);
}

int bench_rounds(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : ROUNDS;

	return rounds < 1 || rounds > ROUNDS_MAX ? ROUNDS : rounds;
}
