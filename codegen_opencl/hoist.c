/* Loads that are the same in all rounds of a loop come before it: of global memory
 * that the kernel does not store, where the loop certainly has a round. Compilers
 * for CPUs do that by themselves; those for GPUs keep their loads between barriers,
 * and each is a request of a warp. */
#include "codegen_opencl/gen.h"
#include "codegen_opencl/tree.h"

enum { WORDS = 16 }; /* that are kept in registers for one loop */

static void clear_marks(const Gen *g)
{
	for (int i = 0; i < g->program->in_port_count; i++)
		if (g->inputs[i])
			g->inputs[i]->mark = 0;
	for (int i = 0; i < g->program->output_count; i++)
		g->outputs[i]->mark = 0;
	for (int i = 0; i < g->temp_count; i++)
		g->temps[i]->mark = 0;
}

void gen_mark_stored(const Gen *g, const Kernel *kernel)
{
	clear_marks(g);
	block_mark_stored(kernel->prologue);
	block_mark_stored(kernel->top);
	for (int i = 0; i < g->program->output_count; i++) {
		const int into = g->program->out_ports[i].into;

		if (into >= 0 && g->inputs[into] && g->outputs[i]->mark)
			g->inputs[into]->mark = 1;
	}
}

/* Registers may be assigned in a loop. */
static bool is_of_registers(const Affine *index)
{
	for (int i = 0; i < index->count; i++) {
		const AffineAtom *atom = index->terms[i].atom;

		if ((atom->var && atom->var->kind == VAR_REGISTER)
		    || (atom->of && is_of_registers(atom->of))
		    || (atom->end && is_of_registers(atom->end)))
			return true;
	}
	return false;
}

/* Whether no number in the index changes in the loop: neither its own nor one that
 * its body declares. */
static bool is_same_in_all(const Stmt *loop, const Affine *index)
{
	if (index->width > 1 || affine_mentions(index, loop->var)
	    || is_of_registers(index))
		return false;
	for (int i = 0; i < loop->body->count; i++)
		if (loop->body->items[i]->kind == STMT_DECLARE
		    && affine_mentions(index, loop->body->items[i]->var))
			return false;
	return true;
}

/* A register begins anew in each round. */
static bool may_come_before(const Stmt *loop, const Stmt *stmt)
{
	const Code *load = stmt->value;

	return stmt->kind == STMT_DECLARE && stmt->var->kind != VAR_REGISTER
	    && load && load->kind == CODE_LOAD
	    && load->buffer->space == SPACE_GLOBAL && !load->buffer->mark
	    && is_same_in_all(loop, load->index);
}

static bool has_a_round(const Stmt *loop)
{
	return loop->kind == STMT_LOOP && loop->extent > 0 && !loop->open
	    && !loop->end && !loop->start;
}

/* Those of the loop at that place of the block, which moves. */
static int hoist_from(Block *block, int at)
{
	Block *body = block->items[at]->body;
	int words = 0, kept = 0;
	bool left = false;

	for (int i = 0; i < body->count; i++) {
		Stmt *stmt = body->items[i];
		const int more = stmt->kind == STMT_DECLARE ? stmt->var->width
							    : 0;

		left |= stmt_may_leave(stmt);
		if (!left && words + more <= WORDS
		    && may_come_before(block->items[at], stmt)) {
			block_insert(block, at++, stmt);
			words += more;
		} else {
			body->items[kept++] = stmt;
		}
	}
	body->count = kept;
	return at;
}

static void hoist_in(Block *block)
{
	for (int i = 0; i < block->count; i++) {
		if (block->items[i]->body)
			hoist_in(block->items[i]->body);
		if (block->items[i]->other)
			hoist_in(block->items[i]->other);
		if (has_a_round(block->items[i]))
			i = hoist_from(block, i);
	}
}

void gen_hoist(Gen *g, Kernel *kernel)
{
	gen_mark_stored(g, kernel);
	hoist_in(kernel->top);
}
