#include "bench_harness/quiescence.h"
#include "bench_harness/worker_reference.h"
#include "bench_harness/zone.h"

/* Threads of our own need a moment to fall asleep. */
#define QUIESCENCE_AGAIN_S 1e-3

static size_t temp_bytes(const ArtifactBuffer *buffer)
{
	return (size_t)buffer->elements * scalar_bytes(buffer->scalar);
}

static bool fill(Worker *w, cl_mem memory, size_t offset, size_t bytes,
		 cl_ushort pattern)
{
	cl_int code;

	if (!bytes)
		return true;
	code = clEnqueueFillBuffer(w->queue, memory, &pattern, sizeof pattern,
				   offset, bytes, 0, NULL, NULL);
	return opencl_ok(&w->failure, code, "clEnqueueFillBuffer");
}

/* Temps hold NaN, so that what a kernel forgot to write cannot be an earlier
 * candidate's good value; an odd last byte is as good as its guard. */
static bool fill_temps(Worker *w, const Artifact *artifact)
{
	for (int b = 0; b < artifact->buffer_count; b++) {
		const ArtifactBuffer *buffer = &artifact->buffers[b];
		size_t bytes = temp_bytes(buffer);
		cl_mem memory;

		if (buffer->role != BUFFER_TEMP || w->bare)
			continue;
		memory = w->temps[buffer->port].parent;
		if (!fill(w, memory, 0, zone_bytes((int64_t)bytes),
			  ZONE_WRITABLE)
		    || !fill(w, memory, ZONE_GUARD, bytes / 2 * 2, ZONE_INPUT))
			return false;
	}
	return worker_finish(w);
}

static bool guard_intact(Worker *w, const ArtifactBuffer *buffer,
			 size_t offset, size_t bytes)
{
	unsigned char guard[ZONE_GUARD + ZONE_PAGE];
	size_t damaged;
	cl_int code = clEnqueueReadBuffer(w->queue,
					  w->temps[buffer->port].parent,
					  CL_TRUE, offset, bytes, guard, 0,
					  NULL, NULL);

	if (!opencl_ok(&w->failure, code, "clEnqueueReadBuffer"))
		return false;
	if (zone_range_intact(guard, offset, bytes, &damaged))
		return true;
	return opencl_refuse(&w->failure, STATUS_GUARD,
			     "a store outside of temp %d, at byte %lld of %zu",
			     buffer->port,
			     (long long)damaged - ZONE_GUARD,
			     temp_bytes(buffer));
}

static bool temps_intact(Worker *w, const Artifact *artifact)
{
	for (int b = 0; b < artifact->buffer_count; b++) {
		const ArtifactBuffer *buffer = &artifact->buffers[b];
		size_t end = ZONE_GUARD + temp_bytes(buffer);

		if (buffer->role != BUFFER_TEMP || w->bare)
			continue;
		if (!guard_intact(w, buffer, 0, ZONE_GUARD)
		    || !guard_intact(w, buffer, end,
				     zone_bytes((int64_t)temp_bytes(buffer))
				     - end))
			return false;
	}
	return true;
}

/* In host memory inputs are read-only pages; elsewhere they are compared, and
 * once spoiled of no use to the next candidate. */
static bool inputs_intact(Worker *w, const Slot *slot, int set)
{
	const Load *load = &w->loads[slot->load];

	for (int b = 0; b < slot->artifact->buffer_count; b++) {
		const ArtifactBuffer *buffer = &slot->artifact->buffers[b];
		const WorkerBuffer *bound = worker_bound(w, slot, set, b);
		const LoadPort *port;

		if (w->host_memory || buffer->role != BUFFER_INPUT
		    || bound != &load->inputs[set][buffer->port])
			continue;
		port = &load->plan.inputs[buffer->port];
		if (buffer_same(w, bound, load->data + port->offset[set]))
			continue;
		opencl_refuse(&w->failure, STATUS_GUARD,
			      "a store into or beside input %d",
			      buffer->port);
		w->failure.sticky = true;
		return false;
	}
	return true;
}

static bool outputs_sent(Worker *w, const Slot *slot, int set)
{
	const Load *load = &w->loads[slot->load];

	for (int p = 0; p < load->plan.output_count; p++)
		if (!buffer_write(w, &load->outputs[set][p], load->work
				  + load->plan.outputs[p].offset[set]))
			return false;
	return true;
}

static bool outputs_fetched(Worker *w, const Slot *slot, int set)
{
	const Load *load = &w->loads[slot->load];

	for (int p = 0; p < load->plan.output_count; p++)
		if (!buffer_read(w, &load->outputs[set][p], load->work
				 + load->plan.outputs[p].offset[set]))
			return false;
	return true;
}

