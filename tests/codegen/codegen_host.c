#include "codegen_host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GUARD = 256, LOG = 4096 };

/* -- the device ------------------------------------------------------------ */

static int64_t info(cl_device_id id, cl_device_info what)
{
	cl_ulong value = 0;

	clGetDeviceInfo(id, what, sizeof value, &value, NULL);
	return (int64_t)value;
}

static void describe(cl_device_id id, Device *device)
{
	char extensions[8192] = "";
	size_t sizes[DEVICE_DIMS] = { 1, 1, 1 };

	*device = device_generic();
	device->type = info(id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU
		       ? DEVICE_CPU : DEVICE_GPU;
	device->max_group_size = info(id, CL_DEVICE_MAX_WORK_GROUP_SIZE);
	clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes,
			sizes, NULL);
	for (int d = 0; d < DEVICE_DIMS; d++)
		device->max_item_sizes[d] = (int64_t)sizes[d];
	device->local_bytes = info(id, CL_DEVICE_LOCAL_MEM_SIZE);
	device->max_alloc_bytes = info(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
	clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, sizeof extensions - 1,
			extensions, NULL);
	device->has_f64 = strstr(extensions, "cl_khr_fp64");
	device->has_f16 = strstr(extensions, "cl_khr_fp16");
}

bool codegen_host_open(CodegenHost *host)
{
	cl_platform_id platform;
	cl_uint count = 0;
	cl_int error;

	*host = (CodegenHost){ 0 };
	if (clGetPlatformIDs(1, &platform, &count) || !count
	    || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &host->id,
			      &count) || !count)
		return false;
	host->context = clCreateContext(NULL, 1, &host->id, NULL, NULL,
					&error);
	if (error)
		return false;
	host->queue = clCreateCommandQueue(host->context, host->id, 0, &error);
	describe(host->id, &host->device);
	return !error;
}

static void forget(CodegenHost *host)
{
	if (host->built)
		clReleaseProgram(host->built);
	host->built = NULL;
	free(host->source);
	free(host->build_options);
	host->source = host->build_options = NULL;
}

void codegen_host_close(CodegenHost *host)
{
	forget(host);
	clReleaseCommandQueue(host->queue);
	clReleaseContext(host->context);
}

/* -- one run --------------------------------------------------------------- */

typedef struct Run {
	CodegenHost *host;
	const Program *program;
	const Artifact *artifact;
	const Array *inputs;
	Array *outputs;
	cl_mem *memory; /* by buffer; in place: the input's */
	cl_kernel *kernels;
	char fault[LOG];
} Run;

static size_t bytes_of(const ArtifactBuffer *buffer)
{
	return (size_t)buffer->elements * scalar_bytes(buffer->scalar);
}

static int memory_of(const Run *run, int buffer)
{
	const Artifact *a = run->artifact;

	if (a->buffers[buffer].into < 0)
		return buffer;
	for (int i = 0; i < a->buffer_count; i++)
		if (a->buffers[i].role == BUFFER_INPUT
		    && a->buffers[i].port == a->buffers[buffer].into)
			return i;
	return buffer;
}

static bool create(Run *run, int number)
{
	const ArtifactBuffer *buffer = &run->artifact->buffers[number];
	size_t bytes = bytes_of(buffer);
	char *data = malloc(bytes + GUARD);
	cl_int error;

	memset(data, 0x5a, bytes + GUARD);
	if (buffer->role == BUFFER_INPUT)
		memcpy(data, run->inputs[buffer->port].data,
		       array_bytes(&run->inputs[buffer->port]));
	run->memory[number] = clCreateBuffer(run->host->context,
		CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes + GUARD, data,
		&error);
	free(data);
	return !error;
}

static bool is_built(const CodegenHost *host, const Artifact *artifact)
{
	return host->built && !strcmp(host->source, artifact->source)
	    && !strcmp(host->build_options, artifact->build_options);
}

/* What was built last is kept: sizes that are open change no source. */
static bool build(Run *run)
{
	const char *source = run->artifact->source;
	CodegenHost *host = run->host;
	cl_int error;

	if (is_built(host, run->artifact))
		return true;
	forget(host);
	host->built = clCreateProgramWithSource(host->context, 1, &source,
						NULL, &error);
	host->source = strdup(source);
	host->build_options = strdup(run->artifact->build_options);
	if (!clBuildProgram(host->built, 1, &host->id, host->build_options,
			    NULL, NULL))
		return true;
	clGetProgramBuildInfo(host->built, host->id, CL_PROGRAM_BUILD_LOG,
			      sizeof run->fault - 1, run->fault, NULL);
	forget(host);
	return false;
}

