/* What lift_tune.h promises, run by tests/lib/library.sh: with a program text,
 * and a database in which it is tuned at N = 5000.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lift_tune.h"

enum { THREADS = 4, TUNED = 5000, LOOKUPS = 1000, SECONDS = 900 };

static const char text[] =
	"program weigh\n"
	"  size N = 5000\n"
	"  input xs : f32[N] ; w : f32\n"
	"  output ys\n"
	"  map (\\x. w * x + 1) xs\n";

static int failed;

static void expect(int good, const char *what, const lt_error *error)
{
	if (good)
		return;
	printf("not so: %s (%d: %s)\n", what, error->code, error->text);
	failed = 1;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static lt_plan *plan_of(lt_program *program, const lt_device *device,
			uint64_t n, lt_effort effort, lt_error *error)
{
	const lt_size size = { "N", n };

	return lt_plan_make(program, lt_device_context(device),
			    lt_device_id(device), &size, 1, effort, error);
}

static int is_right(lt_plan *plan, const lt_device *device, size_t n)
{
	float *xs = (float *)malloc(n * sizeof *xs), w = 2, good = 1;
	float *ys = (float *)malloc(n * sizeof *ys);
	const lt_array arrays[] = { { xs, n * sizeof *xs }, { &w, sizeof w },
				    { ys, n * sizeof *ys } };

	for (size_t i = 0; i < n; i++)
		xs[i] = (float)(i % 100);
	good = !lt_plan_run(plan, lt_device_queue(device), arrays, 3);
	for (size_t i = 0; i < n; i++)
		good = good && ys[i] == 2 * xs[i] + 1;
	free(xs);
	free(ys);
	return good != 0;
}

static void try_efforts(lt_library *library, const lt_device *device)
{
	lt_error error = { 0 };
	lt_program *p = lt_program_read(library, text, sizeof text - 1,
					&error);
	lt_plan *plan = plan_of(p, device, TUNED, LT_STORED, &error);

	expect(plan && is_right(plan, device, TUNED), "stored", &error);
	expect(plan && lt_plan_expected_ns(plan) > 0
	       && strstr(lt_plan_origin(plan), "stored derivation")
	       && strstr(lt_plan_source(plan), "kernel"), "its facts", &error);
	expect(!plan_of(p, device, 1021, LT_STORED, &error)
	       && error.code == 1003, "E1003 for what is not stored", &error);
	plan = plan_of(p, device, 1021, LT_NEAREST, &error);
	expect(plan && is_right(plan, device, 1021)
	       && strstr(lt_plan_origin(plan), "of N=5000"), "nearest",
	       &error);
	for (uint64_t n = 1; n < 40; n += 19) {
		plan = plan_of(p, device, n, LT_ESTIMATE, &error);
		expect(plan && is_right(plan, device, n), "any size", &error);
	}
	expect(!plan_of(p, device, UINT64_MAX, LT_NEAREST, &error)
	       && error.code == 1001, "E1001 for no size", &error);
	expect(!plan_of(p, device, 0, LT_NEAREST, &error)
	       && error.code == 1003, "E1003 for a size of 0", &error);
	expect(!plan_of(p, device, 5, 0, &error) && error.code == 1001,
	       "E1001 for no effort", &error);
	lt_program_free(p);
}

/* Also where a plan for the document's own sizes is there. */
static void try_names(lt_library *library, const lt_device *device)
{
	const lt_size wrong = { "Q", 5 };
	lt_error error = { 0 };
	lt_program *p = lt_program_read(library, text, sizeof text - 1,
					&error);
	const cl_context context = lt_device_context(device);
	const cl_device_id id = lt_device_id(device);

	expect(lt_plan_make(p, context, id, NULL, 0, LT_ESTIMATE, &error) != NULL,
	       "a plan of its own sizes", &error);
	expect(!lt_plan_make(p, context, id, &wrong, 1, LT_ESTIMATE, &error)
	       && error.code == 1001 && strstr(error.text, "no size Q"),
	       "E1001 for the name of no size", &error);
	lt_program_free(p);
}

