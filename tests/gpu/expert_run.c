/* The kernels that an expert writes for a GPU (experts/), as the measure of those
 * that are generated.
 *
 * expert_run FOLDER         runs each on the first OpenCL device and compares its
 *                           results with loops in C; exits with 1 when one is
 *                           wrong, with 77 when there is no device
 * expert_run FOLDER NAME N  runs only N groups of each of its launches, without
 *                           comparing: on Oclgrind, for warp.cc to count
 * expert_run FOLDER NAME time
 *                           runs one of them, compares, and takes times: a JSON
 *                           object on one line
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/gpu/bench.h"
#include "tests/gpu/expert.h"

enum { SOURCE_MAX = 1 << 16 };

static uint32_t scrambled(uint32_t i, uint32_t salt)
{
	i = (i + 1) * 2654435761u ^ (salt + 1) * 2246822519u;
	i = (i ^ i >> 15) * 2246822519u;
	return i ^ i >> 13;
}

/* counted: what a condition of the data keeps is all, as the model has it that these
 * are to be compared with. */
static void fill(const ExpertBuffer *buffer, int salt, bool counted,
		 ExpertData *data)
{
	for (long i = 0; i < buffer->count; i++) {
		const uint32_t r = scrambled((uint32_t)i, (uint32_t)salt);

		switch (buffer->fill) {
		case FILL_NUMBERS:
			data->f[i] = (float)((int)(r % 17) - 8) / 8;
			break;
		case FILL_PLACES:
			data->f[i] = (float)(r % 1000) / 50;
			break;
		case FILL_BELOW:
			data->i[i] = (int32_t)(r % (uint32_t)buffer->below);
			break;
		case FILL_SIGNED:
			data->i[i] = counted ? (int32_t)(r % 50) + 1
					     : (int32_t)(r % 101) - 50;
			break;
		case FILL_ZEROS:
			data->i[i] = 0;
			break;
		case FILL_NOTHING:
			data->f[i] = NAN;
			break;
		}
	}
}

static cl_program program_of(const Bench *b, const char *folder,
			     const char *name)
{
	static char source[SOURCE_MAX];
	const char *text = source;
	const size_t length = strcspn(name, ",");
	char path[4096], options[64];
	cl_int code;
	cl_program program;
	FILE *file;

	snprintf(path, sizeof path, "%s/%.*s.cl", folder, (int)length, name);
	snprintf(options, sizeof options, "%s%s", name[length] ? "-D " : "",
		 name[length] ? name + length + 1 : "");
	file = fopen(path, "r");
	if (!file) {
		perror(path);
		exit(1);
	}
	source[fread(source, 1, sizeof source - 1, file)] = '\0';
	fclose(file);
	program = clCreateProgramWithSource(b->context, 1, &text, NULL, &code);
	must(code, path);
	must(clBuildProgram(program, 1, &b->device, options, NULL, NULL), path);
	return program;
}

static void set_arguments(cl_kernel kernel, const Expert *expert,
			  const char *arguments, const cl_mem *buffers)
{
	for (cl_uint i = 0; arguments[i]; i++) {
		const int which = arguments[i] - '0';
		const bool scalar = arguments[i] == 'a' || arguments[i] == 'b';
		const float *value = &expert->scalars[arguments[i] == 'b'];

		must(scalar ? clSetKernelArg(kernel, i, sizeof *value, value)
		     : clSetKernelArg(kernel, i, sizeof *buffers,
				      &buffers[which]), arguments);
	}
}

/* At most so many groups: along the first dimension, then the next. */
static void limit(size_t *global, const size_t *local, size_t groups)
{
	for (int d = 0; d < 3; d++) {
		size_t all = global[d] / local[d];
		size_t taken = all < groups ? all : groups;

		global[d] = taken * local[d];
		groups = (groups + taken - 1) / taken;
		if (taken < all)
			groups = 1;
	}
}

static cl_kernel kernel_of(cl_program program, const Expert *expert,
			   const ExpertLaunch *l, const cl_mem *buffers)
{
	cl_int code;
	cl_kernel kernel = clCreateKernel(program, l->kernel, &code);

	must(code, l->kernel);
	set_arguments(kernel, expert, l->arguments, buffers);
	return kernel;
}

/* groups 0: all of them. */
static void enqueue(const Bench *b, cl_kernel kernel, const ExpertLaunch *l,
		    size_t groups, cl_event *event)
{
	size_t local[3], global[3];

	must(clGetKernelWorkGroupInfo(kernel, b->device,
		CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof local, local, NULL),
	     l->kernel);
	memcpy(global, l->global, sizeof global);
	if (groups)
		limit(global, local, groups);
	must(clEnqueueNDRangeKernel(b->queue, kernel, 3, NULL, global, local,
				    0, NULL, event), l->kernel);
}

static bool is_right(const Expert *expert, const ExpertOutput *output,
		     const ExpertData *data, const ExpertData *result)
{
	const ExpertBuffer *buffer = &expert->buffers[output->buffer];
	const long count = buffer->count;
	const long most = output->checked ? output->checked : CHECKED;

	for (long k = 0; k < (count < most ? count : most); k++) {
		const long i = count <= most ? k
			: k < 2 ? k * (count - 1)
			: (long)(scrambled((uint32_t)k, 99) % (uint64_t)count);
		const ExpertValue want = output->value(data, i);
		const double got = buffer->fill == FILL_ZEROS
				|| output->is_integer
				 ? result->i[i] : (double)result->f[i];

		if (fabs(got - want.value) <= 3e-5 * want.magnitude)
			continue;
		printf("%s: element %ld of buffer %d is %g, not %g\n",
		       expert->name, i, output->buffer, got, want.value);
		return false;
	}
	return true;
}

