/* kit_time RESULTS FILE...: runs candidates of one program (kit_plan.h), compares
 * their results with those of the first FILE, and takes times. Each is a line
 * that is appended to RESULTS, a JSON object:
 *	{"candidate": "gemv-003", "modelled_ns": 18900, "status": "ok",
 *	 "ns": 20480, "samples": [...]}
 * with status ok, differs (from the first, in more than one element of 1,000) or
 * failed, then with a "reason". What has a line there is not run again. Each is
 * noted in RESULTS.begun, too, before it is run, and so is that a signal from
 * outside cut it before it had run for long; what was begun twice, not counting
 * those, and has no line ended the process both times: its line says so.
 * Exits with 0 when each has a line; with 3 after a failure, from which a device
 * may not recover in this process. */
#include "tests/gpu/bench.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/device-kit/kit_data.h"

enum { BROKEN = 3, REASON = 256, TRIES = 2, LONG_SECONDS = 20 };

typedef struct Run {
	const Bench *bench;
	KitPlan plan;
	cl_program program;
	cl_mem buffers[KIT_BUFFERS];
	cl_kernel kernels[KIT_KERNELS];
	char reason[REASON]; /* "": nothing failed */
} Run;

static bool ok(Run *r, cl_int code, const char *what)
{
	if (code != CL_SUCCESS && !*r->reason)
		snprintf(r->reason, sizeof r->reason, "%s: OpenCL error %d",
			 what, code);
	return !*r->reason;
}

/* -- kernels --------------------------------------------------------------- */

static bool make_buffer(Run *r, int i)
{
	const KitBuffer *b = &r->plan.buffers[i];
	void *data = kit_contents(b, i);
	cl_int code = CL_OUT_OF_HOST_MEMORY;

	if (data)
		r->buffers[i] = clCreateBuffer(r->bench->context,
			CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
			b->bytes * b->elements, data, &code);
	free(data);
	return ok(r, code, "buffer");
}

static bool build(Run *r)
{
	const char *text = r->plan.source;
	cl_int code;

	r->program = clCreateProgramWithSource(r->bench->context, 1, &text,
					       NULL, &code);
	return ok(r, code, "program")
	    && ok(r, clBuildProgram(r->program, 1, &r->bench->device,
				    r->plan.options, NULL, NULL), "build");
}

static cl_int set_argument(const Run *r, const KitKernel *k, cl_kernel kernel,
			   int i)
{
	const double twice = 1.5;
	const float single = 1.5f;

	if (k->buffers[i] >= 0)
		return clSetKernelArg(kernel, (cl_uint)i, sizeof(cl_mem),
				      &r->buffers[k->buffers[i]]);
	if (!strcmp(k->scalars[i], "f64"))
		return clSetKernelArg(kernel, (cl_uint)i, sizeof twice, &twice);
	return clSetKernelArg(kernel, (cl_uint)i, sizeof single, &single);
}

static bool make_kernel(Run *r, int number)
{
	const KitKernel *k = &r->plan.kernels[number];
	cl_int code;

	r->kernels[number] = clCreateKernel(r->program, k->name, &code);
	if (!ok(r, code, k->name))
		return false;
	for (int i = 0; i < k->arg_count; i++)
		if (!ok(r, set_argument(r, k, r->kernels[number], i), k->name))
			return false;
	return true;
}

static bool run_begin(Run *r)
{
	bool good = build(r);

	for (int i = 0; i < r->plan.buffer_count && good; i++)
		good = make_buffer(r, i);
	for (int i = 0; i < r->plan.kernel_count && good; i++)
		good = make_kernel(r, i);
	return good;
}

static void run_end(Run *r)
{
	for (int i = 0; i < r->plan.kernel_count; i++)
		if (r->kernels[i])
			clReleaseKernel(r->kernels[i]);
	for (int i = 0; i < r->plan.buffer_count; i++)
		if (r->buffers[i])
			clReleaseMemObject(r->buffers[i]);
	if (r->program)
		clReleaseProgram(r->program);
	free(r->plan.source);
}

