/* The examples in OpenCL by hand, in the shapes that are fastest on CPUs: long
 * runs of vectors of 16 for each work-item, several accumulators, tiles in
 * registers, groups of one work-item. Sizes must be multiples of what a kernel
 * takes at a time; where they are not there is no such reference.
 */
#include "bench_harness/reference.h"

#include <stdio.h>
#include <stdlib.h>

#include "opencl_kernels.h"

enum { LAUNCHES = 2, TEMPS = 1, ITEMS = 64, MANY = 1024, LANES = 16 };

/* args: iN and oN are buffers of ports, t the temp, sN a scalar input, nN one
 * of the numbers, lN local memory of as many bytes. */
typedef struct Launch {
	cl_kernel kernel;
	const char *args;
	size_t global[2];
} Launch;

typedef struct Hand {
	cl_program program;
	int count;
	Launch launches[LAUNCHES];
	cl_int numbers[4];
	cl_mem temp;
} Hand;

static void close_hand(void *state)
{
	Hand *hand = state;

	for (int i = 0; i < hand->count; i++)
		clReleaseKernel(hand->launches[i].kernel);
	if (hand->temp)
		clReleaseMemObject(hand->temp);
	if (hand->program)
		clReleaseProgram(hand->program);
	free(hand);
}

static void say_log(cl_program program, cl_device_id device)
{
	char log[4096] = "";

	clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG,
			      sizeof log, log, NULL);
	fprintf(stderr, "%s\n", log);
}

static Hand *hand_new(const ReferenceCall *call, const char *source,
		      const char *options)
{
	Hand *hand = calloc(1, sizeof *hand);
	cl_int code;

	if (!hand)
		return NULL;
	hand->program = clCreateProgramWithSource(call->context, 1, &source,
						  NULL, &code);
	if (hand->program
	    && !clBuildProgram(hand->program, 1, &call->device, options, NULL,
			       NULL))
		return hand;
	if (hand->program)
		say_log(hand->program, call->device);
	close_hand(hand);
	return NULL;
}

static void launch(Hand *hand, const char *name, const char *args,
		   int64_t columns, int64_t rows)
{
	Launch *at = &hand->launches[hand->count++];

	at->kernel = clCreateKernel(hand->program, name, NULL);
	at->args = args;
	at->global[0] = (size_t)columns;
	at->global[1] = (size_t)rows;
}

static int good_temp(Hand *hand, const ReferenceCall *call, int64_t floats)
{
	hand->temp = clCreateBuffer(call->context, CL_MEM_READ_WRITE,
				    (size_t)floats * sizeof(float), NULL,
				    NULL);
	return hand->temp != NULL;
}

static int set_arg(const Hand *hand, const ReferenceCall *call,
		   cl_kernel kernel, cl_uint index, const char *arg)
{
	int number = arg[1] - '0';

	switch (arg[0]) {
	case 'i':
		return clSetKernelArg(kernel, index, sizeof(cl_mem),
				      &call->input_buffers[number]);
	case 'o':
		return clSetKernelArg(kernel, index, sizeof(cl_mem),
				      &call->output_buffers[number]);
	case 't':
		return clSetKernelArg(kernel, index, sizeof(cl_mem),
				      &hand->temp);
	case 's':
		return clSetKernelArg(kernel, index, sizeof(cl_float),
				      call->inputs[number]);
	case 'l':
		return clSetKernelArg(kernel, index,
				      (size_t)hand->numbers[number], NULL);
	default:
		return clSetKernelArg(kernel, index, sizeof(cl_int),
				      &hand->numbers[number]);
	}
}

static int enqueue(const Hand *hand, const ReferenceCall *call,
		   const Launch *at)
{
	static const size_t local[2] = { 1, 1 };
	cl_uint index = 0;

	for (const char *arg = at->args; *arg; arg += 2)
		if (set_arg(hand, call, at->kernel, index++, arg))
			return 1;
	return clEnqueueNDRangeKernel(call->queue, at->kernel, 2, NULL,
				      at->global, local, 0, NULL, NULL);
}

static int run_hand(void *state, const ReferenceCall *call)
{
	const Hand *hand = state;
	int code = 0;

	for (int i = 0; i < hand->count && !code; i++)
		code = enqueue(hand, call, &hand->launches[i]);
	return code ? code : clFinish(call->queue);
}

/* -- the programs ---------------------------------------------------------- */

static cl_int size(const ReferenceCall *call, const char *name)
{
	return (cl_int)reference_size(call, name);
}

static void *open_scal(const ReferenceCall *call)
{
	cl_int n = size(call, "N"), step = ITEMS * LANES * 4;
	Hand *hand = n % step ? NULL : hand_new(call, scal_source, "");

	if (!hand)
		return NULL;
	hand->numbers[0] = n / ITEMS / LANES;
	launch(hand, "scal", "o0s0n0", ITEMS, 1);
	return hand;
}

