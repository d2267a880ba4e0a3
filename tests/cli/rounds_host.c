/* An application of the library and of a stub, built and run by
 * tests/cli/rounds.sh: rounds inside rounds that end by a condition, compared
 * with plain C; and of many rounds in the library, how long the queue gets. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <lift_tune.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rounds.h"

enum { N = 64, OUTER = 40, INNER = 60 };

static void expected(const cl_uint *from, cl_uint *to)
{
	cl_uint next[N];

	memcpy(to, from, N * sizeof *to);
	for (int o = 0; o < OUTER && to[0] != 3221225477u; o++) {
		for (int r = 0; r < INNER; r++) {
			for (int i = 0; i < N; i++)
				next[i] = 3 * to[i] + to[(i + 1) % N];
			memcpy(to, next, sizeof next);
		}
		for (int i = 0; i < N; i++)
			to[i] += 5;
	}
}

static int stub_is_right(lt_device *device, cl_uint *xs, const cl_uint *wanted)
{
	cl_context context = lt_device_context(device);
	cl_command_queue queue = lt_device_queue(device);
	cl_uint found[N] = { 0 };
	cl_int error;
	cl_mem from = clCreateBuffer(context, CL_MEM_READ_WRITE
				     | CL_MEM_COPY_HOST_PTR, N * sizeof *xs, xs,
				     &error);
	cl_mem to = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof found,
				   NULL, &error);
	rounds *self = rounds_create(context, lt_device_id(device), N, &error);
	int good = self && !rounds_enqueue(self, queue, from, to, 0, NULL, NULL)
		&& !clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof found,
					found, 0, NULL, NULL)
		&& !memcmp(found, wanted, sizeof found);

	rounds_destroy(self);
	clReleaseMemObject(from);
	clReleaseMemObject(to);
	return good;
}

static int plan_is_right(lt_program *program, lt_device *device, cl_uint *xs,
			 const cl_uint *wanted)
{
	cl_uint found[N] = { 0 };
	const lt_array arrays[] = {
		{ xs, N * sizeof *xs }, { found, sizeof found },
	};
	lt_error error = { 0 };
	lt_plan *plan = lt_plan_make(program, lt_device_context(device),
				     lt_device_id(device), NULL, 0, LT_STORED,
				     &error);

	if (!plan)
		fprintf(stderr, "%s\n", error.text);
	return plan && !lt_plan_run(plan, lt_device_queue(device), arrays, 2)
	    && !memcmp(found, wanted, sizeof found);
}

/* -- how long the library's queue gets ------------------------------------- */

typedef cl_int Launch(cl_command_queue, cl_kernel, cl_uint, const size_t *,
		      const size_t *, const size_t *, cl_uint, const cl_event *,
		      cl_event *);
typedef cl_int Wait(cl_uint, const cl_event *);

enum { MARKS = 1 << 16, SHORT = 1024 };

static int launches, waited, longest;
static cl_event launched[MARKS]; /* of these, to be compared only */

/* In place of OpenCL's own, for the library, too. */
cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel,
			      cl_uint dims, const size_t *offset,
			      const size_t *global, const size_t *local,
			      cl_uint count, const cl_event *list,
			      cl_event *event)
{
	void *own = dlsym(RTLD_NEXT, "clEnqueueNDRangeKernel");
	Launch *launch;
	cl_int status;

	memcpy(&launch, &own, sizeof launch);
	status = launch(queue, kernel, dims, offset, global, local, count,
			list, event);
	if (!launches && status == CL_SUCCESS)
		clFinish(queue); /* what has not begun is not waited for */
	launched[launches++ % MARKS] = event ? *event : NULL;
	longest = launches - waited > longest ? launches - waited : longest;
	return status;
}

cl_int clWaitForEvents(cl_uint count, const cl_event *list)
{
	void *own = dlsym(RTLD_NEXT, "clWaitForEvents");
	Wait *wait;

	for (int i = launches; i > waited; i--)
		if (launched[(i - 1) % MARKS] == list[0])
			waited = i;
	memcpy(&wait, &own, sizeof wait);
	return wait(count, list);
}

static int queue_is_short(lt_library *library, lt_device *device)
{
	static const char text[] = "program many\n  size N = 100000\n"
		"  input xs : f32[N]\n  iterate 5000 (map (\\x. 0.5 * x)) xs\n";
	static float xs[100000], ys[100000];
	const lt_array arrays[] = { { xs, sizeof xs }, { ys, sizeof ys } };
	lt_error error = { 0 };
	lt_program *program = lt_program_read(library, text, sizeof text - 1,
					      &error);
	lt_plan *plan = program ? lt_plan_make(program,
		lt_device_context(device), lt_device_id(device), NULL, 0,
		LT_ESTIMATE, &error) : NULL;
	int good;

	xs[7] = 1;
	launches = waited = longest = 0;
	good = plan && !lt_plan_run(plan, lt_device_queue(device), arrays, 2)
	    && ys[7] == 0;
	printf("%d launches, %d at once\n", launches, longest);
	if (!plan)
		fprintf(stderr, "%s\n", error.text);
	if (program)
		lt_program_free(program);
	return good && longest <= SHORT;
}

static lt_program *read_program(lt_library *library, const char *path,
				lt_error *error)
{
	static char text[1 << 16];
	FILE *file = fopen(path, "r");
	size_t length = file ? fread(text, 1, sizeof text, file) : 0;

	if (file)
		fclose(file);
	return lt_program_read(library, text, length, error);
}

int main(int argc, char **argv)
{
	lt_error error = { 0 };
	lt_library *library = argc == 3 ? lt_open(argv[2], &error) : NULL;
	lt_device *device = library ? lt_device_open(NULL, &error) : NULL;
	lt_program *program = device ? read_program(library, argv[1], &error)
				     : NULL;
	cl_uint xs[N], wanted[N];
	int good = 0;

	for (cl_uint i = 0; i < N; i++)
		xs[i] = i * 2654435761u;
	expected(xs, wanted);
	if (!program)
		fprintf(stderr, "%s\n", error.text);
	else if (!stub_is_right(device, xs, wanted))
		fprintf(stderr, "the stub is wrong\n");
	else if (!plan_is_right(program, device, xs, wanted))
		fprintf(stderr, "the plan is wrong\n");
	else if (!queue_is_short(library, device))
		fprintf(stderr, "a long queue\n");
	else
		good = 1;
	if (program)
		lt_program_free(program);
	if (device)
		lt_device_close(device);
	if (library)
		lt_close(library);
	return !good;
}