/* A BenchLaunch. */
static int launch(void *context, cl_event *events)
{
	Run *r = context;

	for (int i = 0; i < r->plan.kernel_count; i++) {
		const KitKernel *k = &r->plan.kernels[i];

		if (!ok(r, clEnqueueNDRangeKernel(r->bench->queue,
				r->kernels[i], k->dims, NULL, k->global,
				k->local, 0, NULL, &events[i]), k->name)) {
			while (i > 0)
				clReleaseEvent(events[--i]);
			return -1;
		}
	}
	return r->plan.kernel_count;
}

static bool run_once(Run *r)
{
	cl_event events[KIT_KERNELS];
	const int count = launch(r, events);

	for (int i = 0; i < count; i++)
		clReleaseEvent(events[i]);
	return count >= 0 && ok(r, clFinish(r->bench->queue), "finish");
}

/* -- results --------------------------------------------------------------- */

/* All results, one after the other; NULL after a failure. */
static unsigned char *results_of(Run *r)
{
	unsigned char *data = malloc(kit_result_bytes(&r->plan) + 1);
	unsigned char *at = data;

	for (int i = 0; i < r->plan.buffer_count && data; i++) {
		const KitBuffer *b = &r->plan.buffers[i];
		const size_t bytes = b->bytes * b->elements;

		if (!kit_is_result(b))
			continue;
		if (!ok(r, clEnqueueReadBuffer(r->bench->queue, r->buffers[i],
					       CL_TRUE, 0, bytes, at, 0, NULL,
					       NULL), "read")) {
			free(data);
			return NULL;
		}
		at += bytes;
	}
	return data;
}

/* -- a candidate ----------------------------------------------------------- */

typedef struct Results {
	const char *path;     /* RESULTS */
	unsigned char *first; /* results of the first that ran */
	size_t first_bytes;
} Results;

static void put_times(FILE *file, const double *ns, int count)
{
	fprintf(file, "\"status\": \"ok\", \"ns\": %.0f, \"samples\": [",
		ns[count / 2]);
	for (int i = 0; i < count; i++)
		fprintf(file, "%s%.0f", i ? ", " : "", ns[i]);
	fputc(']', file);
}

/* One write of the whole line. */
static bool append(const char *path, const char *line, size_t length)
{
	FILE *file = fopen(path, "a");
	bool good = file && fwrite(line, 1, length, file) == length;

	if (!file || fclose(file) || !good) {
		perror(path);
		exit(1);
	}
	return good;
}

static void put_result(const Results *all, const Run *r, const char *status,
		       const double *ns, int count)
{
	char *line = NULL;
	size_t length = 0;
	FILE *file = open_memstream(&line, &length);

	fprintf(file, "{\"candidate\": \"%s\", \"modelled_ns\": %.0f, ",
		r->plan.name, r->plan.modelled_ns);
	if (count)
		put_times(file, ns, count);
	else
		fprintf(file, "\"status\": \"%s\", \"reason\": \"%s\"", status,
			*r->reason ? r->reason : "results");
	fputs("}\n", file);
	fclose(file);
	append(all->path, line, length);
	free(line);
}

static bool is_right(Results *all, Run *r)
{
	const size_t bytes = kit_result_bytes(&r->plan);
	unsigned char *data = results_of(r);
	bool right;

	if (!data)
		return false;
	right = kit_same_results(&r->plan, data, data)
	     && (!all->first
		 || (bytes == all->first_bytes
		     && kit_same_results(&r->plan, all->first, data)));
	if (right && !all->first) {
		all->first = data;
		all->first_bytes = bytes;
		return true;
	}
	free(data);
	return right;
}

