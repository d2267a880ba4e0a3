/* What was timed must go on giving what was verified: its results are summed
 * up when they are judged (worker_run), and again after further launches. */
#include <string.h>

#include "base/hash.h"
#include "bench_harness/spans.h"
#include "bench_harness/worker_state.h"
#include "bench_harness/zone.h"

static bool writes_over(const Slot *slot, int port)
{
	for (int b = 0; b < slot->artifact->buffer_count; b++) {
		const ArtifactBuffer *buffer = &slot->artifact->buffers[b];

		if (buffer->role == BUFFER_OUTPUT && buffer->port == port)
			return buffer->into >= 0;
	}
	return false;
}

/* Bytes of a list or of rows that are elements, by the numbers in their extent;
 * what is behind them is judged by nobody. */
static size_t held(const LoadPort *ports, int p, const void *extent,
		   size_t bytes)
{
	const LoadPort *port = &ports[p], *numbers = &ports[port->extent - 1];
	const size_t each = (size_t)port->each * scalar_bytes(port->scalar);
	int64_t count;

	memcpy(&count, (const char *)extent
	       + (size_t)(numbers->elements - 1) * sizeof count, sizeof count);
	if (!each || count < 0)
		return 0;
	return (uint64_t)count < bytes / each ? (size_t)count * each : bytes;
}

void worker_sum(Worker *w, Slot *slot, int set)
{
	const Load *load = &w->loads[slot->load];
	const LoadPort *ports = load->plan.outputs;

	slot->sum = HASH_SEED;
	for (int p = 0; p < load->plan.output_count; p++) {
		const size_t bytes = load->outputs[set][p].body_bytes;

		slot->sum = spans_sum(slot->sum,
			zone_body(load->work + ports[p].offset[set]),
			ports[p].extent ? held(ports, p, zone_body(load->work
				+ ports[ports[p].extent - 1].offset[set]), bytes)
			: bytes);
	}
	slot->summed = true;
}

/* Of a timed output, as held; false: it cannot be read. */
static bool held_timed(Worker *w, const Load *load, int p, size_t *bytes)
{
	const int extent = load->plan.outputs[p].extent;
	const WorkerBuffer *buffer = load->timed_outputs + (extent ? extent - 1 : p);
	const unsigned char *body;

	*bytes = load->timed_outputs[p].body_bytes;
	if (!extent)
		return true;
	body = buffer_map(w, buffer, false);
	if (body)
		*bytes = held(load->plan.outputs, p, body, *bytes);
	return body && buffer_unmap(w, buffer, body);
}

static bool sum_timed(Worker *w, const Slot *slot, uint64_t *sum)
{
	const Load *load = &w->loads[slot->load];

	*sum = HASH_SEED;
	for (int p = 0; p < load->plan.output_count; p++) {
		const WorkerBuffer *buffer = &load->timed_outputs[p];
		const unsigned char *body;
		size_t bytes;

		if (!held_timed(w, load, p, &bytes))
			return false;
		body = buffer_map(w, buffer, false);
		if (!body)
			return false;
		*sum = spans_sum(*sum, body, bytes);
		if (!buffer_unmap(w, buffer, body))
			return false;
	}
	return true;
}

/* What is not written shows, as in a verified launch. Temps stay as they are:
 * they are where a kernel could keep what it remembers of its launches. */
static bool spoil(Worker *w, const Slot *slot)
{
	const Load *load = &w->loads[slot->load];

	for (int p = 0; p < load->plan.output_count; p++) {
		const WorkerBuffer *buffer = &load->timed_outputs[p];
		unsigned char *body;

		if (writes_over(slot, p))
			continue;
		body = buffer_map(w, buffer, true);
		if (!body)
			return false;
		zone_fill_body(body, buffer->body_bytes);
		if (!buffer_unmap(w, buffer, body))
			return false;
	}
	return true;
}

/* The tuner looks at what differs. */
static bool hand_over(Worker *w, const Slot *slot)
{
	const Load *load = &w->loads[slot->load];
	int last = load->plan.set_count - 1;

	for (int p = 0; p < load->plan.output_count; p++) {
		const WorkerBuffer *buffer = &load->timed_outputs[p];
		const unsigned char *body = buffer_map(w, buffer, false);

		if (!body)
			return false;
		memcpy(zone_body(load->work
				 + load->plan.outputs[p].offset[last]),
		       body, buffer->body_bytes);
		if (!buffer_unmap(w, buffer, body))
			return false;
	}
	return true;
}

static bool compare(Worker *w, const Slot *slot, Checked *checked)
{
	uint64_t sum;

	if (!sum_timed(w, slot, &sum))
		return false;
	checked->differs = sum != slot->sum;
	return !checked->differs || hand_over(w, slot);
}

static bool launch_again(Worker *w, const Slot *slot, Checked *checked)
{
	Times times = { 0 };
	double start;

	if (!spoil(w, slot) || !worker_restore(w, slot))
		return false;
	worker_phase(w, PHASE_LAUNCHED);
	start = worker_now_ns();
	if (!worker_launch_once(w, slot, &times))
		return false;
	checked->wall_ns = worker_now_ns() - start;
	checked->event_ns = times.event_ns;
	worker_phase(w, PHASE_CHECKED);
	return true;
}

bool worker_confirm(Worker *w, const CheckRequest *check, Checked *checked)
{
	Slot *slot = &w->slots[check->slot];
	double end = worker_now_ns() + check->seconds * 1e9;

	if (!slot->arena || w->loads[slot->load].plan.use < LOAD_TO_TIME)
		return opencl_refuse(&w->failure, STATUS_WORKER_LOST,
				     "nothing was timed");
	if (slot->native || !slot->summed)
		return true;
	worker_phase(w, PHASE_CHECKED);
	if (check->left && !compare(w, slot, checked))
		return false;
	if (!worker_set_args(w, slot, WORKER_TIMED))
		return false;
	while (!checked->differs && checked->launches < check->launches
	       && (!checked->launches || worker_now_ns() < end)) {
		if (!launch_again(w, slot, checked)
		    || !compare(w, slot, checked))
			return false;
		checked->launches++;
	}
	return true;
}
