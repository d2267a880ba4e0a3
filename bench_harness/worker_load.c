#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <stdio.h>

#include "bench_harness/worker_state.h"
#include "bench_harness/zone.h"

/* Address space that compiling and running may take beyond the data. */
#define SPARE_BYTES ((rlim_t)4 << 30)

static void free_buffers(WorkerBuffer *buffers, int count)
{
	for (int i = 0; buffers && i < count; i++)
		buffer_free(&buffers[i]);
}

/* Data that do not arrive are no kernel's fault. */
static bool arrives(Worker *w, cl_event event)
{
	const bool good = worker_wait(w, event);

	clReleaseEvent(event);
	if (!good) {
		w->failure.status = STATUS_WORKER_LOST;
		w->failure.sticky = true;
	}
	return good;
}

bool worker_loaded(Worker *w, Load *load)
{
	bool good = true;

	for (int i = 0; i < load->sent_count; i++)
		good = arrives(w, load->sent[i]) && good;
	load->sent_count = 0;
	return good;
}

static void drop_load(Worker *w, int index)
{
	Load *load = &w->loads[index];
	const LoadRequest *plan = &load->plan;

	worker_loaded(w, load);

	for (int s = 0; s < MESSAGE_SLOTS; s++)
		if (w->slots[s].arena && w->slots[s].load == index)
			worker_drop_slot(w, &w->slots[s]);
	free_buffers(load->timed_inputs, plan->input_count);
	free_buffers(load->timed_outputs, plan->output_count);
	for (int k = plan->set_count - 1; k >= 0; k--) {
		free_buffers(load->inputs[k], plan->input_count);
		free_buffers(load->outputs[k], plan->output_count);
	}
	if (load->data)
		munmap(load->data, (size_t)plan->input_bytes);
	if (load->work)
		munmap(load->work, (size_t)plan->output_bytes);
	if (load->arena)
		arena_free(load->arena);
	*load = (Load){ 0 };
}

/* Maps a memory file of the tuner; read-only unless write. */
static unsigned char *map_file(Worker *w, int descriptor, int64_t bytes,
			       int access)
{
	struct stat file;
	unsigned char *at = MAP_FAILED;

	if (fstat(descriptor, &file) == 0 && file.st_size >= bytes)
		at = mmap(NULL, (size_t)bytes, access,
			  MAP_SHARED | MAP_POPULATE, descriptor, 0);
	if (at != MAP_FAILED)
		return at;
	opencl_refuse(&w->failure, STATUS_OOM,
		      "%lld bytes of shared data cannot be mapped",
		      (long long)bytes);
	return NULL;
}

static size_t body_bytes(const LoadPort *port)
{
	return (size_t)port->elements * scalar_bytes(port->scalar);
}

static bool inside(const LoadPort *port, int set, int64_t file_bytes)
{
	int64_t size = (int64_t)zone_bytes((int64_t)body_bytes(port));
	int64_t at = port->offset[set];

	return at >= 0 && at % ZONE_PAGE == 0 && at <= file_bytes
	    && size <= file_bytes - at;
}

/* A simulator copies when it is waited for. */
static bool send_input(Worker *w, Load *load, const WorkerBuffer *buffer,
		       const unsigned char *zone)
{
	if (w->host_memory)
		return true;
	if (w->bare)
		return buffer_write(w, buffer, zone);
	if (!buffer_send(w, buffer, zone, &load->sent[load->sent_count]))
		return false;
	load->sent_count++;
	return true;
}

static bool set_inputs(Worker *w, Load *load, int k)
{
	const LoadRequest *plan = &load->plan;

	load->inputs[k] = ARENA_ARRAY(load->arena, WorkerBuffer,
				      plan->input_count);
	for (int p = 0; p < plan->input_count; p++) {
		const LoadPort *port = &plan->inputs[p];
		unsigned char *zone = load->data + port->offset[k];

		if (port->by_value)
			continue;
		if (!inside(port, k, plan->input_bytes))
			return opencl_refuse(&w->failure, STATUS_WORKER_LOST,
					     "input %d lies outside", p);
		if (!buffer_over(w, zone, body_bytes(port), true,
				 &load->inputs[k][p])
		    || !send_input(w, load, &load->inputs[k][p], zone))
			return false;
	}
	return true;
}

