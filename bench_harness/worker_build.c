#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "bench_harness/worker_reference.h"

enum {
	LOG_KEPT = 8192,
	BINARY_BYTES = FRAME_PAYLOAD / 4 * 3, /* leaves room for an artifact */
	/* Drivers for CPUs keep the private arrays of a whole group on a
	 * thread's stack, which is usually 8 MiB. */
	CPU_PRIVATE_BYTES = 4 << 20
};

void worker_drop_slot(Worker *w, Slot *slot)
{
	(void)w;
	if (!slot->arena)
		return;
	if (slot->native)
		native_close(slot->native);
	for (int k = 0; slot->kernels && k < slot->artifact->kernel_count; k++)
		if (slot->kernels[k])
			clReleaseKernel(slot->kernels[k]);
	if (slot->program)
		clReleaseProgram(slot->program);
	arena_free(slot->arena);
	*slot = (Slot){ 0 };
}

static bool misfit(Worker *w, const char *what, int index)
{
	return opencl_refuse(&w->failure, STATUS_LAUNCH_ERROR,
			     "%s %d does not fit the data", what, index);
}

static bool overwritten(const Artifact *artifact, int port)
{
	for (int b = 0; b < artifact->buffer_count; b++)
		if (artifact->buffers[b].role == BUFFER_OUTPUT
		    && artifact->buffers[b].into == port)
			return true;
	return false;
}

static bool same_shape(const LoadPort *port, const ArtifactBuffer *buffer)
{
	return !port->by_value && port->scalar == buffer->scalar
	    && port->elements == buffer->elements;
}

/* Every buffer is there, with that type and length; an output over an input has
 * the input's shape; only such inputs are written. */
static bool check_buffer(Worker *w, const LoadRequest *plan,
			 const Artifact *artifact, int index)
{
	const ArtifactBuffer *b = &artifact->buffers[index];

	if (b->role == BUFFER_INPUT) {
		if (b->port >= plan->input_count
		    || !same_shape(&plan->inputs[b->port], b))
			return misfit(w, "buffer", index);
		if (b->written && !overwritten(artifact, b->port))
			return opencl_refuse(&w->failure, STATUS_GUARD,
					     "input %d is written", b->port);
	}
	if (b->role != BUFFER_OUTPUT)
		return true;
	if (b->port >= plan->output_count
	    || !same_shape(&plan->outputs[b->port], b))
		return misfit(w, "buffer", index);
	if (b->into >= 0
	    && (b->into >= plan->input_count
		|| !same_shape(&plan->inputs[b->into], b)))
		return misfit(w, "buffer", index);
	return true;
}

static bool check_args(Worker *w, const LoadRequest *plan,
		       const Artifact *artifact, int index)
{
	const ArtifactKernel *kernel = &artifact->kernels[index];

	for (int a = 0; a < kernel->arg_count; a++) {
		const ArtifactArg *arg = &kernel->args[a];

		if (arg->kind == ARG_BUFFER) {
			if (arg->index >= artifact->buffer_count)
				return misfit(w, "argument", a);
		} else if (arg->kind == ARG_SIZE) {
			if (arg->index >= artifact->open_count
			    || (arg->scalar != SCALAR_I32
				&& arg->scalar != SCALAR_I64))
				return misfit(w, "argument", a);
		} else if (arg->index >= plan->input_count
			   || !plan->inputs[arg->index].by_value
			   || plan->inputs[arg->index].scalar != arg->scalar) {
			return misfit(w, "argument", a);
		}
	}
	return true;
}

bool worker_check(Worker *w, int load, const Artifact *artifact)
{
	const LoadRequest *plan = &w->loads[load].plan;

	for (int b = 0; b < artifact->buffer_count; b++)
		if (!check_buffer(w, plan, artifact, b))
			return false;
	for (int k = 0; k < artifact->kernel_count; k++)
		if (!check_args(w, plan, artifact, k))
			return false;
	return true;
}

static bool too_large(Worker *w, int kernel, const char *what, int64_t has,
		      int64_t limit)
{
	return opencl_refuse(&w->failure, STATUS_LAUNCH_ERROR,
			     "kernel %d: %s is %lld, the device allows %lld",
			     kernel, what, (long long)has, (long long)limit);
}

