/* Kernels opened, closed and joined. */
#include <string.h>

#include "codegen_opencl/code.h"
#include "codegen_opencl/gen.h"
#include "codegen_opencl/pass.h"

void kernel_open(Gen *g)
{
	Kernel *kernel = ARENA_NEW(g->arena, Kernel);

	kernel->arena = g->arena;
	kernel->prologue = block_new(g->arena);
	kernel->top = block_new(g->arena);
	kernel->wide = g->indices.wide;
	kernel->concat = g->concat;
	kernel->loop = g->loop;
	g->kernel = kernel;
	g->scope = NULL;
	gen_open(g, &g->prologue, kernel->prologue);
	gen_open(g, &g->top, kernel->top);
	g->spread = NULL;
	memset(g->bound, 0, sizeof g->bound);
	g->single = false;
	g->width = 1;
}

void kernel_close(Gen *g)
{
	Kernel **kernels;

	if (g->kernel_count == g->kernel_capacity) {
		g->kernel_capacity = 2 * g->kernel_capacity + 4;
		kernels = ARENA_ARRAY(g->arena, Kernel *, g->kernel_capacity);
		for (int i = 0; i < g->kernel_count; i++)
			kernels[i] = g->kernels[i];
		g->kernels = kernels;
	}
	g->kernels[g->kernel_count++] = g->kernel;
	g->kernel = NULL;
	g->scope = NULL;
}

/* -- loops of launches ----------------------------------------------------- */

bool kernel_is_within(const Kernel *kernel, const KernelLoop *loop)
{
	const KernelLoop *around = kernel->loop;

	while (around && around != loop)
		around = around->outer;
	return around != NULL;
}

double kernel_launches(const Kernel *kernel)
{
	double launches = 1;

	for (const KernelLoop *loop = kernel->loop; loop; loop = loop->outer)
		launches *= (double)loop->times;
	return launches;
}

/* Whether b is launched after a, in a later round perhaps. */
static bool comes_after(const Gen *g, int b, int a)
{
	const KernelLoop *outermost = g->kernels[a]->loop;

	while (outermost && outermost->outer)
		outermost = outermost->outer;
	return b > a || (outermost
			 && kernel_is_within(g->kernels[b], outermost));
}

/* -- joining --------------------------------------------------------------- */

enum { MERGED_STATEMENTS = 120, ALONG_STATEMENTS = 16 };

/* Only items of dimension 0, or one item; no local memory. */
static bool is_simple(const Kernel *kernel)
{
	const Block *top = kernel->top;

	for (int d = 0; d < DEVICE_DIMS; d++)
		if (kernel->used[LEVEL_GROUP][d] || kernel->used[LEVEL_LOCAL][d]
		    || (d > 0 && kernel->used[LEVEL_GLOBAL][d]))
			return false;
	for (int i = 0; i < kernel->array_count; i++)
		if (kernel->arrays[i]->space == SPACE_LOCAL)
			return false;
	if (!kernel->used[LEVEL_GLOBAL][0])
		return true;
	for (int i = 0; i < top->count; i++)
		if (top->items[i]->kind != STMT_PARALLEL)
			return false;
	return true;
}

typedef struct Reads {
	const Buffer *wanted;
	bool found;
} Reads;

static void read_buffer(void *context, const Code *code)
{
	Reads *reads = context;

	reads->found |= code->kind == CODE_LOAD
			&& code->buffer == reads->wanted;
}

static bool loads_from(const Block *block, const Buffer *buffer)
{
	Reads reads = { buffer, false };

	for (int i = 0; i < block->count && !reads.found; i++) {
		const Stmt *stmt = block->items[i];

		stmt_visit(stmt, read_buffer, &reads);
		if ((stmt->body && loads_from(stmt->body, buffer))
		    || (stmt->other && loads_from(stmt->other, buffer)))
			return true;
	}
	return reads.found;
}

