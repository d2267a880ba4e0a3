/* From finished kernels to the artifact: buffers, launches, source. */
#include "codegen_opencl/artifact.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen_opencl/same_text.h"
#include "codegen_opencl/source.h"
#include "codegen_opencl/gen.h"
#include "codegen_opencl/pass.h"
#include "codegen_opencl/share.h"
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

/* Of those that share one the largest. */
static void add_temps(Buffers *buffers, Gen *g)
{
	int *number = ARENA_ARRAY(g->arena, int, g->temp_count + 1);
	const int count = share_temps(g, number), first = buffers->count;

	for (int slot = 0; slot < count; slot++) {
		Buffer *largest = NULL;

		for (int i = 0; i < g->temp_count; i++)
			if (number[i] == slot && (!largest
			    || g->temps[i]->elements > largest->elements))
				largest = g->temps[i];
		add_buffer(buffers, largest, BUFFER_TEMP, slot, -1, true);
	}
	for (int i = 0; i < g->temp_count; i++) {
		g->temps[i]->index = first + number[i];
		snprintf(g->temps[i]->name, sizeof g->temps[i]->name, "t%d",
			 number[i]);
	}
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
	add_temps(&buffers, g);
	return buffers;
}

static bool any_size(const Buffers *buffers)
{
	for (int i = 0; i < buffers->count; i++)
		if (buffers->sizes[i])
			return true;
	return false;
}

