#include "codegen_opencl/codegen.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "codegen_opencl/contents.h"
#include "codegen_opencl/kernels.h"
#include "codegen_opencl/source.h"
#include "codegen_opencl/pass.h"
#include "codegen_opencl/dropped.h"
#include "codegen_opencl/view.h"

/* Assumed: more than the caches of a CPU's core keep until it is read. */
enum { AROUND_BYTES = 4 << 20 };

/* Assumed: more than the first cache of a CPU's core. */
enum { NARROW_BYTES = (1 << 16) + 1 };

/* Assumed: of so many elements, those of a first and a last line of which only
 * a part is written do not matter. */
enum { LINE_ROUNDS = 256 };

/* Assumed: what is read of a second place and written to it takes a CPU longer
 * than one more launch. */
enum { ASIDE_BYTES = 1 << 20 };

CodegenOptions codegen_options(const Device *device)
{
	CodegenOptions options = { .access = ACCESS_UNALIGNED,
				   .around_bytes = AROUND_BYTES,
				   .math_flags = "" };

	if (device->type != DEVICE_CPU)
		options.access = device->base_align_bytes >= LINE_BYTES
			       ? ACCESS_ALIGNED : ACCESS_VLOAD;
	else
		options.root = ROOT_NEWTON;
	options.functions = device->type == DEVICE_CPU;
	options.compared_bounds = device->type == DEVICE_CPU;
	options.stores_again = device->type == DEVICE_CPU;
	options.aside_bytes = device->type == DEVICE_CPU ? ASIDE_BYTES : 0;
	options.tests_blocks = device->type == DEVICE_CPU;
	options.line_rounds = device->type == DEVICE_CPU ? LINE_ROUNDS : 0;
	options.narrow_bytes = device->type == DEVICE_CPU ? NARROW_BYTES : 0;
	return options;
}

/* -- ports ----------------------------------------------------------------- */

static Buffer *port_buffer(Gen *g, char letter, int number, const Port *port)
{
	Buffer *made = ARENA_NEW(g->arena, Buffer);

	*made = (Buffer){ .space = SPACE_GLOBAL, .scalar = port->scalar,
			  .elements = port->elements, .size = port->size,
			  .index = number };
	snprintf(made->name, sizeof made->name, "%c%d", letter, number);
	return made;
}

/* Of offsets the elements of a row, as if all rows had as many. */
static int64_t each_of(const Port *port)
{
	const int64_t all = port->ascending ? port->most : port->ihi;
	const int64_t rows = port->elements - 1;

	if (rows < 1 || (!port->ascending
			 && (!port->part || strcmp(port->part, "offsets"))))
		return 0;
	return all > rows ? all / rows : 1;
}

static void set_inputs(Gen *g)
{
	const Program *program = g->program;
	int count = program->in_port_count;

	g->inputs = ARENA_ARRAY(g->arena, Buffer *, count + 1);
	g->scalars = ARENA_ARRAY(g->arena, Var *, count + 1);
	for (int i = 0; i < count; i++) {
		const Port *port = &program->in_ports[i];

		if (port->rank > 0) {
			g->inputs[i] = port_buffer(g, 'i', i, port);
			g->inputs[i]->ranged = port->ranged && !port->part
				&& scalar_is_int(port->scalar);
			g->inputs[i]->least = port->ilo;
			g->inputs[i]->most = port->ihi;
			g->inputs[i]->each = each_of(port);
			continue;
		}
		g->scalars[i] = var_new(g->arena, VAR_ARGUMENT, port->scalar,
					1, 0);
		g->scalars[i]->number = i;
	}
}

static const View *set_outputs(Gen *g)
{
	const Program *program = g->program;
	int count = program->output_count;
	Leaf *leaves = ARENA_ARRAY(g->arena, Leaf, count);

	g->outputs = ARENA_ARRAY(g->arena, Buffer *, count);
	for (int i = 0; i < count; i++) {
		g->outputs[i] = port_buffer(g, 'o', i,
					    &program->out_ports[i]);
		leaves[i] = (Leaf){ g->outputs[i],
				    affine_const(&g->indices, 0) };
	}
	return view_memory(g, g->root->type, leaves);
}

/* -- outputs over inputs ---------------------------------------------------- */

static bool stores_to(const Block *block, const Buffer *buffer)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if ((stmt->kind == STMT_STORE && stmt->buffer == buffer)
		    || (stmt->body && stores_to(stmt->body, buffer))
		    || (stmt->other && stores_to(stmt->other, buffer)))
			return true;
	}
	return false;
}

/* From the first kernel on that stores to the output, each may load the input
 * only where it then stores itself. */
static bool is_safe_over(const Gen *g, int kernels, const Buffer *input,
			 const Buffer *output)
{
	bool stored = false;

	for (int i = 0; i < kernels; i++) {
		const Kernel *kernel = g->kernels[i];

		stored |= stores_to(kernel->top, output);
		if (stored && !(gen_is_in_place(kernel->top, input, output)
				&& gen_is_in_place(kernel->prologue, input,
						   output)))
			return false;
	}
	return true;
}