static bool compare(const Bench *b, const Expert *expert,
		    const ExpertData *data, const cl_mem *buffers)
{
	bool right = true;

	for (int i = 0; i < EXPERT_OUTPUTS && expert->outputs[i].value; i++) {
		const ExpertOutput *o = &expert->outputs[i];
		const size_t size =
			(size_t)expert->buffers[o->buffer].count * 4;
		ExpertData result = { .f = malloc(size) };

		result.i = (int32_t *)(void *)result.f;
		must(clEnqueueReadBuffer(b->queue, buffers[o->buffer], CL_TRUE,
			0, size, result.f, 0, NULL, NULL), expert->name);
		right = is_right(expert, o, data, &result) && right;
		free(result.f);
	}
	return right;
}

/* One of them on its data. */
typedef struct Run {
	const Bench *bench;
	const Expert *expert;
	ExpertData data[EXPERT_BUFFERS];
	cl_mem buffers[EXPERT_BUFFERS];
	cl_kernel kernels[EXPERT_LAUNCHES];
} Run;

static void run_begin(Run *r, const char *folder, bool counted)
{
	const Expert *e = r->expert;
	cl_program program = program_of(r->bench, folder, e->name);
	cl_int code;

	for (int i = 0; i < EXPERT_BUFFERS && e->buffers[i].count; i++) {
		const size_t size = (size_t)e->buffers[i].count * 4;

		r->data[i].f = malloc(size);
		r->data[i].i = (int32_t *)(void *)r->data[i].f;
		fill(&e->buffers[i], i, counted, &r->data[i]);
		r->buffers[i] = clCreateBuffer(r->bench->context,
			CL_MEM_COPY_HOST_PTR, size, r->data[i].f, &code);
		must(code, e->name);
	}
	for (int i = 0; i < EXPERT_LAUNCHES && e->launches[i].kernel; i++)
		r->kernels[i] = kernel_of(program, e, &e->launches[i],
					  r->buffers);
	clReleaseProgram(program);
}

static void run_end(Run *r)
{
	for (int i = 0; i < EXPERT_LAUNCHES && r->kernels[i]; i++)
		clReleaseKernel(r->kernels[i]);
	for (int i = 0; i < EXPERT_BUFFERS && r->buffers[i]; i++) {
		clReleaseMemObject(r->buffers[i]);
		free(r->data[i].f);
	}
}

/* A launch's groups, the items of one, and the bytes of its buffers. */
static void print_launch(const Run *r, int i)
{
	const ExpertLaunch *l = &r->expert->launches[i];
	size_t local[3], groups = 1;
	double bytes = 0;

	must(clGetKernelWorkGroupInfo(r->kernels[i], r->bench->device,
		CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof local, local, NULL),
	     l->kernel);
	for (int d = 0; d < 3; d++)
		groups *= l->global[d] / local[d];
	for (const char *a = l->arguments; *a; a++)
		if (*a != 'a' && *a != 'b')
			bytes += 4.0 * (double)r->expert->buffers[*a - '0'].count;
	printf("%zu %zu %.0f\n", groups, local[0] * local[1] * local[2], bytes);
}

static void launch_all(const Run *r, size_t groups)
{
	for (int i = 0; i < EXPERT_LAUNCHES && r->kernels[i]; i++) {
		if (groups)
			print_launch(r, i);
		enqueue(r->bench, r->kernels[i], &r->expert->launches[i],
			groups, NULL);
		must(clFinish(r->bench->queue), r->expert->name);
	}
}

/* A BenchLaunch. */
static int launch_timed(void *context, cl_event *events)
{
	const Run *r = context;
	int i = 0;

	for (; i < EXPERT_LAUNCHES && r->kernels[i]; i++)
		enqueue(r->bench, r->kernels[i], &r->expert->launches[i], 0,
			&events[i]);
	return i;
}

static void print_times(Run *r, bool right)
{
	double ns[BENCH_SAMPLES];
	int count = bench_times(r->bench, launch_timed, r, ns);

	printf("{\"expert\": \"%s\", \"right\": %s, ", r->expert->name,
	       right ? "true" : "false");
	if (count)
		bench_print_times(ns, count);
	else
		printf("\"status\": \"failed\"");
	puts("}");
}

/* groups 0: all of them, and whether the results are right. */
static bool run(const Bench *b, const char *folder, const Expert *expert,
		size_t groups, bool timed)
{
	Run r = { .bench = b, .expert = expert };
	bool right;

	run_begin(&r, folder, groups > 0);
	launch_all(&r, groups);
	right = groups || compare(b, expert, r.data, r.buffers);
	if (timed)
		print_times(&r, right);
	run_end(&r);
	return right;
}

int main(int argc, char **argv)
{
	const bool timed = argc == 4 && !strcmp(argv[3], "time");
	const size_t groups = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
	bool right = true;
	Bench b;

	if (argc != 2 && !(argc == 4 && (groups || timed))) {
		fputs("usage: expert_run FOLDER [NAME GROUPS|NAME time]\n",
		      stderr);
		return 2;
	}
	b = bench_new();
	for (int i = 0; i < expert_count; i++)
		if (argc == 2 || !strcmp(experts[i].name, argv[2])) {
			if (!run(&b, argv[1], &experts[i], groups, timed))
				right = false;
			else if (argc == 2)
				printf("%s: right\n", experts[i].name);
		}
	bench_free(&b);
	return !right;
}