/* The driver's memory serves all sets in turn. */
static bool set_outputs(Worker *w, Load *load, int k)
{
	const LoadRequest *plan = &load->plan;

	load->outputs[k] = ARENA_ARRAY(load->arena, WorkerBuffer,
				       plan->output_count);
	for (int p = 0; p < plan->output_count; p++) {
		const LoadPort *port = &plan->outputs[p];
		WorkerBuffer *buffer = &load->outputs[k][p];

		if (!inside(port, k, plan->output_bytes))
			return opencl_refuse(&w->failure, STATUS_WORKER_LOST,
					     "output %d lies outside", p);
		if (k > 0 && !w->host_memory) {
			*buffer = load->outputs[0][p];
			buffer->borrowed = true;
		} else if (!buffer_over(w, load->work + port->offset[k],
					body_bytes(port), false, buffer)) {
			return false;
		}
	}
	return true;
}

static WorkerBuffer borrow(const WorkerBuffer *lender)
{
	WorkerBuffer buffer = *lender;

	buffer.borrowed = true;
	return buffer;
}

static bool timed_inputs(Worker *w, Load *load)
{
	const LoadRequest *plan = &load->plan;
	int last = plan->set_count - 1;

	for (int p = 0; p < plan->input_count; p++) {
		const LoadPort *port = &plan->inputs[p];
		WorkerBuffer *buffer = &load->timed_inputs[p];

		if (!w->host_memory) {
			*buffer = borrow(&load->inputs[last][p]);
			continue;
		}
		if (port->by_value)
			continue;
		if (!worker_buffer_new(w, body_bytes(port), true, buffer)
		    || !buffer_write(w, buffer,
				     load->data + port->offset[last]))
			return false;
		buffer_protect(buffer);
	}
	return true;
}

static bool timed_outputs(Worker *w, Load *load)
{
	const LoadRequest *plan = &load->plan;

	for (int p = 0; p < plan->output_count; p++) {
		WorkerBuffer *buffer = &load->timed_outputs[p];

		if (!w->host_memory)
			*buffer = borrow(&load->outputs[0][p]);
		else if (!worker_buffer_new(w, body_bytes(&plan->outputs[p]), false,
				     buffer))
			return false;
	}
	return true;
}

static bool make_buffers(Worker *w, Load *load)
{
	const LoadRequest *plan = &load->plan;

	load->sent = ARENA_ARRAY(load->arena, cl_event,
				 plan->set_count * plan->input_count + 1);
	for (int k = 0; k < plan->set_count; k++)
		if (!set_inputs(w, load, k) || !set_outputs(w, load, k))
			return false;
	if (plan->use < LOAD_TO_TIME)
		return true;
	load->timed_inputs = ARENA_ARRAY(load->arena, WorkerBuffer,
					 plan->input_count);
	load->timed_outputs = ARENA_ARRAY(load->arena, WorkerBuffer,
					  plan->output_count);
	return timed_inputs(w, load) && timed_outputs(w, load);
}

/* A compiler that runs wild must not take the machine's memory with it. Drivers
 * of other devices reserve huge ranges of addresses: no limit there. */
static void limit_memory(const Worker *w, bool limited)
{
	struct rlimit limit;
	unsigned long long pages = 0;
	FILE *statm = fopen("/proc/self/statm", "r");

	if (statm) {
		if (fscanf(statm, "%llu", &pages) != 1)
			pages = 0;
		fclose(statm);
	}
	if (!pages || w->device.info.type != DEVICE_CPU
	    || getrlimit(RLIMIT_AS, &limit) != 0)
		return;
	limit.rlim_cur = limit.rlim_max;
	if (limited && (limit.rlim_max == RLIM_INFINITY
			|| limit.rlim_max > pages * ZONE_PAGE + SPARE_BYTES))
		limit.rlim_cur = pages * ZONE_PAGE + SPARE_BYTES;
	setrlimit(RLIMIT_AS, &limit);
}

bool worker_load(Worker *w, const LoadRequest *plan, Arena *arena)
{
	Load *load = &w->loads[plan->load];
	bool good;

	drop_load(w, plan->load);
	limit_memory(w, false);
	*load = (Load){ .arena = arena, .plan = *plan };
	if (plan->use == LOAD_TO_BUILD)
		return true;
	load->data = map_file(w, w->descriptors[0], plan->input_bytes,
			      PROT_READ);
	load->work = map_file(w, w->descriptors[1], plan->output_bytes,
			      PROT_READ | PROT_WRITE);
	good = load->data && load->work && make_buffers(w, load);
	if (!good)
		drop_load(w, plan->load);
	limit_memory(w, true);
	return good;
}