/* Work-items in a group; each dimension must divide and fit. */
static bool check_ranges(Worker *w, const ArtifactKernel *kernel, int k,
			 int64_t *items)
{
	const Device *device = &w->device.info;

	*items = 1;
	for (int d = 0; d < kernel->dims; d++) {
		int64_t global = kernel->global[d], local = kernel->local[d];

		if (global < 1 || local < 1 || global % local != 0)
			return opencl_refuse(&w->failure, STATUS_LAUNCH_ERROR,
					     "kernel %d: local size %lld does "
					     "not divide global size %lld", k,
					     (long long)local,
					     (long long)global);
		if (local > device->max_item_sizes[d])
			return too_large(w, k, "local size", local,
					 device->max_item_sizes[d]);
		if (!checked_mul(*items, local, items))
			*items = INT64_MAX;
	}
	return true;
}

static int64_t kernel_ulong(Worker *w, cl_kernel kernel,
			    cl_kernel_work_group_info what)
{
	cl_ulong value = 0;

	if (clGetKernelWorkGroupInfo(kernel, w->device.id, what, sizeof value,
				     &value, NULL))
		return 0;
	return value > INT64_MAX ? INT64_MAX : (int64_t)value;
}

static int64_t kernel_group(Worker *w, cl_kernel kernel)
{
	size_t value = 0;

	if (clGetKernelWorkGroupInfo(kernel, w->device.id,
				     CL_KERNEL_WORK_GROUP_SIZE, sizeof value,
				     &value, NULL))
		return w->device.info.max_group_size;
	return (int64_t)value;
}

static int64_t larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* Some drivers abort, or smash a stack, instead of refusing these. */
static bool check_limits(Worker *w, Slot *slot, int k)
{
	const ArtifactKernel *kernel = &slot->artifact->kernels[k];
	const Device *device = &w->device.info;
	int64_t items, group = kernel_group(w, slot->kernels[k]);
	int64_t local = larger(kernel->local_bytes,
			       kernel_ulong(w, slot->kernels[k],
					    CL_KERNEL_LOCAL_MEM_SIZE));
	int64_t private = larger(kernel->private_bytes,
				 kernel_ulong(w, slot->kernels[k],
					      CL_KERNEL_PRIVATE_MEM_SIZE));

	if (!check_ranges(w, kernel, k, &items))
		return false;
	if (items > group)
		return too_large(w, k, "the group", items, group);
	if (local > device->local_bytes)
		return too_large(w, k, "local memory", local,
				 device->local_bytes);
	if (device->type == DEVICE_CPU && private > CPU_PRIVATE_BYTES / items)
		return too_large(w, k, "private memory of an item", private,
				 CPU_PRIVATE_BYTES / items);
	return true;
}

static void append_log(Worker *w, cl_program program)
{
	size_t size = 0;
	char *log;

	clGetProgramBuildInfo(program, w->device.id, CL_PROGRAM_BUILD_LOG, 0,
			      NULL, &size);
	if (size < 2)
		return;
	log = base_calloc(size + 1, 1);
	clGetProgramBuildInfo(program, w->device.id, CL_PROGRAM_BUILD_LOG,
			      size, log, NULL);
	log[size < LOG_KEPT ? size : LOG_KEPT] = '\0';
	text_put(&w->failure.reason, "\n");
	text_put(&w->failure.reason, log);
	free(log);
}

/* False: the driver does not want it, which is no failure. */
static bool take_binary(Worker *w, Slot *slot, const Binary *binary)
{
	const unsigned char *bytes = binary->bytes;
	cl_int code, taken = CL_SUCCESS;

	if (!binary->length)
		return false;
	slot->program = clCreateProgramWithBinary(w->context, 1, &w->device.id,
						  &binary->length, &bytes,
						  &taken, &code);
	if (!code && !taken
	    && !clBuildProgram(slot->program, 1, &w->device.id,
			       slot->artifact->build_options, NULL, NULL))
		return true;
	if (slot->program)
		clReleaseProgram(slot->program);
	slot->program = NULL;
	return false;
}

/* Nothing to compute is nothing to compile. */
static bool compile(Worker *w, Slot *slot, const Binary *binary, Times *times)
{
	const char *source = slot->artifact->source;
	double start = worker_now_ns();
	cl_int code;

	if (!slot->artifact->kernel_count)
		return true;
	slot->program = kept_find(&w->kept, slot->artifact);
	if (slot->program || take_binary(w, slot, binary))
		return true;
	slot->program = clCreateProgramWithSource(w->context, 1, &source, NULL,
						  &code);
	if (!opencl_ok(&w->failure, code, "clCreateProgramWithSource"))
		return false;
	code = clBuildProgram(slot->program, 1, &w->device.id,
			      slot->artifact->build_options, NULL, NULL);
	times->wall_ns = worker_now_ns() - start;
	if (opencl_ok(&w->failure, code, "clBuildProgram")) {
		kept_add(&w->kept, slot->artifact, slot->program);
		return true;
	}
	append_log(w, slot->program);
	return false;
}

