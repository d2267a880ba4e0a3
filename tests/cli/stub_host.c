/* An application of several stubs: gemv at two pairs of sizes, asum and a
 * program that is called math; built and run by tests/cli/stub.sh.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asum.h"
#include "gemv.h"
#include "lt_math.h"

enum { THREADS = 4, ROUNDS = 5, N = 50001, M = 60, K = 33, M2 = 123, K2 = 77 };

typedef struct {
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
} Cl;

static int failed;

static void expect(int good, const char *what)
{
	if (good)
		return;
	printf("not so: %s\n", what);
	failed = 1;
}

static cl_mem buffer(const Cl *cl, size_t count, float value)
{
	float *data = (float *)malloc(count * sizeof *data);
	cl_mem made;

	for (size_t i = 0; i < count; i++)
		data[i] = value;
	made = clCreateBuffer(cl->context,
			      CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
			      count * sizeof *data, data, NULL);
	free(data);
	return made;
}

static float first(const Cl *cl, cl_mem from)
{
	float value = 0;

	clEnqueueReadBuffer(cl->queue, from, CL_TRUE, 0, sizeof value, &value,
			    0, NULL, NULL);
	return value;
}

static void try_sizes(const Cl *cl, size_t m, size_t k)
{
	cl_int error;
	gemv *self = gemv_create(cl->context, cl->device, m, k, &error);
	cl_mem a = buffer(cl, m * k, 1), x = buffer(cl, k, 2);
	cl_mem y = buffer(cl, m, 3), out = buffer(cl, m, 0);

	expect(self && error == CL_SUCCESS, "a kernel for both sizes");
	expect(!gemv_enqueue(self, cl->queue, a, x, y, 1, 1, out, 0, NULL,
			     NULL), "gemv runs");
	expect(first(cl, out) == 2.f * (float)k + 3, "gemv is right");
	gemv_destroy(self);
	clReleaseMemObject(a);
	clReleaseMemObject(x);
	clReleaseMemObject(y);
	clReleaseMemObject(out);
}

static void try_no_such_size(const Cl *cl)
{
	cl_int error = CL_SUCCESS;

	expect(!gemv_create(cl->context, cl->device, 61, 33, &error)
	       && error == CL_INVALID_VALUE, "no kernel for other sizes");
	expect(strstr(gemv_error(NULL), "M = 61, K = 33")
	       && strstr(gemv_error(NULL), "M = 60, K = 33")
	       && strstr(gemv_error(NULL), "M = 123, K = 77"),
	       "which sizes there are");
}

static int refused(const Cl *cl, asum *self, cl_mem xs, cl_mem out,
		   const char *why)
{
	cl_event event = NULL;
	cl_int status = asum_enqueue(self, cl->queue, xs, out, 0, NULL,
				     &event);

	return status == CL_INVALID_BUFFER_SIZE && !event
	    && strstr(asum_error(self), why);
}

static void try_buffers(const Cl *cl)
{
	asum *self = asum_create(cl->context, cl->device, N, NULL);
	cl_mem xs = buffer(cl, N, -1), out = buffer(cl, 1, 5);
	cl_mem small = buffer(cl, N - 1, 1), large = buffer(cl, 2 * N, 1);
	cl_buffer_region region = { 0, 4 * N };
	cl_mem part = clCreateSubBuffer(large, CL_MEM_READ_WRITE,
					CL_BUFFER_CREATE_TYPE_REGION, &region,
					NULL);

	expect(refused(cl, self, small, out, "xs: a buffer of 200000 bytes, "
		       "it takes 200004"), "what is too small is refused");
	expect(refused(cl, self, xs, xs, "xs and out share"),
	       "a result over an input is refused");
	expect(refused(cl, self, part, large, "xs and out share"),
	       "a result over a part of it is refused");
	clFinish(cl->queue);
	expect(first(cl, out) == 5, "nothing was launched");
	expect(!asum_enqueue(self, cl->queue, xs, out, 0, NULL, NULL)
	       && !*asum_error(self) && first(cl, out) == N,
	       "what fits is launched");
	asum_destroy(self);
	clReleaseMemObject(part);
	clReleaseMemObject(large);
	clReleaseMemObject(small);
	clReleaseMemObject(xs);
	clReleaseMemObject(out);
}

static cl_ulong moment(cl_event event, cl_profiling_info what)
{
	cl_ulong time = 0;

	clGetEventProfilingInfo(event, what, sizeof time, &time, NULL);
	return time;
}

static void try_time(const Cl *cl)
{
	asum *self = asum_create(cl->context, cl->device, N, NULL);
	cl_mem xs = buffer(cl, N, -1), out = buffer(cl, 1, 5);
	cl_event gate, all;
	cl_ulong time = 0;
	cl_int state = 0;

	expect(asum_time(self, &time) == CL_INVALID_EVENT, "no call, no time");
	gate = clCreateUserEvent(cl->context, NULL);
	expect(!asum_enqueue(self, cl->queue, xs, out, 1, &gate, &all),
	       "a call that waits");
	clGetEventInfo(all, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state,
		       &state, NULL);
	expect(state != CL_COMPLETE, "it waits for what it is to wait for");
	clSetUserEventStatus(gate, CL_COMPLETE);
	clWaitForEvents(1, &all);
	expect(first(cl, out) == N, "after the event all is done");
	expect(!asum_time(self, &time)
	       && time > moment(all, CL_PROFILING_COMMAND_END)
			 - moment(all, CL_PROFILING_COMMAND_START),
	       "the time is that of all kernels");
	clReleaseEvent(gate);
	clReleaseEvent(all);
	asum_destroy(self);
	clReleaseMemObject(xs);
	clReleaseMemObject(out);
}

static void try_binary(const Cl *cl)
{
	math *self = math_create(cl->context, cl->device, 8, NULL);
	size_t bytes = math_binary(self, NULL, 0);
	unsigned char *binary = (unsigned char *)malloc(bytes + 1);
	cl_mem xs = buffer(cl, 8, 4), out = buffer(cl, 8, 0);

	expect(bytes && math_binary(self, binary, bytes) == bytes,
	       "the binary is to be had");
	math_destroy(self);
	for (int broken = 0; broken < 2; broken++) {
		binary[0] = (unsigned char)(binary[0] + broken);
		self = math_create_with_binary(cl->context, cl->device, 8,
					       binary, bytes, NULL);
		expect(self != NULL, "kernels from a binary");
		expect(!strstr(math_error(self), "built from source")
		       == !broken, "whether it was taken");
		expect(!math_enqueue(self, cl->queue, xs, out, 0, NULL, NULL)
		       && first(cl, out) == 2, "they compute the same");
		math_destroy(self);
	}
	free(binary);
	clReleaseMemObject(xs);
	clReleaseMemObject(out);
}

static void *in_thread(void *argument)
{
	const Cl *cl = (const Cl *)argument;

	for (int i = 0; i < ROUNDS; i++) {
		asum *self = asum_create(cl->context, cl->device, N, NULL);
		cl_mem xs = buffer(cl, N, (float)i), out = buffer(cl, 1, 0);

		if (asum_enqueue(self, cl->queue, xs, out, 0, NULL, NULL)
		    || first(cl, out) != (float)i * N)
			failed = 1;
		asum_destroy(self);
		clReleaseMemObject(xs);
		clReleaseMemObject(out);
	}
	return NULL;
}

static void try_threads(Cl *cl)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, in_thread, cl);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	expect(!failed, "objects in threads");
}

static char *text_of(const char *file)
{
	FILE *from = fopen(file, "r");
	char *text = (char *)calloc(1 << 20, 1);

	if (!from || !fread(text, 1, (1 << 20) - 1, from))
		expect(0, file);
	if (from)
		fclose(from);
	return text;
}

/* What both files call a thing are two things. */
static void try_one_program(const Cl *cl, const char *a, const char *b)
{
	const char *texts[2] = { text_of(a), text_of(b) };
	cl_program both = clCreateProgramWithSource(cl->context, 2, texts,
						    NULL, NULL);

	expect(!clBuildProgram(both, 1, &cl->device, "", NULL, NULL),
	       "two .cl files in one program");
	clReleaseProgram(both);
	free((void *)texts[0]);
	free((void *)texts[1]);
}

int main(int argc, char **argv)
{
	cl_platform_id platform;
	Cl cl;

	clGetPlatformIDs(1, &platform, NULL);
	clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &cl.device, NULL);
	cl.context = clCreateContext(NULL, 1, &cl.device, NULL, NULL, NULL);
	cl.queue = clCreateCommandQueue(cl.context, cl.device,
					CL_QUEUE_PROFILING_ENABLE, NULL);
	try_sizes(&cl, M, K);
	try_sizes(&cl, M2, K2);
	try_no_such_size(&cl);
	try_buffers(&cl);
	try_time(&cl);
	try_binary(&cl);
	try_threads(&cl);
	if (argc == 3)
		try_one_program(&cl, argv[1], argv[2]);
	clReleaseCommandQueue(cl.queue);
	clReleaseContext(cl.context);
	return failed;
}