static bool set_args(Run *run, int number)
{
	const ArtifactKernel *kernel = &run->artifact->kernels[number];
	cl_int error;

	run->kernels[number] = clCreateKernel(run->host->built,
					      kernel->name, &error);
	for (int i = 0; i < kernel->arg_count && !error; i++) {
		const ArtifactArg *arg = &kernel->args[i];
		ArtifactNumber size;

		if (arg->kind == ARG_SCALAR)
			error = clSetKernelArg(run->kernels[number],
				(cl_uint)i, scalar_bytes(arg->scalar),
				run->inputs[arg->index].data);
		if (arg->kind == ARG_SIZE) {
			size = artifact_number(run->artifact, arg);
			error = clSetKernelArg(run->kernels[number],
				(cl_uint)i, scalar_bytes(arg->scalar), &size);
		}
		if (arg->kind == ARG_BUFFER)
			error = clSetKernelArg(run->kernels[number],
				(cl_uint)i, sizeof(cl_mem),
				&run->memory[memory_of(run, arg->index)]);
	}
	return !error;
}

static bool launch_one(void *context, int k)
{
	Run *run = context;
	const ArtifactKernel *kernel = &run->artifact->kernels[k];
	size_t global[DEVICE_DIMS], local[DEVICE_DIMS];

	for (int d = 0; d < DEVICE_DIMS; d++) {
		global[d] = (size_t)kernel->global[d];
		local[d] = (size_t)kernel->local[d];
	}
	if (!global[0] || !global[1] || !global[2])
		return true;
	return !clEnqueueNDRangeKernel(run->host->queue, run->kernels[k],
				       (cl_uint)kernel->dims, NULL, global,
				       local, 0, NULL, NULL);
}

static bool look(void *context, int buffer, int32_t *flag)
{
	Run *run = context;

	return !clEnqueueReadBuffer(run->host->queue, run->memory[buffer],
				    CL_TRUE, 0, sizeof *flag, flag, 0, NULL,
				    NULL);
}

static bool launch(Run *run)
{
	return artifact_launch(run->artifact, launch_one, look, run)
	    && !clFinish(run->host->queue);
}

/* Reads a buffer and its guard; false when the guard was written. */
static bool fetch(Run *run, int number, void *into)
{
	size_t bytes = bytes_of(&run->artifact->buffers[number]);
	unsigned char *data = malloc(bytes + GUARD);
	bool intact = true;

	clEnqueueReadBuffer(run->host->queue,
			    run->memory[memory_of(run, number)], CL_TRUE, 0,
			    bytes + GUARD, data, 0, NULL, NULL);
	for (int i = 0; i < GUARD; i++)
		intact &= data[bytes + (size_t)i] == 0x5a;
	if (into)
		memcpy(into, data, bytes);
	free(data);
	return intact;
}

static bool fetch_all(Run *run)
{
	bool intact = true;

	for (int i = 0; i < run->artifact->buffer_count; i++) {
		const ArtifactBuffer *buffer = &run->artifact->buffers[i];
		bool output = buffer->role == BUFFER_OUTPUT;

		intact &= fetch(run, i, output && run->outputs[buffer->port]
						  .elements
					? run->outputs[buffer->port].data
					: NULL);
	}
	return intact;
}

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static const char *execute(Run *run, int rounds, double *best_ms)
{
	for (int i = 0; i < run->artifact->buffer_count; i++)
		if (run->artifact->buffers[i].into < 0 && !create(run, i))
			return "a buffer cannot be made";
	if (!build(run))
		return "the source does not compile";
	for (int k = 0; k < run->artifact->kernel_count; k++)
		if (!set_args(run, k))
			return "an argument does not fit";
	if (!launch(run))
		return "a kernel does not run";
	if (!fetch_all(run))
		return "a store beyond a buffer";
	for (int i = 0; i < rounds; i++) {
		double start = now_ms(), taken;

		launch(run);
		taken = now_ms() - start;
		if (i == 0 || taken < *best_ms)
			*best_ms = taken;
	}
	return NULL;
}

const char *codegen_host_run(CodegenHost *host, const Program *program,
			     const Artifact *artifact, const Array *inputs,
			     Array *outputs, int rounds, double *best_ms)
{
	Run run = { .host = host, .program = program, .artifact = artifact,
		    .inputs = inputs, .outputs = outputs };
	const char *fault;

	run.memory = calloc((size_t)artifact->buffer_count + 1,
			    sizeof *run.memory);
	run.kernels = calloc((size_t)artifact->kernel_count + 1,
			     sizeof *run.kernels);
	fault = execute(&run, rounds, best_ms);
	if (run.fault[0])
		fprintf(stderr, "%s\n", run.fault);
	for (int i = 0; i < artifact->kernel_count; i++)
		if (run.kernels[i])
			clReleaseKernel(run.kernels[i]);
	for (int i = 0; i < artifact->buffer_count; i++)
		if (run.memory[i])
			clReleaseMemObject(run.memory[i]);
	free(run.memory);
	free(run.kernels);
	return fault;
}