/* Without those that no kernel names. */
static void drop_temps(Gen *g, const Usage *all)
{
	int number = 0;

	for (int i = 0; i < g->temp_count; i++)
		if (all->temps[i]) {
			g->temps[number] = g->temps[i];
			all->temps[number] = all->temps[i];
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

static void set_memory(Kernel *kernel)
{
	kernel_drop_arrays(kernel);
	kernel->local_bytes = kernel_array_bytes(kernel, SPACE_LOCAL);
	kernel->private_bytes = kernel_array_bytes(kernel, SPACE_PRIVATE);
	add_private(kernel->prologue, &kernel->private_bytes);
	add_private(kernel->top, &kernel->private_bytes);
}

static ArtifactKernel kernel_of(Arena *arena, const Kernel *kernel)
{
	ArtifactArg *args = ARENA_ARRAY(arena, ArtifactArg,
					kernel->arg_count + 1);
	Text name = { 0 };
	ArtifactKernel made = {
		.arg_count = kernel->arg_count, .args = args,
		.dims = kernel->dims, .local_bytes = kernel->local_bytes,
		.private_bytes = kernel->private_bytes,
		.lines = kernel->lines,
	};

	source_kernel_name(&name, kernel->function);
	made.name = arena_strdup(arena, text_string(&name));
	text_free(&name);
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

/* With open sizes what is left over is a part of every loop. A program that is
 * longer itself, not by what is unrolled, may have as many as it has parts. */
enum { LINES_MAX = 300, LINES_OPEN = 450, LINES_LONG = 1200 };

static void print(Gen *g, Text *text, const Usage *usages)
{
	const CodegenOptions *options = g->options;

	text_clear(text);
	same_text_set(g);
	source_head(text, g->kernel_count, g->kernels, options->access,
		    options->contract);
	gen_foreign_sources(g, text);
	for (int i = 0; i < g->kernel_count; i++) {
		if (g->kernels[i]->function != i)
			continue;
		usage_name_inputs(&usages[i]);
		if (i)
			text_char(text, '\n');
		source_kernel(text, g->kernels[i], options->access);
	}
}

/* Not more than `most`. */
static int parts_of(const Expr *e, int most)
{
	int parts = 1;

	for (int i = 0; i < e->kid_count && parts < most; i++)
		parts += parts_of(e->kids[i], most - parts);
	return parts;
}

/* Who looks may make kernels longer. */
static void check_lines(Gen *g)
{
	const int least = g->program->open ? LINES_OPEN : LINES_MAX;
	const int parts = parts_of(g->root, LINES_LONG);
	const int most = parts > least ? parts : least;

	for (int i = 0; i < g->kernel_count && !g->options->look; i++) {
		const Kernel *kernel = g->kernels[i];

		if (kernel->lines > most)
			gen_refuse(g, E0303, g->root, NULL,
				   "a kernel of %d lines; at most %d are "
				   "generated", kernel->lines, most);
	}
}

static void set_launches(Arena *arena, const Gen *g, Artifact *made)
{
	ArtifactKernel *launches = ARENA_ARRAY(arena, ArtifactKernel,
					       g->kernel_count + 1);

	made->kernel_count = g->kernel_count;
	made->kernels = launches;
	for (int i = 0; i < g->kernel_count; i++)
		launches[i] = kernel_of(arena, g->kernels[i]);
}

/* Those that begin with kernel `first`, from the outermost on. */
static void add_loops(const Gen *g, Artifact *made, ArtifactLoop *loops,
		      const KernelLoop *loop, int first)
{
	int end = first;

	if (!loop || (first && kernel_is_within(g->kernels[first - 1], loop)))
		return;
	add_loops(g, made, loops, loop->outer, first);
	while (end < g->kernel_count && kernel_is_within(g->kernels[end], loop))
		end++;
	loops[made->loop_count++] = (ArtifactLoop){
		first, end - first, loop->times,
		loop->flag ? loop->flag->index : -1, loop->every };
}

/* What is in a loop follows one another. */
static void set_loops(Arena *arena, const Gen *g, Artifact *made)
{
	ArtifactLoop *loops;
	int most = 0;

	for (int i = 0; i < g->kernel_count; i++)
		for (const KernelLoop *loop = g->kernels[i]->loop; loop;
		     loop = loop->outer)
			most++;
	loops = ARENA_ARRAY(arena, ArtifactLoop, most + 1);
	for (int i = 0; i < g->kernel_count; i++)
		add_loops(g, made, loops, g->kernels[i]->loop, i);
	made->loops = loops;
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

/* The lengths behind the arguments are for the host alone, which looks at all of
 * them alike. */
static void set_open(Arena *arena, Gen *g, Artifact *made)
{
	const Size **open = ARENA_ARRAY(arena, const Size *, OPEN_MAX + 1);
	SizeGuards guards = { .arena = arena };
	int count = g->open_count;

	for (int i = 0; i < count; i++)
		open[i] = g->open[i].size;
	if (g->program->open)
		count += gen_loose_lengths(g, made, OPEN_MAX - count,
					   open + count);
	if (count > OPEN_MAX)
		gen_refuse(g, E0303, g->root, NULL, "more than %d open sizes, "
			   "quotients of them and lengths", OPEN_MAX);
	made->length_count = count - g->open_count;
	made->open_count = count;
	made->open = open;
	made->wide = g->indices.wide;
	if (g->program->open)
		size_guards(g->ir, g->root, &guards);
	made->guard_count = guards.count;
	made->guards = guards.items;
}

/* Numbers, arguments and memory of each kernel. */
static Usage *set_kernels(Gen *g)
{
	Usage *usages = ARENA_ARRAY(g->arena, Usage, g->kernel_count + 1);

	for (int i = 0; i < g->kernel_count; i++) {
		Kernel *kernel = g->kernels[i];

		kernel->number = i;
		usages[i] = usage_new(g);
		usage_add(&usages[i], kernel->prologue);
		usage_add(&usages[i], kernel->top);
		usage_add_flags(&usages[i], kernel);
		usage_arguments(kernel, &usages[i]);
		set_memory(kernel);
	}
	return usages;
}

static Buffers set_all_buffers(Arena *arena, Gen *g)
{
	Usage all = usage_new(g);

	for (int i = 0; i < g->kernel_count; i++) {
		usage_add(&all, g->kernels[i]->prologue);
		usage_add(&all, g->kernels[i]->top);
	}
	drop_temps(g, &all);
	return set_buffers(arena, g, &all);
}

static void set_text(Arena *arena, Gen *g, Buffers *buffers, Artifact *made)
{
	const Usage *usages = set_kernels(g);
	Text source = { 0 };

	print(g, &source, usages);
	check_lines(g);
	if (g->options->field) {
		make_twin(g, buffers);
		print(g, &source, usages);
	}
	set_source(arena, made, &source);
	text_free(&source);
}

const Artifact *artifact_of(Arena *arena, Gen *g)
{
	const char *flags = g->options->math_flags;
	Artifact *made = ARENA_NEW(arena, Artifact);
	Buffers buffers = set_all_buffers(arena, g);

	set_text(arena, g, &buffers, made);
	made->build_options = arena_strdup(arena, flags ? flags : "");
	made->buffer_count = buffers.count;
	made->buffers = buffers.items;
	made->sizes = any_size(&buffers) ? buffers.sizes : NULL;
	set_launches(arena, g, made);
	set_loops(arena, g, made);
	set_open(arena, g, made);
	made->replacement_count = gen_replaced(arena, g, &made->replacements);
	made->hash = artifact_hash(made);
	return g->stopped ? NULL : made;
}
