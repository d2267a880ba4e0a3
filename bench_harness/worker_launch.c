#include "bench_harness/worker_state.h"

#include <math.h>
#include <time.h>

/* How long to watch a launch for its start before waiting for its end: some
 * drivers do not start anything until someone waits. */
#define WATCH_NS 50e6
#define WATCH_STEP_NS 50000L /* the driver needs the processor meanwhile */

static const WorkerBuffer *output_buffer(const Load *load, int set, int port)
{
	return set == WORKER_TIMED ? &load->timed_outputs[port]
				   : &load->outputs[set][port];
}

static const WorkerBuffer *input_buffer(const Load *load,
					const Artifact *artifact, int set,
					int port)
{
	for (int b = 0; b < artifact->buffer_count; b++) {
		const ArtifactBuffer *other = &artifact->buffers[b];

		if (other->role == BUFFER_OUTPUT && other->into == port)
			return output_buffer(load, set, other->port);
	}
	return set == WORKER_TIMED ? &load->timed_inputs[port]
				   : &load->inputs[set][port];
}

const WorkerBuffer *worker_bound(const Worker *w, const Slot *slot, int set,
				 int index)
{
	const ArtifactBuffer *buffer = &slot->artifact->buffers[index];
	const Load *load = &w->loads[slot->load];

	if (buffer->role == BUFFER_TEMP)
		return &w->temps[buffer->port];
	if (buffer->role == BUFFER_OUTPUT)
		return output_buffer(load, set, buffer->port);
	return input_buffer(load, slot->artifact, set, buffer->port);
}

static bool set_arg(Worker *w, const Slot *slot, int set, int k, int a)
{
	const ArtifactArg *arg = &slot->artifact->kernels[k].args[a];
	const LoadRequest *plan = &w->loads[slot->load].plan;
	ArtifactNumber number;
	const void *value;
	size_t size;

	if (arg->kind == ARG_BUFFER) {
		value = &worker_bound(w, slot, set, arg->index)->body;
		size = sizeof(cl_mem);
	} else if (arg->kind == ARG_SIZE) {
		number = artifact_number(slot->artifact, arg);
		value = &number;
		size = scalar_bytes(arg->scalar);
	} else {
		int from = set == WORKER_TIMED ? plan->set_count - 1 : set;

		value = &plan->inputs[arg->index].value[from];
		size = scalar_bytes(arg->scalar);
	}
	return opencl_ok(&w->failure,
			 clSetKernelArg(slot->kernels[k], (cl_uint)a, size,
					value),
			 "clSetKernelArg");
}

bool worker_set_args(Worker *w, const Slot *slot, int set)
{
	if (!worker_fit_temps(w, slot->artifact))
		return false;
	for (int k = 0; k < slot->artifact->kernel_count; k++)
		for (int a = 0; a < slot->artifact->kernels[k].arg_count; a++)
			if (!set_arg(w, slot, set, k, a))
				return false;
	return true;
}

static bool enqueue(Worker *w, const Slot *slot, int k, cl_event *event)
{
	const ArtifactKernel *kernel = &slot->artifact->kernels[k];
	size_t global[DEVICE_DIMS], local[DEVICE_DIMS];

	for (int d = 0; d < kernel->dims; d++) {
		global[d] = (size_t)kernel->global[d];
		local[d] = (size_t)kernel->local[d];
	}
	return opencl_ok(&w->failure,
			 clEnqueueNDRangeKernel(w->queue, slot->kernels[k],
						(cl_uint)kernel->dims, NULL,
						global, local, 0, NULL, event),
			 "clEnqueueNDRangeKernel");
}

/* 0: the driver does not say. */
static cl_ulong event_time(Worker *w, cl_event event, cl_profiling_info what)
{
	cl_ulong time = 0;
	cl_int code = clGetEventProfilingInfo(event, what, sizeof time, &time,
					      NULL);

	if (code != CL_PROFILING_INFO_NOT_AVAILABLE)
		opencl_ok(&w->failure, code, "clGetEventProfilingInfo");
	return time;
}

/* Not a number where the driver says what cannot be. */
static double event_between(Worker *w, cl_event first, cl_event last)
{
	cl_ulong start = event_time(w, first, CL_PROFILING_COMMAND_START);
	cl_ulong end = event_time(w, last, CL_PROFILING_COMMAND_END);

	return end > start ? (double)(end - start) : NAN;
}