static void try_look_up(lt_library *library, const lt_device *device)
{
	lt_error error = { 0 };
	lt_program *p = lt_program_read(library, text, sizeof text - 1,
					&error);
	lt_plan *plan = plan_of(p, device, TUNED, LT_STORED, &error);
	double least = 1;

	for (int i = 0; i < LOOKUPS; i++) {
		double start = now(), took;

		expect(plan_of(p, device, TUNED, LT_STORED, &error) == plan,
		       "the same plan", &error);
		took = now() - start;
		least = took < least ? took : least;
	}
	printf("a look-up takes %.2f us\n", least * 1e6);
	expect(least < 20e-6, "a look-up below 20 us", &error);
	lt_program_free(p);
}

static void try_estimate(lt_library *library, const lt_device *device)
{
	static const char other[] =
		"program other\n  size N = 3000\n  input xs : f32[N]\n"
		"  reduce (+) 0 (map abs xs)\n";
	lt_error error = { 0 };
	lt_program *p = lt_program_read(library, other, sizeof other - 1,
					&error);
	lt_plan *plan = lt_plan_make(p, lt_device_context(device),
				     lt_device_id(device), NULL, 0,
				     LT_ESTIMATE, &error);
	float xs[3000], sum = 0;
	const lt_array arrays[] = { { xs, sizeof xs }, { &sum, sizeof sum } };

	for (int i = 0; i < 3000; i++)
		xs[i] = -1;
	expect(plan && !strcmp(lt_plan_origin(plan), "an estimate")
	       && !lt_plan_run(plan, lt_device_queue(device), arrays, 2)
	       && sum == 3000, "an estimate", &error);
	lt_program_free(p);
}

static void try_ports(lt_library *library)
{
	lt_error error = { 0 };
	lt_program *p = lt_program_read(library, text, sizeof text - 1,
					&error);
	lt_size sizes[1], own;
	lt_port port;
	uint64_t dims[] = { 77 }, others[] = { 78 };
	size_t count = 0;

	expect(!strcmp(lt_program_name(p), "weigh")
	       && lt_program_size(p, 0, &own) && own.value == 5000
	       && !lt_program_size(p, 1, &own), "sizes", &error);
	expect(lt_program_bind(p, "xs", 1, dims, sizes, &count, &error)
	       && count == 1 && sizes[0].value == 77, "sizes of shapes",
	       &error);
	expect(!lt_program_bind(p, "xs", 1, others, sizes, &count, &error)
	       && error.code == 401, "contradictions", &error);
	expect(lt_program_port(p, sizes, count, 0, &port, &error)
	       && port.rank == 1 && port.dims[0] == 77 && !port.output
	       && lt_program_port(p, sizes, count, 1, &port, &error)
	       && port.rank == 0 && port.type == LT_F32
	       && lt_program_port(p, sizes, count, 2, &port, &error)
	       && !strcmp(port.name, "ys") && port.output && port.written
	       && !lt_program_port(p, sizes, count, 3, &port, &error)
	       && !error.code, "parameters", &error);
	lt_program_free(p);
	expect(!lt_program_read(library, "program x\n  input a : f32[\n", 27,
				&error)
	       && error.code && error.line >= 2 && *error.text,
	       "errors have places", &error);
}

static cl_mem buffer(const lt_device *device, size_t bytes)
{
	return clCreateBuffer(lt_device_context(device), CL_MEM_READ_WRITE,
			      bytes, NULL, NULL);
}

