/* Numbers of rounds in loops of launches. A kernel that mentions one reads it in the
 * loop's counter. What counts is a kernel of its own where a turn has one other; of
 * several the first copies the number beside the counter, and the last, which reads
 * it there, stores the next one in the counter, each by one item: no kernel stores
 * what its other items may still read. */
#include "codegen_opencl/code.h"
#include "codegen_opencl/gen.h"
#include "codegen_opencl/pass.h"
#include "codegen_opencl/view.h"

/* -- reading --------------------------------------------------------------- */

static bool mentions(const Block *block, const Var *var)
{
	for (int i = 0; i < block->count; i++)
		if (stmt_mentions(block->items[i], var))
			return true;
	return false;
}

static void read_number(Gen *g, Kernel *kernel, const KernelLoop *loop)
{
	Buffer *counter = loop == kernel->loop && kernel->beside
			  ? kernel->beside : loop->counter;
	Stmt *read;

	if (!loop->number || !(mentions(kernel->prologue, loop->number)
			       || mentions(kernel->top, loop->number)))
		return;
	read = ARENA_NEW(g->arena, Stmt);
	*read = (Stmt){ .kind = STMT_DECLARE, .var = loop->number,
			.value = code_load(g->arena, counter,
					   affine_const(&g->indices, 0), 1) };
	block_insert(kernel->prologue, 0, read);
}

/* -- counting -------------------------------------------------------------- */

/* Where sizes are open a kernel may have no items. */
static bool is_open(const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if ((stmt->kind == STMT_PARALLEL && stmt->open)
		    || (stmt->body && is_open(stmt->body))
		    || (stmt->other && is_open(stmt->other)))
			return true;
	}
	return false;
}

/* One item stores the number. */
static void store_number(Gen *g, Kernel *kernel, Buffer *to,
			 const Affine *number)
{
	Block *body = block_new(g->arena);

	block_add(body, (Stmt){ .kind = STMT_STORE, .buffer = to,
				.index = affine_const(&g->indices, 0),
				.value = code_index(g->arena, SCALAR_I32,
						    number) });
	block_add(kernel->top, (Stmt){ .kind = STMT_SINGLE, .body = body });
}

/* The first of the kernels before this one that are in its loop. */
static int first_of_turn(const Gen *g, int count)
{
	int first = count;

	while (first && kernel_is_within(g->kernels[first - 1],
					 g->kernels[count]->loop))
		first--;
	return first;
}

/* By those before it in the turn, two of which are launched once in that. */
static bool counted_by_others(Gen *g, int count)
{
	const KernelLoop *loop = g->kernels[count]->loop;
	const int from = first_of_turn(g, count);
	Kernel *first = g->kernels[from], *last;

	if (count - from < 2)
		return false;
	last = g->kernels[count - 1];
	if (first->loop != loop || last->loop != loop
	    || is_open(first->top) || is_open(last->top))
		return false;
	last->beside = gen_temp(g, type_scalar(g->ir, SCALAR_I32),
				loop->counter->origin)->leaves[0].buffer;
	store_number(g, first, last->beside, loop->round);
	store_number(g, last, loop->counter,
		     affine_plus(&g->indices, loop->round, loop->rounds));
	return true;
}

void kernel_number(Gen *g)
{
	int kept = 0;

	for (int i = 0; i < g->kernel_count; i++)
		if (g->kernels[i]->counts)
			g->kernels[i]->needed = !counted_by_others(g, i);
	for (int i = 0; i < g->kernel_count; i++)
		if (g->kernels[i]->needed)
			g->kernels[kept++] = g->kernels[i];
	g->kernel_count = kept;
	for (int i = 0; i < kept; i++)
		for (const KernelLoop *loop = g->kernels[i]->loop; loop;
		     loop = loop->outer)
			read_number(g, g->kernels[i], loop);
}