static bool launch_verified(Worker *w, Slot *slot, Times *times)
{
	if (!slot->launched) {
		slot->launched = true;
		return worker_launch_first(w, slot, times);
	}
	worker_phase(w, PHASE_LAUNCHED);
	return worker_launch_once(w, slot, times);
}

static bool call_verified(Worker *w, Slot *slot, int set, Times *times)
{
	slot->launched = true;
	worker_phase(w, PHASE_LAUNCHED);
	return native_run(w, slot, set, times);
}

static Slot *filled_slot(Worker *w, int index)
{
	if (w->slots[index].arena)
		return &w->slots[index];
	opencl_refuse(&w->failure, STATUS_WORKER_LOST, "nothing is built");
	return NULL;
}

bool worker_run(Worker *w, int slot_index, int set, Times *times)
{
	Slot *slot = filled_slot(w, slot_index);
	double start;

	if (!slot)
		return false;
	if (set >= w->loads[slot->load].plan.set_count
	    || w->loads[slot->load].plan.use < LOAD_TO_RUN)
		return opencl_refuse(&w->failure, STATUS_WORKER_LOST,
				     "no such data set");
	if (!worker_loaded(w, &w->loads[slot->load])
	    || !outputs_sent(w, slot, set) || !fill_temps(w, slot->artifact)
	    || !worker_set_args(w, slot, set))
		return false;
	start = worker_now_ns();
	if (!(slot->native ? call_verified(w, slot, set, times)
			   : launch_verified(w, slot, times)))
		return false;
	times->wall_ns = worker_now_ns() - start;
	worker_phase(w, PHASE_CHECKED);
	if (!temps_intact(w, slot->artifact)
	    || !inputs_intact(w, slot, set) || !outputs_fetched(w, slot, set))
		return false;
	if (set == w->loads[slot->load].plan.set_count - 1) {
		start = worker_now_ns();
		worker_sum(w, slot, set);
		times->sum_ns = worker_now_ns() - start;
	}
	return true;
}

bool worker_restore(Worker *w, const Slot *slot)
{
	const Load *load = &w->loads[slot->load];
	int last = load->plan.set_count - 1;

	for (int b = 0; b < slot->artifact->buffer_count; b++) {
		const ArtifactBuffer *buffer = &slot->artifact->buffers[b];

		if (buffer->role != BUFFER_OUTPUT || buffer->into < 0)
			continue;
		if (!buffer_write(w, &load->timed_outputs[buffer->port],
				  load->data + load->plan.inputs[buffer->into]
					.offset[last]))
			return false;
	}
	return true;
}

static void evict(const WorkerBuffer *buffers, int count)
{
	for (int i = 0; i < count; i++)
		if (buffers[i].host)
			quiescence_evict(zone_body(buffers[i].host),
					 buffers[i].body_bytes);
}

static void cool(Worker *w, const Slot *slot)
{
	const Load *load = &w->loads[slot->load];

	evict(load->timed_inputs, load->plan.input_count);
	evict(load->timed_outputs, load->plan.output_count);
}

static bool launch_timed(Worker *w, const Slot *slot, int batch, Times *times)
{
	if (slot->native)
		return native_run(w, slot, WORKER_TIMED, times);
	return batch == 1 ? worker_launch_once(w, slot, times)
			  : worker_launch_batch(w, slot, batch, times);
}

bool worker_sample(Worker *w, const SampleRequest *sample, Times *times)
{
	Slot *slot = filled_slot(w, sample->slot);
	bool good, watched = sample->quiescence_s > 0;
	double start, used;

	if (slot && w->loads[slot->load].plan.use < LOAD_TO_TIME)
		return opencl_refuse(&w->failure, STATUS_WORKER_LOST,
				     "nothing to take time on");
	if (!slot || !worker_loaded(w, &w->loads[slot->load])
	    || (sample->restore && !worker_restore(w, slot))
	    || !worker_set_args(w, slot, WORKER_TIMED))
		return false;
	if (slot->native)
		native_prepare(slot);
	if (sample->cold)
		cool(w, slot);
	worker_phase(w, PHASE_LAUNCHED);
	if (watched)
		times->others = quiescence_wait(sample->quiescence_s);
	start = worker_now_ns();
	used = worker_used_ns();
	good = launch_timed(w, slot, sample->batch, times);
	times->busy_ns = worker_used_ns() - used;
	times->wall_ns = worker_now_ns() - start;
	if (watched && !times->others)
		times->others = quiescence_wait(QUIESCENCE_AGAIN_S);
	worker_phase(w, PHASE_TIMED);
	return good;
}