static void try_buffers(lt_library *library, const lt_device *device)
{
	lt_error error = { 0 };
	lt_program *p = lt_program_read(library, text, sizeof text - 1,
					&error);
	lt_plan *plan = plan_of(p, device, 100, LT_ESTIMATE, &error);
	cl_mem xs = buffer(device, 400), ys = buffer(device, 400);
	cl_mem small = buffer(device, 399);
	cl_command_queue queue = lt_device_queue(device);
	const float w = 2;
	const cl_int i = 2;
	lt_argument a[] = { { xs, LT_F32, NULL }, { NULL, LT_F32, &w },
			    { ys, LT_F32, NULL } };
	cl_event event = NULL;

	expect(!lt_plan_enqueue(plan, queue, a, 3, 0, NULL, &event)
	       && !clWaitForEvents(1, &event), "buffers", &error);
	clReleaseEvent(event);
	event = NULL;
	expect(lt_plan_enqueue(plan, queue, a, 2, 0, NULL, &event)
	       == CL_INVALID_ARG_VALUE && !event, "too few", &error);
	a[0].buffer = small;
	expect(lt_plan_enqueue(plan, queue, a, 3, 0, NULL, &event)
	       == CL_INVALID_BUFFER_SIZE && !event
	       && strstr(lt_plan_error(plan), "399"), "too small", &error);
	a[0].buffer = ys;
	expect(lt_plan_enqueue(plan, queue, a, 3, 0, NULL, &event)
	       == CL_INVALID_BUFFER_SIZE && !event, "shared", &error);
	a[0].buffer = xs;
	a[1].type = LT_I32;
	a[1].value = &i;
	expect(lt_plan_enqueue(plan, queue, a, 3, 0, NULL, &event)
	       == CL_INVALID_ARG_VALUE && !event, "another type", &error);
	clReleaseMemObject(xs);
	clReleaseMemObject(ys);
	clReleaseMemObject(small);
	lt_program_free(p);
}

/* -- a driver that fails --------------------------------------------------- */

static _Thread_local int launched, failing;

/* Instead of the loader's: that launch of this thread fails, counted from 1. */
cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel,
			      cl_uint dims, const size_t *offset,
			      const size_t *global, const size_t *local,
			      cl_uint count, const cl_event *list,
			      cl_event *event)
{
	cl_int (*launch)(cl_command_queue, cl_kernel, cl_uint, const size_t *,
			 const size_t *, const size_t *, cl_uint,
			 const cl_event *, cl_event *);

	*(void **)&launch = dlsym(RTLD_NEXT, "clEnqueueNDRangeKernel");
	return ++launched == failing ? CL_OUT_OF_RESOURCES
	     : launch(queue, kernel, dims, offset, global, local, count, list,
		      event);
}

/* What was launched before a launch that fails is known by its event, and the
 * next call waits for it. Each of a good call's launches fails once; on a device of
 * one unit there may be one. */
static void try_failing(lt_library *library, const lt_device *device)
{
	static const char sums[] =
		"program sums\n  input xs : f32[1000000]\n  output total\n"
		"  head (reduce (+) 0 xs)\n";
	lt_error error = { 0 };
	lt_program *p = lt_program_read(library, sums, sizeof sums - 1, &error);
	lt_plan *plan = lt_plan_make(p, lt_device_context(device),
				     lt_device_id(device), NULL, 0,
				     LT_ESTIMATE, &error);
	cl_mem xs = buffer(device, 4000000), total = buffer(device, 4);
	cl_command_queue queue = lt_device_queue(device);
	const lt_argument a[] = { { xs, LT_F32, NULL },
				  { total, LT_F32, NULL } };
	const float one = 1;
	float sum = 0;
	cl_event event;
	int count;

	clEnqueueFillBuffer(queue, xs, &one, sizeof one, 0, 4000000, 0, NULL,
			    NULL);
	clFinish(queue);
	launched = failing = 0;
	expect(!lt_plan_enqueue(plan, queue, a, 2, 0, NULL, NULL)
	       && !clFinish(queue) && launched > 0, "a good call", &error);
	count = launched;
	for (int i = 1; i <= count; i++) {
		launched = 0;
		failing = i;
		event = NULL;
		expect(lt_plan_enqueue(plan, queue, a, 2, 0, NULL, &event)
		       == CL_OUT_OF_RESOURCES && launched == i
		       && (event != NULL) == (i > 1)
		       && (!event || !clWaitForEvents(1, &event))
		       && strstr(lt_plan_error(plan), "OUT_OF_RESOURCES"),
		       "a launch that fails", &error);
		if (event)
			clReleaseEvent(event);
	}
	failing = 0;
	expect(!lt_plan_enqueue(plan, queue, a, 2, 0, NULL, &event)
	       && !clEnqueueReadBuffer(queue, total, CL_TRUE, 0, sizeof sum,
				       &sum, 1, &event, NULL)
	       && sum == 1000000, "and the next call", &error);
	clReleaseEvent(event);
	clReleaseMemObject(xs);
	clReleaseMemObject(total);
	lt_program_free(p);
}

