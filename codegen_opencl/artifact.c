/* From finished kernels to the artifact: buffers, launches, source. */
#include "codegen_opencl/artifact.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen_opencl/source.h"
#include "codegen_opencl/gen.h"
#include "codegen_opencl/pass.h"
#include "codegen_opencl/usage.h"

/* -- buffers --------------------------------------------------------------- */

typedef struct Buffers {
	Arena *arena;
	int count;
	ArtifactBuffer *items;
	const Size **sizes;
} Buffers;

static void add_buffer(Buffers *buffers, Buffer *buffer, BufferRole role,
		       int port, int into, bool written)
{
	buffer->index = buffers->count;
	buffers->sizes[buffers->count] = buffer->size;
	buffers->items[buffers->count++] = (ArtifactBuffer){
		role, port, buffer->scalar, buffer->elements, into, written };
}

/* A scalar input is passed by value: what is to be written over it gets a
 * buffer of its own. */
static int written_over(const Program *program, int output)
{
	int into = program->out_ports[output].into;

	return into >= 0 && program->in_ports[into].rank ? into : -1;
}

static Buffers set_buffers(Arena *arena, Gen *g, const Usage *all)
{
	int in = g->program->in_port_count, out = g->program->output_count;
	Buffers buffers = { .arena = arena };

	buffers.items = ARENA_ARRAY(arena, ArtifactBuffer,
				    in + out + g->temp_count + 1);
	buffers.sizes = ARENA_ARRAY(arena, const Size *,
				    in + out + g->temp_count + 1);
	for (int i = 0; i < in; i++) {
		bool over = false;

		for (int o = 0; o < out; o++)
			over |= written_over(g->program, o) == i;
		if (g->inputs[i] && (all->inputs[i] || over))
			add_buffer(&buffers, g->inputs[i], BUFFER_INPUT, i, -1,
				   over);
	}
	for (int i = 0; i < out; i++)
		add_buffer(&buffers, g->outputs[i], BUFFER_OUTPUT, i,
			   written_over(g->program, i), true);
	for (int i = 0; i < g->temp_count; i++)
		if (all->temps[i])
			add_buffer(&buffers, g->temps[i], BUFFER_TEMP, i, -1,
				   true);
	return buffers;
}

static bool any_size(const Buffers *buffers)
{
	for (int i = 0; i < buffers->count; i++)
		if (buffers->sizes[i])
			return true;
	return false;
}

static void name_temps(Gen *g, const Usage *all)
{
	int number = 0;

	for (int i = 0; i < g->temp_count; i++)
		if (all->temps[i]) {
			g->temps[number] = g->temps[i];
			all->temps[number] = all->temps[i];
			snprintf(g->temps[number]->name,
				 sizeof g->temps[number]->name, "t%d", number);
			number++;
		}
	g->temp_count = number;
}

/* -- kernels --------------------------------------------------------------- */

static void add_private(const Block *block, int64_t *bytes)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_DECLARE
		    && stmt->var->kind == VAR_REGISTER)
			*bytes += (int64_t)scalar_bytes(stmt->var->scalar)
				  * stmt->var->width;
		if (stmt->body)
			add_private(stmt->body, bytes);
		if (stmt->other)
			add_private(stmt->other, bytes);
	}
}

static void mark_code(void *context, const Code *code)
{
	(void)context;
	if (code->buffer)
		code->buffer->mark = 1;
}

static void mark_arrays(const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		stmt_visit(stmt, mark_code, NULL);
		if (stmt->buffer)
			stmt->buffer->mark = 1;
		if (stmt->body)
			mark_arrays(stmt->body);
		if (stmt->other)
			mark_arrays(stmt->other);
	}
}