static bool make_kernels(Worker *w, Slot *slot)
{
	const Artifact *artifact = slot->artifact;
	cl_int code;

	slot->kernels = ARENA_ARRAY(slot->arena, cl_kernel,
				    artifact->kernel_count);
	for (int k = 0; k < artifact->kernel_count; k++) {
		slot->kernels[k] = clCreateKernel(slot->program,
						  artifact->kernels[k].name,
						  &code);
		if (!opencl_ok(&w->failure, code, "clCreateKernel")
		    || !check_limits(w, slot, k))
			return false;
	}
	return true;
}

/* Room for temp number temp; a larger one replaces what is there, a bare one is
 * always fresh. */
static bool need_temp(Worker *w, int temp, size_t bytes)
{
	if (temp >= w->temp_count) {
		size_t count = (size_t)temp + 1;

		w->temps = base_realloc(w->temps, count * sizeof *w->temps);
		memset(w->temps + w->temp_count, 0,
		       (count - (size_t)w->temp_count) * sizeof *w->temps);
		w->temp_count = temp + 1;
	}
	if (!w->bare && w->temps[temp].body_bytes >= bytes)
		return true;
	buffer_free(&w->temps[temp]);
	if (worker_buffer_new(w, bytes, false, &w->temps[temp]))
		return true;
	buffer_free(&w->temps[temp]);
	return false;
}

/* Temps of the artifact's own sizes: of those that are there (kept) only others are
 * made anew. */
static bool make_temps(Worker *w, const Artifact *artifact, bool kept)
{
	for (int b = 0; b < artifact->buffer_count; b++) {
		const ArtifactBuffer *buffer = &artifact->buffers[b];
		int64_t bytes;

		if (buffer->role != BUFFER_TEMP)
			continue;
		if (!checked_mul(buffer->elements,
				 (int64_t)scalar_bytes(buffer->scalar),
				 &bytes))
			return misfit(w, "temp", buffer->port);
		if (kept && buffer->port < w->temp_count
		    && w->temps[buffer->port].body_bytes == (size_t)bytes)
			continue;
		if (!need_temp(w, buffer->port, (size_t)bytes))
			return false;
	}
	return true;
}

bool worker_fit_temps(Worker *w, const Artifact *artifact)
{
	return !w->bare || make_temps(w, artifact, true);
}

bool worker_build(Worker *w, int slot_index, int load,
		  const Artifact *artifact, const Binary *binary, Arena *arena,
		  Times *times)
{
	Slot *slot = &w->slots[slot_index];
	const Load *data = &w->loads[load];

	worker_drop_slot(w, slot);
	*slot = (Slot){ .arena = arena, .artifact = artifact, .load = load };
	worker_phase(w, PHASE_BUILDING);
	if (!data->arena)
		opencl_refuse(&w->failure, STATUS_WORKER_LOST, "no data");
	else if (worker_check(w, load, artifact)
		 && (data->plan.use == LOAD_TO_BUILD
		     || make_temps(w, artifact, false))
		 && compile(w, slot, binary, times)
		 && make_kernels(w, slot)) {
		worker_watch_faults(); /* compilers put theirs in its place */
		worker_phase(w, PHASE_BUILT);
		return true;
	}
	worker_drop_slot(w, slot);
	return false;
}

static size_t binary_bytes(const Slot *slot)
{
	size_t bytes = 0;

	if (slot->program
	    && clGetProgramInfo(slot->program, CL_PROGRAM_BINARY_SIZES,
				sizeof bytes, &bytes, NULL))
		bytes = 0;
	return bytes;
}

void worker_binary(Worker *w, int slot_index, Text *binary)
{
	const Slot *slot = &w->slots[slot_index];
	size_t bytes = binary_bytes(slot);
	unsigned char *copy;

	if (!bytes || bytes > BINARY_BYTES)
		return;
	copy = base_malloc(bytes);
	if (!clGetProgramInfo(slot->program, CL_PROGRAM_BINARIES, sizeof copy,
			      &copy, NULL))
		text_bytes(binary, (const char *)copy, bytes);
	free(copy);
}