typedef struct {
	lt_library *library;
	const lt_device *device;
	uint64_t n;
	int good;
} Task;

static void *in_thread(void *argument)
{
	Task *task = (Task *)argument;
	lt_error error;
	lt_program *p = lt_program_read(task->library, text, sizeof text - 1,
					&error);

	task->good = 1;
	for (uint64_t n = task->n; n < task->n + 3; n++) {
		lt_plan *plan = plan_of(p, task->device, n, LT_NEAREST, &error);

		task->good = task->good && plan
			  && is_right(plan, task->device, n);
	}
	lt_program_free(p);
	return NULL;
}

static void try_threads(lt_library *library, const lt_device *device)
{
	static const lt_error none;
	pthread_t threads[THREADS];
	Task tasks[THREADS];

	for (int i = 0; i < THREADS; i++) {
		tasks[i] = (Task){ library, device, 1000 + 100 * (uint64_t)i,
				   0 };
		pthread_create(&threads[i], NULL, in_thread, &tasks[i]);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		expect(tasks[i].good, "plans in threads", &none);
	}
}

static int lines;

static int count_line(void *context, const char *line)
{
	(void)context;
	lines += line != NULL;
	return lines >= 2;
}

static int mine;

static void on_signal(int number)
{
	mine += number == SIGCHLD;
}

/* Ended by the listener; signals of this process stay as they are. */
static void try_search(lt_library *library, const lt_device *device)
{
	const struct sigaction own = { .sa_handler = on_signal };
	const lt_size size = { "N", 2000 };
	struct sigaction after;
	sigset_t blocked;
	lt_error error = { 0 };
	lt_program *p = lt_program_read(library, text, sizeof text - 1,
					&error);
	double start = now();
	lt_plan *plan;

	sigaction(SIGINT, &own, NULL);
	expect(lt_search(p, lt_device_id(device), &size, 1, SECONDS, count_line,
			 NULL, &error), "a search", &error);
	expect(lines >= 2 && now() - start < SECONDS / 2, "which can be stopped",
	       &error);
	plan = plan_of(p, device, 2000, LT_STORED, &error);
	expect(plan && is_right(plan, device, 2000), "and is stored", &error);
	sigaction(SIGINT, NULL, &after);
	sigprocmask(SIG_BLOCK, NULL, &blocked);
	expect(after.sa_handler == on_signal && !sigismember(&blocked, SIGINT)
	       && !sigismember(&blocked, SIGTERM), "signals", &error);
	setenv("LIFT_TUNE_WORKER", "/nowhere", 1);
	expect(!lt_search(p, lt_device_id(device), &size, 1, 1, NULL, NULL,
			  &error) && error.code == 1004, "E1004", &error);
	lt_program_free(p);
}

int main(int argc, char **argv)
{
	lt_error error = { 0 };
	lt_library *library = lt_open(NULL, &error);
	lt_device *device = lt_device_open("0", &error);

	expect(library && device, "a library and a device", &error);
	if (failed)
		return 1;
	expect(!lt_device_open("no such device", &error) && error.code == 501,
	       "E0501", &error);
	if (argc > 1 && !strcmp(argv[1], "threads")) {
		try_threads(library, device);
	} else {
		try_ports(library);
		try_efforts(library, device);
		try_estimate(library, device);
		try_names(library, device);
		try_look_up(library, device);
		try_buffers(library, device);
		try_failing(library, device);
		try_threads(library, device);
		try_search(library, device);
	}
	lt_device_close(device);
	lt_close(library);
	return failed;
}
