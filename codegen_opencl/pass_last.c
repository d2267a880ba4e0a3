/* What the last round of a loop has stored is not loaded again: the variable that
 * was stored still has it. A row that goes on from the last state of a scan in
 * vectors takes a lane of that. */
#include "codegen_opencl/code.h"
#include "codegen_opencl/pass.h"

typedef struct Last {
	Arena *arena;
	AffineTable *t;
	bool found;
} Last;

static int stores_of(const Block *block, const Buffer *buffer)
{
	int count = 0;

	for (int i = 0; block && i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		count += stmt->kind == STMT_STORE && stmt->buffer == buffer;
		count += stores_of(stmt->body, buffer);
		count += stores_of(stmt->other, buffer);
	}
	return count;
}

/* Whether the variable is of the block's own. */
static bool declares(const Block *block, const Var *var)
{
	for (int i = 0; i < block->count; i++)
		if (block->items[i]->kind == STMT_DECLARE
		    && block->items[i]->var == var)
			return true;
	return false;
}

static bool mentions(const Block *block, int from, int to, const Var *var)
{
	for (int i = from; i < to; i++)
		if (stmt_mentions(block->items[i], var))
			return true;
	return false;
}

/* The last statement of each round that stores to the buffer, if no other does
 * and what it stores is a variable that has this value after the loop. */
static const Stmt *only_store(const Stmt *loop, const Buffer *buffer)
{
	const Block *body = loop->body;

	for (int i = 0; i < body->count; i++) {
		const Stmt *stmt = body->items[i];

		if (stmt->kind != STMT_STORE || stmt->buffer != buffer)
			continue;
		return !stmt->atomic && !stmt->start
		    && stmt->value->kind == CODE_VAR
		    && stmt->value->scalar == buffer->scalar
		    && !declares(body, stmt->value->var)
		    && !mentions(body, i + 1, body->count, stmt->value->var)
		    && stores_of(body, buffer) == 1 ? stmt : NULL;
	}
	return NULL;
}

static bool is_counted(const Stmt *loop)
{
	if (loop->kind != STMT_LOOP || loop->start || loop->step || loop->open
	    || loop->end || loop->extent < 1)
		return false;
	for (int i = 0; i < loop->body->count; i++)
		if (stmt_may_leave(loop->body->items[i]))
			return false;
	return true;
}

/* What the load gives, after the loop; NULL: that is not known. */
static const Code *known(const Last *last, const Stmt *loop,
			 const Stmt *store, const Code *load)
{
	const Affine *end = affine_const(last->t, loop->extent - 1);
	const Affine *stored = affine_put(last->t, store->index, loop->var, end);
	const Affine *lane = affine_sub(last->t, load->index, stored);

	if (load->width != 1 || stored->width != 1
	    || load->scalar != store->value->scalar || !affine_is_const(lane)
	    || lane->constant < 0 || lane->constant >= store->value->width)
		return NULL;
	return store->value->width == 1 ? store->value
	     : code_lane(last->arena, store->value, (int)lane->constant);
}

/* Loads by what follows the loop, until the element or the variable may be
 * another. */
static void forward(Last *last, const Block *block, int at)
{
	const Stmt *loop = block->items[at];

	for (int i = at + 1; i < block->count; i++) {
		Stmt *stmt = block->items[i];
		const bool sets = stmt->kind == STMT_DECLARE
			       || stmt->kind == STMT_ASSIGN;
		const Code *load = sets ? stmt->value : NULL, *value;
		const Stmt *store;

		if (!sets)
			return;
		if (!load || load->kind != CODE_LOAD)
			continue;
		store = only_store(loop, load->buffer);
		if (!store || mentions(block, at + 1, i, store->value->var))
			continue;
		value = known(last, loop, store, load);
		if (!value)
			continue;
		stmt->value = value;
		if (stmt->kind == STMT_DECLARE)
			stmt->var->kind = VAR_TEMP;
		last->found = true;
	}
}

static void see(Last *last, const Block *block)
{
	for (int i = 0; block && i < block->count; i++) {
		see(last, block->items[i]->body);
		see(last, block->items[i]->other);
		if (is_counted(block->items[i]))
			forward(last, block, i);
	}
}

bool pass_last(Kernel *kernel, AffineTable *indices)
{
	Last last = { kernel->arena, indices, false };

	see(&last, kernel->top);
	return last.found;
}