static bool counts(const Kernel *kernel, const Buffer *counter)
{
	const KernelLoop *loop = kernel->loop;

	while (loop && loop->counter != counter)
		loop = loop->outer;
	return loop != NULL;
}

static bool kernel_loads(const Kernel *kernel, const Buffer *buffer)
{
	return counts(kernel, buffer)
	    || loads_from(kernel->prologue, buffer)
	    || loads_from(kernel->top, buffer);
}

/* Whether `reader` loads what the block stores. */
static bool feeds(const Block *block, const Kernel *reader)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_STORE
		    && kernel_loads(reader, stmt->buffer))
			return true;
		if ((stmt->body && feeds(stmt->body, reader))
		    || (stmt->other && feeds(stmt->other, reader)))
			return true;
	}
	return false;
}

static void bind_inside(Block *block)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		stmt->bound[LEVEL_GLOBAL] |= 1;
		if (stmt->body)
			bind_inside(stmt->body);
		if (stmt->other)
			bind_inside(stmt->other);
	}
}

/* The statements of one item as a parallel map of one round. */
static void spread_one(Kernel *kernel)
{
	Block *body = kernel->top;
	Var *var = var_new(kernel->arena, VAR_ID, SCALAR_I32, 1, 0);

	if (kernel->used[LEVEL_GLOBAL][0])
		return;
	var->letter = 'g';
	var->number = 0;
	bind_inside(body);
	kernel->top = block_new(kernel->arena);
	block_add(kernel->top, (Stmt){ .kind = STMT_PARALLEL, .var = var,
				       .level = LEVEL_GLOBAL, .extent = 1,
				       .body = body });
	kernel->used[LEVEL_GLOBAL][0] = true;
}

static int64_t items(const Kernel *kernel)
{
	int64_t most = 0;

	for (int i = 0; i < kernel->top->count; i++) {
		const Stmt *stmt = kernel->top->items[i];

		if (stmt->first + stmt->extent > most)
			most = stmt->first + stmt->extent;
	}
	return most;
}

static void add_arrays(Kernel *to, const Kernel *from)
{
	int count = to->array_count + from->array_count;
	Buffer **arrays = ARENA_ARRAY(to->arena, Buffer *, count ? count : 1);

	for (int i = 0; i < count; i++)
		arrays[i] = i < to->array_count
			    ? to->arrays[i] : from->arrays[i - to->array_count];
	to->arrays = arrays;
	to->array_count = to->array_capacity = count;
}

static bool is_open(const Kernel *kernel)
{
	for (int i = 0; i < kernel->top->count; i++)
		if (kernel->top->items[i]->open)
			return true;
	return false;
}

static bool merge(Kernel *a, Kernel *b)
{
	int64_t first;

	if (is_open(a) || is_open(b) || a->loop != b->loop
	    || !a->concat || a->concat != b->concat || !is_simple(a)
	    || !is_simple(b)
	    || kernel_statements(a->top) + kernel_statements(b->top) > MERGED_STATEMENTS
	    || feeds(a->top, b) || feeds(b->top, a))
		return false;
	spread_one(a);
	spread_one(b);
	first = items(a);
	for (int i = 0; i < b->top->count; i++)
		b->top->items[i]->first += first;
	block_splice(a->prologue, b->prologue);
	block_splice(a->top, b->top);
	add_arrays(a, b);
	return true;
}

static bool is_of_one_item(const Kernel *kernel)
{
	return is_simple(kernel) && !kernel->used[LEVEL_GLOBAL][0]
	    && !kernel->loop;
}

/* One item goes on with what it would do in the next launch. */
static bool go_on(Kernel *a, Kernel *b)
{
	if (!is_of_one_item(a) || !is_of_one_item(b)
	    || kernel_statements(a->top) + kernel_statements(b->top)
	       > MERGED_STATEMENTS)
		return false;
	block_splice(a->top, b->prologue);
	block_splice(a->top, b->top);
	add_arrays(a, b);
	return true;
}

