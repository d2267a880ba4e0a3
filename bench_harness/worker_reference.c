#include "bench_harness/worker_reference.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>

#include "bench_harness/reference.h"
#include "bench_harness/worker_threads.h"
#include "bench_harness/zone.h"

struct Native {
	void *library;
	const Reference *row;
	void *state;
	Threads *before; /* that are not its; NULL: its own have their CPUs */
	ReferenceCall call;
	const void **inputs;
	void **outputs;
	cl_mem *input_buffers, *output_buffers;
};

/* The threads that were not there before are its team: the worker's own thread
 * is the first of it. */
static void pin_team(Native *native, const cpu_set_t *all)
{
	Threads *now = base_calloc(1, sizeof *now);
	int n = 1;

	threads_list(now);
	for (int i = 0; i < now->count; i++)
		if (!threads_have(native->before, now->ids[i]))
			thread_pin(now->ids[i], all, n++);
	free(now);
	free(native->before);
	native->before = NULL;
}

/* -- calls ----------------------------------------------------------------- */

static void *host_of(const WorkerBuffer *buffer)
{
	return buffer->host ? zone_body(buffer->host) : NULL;
}

static void bind_inputs(const Worker *w, const Slot *slot, int set)
{
	const Load *load = &w->loads[slot->load];
	Native *native = slot->native;
	int from = set == WORKER_TIMED ? load->plan.set_count - 1 : set;

	for (int p = 0; p < load->plan.input_count; p++)
		if (load->plan.inputs[p].by_value)
			native->inputs[p] = &load->plan.inputs[p].value[from];
}

/* Every port that is no value is a buffer of the artifact. */
static void bind_buffers(const Worker *w, const Slot *slot, int set)
{
	Native *native = slot->native;

	for (int b = 0; b < slot->artifact->buffer_count; b++) {
		const ArtifactBuffer *buffer = &slot->artifact->buffers[b];
		const WorkerBuffer *bound = worker_bound(w, slot, set, b);

		if (buffer->role == BUFFER_INPUT) {
			native->inputs[buffer->port] = host_of(bound);
			native->input_buffers[buffer->port] = bound->body;
		} else {
			native->outputs[buffer->port] = host_of(bound);
			native->output_buffers[buffer->port] = bound->body;
		}
	}
}

static void bind_call(const Worker *w, const Slot *slot, int set)
{
	bind_inputs(w, slot, set);
	bind_buffers(w, slot, set);
}

bool native_run(Worker *w, const Slot *slot, int set, Times *times)
{
	Native *native = slot->native;
	cpu_set_t all;
	double start;
	int code;

	sched_getaffinity(0, sizeof all, &all);
	bind_call(w, slot, set);
	if (!native->before)
		thread_pin(0, &all, 0);
	start = worker_now_ns();
	code = native->row->run(native->state, &native->call);
	times->call_ns = times->event_ns = worker_now_ns() - start;
	if (native->row->work)
		times->work = native->row->work(native->state);
	if (native->before)
		pin_team(native, &all);
	sched_setaffinity(0, sizeof all, &all);
	return !code || opencl_refuse(&w->failure, STATUS_LAUNCH_ERROR,
				      "%s says %d", native->row->program,
				      code);
}

void native_prepare(const Slot *slot)
{
	if (slot->native->row->prepare)
		slot->native->row->prepare(slot->native->state);
}

/* -- opening --------------------------------------------------------------- */

static const Reference *find_row(void *library, const char *program)
{
	const Reference *row = dlsym(library, REFERENCE_LIST);

	for (; row && row->program; row++)
		if (!strcmp(row->program, program))
			return row;
	return NULL;
}

static Native *native_new(const Worker *w, const LoadRequest *plan,
			  const ReferenceRequest *request, Arena *arena)
{
	Native *native = ARENA_NEW(arena, Native);

	native->inputs = ARENA_ARRAY(arena, const void *, plan->input_count);
	native->outputs = ARENA_ARRAY(arena, void *, plan->output_count);
	native->input_buffers = ARENA_ARRAY(arena, cl_mem, plan->input_count);
	native->output_buffers = ARENA_ARRAY(arena, cl_mem,
					     plan->output_count);
	native->call = (ReferenceCall){
		.size_count = request->size_count, .names = request->names,
		.sizes = request->sizes, .inputs = native->inputs,
		.outputs = native->outputs,
		.input_buffers = native->input_buffers,
		.output_buffers = native->output_buffers,
		.context = w->context, .device = w->device.id,
		.queue = w->queue,
	};
	return native;
}

static bool open_row(Worker *w, Slot *slot, const ReferenceRequest *request)
{
	Native *native = slot->native;
	cpu_set_t all;

	native->library = dlopen(request->library, RTLD_NOW | RTLD_LOCAL);
	if (!native->library)
		return opencl_refuse(&w->failure, STATUS_BUILD_ERROR,
				     "not to be loaded: %s", dlerror());
	native->row = find_row(native->library, request->program);
	if (!native->row)
		return opencl_refuse(&w->failure, STATUS_BUILD_ERROR,
				     "it has no %s", request->program);
	bind_call(w, slot, 0);
	native->before = base_calloc(1, sizeof *native->before);
	threads_list(native->before);
	sched_getaffinity(0, sizeof all, &all);
	if (native->row->open)
		native->state = native->row->open(&native->call);
	sched_setaffinity(0, sizeof all, &all);
	return !native->row->open || native->state
	    || opencl_refuse(&w->failure, STATUS_BUILD_ERROR,
			     "not installed, or not for this device or "
			     "these sizes");
}

bool worker_refer(Worker *w, int index, int load, const Artifact *artifact,
		  const ReferenceRequest *request, Arena *arena)
{
	Slot *slot = &w->slots[index];

	setenv("OMP_WAIT_POLICY", "passive", 0);
	setenv("KMP_BLOCKTIME", "0", 0);
	worker_drop_slot(w, slot);
	*slot = (Slot){ .arena = arena, .artifact = artifact, .load = load };
	worker_phase(w, PHASE_BUILDING);
	if (!w->loads[load].arena)
		opencl_refuse(&w->failure, STATUS_WORKER_LOST, "no data");
	else if (worker_check(w, load, artifact)) {
		slot->native = native_new(w, &w->loads[load].plan, request,
					  arena);
		if (open_row(w, slot, request)) {
			worker_phase(w, PHASE_BUILT);
			return true;
		}
	}
	worker_drop_slot(w, slot);
	return false;
}

/* The library stays: its threads may still be there. */
void native_close(Native *native)
{
	if (native->state && native->row->close)
		native->row->close(native->state);
	free(native->before);
}