static void copy_element(Gen *g, Buffer *from, Buffer *to, const Affine *at)
{
	Type type = { .kind = TYPE_SCALAR, .scalar = to->scalar };
	Leaf leaves[2] = { { from, at }, { to, at } };
	const View *views[2];

	for (int i = 0; i < 2; i++)
		views[i] = view_memory(g, &type, &leaves[i]);
	view_put(g, views[1], view_value(g, views[0]));
}

/* An item for each element. */
static void copy_open(Gen *g, Buffer *from, Buffer *to)
{
	const Type *all = type_array(g->ir, type_scalar(g->ir, to->scalar),
				     to->size);
	Region region;

	kernel_open(g);
	copy_element(g, from, to,
		     gen_spread_over(g, &region, LEVEL_GLOBAL, 0, all));
	gen_gather(g, &region);
	kernel_close(g);
}

/* A kernel that copies one buffer to another. */
static void copy_buffer(Gen *g, Buffer *from, Buffer *to)
{
	enum { ITEMS = 256 };
	int64_t n = to->elements, items = n < ITEMS ? n : ITEMS;
	const Affine *item, *at;
	Region region;
	Loop loop;

	if (to->size) {
		copy_open(g, from, to);
		return;
	}
	while (n % items)
		items--;
	kernel_open(g);
	item = gen_spread(g, &region, LEVEL_GLOBAL, 0, items);
	for (loop = gen_loop(g, n / items, false, NULL);
	     gen_next(g, &loop);) {
		at = affine_add(&g->indices,
			       affine_times(&g->indices, item, n / items),
			       loop.index);
		copy_element(g, from, to, at);
	}
	gen_gather(g, &region);
	kernel_close(g);
}

/* -- finishing ------------------------------------------------------------- */

/* Minima and maxima by comparisons, where zeros of two signs are one. */
static bool compares(const Gen *g)
{
	return g->options->compared_bounds && !g->options->exact;
}

static void lower_kernel(Gen *g, Kernel *kernel)
{
	kernel_lower(g, kernel);
	gen_store_ahead(g, kernel);
	if (g->device->type == DEVICE_CPU)
		pass_whole(kernel, &g->indices);
	if (g->options->contract && !g->options->exact)
		pass_starts(kernel);
	pass_join(kernel);
	if (pass_last(kernel, &g->indices))
		pass_join(kernel);
}

static void finish_kernel(Gen *g, Kernel *kernel)
{
	bool changed;

	pass_stores(kernel);
	gen_mark_stored(g, kernel);
	changed = g->options->access == ACCESS_ALIGNED
	       && pass_neighbours(kernel, &g->indices);
	if (g->device->type != DEVICE_CPU)
		changed |= pass_again(kernel);
	if (changed)
		pass_join(kernel);
	if (g->device->type != DEVICE_CPU && g->device->local_is_dedicated)
		pass_banks(kernel, &g->indices, g->device);
	if (compares(g))
		pass_extremes(kernel);
	if (g->device->type == DEVICE_CPU)
		pass_abreast(kernel);
}

/* What integers can be, by all kernels: outputs hold what is not stored, too, where
 * they are written over inputs. */
static void use_contents(Gen *g)
{
	Contents *contents = contents_of(g->arena, g->kernels, g->kernel_count);

	for (int i = 0; i < g->program->output_count; i++)
		contents_not_all(contents, g->outputs[i]);
	for (int i = 0; i < g->kernel_count; i++) {
		Kernel *kernel = g->kernels[i];

		for (int k = 0; k < kernel->array_count; k++)
			kernel->arrays[k]->rise =
				contents_rise(contents, kernel->arrays[k]);
		pass_ints(kernel, contents);
	}
}

/* What was written where it may not be is kept beside, and copied over the
 * input at the end. */
static void keep_beside(Gen *g, int output, int number)
{
	Buffer *beside = g->outputs[output];
	Kernel *copy;

	g->outputs[output] = port_buffer(g, 'o', output,
					 &g->program->out_ports[output]);
	gen_keep_temp(g, beside, number);
	if (!beside->elements)
		return;
	copy_buffer(g, beside, g->outputs[output]);
	copy = g->kernels[g->kernel_count - 1];
	pass_dead(copy);
	gen_settle_kernel(g, copy);
	lower_kernel(g, copy);
	finish_kernel(g, copy);
}

static void write_over(Gen *g)
{
	const int kernels = g->kernel_count;
	int moved = 0;

	for (int i = 0; i < g->program->output_count; i++) {
		int into = g->program->out_ports[i].into;

		if (into >= 0 && !is_safe_over(g, kernels, g->inputs[into],
					       g->outputs[i]))
			keep_beside(g, i, moved++);
	}
}