/* timed: it has no line yet. */
static void run(Results *all, Run *r, bool timed)
{
	double ns[BENCH_SAMPLES];
	const bool right = run_begin(r) && run_once(r) && is_right(all, r);
	const int count = right && timed ? bench_times(r->bench, launch, r, ns)
					 : 0;

	if (timed && right && !count && !*r->reason)
		snprintf(r->reason, sizeof r->reason, "no times");
	if (timed)
		put_result(all, r, *r->reason ? "failed" : "differs", ns,
			   count);
}

/* Lines of PATHSUFFIX with the name in quotation marks and with more. */
static int lines_of(const char *path, const char *suffix, const char *name,
		    const char *more)
{
	char file_name[4096], line[8192], quoted[KIT_NAME + 3];
	FILE *file;
	int count = 0;

	snprintf(file_name, sizeof file_name, "%s%s", path, suffix);
	snprintf(quoted, sizeof quoted, "\"%s\"", name);
	file = fopen(file_name, "r");
	while (file && fgets(line, sizeof line, file))
		count += strstr(line, quoted) && strstr(line, more);
	if (file)
		fclose(file);
	return count;
}

/* What a signal finds. */
static struct {
	char path[4096], line[KIT_NAME + 32]; /* and what it appends there */
	time_t begun;
} cut;

/* A candidate that has run for long may not end by itself. */
static void on_signal(int number)
{
	int file = time(NULL) - cut.begun < LONG_SECONDS
		 ? open(cut.path, O_WRONLY | O_APPEND) : -1;

	if (file >= 0 && write(file, cut.line, strlen(cut.line)) < 0)
		_exit(1);
	signal(number, SIG_DFL);
	raise(number);
}

/* What was ignored stays so: nohup. */
static void hear(void (*handler)(int))
{
	static const int numbers[] = { SIGTERM, SIGINT, SIGHUP };

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (signal(numbers[i], handler) == SIG_IGN)
			signal(numbers[i], SIG_IGN);
}

static void note_begun(const Results *all, const char *name)
{
	char line[KIT_NAME + 32];
	const int length = snprintf(line, sizeof line,
				    "{\"begun\": \"%s\"}\n", name);

	snprintf(cut.path, sizeof cut.path, "%s.begun", all->path);
	append(cut.path, line, (size_t)length);
	snprintf(cut.line, sizeof cut.line, "{\"cut\": \"%s\"}\n", name);
	cut.begun = time(NULL);
	hear(on_signal);
}

/* It has its line. */
static void note_ended(void)
{
	hear(SIG_DFL);
}

/* How often it has ended the process by itself. */
static int endings_of(const Results *all, const char *name)
{
	return lines_of(all->path, ".begun", name, "\"begun\"")
	     - lines_of(all->path, ".begun", name, "\"cut\"");
}

/* Whether the next one may be run in this process. */
static bool look_at(Results *all, const Bench *bench, const char *path)
{
	Run r = { .bench = bench };
	bool known, good, failed;

	if (!kit_plan_read(&r.plan, path))
		exit(1);
	known = lines_of(all->path, "", r.plan.name, "}") > 0;
	good = lines_of(all->path, "", r.plan.name, "\"status\": \"ok\"") > 0;
	if (!known && endings_of(all, r.plan.name) >= TRIES) {
		snprintf(r.reason, sizeof r.reason, "it ended the process");
		put_result(all, &r, "failed", NULL, 0);
	} else if (!known || (good && !all->first)) {
		if (!known)
			note_begun(all, r.plan.name);
		run(all, &r, !known);
		note_ended();
	}
	failed = *r.reason != '\0';
	run_end(&r);
	return !failed;
}

int main(int argc, char **argv)
{
	Results all = { .path = argv[1] };
	bool good = true;
	Bench bench;

	if (argc < 3) {
		fputs("usage: kit_time RESULTS FILE...\n", stderr);
		return 2;
	}
	bench = bench_new();
	for (int i = 2; i < argc && good; i++)
		good = look_at(&all, &bench, argv[i]);
	free(all.first);
	bench_free(&bench);
	return good ? 0 : BROKEN;
}