static void set_memory(Gen *g, Kernel *kernel)
{
	int kept = 0;

	for (int i = 0; i < kernel->array_count; i++)
		kernel->arrays[i]->mark = 0;
	mark_arrays(kernel->prologue);
	mark_arrays(kernel->top);
	add_private(kernel->prologue, &kernel->private_bytes);
	add_private(kernel->top, &kernel->private_bytes);
	for (int i = 0; i < kernel->array_count; i++) {
		Buffer *array = kernel->arrays[i];
		int64_t bytes = (int64_t)scalar_bytes(array->scalar)
				* array->elements;

		if (!array->mark)
			continue;
		kernel->arrays[kept++] = array;
		if (array->space == SPACE_LOCAL)
			kernel->local_bytes += bytes;
		else
			kernel->private_bytes += bytes;
	}
	kernel->array_count = kept;
	if (kernel->local_bytes > g->device->local_bytes)
		gen_refuse(g, E0304, g->root, NULL,
			   "%" PRId64 " bytes of local memory; the device has "
			   "%" PRId64, kernel->local_bytes,
			   g->device->local_bytes);
}

static ArtifactKernel kernel_of(Arena *arena, const Kernel *kernel)
{
	ArtifactArg *args = ARENA_ARRAY(arena, ArtifactArg,
					kernel->arg_count + 1);
	ArtifactKernel made = {
		.name = arena_printf(arena, "k%d", kernel->number),
		.arg_count = kernel->arg_count, .args = args,
		.dims = kernel->dims, .local_bytes = kernel->local_bytes,
		.private_bytes = kernel->private_bytes,
		.lines = kernel->lines,
	};

	memcpy(made.global, kernel->global, sizeof made.global);
	memcpy(made.local, kernel->local, sizeof made.local);
	memcpy(made.open, kernel->open, sizeof made.open);
	for (int i = 0; i < kernel->arg_count; i++) {
		const KernelArg *arg = &kernel->args[i];

		args[i] = arg->buffer
			  ? (ArtifactArg){ ARG_BUFFER, arg->buffer->index,
					   arg->buffer->scalar }
			  : (ArtifactArg){ arg->var->kind == VAR_SIZE
					   ? ARG_SIZE : ARG_SCALAR, arg->port,
					   arg->var->scalar };
	}
	return made;
}

/* -- source ---------------------------------------------------------------- */

enum { LINES_MAX = 300 };

static void print(Gen *g, Text *text, const Usage *usages)
{
	const CodegenOptions *options = g->options;

	text_clear(text);
	source_head(text, g->kernel_count, g->kernels, options->access,
		    options->contract);
	gen_foreign_sources(g, text);
	for (int i = 0; i < g->kernel_count; i++) {
		usage_name_inputs(&usages[i]);
		if (i)
			text_char(text, '\n');
		source_kernel(text, g->kernels[i], options->access);
	}
}

/* Who looks may make kernels longer. */
static void check_lines(Gen *g)
{
	for (int i = 0; i < g->kernel_count && !g->options->look; i++) {
		const Kernel *kernel = g->kernels[i];

		if (kernel->lines > LINES_MAX)
			gen_refuse(g, E0303, g->root, NULL,
				   "a kernel of %d lines; at most %d are "
				   "generated", kernel->lines, LINES_MAX);
	}
}

static void check_buffers(Gen *g, const Buffers *buffers)
{
	for (int i = 0; i < buffers->count; i++) {
		int64_t bytes = buffers->items[i].elements
			* (int64_t)scalar_bytes(buffers->items[i].scalar);

		if (buffers->items[i].role == BUFFER_TEMP
		    && bytes > g->device->max_alloc_bytes)
			gen_refuse(g, E0304, g->root, NULL,
				   "an intermediate buffer of %" PRId64
				   " bytes; the device takes %" PRId64,
				   bytes, g->device->max_alloc_bytes);
	}
}

/* How many kernels from `first` on are launched in turn, again and again. */
static int row_of(const Gen *g, int first)
{
	const Kernel *kernel = g->kernels[first];
	int count = 1;

	while (kernel->repeat && first + count < g->kernel_count
	       && g->kernels[first + count]->repeat == kernel->repeat)
		count++;
	return count;
}

static int64_t times_of(const Gen *g, int first)
{
	return g->kernels[first]->repeat ? g->kernels[first]->times : 1;
}