/* After gen_settle nothing is decided any more, and nothing refused but what
 * the passes make of indices near the limit. */
static void finish(Gen *g)
{
	for (int i = 0; i < g->kernel_count; i++)
		lower_kernel(g, g->kernels[i]);
	use_contents(g);
	for (int i = 0; i < g->kernel_count; i++)
		finish_kernel(g, g->kernels[i]);
	write_over(g);
	gen_around(g);
	for (int i = 0; i < g->kernel_count; i++) {
		pass_lines(g->kernels[i], &g->indices);
		if (compares(g))
			pass_versions(g->kernels[i]);
		pass_digits(g->kernels[i], &g->indices);
		pass_steps(g->kernels[i], &g->indices);
		if (g->device->type != DEVICE_CPU)
			gen_hoist(g, g->kernels[i]);
		if (g->device->type == DEVICE_CPU
		    && pass_independent(g->kernels[i], &g->indices))
			pass_join(g->kernels[i]);
		pass_bases(g->kernels[i], &g->indices,
			   g->options->access == ACCESS_UNALIGNED);
		pass_dead(g->kernels[i]);
		pass_count(g->kernels[i]);
	}
	assert(!g->stopped);
	if (g->indices.overflow)
		gen_refuse(g, E0304, g->root, NULL,
			   "an index of more than 62 bits");
}

/* -- building by a plan ---------------------------------------------------- */

static void check_length(Gen *g, const Kernel *kernel)
{
	enum { MANY = 512 };
	int statements = kernel_statements(kernel->top);

	if (statements > MANY)
		gen_refuse_length(g, g->root, "loops instead of unrolling",
				  statements, MANY);
}

static void build(Gen *g)
{
	gen_check_open(g);
	set_inputs(g);
	gen_write(g, g->root, NULL, set_outputs(g));
	for (int i = 0; i < g->kernel_count && !g->stopped; i++)
		pass_dead(g->kernels[i]);
	if (!g->stopped) {
		kernel_sweep(g);
		kernel_merge(g);
		kernel_number(g);
	}
	for (int i = 0; i < g->kernel_count && !g->stopped; i++)
		check_length(g, g->kernels[i]);
	g->statements = 0;
}

static void gen_end(Gen *g)
{
	affine_table_free(&g->indices);
	arena_free(g->arena);
}

/* What is asked of open sizes before anything is launched is known of them. */
static void know_open(Gen *g)
{
	g->indices.ir = g->ir;
	if (!g->program->open)
		return;
	g->indices.wide = gen_open_is_wide(g);
	g->indices.guards = ARENA_NEW(g->arena, SizeGuards);
	g->indices.guards->arena = g->arena;
	size_guards(g->ir, g->root, g->indices.guards);
}

/* Built by a plan that says all that it must. */
static Gen gen_planned(const Gen *start)
{
	Gen g = *start;

	for (;;) {
		const Plan plan = g.plan;

		g = *start;
		g.plan = plan;
		g.arena = g.indices.arena = arena_new();
		know_open(&g);
		g.ways = ARENA_NEW(g.arena, OpWays);
		build(&g);
		if (!g.again)
			return g;
		gen_end(&g);
	}
}

/* -- artifacts ------------------------------------------------------------- */

static void show(const Gen *g, const Artifact *artifact, KernelsSee *see,
		 void *context)
{
	const Kernels kernels = {
		.arena = g->arena, .program = g->program, .artifact = artifact,
		.access = g->options->access, .count = g->kernel_count,
		.items = g->kernels, .outputs = g->outputs,
	};

	see(context, &kernels);
}

const Artifact *codegen(Arena *arena, const Program *program, const Expr *low,
			const Device *device, const CodegenOptions *options,
			LegalFault *fault)
{
	return codegen_seen(arena, program, low, device, options, NULL, NULL,
			    fault);
}

const Artifact *codegen_seen(Arena *arena, const Program *program,
			     const Expr *low, const Device *device,
			     const CodegenOptions *options, KernelsSee *see,
			     void *context, LegalFault *fault)
{
	const Gen start = { .ir = program->ir, .program = program, .root = low,
			    .device = device, .options = options,
			    .fault = fault, .width = 1 };
	const Artifact *artifact = NULL;
	Gen g;

	*fault = (LegalFault){ .code = E0303 };
	if (!legal_check(program, low, device, fault))
		return NULL;
	g = gen_planned(&start);
	if (!g.stopped)
		gen_settle(&g);
	if (!g.stopped)
		finish(&g);
	if (!g.stopped && options->look)
		options->look(options->look_context, g.kernel_count,
			      g.kernels, &g.indices);
	if (!g.stopped)
		artifact = artifact_of(arena, &g);
	if (artifact && see)
		show(&g, artifact, see, context);
	gen_end(&g);
	return artifact;
}