/* One that is not known makes the sum worthless: 0 says so. */
static void settle_events(Times *times)
{
	for (int k = 0; k < times->kernel_count; k++)
		if (!isfinite(times->kernel_ns[k]))
			times->kernel_count = 0;
	if (!isfinite(times->event_ns))
		times->event_ns = 0;
}

/* Each kernel of the plan is to have a time of its own. */
static void begin_kernels(const Slot *slot, Times *times)
{
	const int count = slot->artifact->kernel_count;

	times->kernel_count = count <= TIMES_KERNELS ? count : 0;
	for (int k = 0; k < times->kernel_count; k++)
		times->kernel_ns[k] = 0;
}

static void add_launch(Worker *w, Times *times, int k, cl_event event)
{
	const double ns = event_between(w, event, event);

	times->event_ns += ns;
	if (k < times->kernel_count)
		times->kernel_ns[k] += ns;
}

static cl_int event_status(cl_event event)
{
	cl_int status = CL_COMPLETE;

	clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
		       &status, NULL);
	return status;
}

bool worker_wait(Worker *w, cl_event event)
{
	cl_int status;

	if (!opencl_ok(&w->failure, clWaitForEvents(1, &event),
		       "clWaitForEvents"))
		return false;
	status = event_status(event);
	return opencl_ok(&w->failure, status < 0 ? status : CL_SUCCESS,
			 "execution");
}

/* Returns when the kernel runs, that is when the driver has made its code. */
static void watch_start(cl_event event)
{
	static const struct timespec step = { 0, WATCH_STEP_NS };
	double give_up = worker_now_ns() + WATCH_NS;

	while (event_status(event) > CL_RUNNING) {
		bool waiting = event_status(event) == CL_QUEUED;

		if (waiting && worker_now_ns() > give_up)
			return;
		nanosleep(&step, NULL);
	}
}

static void release_events(cl_event *events, int count)
{
	for (int i = 0; i < count; i++)
		if (events[i])
			clReleaseEvent(events[i]);
}

bool worker_finish(Worker *w)
{
	return opencl_ok(&w->failure, clFinish(w->queue), "clFinish");
}

/* -- the plan -------------------------------------------------------------- */

/* Launches that are waited for together. */
enum { TOGETHER = 1024 };

typedef struct Launches {
	Worker *w;
	const Slot *slot;
	Times *times;
	cl_event events[TOGETHER]; /* of those that nobody has waited for, */
	int kernels[TOGETHER];     /* and which they are */
	int count;
	int seen; /* kernels before this one were launched */
	cl_ulong began, ended; /* the first launch and the last one */
} Launches;

/* Waits for what was launched and adds its times. */
static bool settle_launches(Launches *l)
{
	const int last = l->count - 1;
	bool good = worker_finish(l->w);

	for (int i = 0; i < l->count && good; i++) {
		good = worker_wait(l->w, l->events[i]);
		if (good)
			add_launch(l->w, l->times, l->kernels[i],
				   l->events[i]);
	}
	if (good && last >= 0) {
		if (!l->began)
			l->began = event_time(l->w, l->events[0],
					      CL_PROFILING_COMMAND_START);
		l->ended = event_time(l->w, l->events[last],
				      CL_PROFILING_COMMAND_END);
	}
	release_events(l->events, l->count);
	l->count = 0;
	return good;
}

static bool launch_next(void *context, int k)
{
	Launches *l = context;

	if ((l->count == TOGETHER && !settle_launches(l))
	    || !enqueue(l->w, l->slot, k, &l->events[l->count]))
		return false;
	l->kernels[l->count++] = k;
	return true;
}

/* Every flag is a temp. */
static bool look(void *context, int buffer, int32_t *flag)
{
	Launches *l = context;
	const int temp = l->slot->artifact->buffers[buffer].port;

	return settle_launches(l)
	    && opencl_ok(&l->w->failure, clEnqueueReadBuffer(l->w->queue,
			 l->w->temps[temp].body, CL_TRUE, 0, sizeof *flag, flag,
			 0, NULL, NULL), "clEnqueueReadBuffer");
}

static bool launch_watched(Launches *l, int k)
{
	cl_event event;
	bool good;

	worker_phase(l->w, PHASE_BUILT);
	if (!enqueue(l->w, l->slot, k, &event))
		return false;
	clFlush(l->w->queue);
	watch_start(event);
	worker_phase(l->w, PHASE_LAUNCHED);
	good = worker_wait(l->w, event);
	if (good)
		add_launch(l->w, l->times, k, event);
	clReleaseEvent(event);
	return good;
}

