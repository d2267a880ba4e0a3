/* Settled before kernels are finished: how each is launched, what the
 * items of a group share and where they wait for each other, and that all of it
 * is within the limits. What cannot be is refused here. */
#include <inttypes.h>

#include "codegen_opencl/pass.h"
#include "codegen_opencl/usage.h"

/* -- arrays ---------------------------------------------------------------- */

static void mark(Buffer *buffer)
{
	if (buffer && buffer->space != SPACE_GLOBAL)
		buffer->mark = 1;
}

static void mark_code(void *context, const Code *code)
{
	(void)context;
	mark(code->buffer);
}

static void mark_arrays(const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		stmt_visit(stmt, mark_code, NULL);
		mark(stmt->buffer);
		if (stmt->body)
			mark_arrays(stmt->body);
		if (stmt->other)
			mark_arrays(stmt->other);
	}
}

void kernel_drop_arrays(Kernel *kernel)
{
	int kept = 0;

	for (int i = 0; i < kernel->array_count; i++)
		kernel->arrays[i]->mark = 0;
	mark_arrays(kernel->prologue);
	mark_arrays(kernel->top);
	for (int i = 0; i < kernel->array_count; i++) {
		Buffer *array = kernel->arrays[i];

		if (array->mark)
			kernel->arrays[kept++] = array;
		array->mark = 0;
	}
	kernel->array_count = kept;
}

static int64_t bytes_of(const Buffer *buffer)
{
	return (int64_t)scalar_bytes(buffer->scalar) * buffer->elements;
}

int64_t kernel_array_bytes(const Kernel *kernel, Space space)
{
	int64_t bytes = 0;

	for (int i = 0; i < kernel->array_count; i++)
		if (kernel->arrays[i]->space == space)
			bytes = kernel_array_start(bytes)
			      + bytes_of(kernel->arrays[i]);
	return bytes;
}

/* -- limits ---------------------------------------------------------------- */

static void check_local(Gen *g, Kernel *kernel)
{
	int64_t bytes;

	kernel_drop_arrays(kernel);
	bytes = kernel_array_bytes(kernel, SPACE_LOCAL);
	if (bytes > g->device->local_bytes)
		gen_refuse(g, E0304, g->root, NULL,
			   "%" PRId64 " bytes of local memory; the device has "
			   "%" PRId64, bytes, g->device->local_bytes);
}

static void check_buffer(Gen *g, const Buffer *buffer)
{
	if (bytes_of(buffer) > g->device->max_alloc_bytes)
		gen_refuse(g, E0304, g->root, NULL,
			   "an intermediate buffer of %" PRId64
			   " bytes; the device takes %" PRId64,
			   bytes_of(buffer), g->device->max_alloc_bytes);
}

/* What is written over an input may be kept beside it first. */
static void check_buffers(Gen *g)
{
	Usage usage = usage_new(g);

	for (int i = 0; i < g->kernel_count; i++) {
		usage_add(&usage, g->kernels[i]->prologue);
		usage_add(&usage, g->kernels[i]->top);
	}
	for (int i = 0; i < g->temp_count; i++)
		if (usage.temps[i])
			check_buffer(g, g->temps[i]);
	for (int i = 0; i < g->program->output_count; i++)
		if (g->program->out_ports[i].into >= 0)
			check_buffer(g, g->outputs[i]);
}

static void check_kernels(Gen *g)
{
	enum { KERNELS_MAX = 4096 };

	if (g->kernel_count > KERNELS_MAX)
		gen_refuse(g, E0303, g->root, "fewer kernels",
			   "more than %d kernels", KERNELS_MAX);
}

/* -- settled --------------------------------------------------------------- */

void gen_settle_kernel(Gen *g, Kernel *kernel)
{
	kernel_launch(g, kernel);
	if (g->stopped)
		return;
	if (g->device->type != DEVICE_CPU)
		pass_copies(kernel);
	pass_share(kernel);
	kernel_reach(g, kernel);
	kernel_barriers(g, kernel);
	check_local(g, kernel);
}

void gen_settle(Gen *g)
{
	for (int i = 0; i < g->kernel_count && !g->stopped; i++)
		gen_settle_kernel(g, g->kernels[i]);
	check_buffers(g);
	check_kernels(g);
	if (g->indices.overflow)
		gen_refuse(g, E0304, g->root, NULL,
			   "an index of more than 62 bits");
}