static bool stores_to(const Block *block, const Buffer *buffer)
{
	for (int i = 0; block && i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if ((stmt->kind == STMT_STORE && stmt->buffer == buffer)
		    || stores_to(stmt->body, buffer)
		    || stores_to(stmt->other, buffer))
			return true;
	}
	return false;
}

/* Whether both store to one array. */
static bool meet(const Block *block, const Kernel *other)
{
	for (int i = 0; block && i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if ((stmt->kind == STMT_STORE
		     && stores_to(other->top, stmt->buffer))
		    || meet(stmt->body, other) || meet(stmt->other, other))
			return true;
	}
	return false;
}

static bool is_single(const Block *block)
{
	for (int i = 0; i < block->count; i++)
		if (block->items[i]->kind != STMT_SINGLE)
			return false;
	return true;
}

/* A little that one item would do in a launch of its own one item of the launch
 * before or behind it does, where neither depends on the other. */
static bool go_along(Kernel *all, Kernel *one)
{
	if (!is_of_one_item(one) || is_of_one_item(all) || all->loop
	    || is_open(all) || block_has_loop(one->top)
	    || kernel_statements(one->top) > ALONG_STATEMENTS
	    || feeds(all->top, one) || feeds(one->top, all)
	    || meet(one->top, all))
		return false;
	block_splice(one->prologue, one->top);
	if (is_single(one->prologue))
		block_splice(all->top, one->prologue);
	else
		block_add(all->top, (Stmt){ .kind = STMT_SINGLE,
					    .body = one->prologue });
	add_arrays(all, one);
	return true;
}

void kernel_merge(Gen *g)
{
	const bool along = g->device->type != DEVICE_CPU;
	int kept = 0;

	for (int i = 0; i < g->kernel_count; i++) {
		Kernel *last = kept ? g->kernels[kept - 1] : NULL;
		Kernel *kernel = g->kernels[i];

		if (!last)
			g->kernels[kept++] = kernel;
		else if (along && go_along(kernel, last))
			g->kernels[kept - 1] = kernel;
		else if (!merge(last, kernel) && !go_on(last, kernel)
			 && !(along && go_along(last, kernel)))
			g->kernels[kept++] = kernel;
	}
	g->kernel_count = kept;
}

/* -- kernels that nothing needs -------------------------------------------- */

static bool is_output(const Gen *g, const Buffer *buffer)
{
	for (int i = 0; i < g->program->output_count; i++)
		if (g->outputs[i] == buffer)
			return true;
	return false;
}

/* Whether a block of kernel `number` stores to an output, or to what a needed
 * kernel after it loads. */
static bool is_needed(const Gen *g, const Block *block, int number)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_STORE && is_output(g, stmt->buffer))
			return true;
		for (int k = 0; stmt->kind == STMT_STORE
		     && k < g->kernel_count; k++)
			if (g->kernels[k]->needed && comes_after(g, k, number)
			    && kernel_loads(g->kernels[k], stmt->buffer))
				return true;
		if ((stmt->body && is_needed(g, stmt->body, number))
		    || (stmt->other && is_needed(g, stmt->other, number)))
			return true;
	}
	return false;
}

static bool find_needed(Gen *g)
{
	bool found = false;

	for (int i = g->kernel_count - 1; i >= 0; i--) {
		Kernel *kernel = g->kernels[i];

		if (!kernel->needed && is_needed(g, kernel->top, i))
			kernel->needed = found = true;
	}
	return found;
}

/* Without loops once around is enough. */
void kernel_sweep(Gen *g)
{
	int kept = 0;

	while (find_needed(g))
		;
	for (int i = 0; i < g->kernel_count; i++)
		if (g->kernels[i]->needed)
			g->kernels[kept++] = g->kernels[i];
	g->kernel_count = kept;
}
