/* CLBlast, if it is installed, on the very device and queue. */
#include "bench_harness/reference.h"

#include <dlfcn.h>
#include <stdlib.h>

enum { ROW_MAJOR = 101, NO_TRANS = 111 };

typedef struct Blast {
	void *library;
	int (*scal)(size_t n, float alpha, cl_mem x, size_t at, size_t step,
		    cl_command_queue *queue, cl_event *event);
	int (*asum)(size_t n, cl_mem sum, size_t sum_at, cl_mem x, size_t at,
		    size_t step, cl_command_queue *queue, cl_event *event);
	int (*dot)(size_t n, cl_mem sum, size_t sum_at, cl_mem x, size_t x_at,
		   size_t x_step, cl_mem y, size_t y_at, size_t y_step,
		   cl_command_queue *queue, cl_event *event);
	int (*gemv)(int layout, int trans, size_t m, size_t n, float alpha,
		    cl_mem a, size_t a_at, size_t lda, cl_mem x, size_t x_at,
		    size_t x_step, float beta, cl_mem y, size_t y_at,
		    size_t y_step, cl_command_queue *queue, cl_event *event);
	int (*gemm)(int layout, int transa, int transb, size_t m, size_t n,
		    size_t k, float alpha, cl_mem a, size_t a_at, size_t lda,
		    cl_mem b, size_t b_at, size_t ldb, float beta, cl_mem c,
		    size_t c_at, size_t ldc, cl_command_queue *queue,
		    cl_event *event);
} Blast;

static int find(void *library, const char *name, void *place)
{
	void *found = dlsym(library, name);

	memcpy(place, &found, sizeof found);
	return found != NULL;
}

static void close_blast(void *state)
{
	free(state); /* the library stays: its kernels belong to a driver */
}

static void *open_blast(const ReferenceCall *call)
{
	Blast *blast = calloc(1, sizeof *blast);

	(void)call;
	if (!blast)
		return NULL;
	blast->library = dlopen("libclblast.so.1", RTLD_NOW | RTLD_LOCAL);
	if (blast->library && find(blast->library, "CLBlastSscal", &blast->scal)
	    && find(blast->library, "CLBlastSasum", &blast->asum)
	    && find(blast->library, "CLBlastSdot", &blast->dot)
	    && find(blast->library, "CLBlastSgemv", &blast->gemv)
	    && find(blast->library, "CLBlastSgemm", &blast->gemm))
		return blast;
	close_blast(blast);
	return NULL;
}

static size_t size(const ReferenceCall *call, const char *name)
{
	return (size_t)reference_size(call, name);
}

static float scalar(const ReferenceCall *call, int port)
{
	return *(const float *)call->inputs[port];
}

static int finished(const ReferenceCall *call, int status)
{
	return status ? status : clFinish(call->queue);
}

static int run_scal(void *state, const ReferenceCall *call)
{
	const Blast *blast = state;
	cl_command_queue queue = call->queue;

	return finished(call, blast->scal(size(call, "N"), scalar(call, 0),
					  call->output_buffers[0], 0, 1,
					  &queue, NULL));
}

static int run_asum(void *state, const ReferenceCall *call)
{
	const Blast *blast = state;
	cl_command_queue queue = call->queue;

	return finished(call, blast->asum(size(call, "N"),
					  call->output_buffers[0], 0,
					  call->input_buffers[0], 0, 1, &queue,
					  NULL));
}

static int run_dot(void *state, const ReferenceCall *call)
{
	const Blast *blast = state;
	cl_command_queue queue = call->queue;

	return finished(call, blast->dot(size(call, "N"),
					 call->output_buffers[0], 0,
					 call->input_buffers[0], 0, 1,
					 call->input_buffers[1], 0, 1, &queue,
					 NULL));
}

static int run_gemv(void *state, const ReferenceCall *call)
{
	const Blast *blast = state;
	cl_command_queue queue = call->queue;
	size_t m = size(call, "M"), k = size(call, "K");
	int status = clEnqueueCopyBuffer(queue, call->input_buffers[2],
					 call->output_buffers[0], 0, 0,
					 m * sizeof(float), 0, NULL, NULL);

	return status ? status
		: finished(call, blast->gemv(ROW_MAJOR, NO_TRANS, m, k,
					     scalar(call, 3),
					     call->input_buffers[0], 0, k,
					     call->input_buffers[1], 0, 1,
					     scalar(call, 4),
					     call->output_buffers[0], 0, 1,
					     &queue, NULL));
}

static int run_matmul(void *state, const ReferenceCall *call)
{
	const Blast *blast = state;
	cl_command_queue queue = call->queue;
	size_t m = size(call, "M"), n = size(call, "N"), k = size(call, "K");

	return finished(call, blast->gemm(ROW_MAJOR, NO_TRANS, NO_TRANS, m, n,
					  k, 1, call->input_buffers[0], 0, k,
					  call->input_buffers[1], 0, n, 0,
					  call->output_buffers[0], 0, n,
					  &queue, NULL));
}

#define ROW(program)                                                         \
	{ #program, open_blast, run_##program, NULL, close_blast, NULL }

const Reference lift_tune_references[] = {
	ROW(scal), ROW(asum), ROW(dot), ROW(gemv), ROW(matmul),
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