static int count_launches(Gen *g)
{
	enum { LAUNCHES_MAX = 4096 };
	int64_t count = 0;

	for (int i = 0; i < g->kernel_count; i += row_of(g, i)) {
		count += row_of(g, i) * times_of(g, i);
		if (count > LAUNCHES_MAX) {
			gen_refuse(g, E0303, g->root, "fewer rounds, or a "
				   "sequential iteration", "more than %d "
				   "launches", LAUNCHES_MAX);
			return 0;
		}
	}
	return (int)count;
}

static void set_launches(Arena *arena, const Gen *g, ArtifactKernel *launches)
{
	for (int i = 0; i < g->kernel_count; i += row_of(g, i)) {
		int row = row_of(g, i);
		const ArtifactKernel *first = launches;

		for (int k = 0; k < row; k++)
			*launches++ = kernel_of(arena, g->kernels[i + k]);
		for (int64_t k = row; k < row * times_of(g, i); k++)
			*launches++ = first[k % row];
	}
}

static void set_source(Arena *arena, Artifact *artifact, Text *source)
{
	size_t *globals, *kept;
	int count = source_finish(source, &globals);

	kept = ARENA_ARRAY(arena, size_t, count + 1);
	memcpy(kept, globals, sizeof *kept * (size_t)count);
	free(globals);
	artifact->global_count = count;
	artifact->globals = kept;
	artifact->source = arena_strdup(arena, text_string(source));
}

static void make_twin(Gen *g, Buffers *buffers)
{
	gen_twin(g);
	for (int i = 0; i < buffers->count; i++)
		buffers->items[i].scalar = gen_twin_scalar(buffers->items[i]
							   .scalar);
}

static void set_open(Arena *arena, const Gen *g, Artifact *made)
{
	const Size **open = ARENA_ARRAY(arena, const Size *,
					g->open_count + 1);
	SizeGuards guards = { .arena = arena };

	for (int i = 0; i < g->open_count; i++)
		open[i] = g->open[i].size;
	made->open_count = g->open_count;
	made->open = open;
	if (g->program->open)
		size_guards(g->ir, g->root, &guards);
	made->guard_count = guards.count;
	made->guards = guards.items;
}

const Artifact *artifact_of(Arena *arena, Gen *g)
{
	Artifact *made = ARENA_NEW(arena, Artifact);
	int launches = count_launches(g);
	ArtifactKernel *kernels = ARENA_ARRAY(arena, ArtifactKernel,
					      launches + 1);
	Usage *usages = ARENA_ARRAY(g->arena, Usage, g->kernel_count + 1);
	Usage all = usage_new(g);
	Text source = { 0 };
	Buffers buffers;

	for (int i = 0; i < g->kernel_count; i++) {
		usage_add(&all, g->kernels[i]->prologue);
		usage_add(&all, g->kernels[i]->top);
	}
	name_temps(g, &all);
	buffers = set_buffers(arena, g, &all);
	check_buffers(g, &buffers);
	for (int i = 0; i < g->kernel_count; i++) {
		g->kernels[i]->number = i;
		usages[i] = usage_new(g);
		usage_add(&usages[i], g->kernels[i]->prologue);
		usage_add(&usages[i], g->kernels[i]->top);
		usage_arguments(g->kernels[i], &usages[i]);
		set_memory(g, g->kernels[i]);
	}
	print(g, &source, usages);
	check_lines(g);
	if (g->options->field) {
		make_twin(g, &buffers);
		print(g, &source, usages);
	}
	if (!g->stopped)
		set_launches(arena, g, kernels);
	*made = (Artifact){
		.build_options = arena_strdup(arena, g->options->math_flags
						     ? g->options->math_flags
						     : ""),
		.buffer_count = buffers.count, .buffers = buffers.items,
		.kernel_count = launches, .kernels = kernels,
	};
	set_source(arena, made, &source);
	made->sizes = any_size(&buffers) ? buffers.sizes : NULL;
	set_open(arena, g, made);
	made->replacement_count = gen_replaced(arena, g, &made->replacements);
	made->hash = artifact_hash(made);
	text_free(&source);
	return g->stopped ? NULL : made;
}