/* The first launch of each kernel is alone. */
static bool launch_new(void *context, int k)
{
	Launches *l = context;

	if (k < l->seen)
		return launch_next(l, k);
	l->seen = k + 1;
	return settle_launches(l) && launch_watched(l, k);
}

/* Kernel by kernel, so that the tuner knows of each whether code is made for it
 * or it runs. */
bool worker_launch_first(Worker *w, const Slot *slot, Times *times)
{
	Launches l = { .w = w, .slot = slot, .times = times };
	bool good;

	begin_kernels(slot, times);
	good = artifact_launch(slot->artifact, launch_new, look, &l)
	    && settle_launches(&l);
	release_events(l.events, l.count);
	settle_events(times);
	return good && w->failure.status == STATUS_OK;
}

/* One launch of the plan: the sum of its kernels' times; with loops, from the
 * first start to the last end, since many launches take time of their own. */
bool worker_launch_once(Worker *w, const Slot *slot, Times *times)
{
	Launches l = { .w = w, .slot = slot, .times = times };
	double start;
	bool good;

	begin_kernels(slot, times);
	start = worker_now_ns();
	good = artifact_launch(slot->artifact, launch_next, look, &l)
	    && worker_finish(w);
	times->call_ns = worker_now_ns() - start;
	good = good && settle_launches(&l);
	if (slot->artifact->loop_count)
		times->event_ns = l.ended > l.began
				? (double)(l.ended - l.began) : 0;
	release_events(l.events, l.count);
	settle_events(times);
	return good && w->failure.status == STATUS_OK;
}

typedef struct Batch {
	Worker *w;
	const Slot *slot;
	double launched, all, each; /* launches: so far, in all, of a plan */
	double seen;                /* those that have events: the first one and
				     * so many at the end, */
	cl_event first, events[TIMES_KERNELS]; /* these, */
	int kernels[TIMES_KERNELS];            /* and which those are */
} Batch;

/* Plans that look are launched one by one. */
static bool launch_each(Worker *w, const Slot *slot, int batch, Times *times)
{
	double sum = 0;
	bool good = true;

	for (int i = 0; i < batch && good; i++) {
		Times one = { 0 };

		good = worker_launch_once(w, slot, &one);
		sum += one.event_ns;
	}
	times->event_ns = sum;
	return good;
}

static bool launch_of_batch(void *context, int k)
{
	Batch *b = context;
	const double at = b->launched - (b->all - b->seen);
	cl_event *event = at >= 0 ? &b->events[(int)at] : NULL;

	if (b->each > TOGETHER && fmod(b->launched, TOGETHER) == 0
	    && !worker_finish(b->w))
		return false;
	if (b->launched++ == 0)
		event = &b->first;
	else if (event)
		b->kernels[(int)at] = k;
	return enqueue(b->w, b->slot, k, event);
}

static bool wait_batch(Batch *b)
{
	bool good = worker_finish(b->w) && worker_wait(b->w, b->first);

	for (int i = 0; i < (int)b->seen && good; i++)
		good = worker_wait(b->w, b->events[i]);
	return good;
}

/* The events of the last round, where each of its launches has one. */
static void time_batch(Batch *b, Times *times)
{
	const int last = (int)b->seen - 1;

	begin_kernels(b->slot, times);
	if (b->seen < b->each)
		times->kernel_count = 0;
	for (int i = 0; i <= last && times->kernel_count; i++)
		add_launch(b->w, times, b->kernels[i], b->events[i]);
	times->event_ns = event_between(b->w, b->first, b->events[last]);
}

/* Many launches in a row: from the first start to the last end; none when there
 * is no kernel. */
bool worker_launch_batch(Worker *w, const Slot *slot, int batch, Times *times)
{
	Batch b = { .w = w, .slot = slot,
		    .each = artifact_launches(slot->artifact) };
	bool good = true;

	if (artifact_blocks(slot->artifact))
		return launch_each(w, slot, batch, times);
	if (b.each == 0)
		return worker_finish(w);
	b.all = b.each * batch;
	b.seen = b.each <= TIMES_KERNELS ? b.each : 1;
	for (int i = 0; i < batch && good; i++)
		good = artifact_launch(slot->artifact, launch_of_batch, NULL,
				       &b);
	good = good && wait_batch(&b);
	if (good)
		time_batch(&b, times);
	settle_events(times);
	release_events(&b.first, 1);
	release_events(b.events, TIMES_KERNELS);
	return good && w->failure.status == STATUS_OK;
}
