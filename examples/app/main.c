/* An application that uses two tuned kernels: a matrix-vector product and a
 * sum of absolute values. Both are called through the stubs that lift-tune
 * wrote (gemv.h, asum.h), checked against plain C loops, and timed.
 *
 *	./app [M K N]	A is M x K, the vector of asum has N elements
 */
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "asum.h"
#include "gemv.h"
#include "plain.h"

enum { REPEATS = 20 };

typedef struct OpenCL {
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
} OpenCL;

static void check(cl_int error, const char *what)
{
	if (error == CL_SUCCESS)
		return;
	fprintf(stderr, "%s: OpenCL error %d\n", what, error);
	exit(1);
}

static OpenCL opencl_open(void)
{
	OpenCL cl;
	cl_platform_id platform;
	cl_int error;

	check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &cl.device,
			     NULL), "clGetDeviceIDs");
	cl.context = clCreateContext(NULL, 1, &cl.device, NULL, NULL, &error);
	check(error, "clCreateContext");
	cl.queue = clCreateCommandQueue(cl.context, cl.device, 0, &error);
	check(error, "clCreateCommandQueue");
	return cl;
}

static void opencl_close(OpenCL *cl)
{
	clReleaseCommandQueue(cl->queue);
	clReleaseContext(cl->context);
}

static float *numbers_new(size_t count, unsigned seed)
{
	float *numbers = malloc(count * sizeof *numbers);

	if (!numbers) {
		fprintf(stderr, "out of memory\n");
		exit(1);
	}
	for (size_t i = 0; i < count; i++) {
		seed = seed * 1664525u + 1013904223u;
		numbers[i] = (float)(seed >> 8) / (1 << 23) - 1;
	}
	return numbers;
}

static cl_mem buffer_new(const OpenCL *cl, size_t count, float *from)
{
	cl_int error;
	cl_mem_flags flags = from ? CL_MEM_COPY_HOST_PTR : 0;
	cl_mem buffer = clCreateBuffer(cl->context, CL_MEM_READ_WRITE | flags,
				       count * sizeof *from, from, &error);

	check(error, "clCreateBuffer");
	return buffer;
}

static double now(void)
{
	struct timespec t;

	timespec_get(&t, TIME_UTC);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double least(double a, double b)
{
	return a < b ? a : b;
}

static int report(const char *name, double error, double limit, double tuned,
		  double plain)
{
	int good = error <= limit;

	printf("%-5s %s  kernel %9.3f ms  plain C %9.3f ms  (%.1fx)\n", name,
	       good ? "correct" : "WRONG  ", tuned * 1e3, plain * 1e3,
	       plain / tuned);
	return good;
}

static int try_gemv(const OpenCL *cl, size_t m, size_t k)
{
	const float alpha = 1.5f, beta = -0.5f;
	float *a = numbers_new(m * k, 1), *x = numbers_new(k, 2);
	float *y = numbers_new(m, 3), *out = numbers_new(m, 4);
	float *expected = numbers_new(m, 5);
	cl_mem a_buffer = buffer_new(cl, m * k, a);
	cl_mem x_buffer = buffer_new(cl, k, x), y_buffer = buffer_new(cl, m, y);
	cl_mem out_buffer = buffer_new(cl, m, NULL);
	double tuned = INFINITY, plain, start, error = 0;
	cl_int status;
	gemv *kernel = gemv_create(cl->context, cl->device, m, k, &status);

	check(status, "gemv_create (was it tuned for these sizes?)");
	for (int i = 0; i < REPEATS; i++) {
		start = now();
		check(gemv_enqueue(kernel, cl->queue, a_buffer, x_buffer,
				   y_buffer, alpha, beta, out_buffer,
				   0, NULL, NULL), "gemv_enqueue");
		check(clFinish(cl->queue), "clFinish");
		tuned = least(tuned, now() - start);
	}
	check(clEnqueueReadBuffer(cl->queue, out_buffer, CL_TRUE, 0,
				  m * sizeof *out, out, 0, NULL, NULL),
	      "clEnqueueReadBuffer");
	start = now();
	plain_gemv(m, k, a, x, y, alpha, beta, expected);
	plain = now() - start;
	for (size_t i = 0; i < m; i++)
		error = fmax(error, fabs(out[i] - expected[i]));
	gemv_destroy(kernel);
	clReleaseMemObject(a_buffer);
	clReleaseMemObject(x_buffer);
	clReleaseMemObject(y_buffer);
	clReleaseMemObject(out_buffer);
	free(a);
	free(x);
	free(y);
	free(out);
	free(expected);
	return report("gemv", error, 1e-5 * (double)k, tuned, plain);
}

static int try_asum(const OpenCL *cl, size_t n)
{
	float *x = numbers_new(n, 6), out;
	cl_mem x_buffer = buffer_new(cl, n, x);
	cl_mem out_buffer = buffer_new(cl, 1, NULL);
	double tuned = INFINITY, plain, start, expected;
	cl_int status;
	asum *kernel = asum_create(cl->context, cl->device, n, &status);

	check(status, "asum_create (was it tuned for this size?)");
	for (int i = 0; i < REPEATS; i++) {
		start = now();
		check(asum_enqueue(kernel, cl->queue, x_buffer, out_buffer,
				   0, NULL, NULL), "asum_enqueue");
		check(clFinish(cl->queue), "clFinish");
		tuned = least(tuned, now() - start);
	}
	check(clEnqueueReadBuffer(cl->queue, out_buffer, CL_TRUE, 0,
				  sizeof out, &out, 0, NULL, NULL),
	      "clEnqueueReadBuffer");
	start = now();
	expected = plain_asum(n, x);
	plain = now() - start;
	asum_destroy(kernel);
	clReleaseMemObject(x_buffer);
	clReleaseMemObject(out_buffer);
	free(x);
	return report("asum", fabs(out - expected), 1e-4 * expected, tuned,
		      plain);
}

static size_t size_of(char **argv, int argc, int i, size_t otherwise)
{
	return argc > i ? strtoul(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
	OpenCL cl = opencl_open();
	int good = try_gemv(&cl, size_of(argv, argc, 1, 4096),
			    size_of(argv, argc, 2, 4096));

	good &= try_asum(&cl, size_of(argv, argc, 3, 16777216));
	opencl_close(&cl);
	return !good;
}