/* Sums of the parts, then their sum. */
static void *open_sum(const ReferenceCall *call, const char *source,
		      const char *args, int items, int vectors)
{
	cl_int n = size(call, "N"), step = items * LANES * vectors;
	Hand *hand = n % step ? NULL : hand_new(call, source, "");

	if (!hand)
		return NULL;
	hand->numbers[0] = n / items / LANES;
	hand->numbers[1] = items;
	launch(hand, "parts", args, items, 1);
	launch(hand, "sum", "t0o0n1", 1, 1);
	if (good_temp(hand, call, items))
		return hand;
	close_hand(hand);
	return NULL;
}

static void *open_asum(const ReferenceCall *call)
{
	return open_sum(call, asum_source, "i0t0n0", ITEMS, 8);
}

static void *open_dot(const ReferenceCall *call)
{
	return open_sum(call, dot_source, "i0i1t0n0", MANY, 4);
}

static void *open_gemv(const ReferenceCall *call)
{
	cl_int m = size(call, "M"), k = size(call, "K");
	Hand *hand = m % 4 || k % (4 * LANES) ? NULL
		   : hand_new(call, gemv_source, "");

	if (!hand)
		return NULL;
	hand->numbers[0] = k / LANES;
	launch(hand, "gemv", "i0i1i2s3s4o0n0", m / 4, 1);
	return hand;
}

static int has_local(const ReferenceCall *call, int64_t bytes)
{
	cl_ulong most = 0;

	clGetDeviceInfo(call->device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof most,
			&most, NULL);
	return (cl_ulong)bytes <= most;
}

static void *open_matmul(const ReferenceCall *call)
{
	enum { COLUMNS = 4 * LANES };
	cl_int m = size(call, "M"), n = size(call, "N"), k = size(call, "K");
	int64_t panel = (int64_t)k * COLUMNS * (int64_t)sizeof(cl_float);
	Hand *hand = m % 4 || k % 4 || n % COLUMNS || !has_local(call, panel)
		   ? NULL : hand_new(call, matmul_source, "");

	if (!hand)
		return NULL;
	hand->numbers[0] = m;
	hand->numbers[1] = n;
	hand->numbers[2] = k;
	hand->numbers[3] = (cl_int)panel;
	launch(hand, "panels", "i0i1o0l3n0n1n2", n / COLUMNS, 1);
	return hand;
}

static void *open_blackscholes(const ReferenceCall *call)
{
	cl_int n = size(call, "N");
	Hand *hand = n % (ITEMS * LANES) ? NULL
		   : hand_new(call, blackscholes_source, "");

	if (!hand)
		return NULL;
	hand->numbers[0] = n / ITEMS / LANES;
	launch(hand, "prices", "i0i1i2s3s4o0o1n0", ITEMS, 1);
	return hand;
}

static void *open_md(const ReferenceCall *call)
{
	cl_int n = size(call, "N"), m = size(call, "M");
	Hand *hand = m % LANES ? NULL : hand_new(call, md_source, "");

	if (!hand)
		return NULL;
	hand->numbers[0] = m;
	launch(hand, "forces", "i0i1s2o0o1o2n0", n, 1);
	return hand;
}

static void *open_nbody(const ReferenceCall *call)
{
	cl_int n = size(call, "N");
	Hand *hand = n % (2 * LANES) ? NULL
		   : hand_new(call, nbody_source, "-cl-fast-relaxed-math");

	if (!hand)
		return NULL;
	hand->numbers[0] = n;
	launch(hand, "pulls", "i0i1i2i3o0o1o2n0", n / (2 * LANES), 1);
	return hand;
}

static void *open_mandelbrot(const ReferenceCall *call)
{
	cl_int n = size(call, "N");
	Hand *hand = n % LANES ? NULL : hand_new(call, mandelbrot_source, "");

	if (!hand)
		return NULL;
	hand->numbers[0] = n;
	launch(hand, "escape", "o0n0", n / LANES, n);
	return hand;
}

static void *open_stencil(const ReferenceCall *call, const char *source,
			  const char *args)
{
	cl_int m = size(call, "M"), n = size(call, "N");
	Hand *hand = m % (2 * ITEMS) || n % LANES || n < 2 * LANES ? NULL
		   : hand_new(call, source, "");

	if (!hand)
		return NULL;
	hand->numbers[0] = m;
	hand->numbers[1] = n;
	hand->numbers[2] = m / ITEMS;
	launch(hand, "grid", args, ITEMS, 1);
	return hand;
}

static void *open_jacobi(const ReferenceCall *call)
{
	return open_stencil(call, jacobi_source, "i0o0n0n1n2");
}

static void *open_convolution(const ReferenceCall *call)
{
	return open_stencil(call, convolution_source, "i0i1o0n0n1n2");
}

#define ROW(program)                                                         \
	{ #program, open_##program, run_hand, NULL, close_hand, NULL }

const Reference lift_tune_references[] = {
	ROW(scal),       ROW(asum),         ROW(dot),    ROW(gemv),
	ROW(matmul),     ROW(blackscholes), ROW(md),     ROW(nbody),
	ROW(mandelbrot), ROW(jacobi),       ROW(convolution),
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
