/* Local arrays that take over another's memory: the tree of a work-group works
 * in place.
 *
 * `to` is stored from `from` in one region, the last that reads `from` and the
 * first that mentions `to`. What an item stores there is either what it alone
 * has read before, or lies apart from everything that is read. */
#include "codegen_opencl/pass.h"

/* -- uses ------------------------------------------------------------------ */

typedef struct Uses {
	const Buffer *buffer;
	int loads, stores;
	bool vectors;
} Uses;

static void count_load(void *context, const Code *code)
{
	Uses *uses = context;

	if (code->kind != CODE_LOAD || code->buffer != uses->buffer)
		return;
	uses->loads++;
	uses->vectors |= code->width > 1;
}

static void add_uses(const Block *block, Uses *uses);

static void add_stmt(const Stmt *stmt, Uses *uses)
{
	stmt_visit(stmt, count_load, uses);
	if (stmt->kind == STMT_STORE && stmt->buffer == uses->buffer) {
		uses->stores++;
		uses->vectors |= stmt->value->width > 1;
	}
	if (stmt->body)
		add_uses(stmt->body, uses);
	if (stmt->other)
		add_uses(stmt->other, uses);
}

static void add_uses(const Block *block, Uses *uses)
{
	for (int i = 0; i < block->count; i++)
		add_stmt(block->items[i], uses);
}

static Uses stmt_uses(const Stmt *stmt, const Buffer *buffer)
{
	Uses uses = { .buffer = buffer };

	add_stmt(stmt, &uses);
	return uses;
}

/* Whether it is stored or loaded, in from..to of the block. */
static bool is_used(const Block *block, int from, int to,
		    const Buffer *buffer)
{
	for (int i = from; i < to; i++) {
		Uses uses = stmt_uses(block->items[i], buffer);

		if (uses.loads || uses.stores)
			return true;
	}
	return false;
}

static bool is_only_in(const Kernel *kernel, const Block *block,
		       const Buffer *buffer)
{
	Uses all = { .buffer = buffer }, here = { .buffer = buffer };

	add_uses(kernel->prologue, &all);
	add_uses(kernel->top, &all);
	add_uses(block, &here);
	return all.loads == here.loads && all.stores == here.stores;
}

/* -- the region ------------------------------------------------------------ */

typedef struct Pair {
	const Buffer *from, *to;
	const Affine *stored; /* index of the present store */
	const Block *region;
	bool apart;
} Pair;

static void check_load(void *context, const Code *code)
{
	Pair *pair = context;

	if (code->kind == CODE_LOAD && code->buffer == pair->from)
		pair->apart &= code->index == pair->stored
			    || code->index->lo > pair->stored->hi
			    || code->index->hi < pair->stored->lo;
}

static void check_loads(const Block *block, Pair *pair)
{
	for (int i = 0; i < block->count; i++) {
		stmt_visit(block->items[i], check_load, pair);
		if (block->items[i]->body)
			check_loads(block->items[i]->body, pair);
		if (block->items[i]->other)
			check_loads(block->items[i]->other, pair);
	}
}

/* Loads first, then stores, in one straight line. */
static bool is_ordered(const Block *block, Pair *pair)
{
	for (int i = 0; i < block->count && pair->apart; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_SINGLE) {
			if (!is_ordered(stmt->body, pair))
				return false;
			continue;
		}
		if (pair->stored && stmt_uses(stmt, pair->from).loads)
			return false;
		if (stmt->kind == STMT_STORE && stmt->buffer == pair->to
		    && !stmt->atomic) {
			pair->stored = stmt->index;
			check_loads(pair->region, pair);
		} else if (stmt_uses(stmt, pair->to).stores) {
			return false;
		}
	}
	return pair->apart;
}

static bool has_parallel(const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_PARALLEL
		    || (stmt->body && has_parallel(stmt->body))
		    || (stmt->other && has_parallel(stmt->other)))
			return true;
	}
	return false;
}

static bool is_in_place(const Stmt *stmt, const Buffer *from,
			const Buffer *to)
{
	Pair pair = { from, to, NULL, stmt->body, true };
	Uses read = stmt_uses(stmt, from), written = stmt_uses(stmt, to);

	return stmt->kind == STMT_PARALLEL && stmt->level == LEVEL_LOCAL
	    && !has_parallel(stmt->body)
	    && read.loads && !read.stores && written.stores && !written.loads
	    && !read.vectors && !written.vectors
	    && is_ordered(stmt->body, &pair);
}

/* -- sharing --------------------------------------------------------------- */

static const Code *moved(Arena *arena, const Code *code, const Buffer *from,
			 Buffer *to)
{
	const Code **args;
	Code *made;

	if (!code || !code_loads(code, from))
		return code;
	made = ARENA_NEW(arena, Code);
	args = ARENA_ARRAY(arena, const Code *, code->count + 1);
	*made = *code;
	if (code->buffer == from)
		made->buffer = to;
	for (int i = 0; i < code->count; i++)
		args[i] = moved(arena, code->args[i], from, to);
	made->args = args;
	return made;
}

static void move(Block *block, const Buffer *from, Buffer *to)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		stmt->value = moved(block->arena, stmt->value, from, to);
		stmt->start = moved(block->arena, stmt->start, from, to);
		stmt->step = moved(block->arena, stmt->step, from, to);
		if (stmt->buffer == from)
			stmt->buffer = to;
		if (stmt->body)
			move(stmt->body, from, to);
		if (stmt->other)
			move(stmt->other, from, to);
	}
}

static bool takes_over(const Kernel *kernel, const Block *block, int at,
		       const Buffer *from, const Buffer *to)
{
	return from != to && from->space == SPACE_LOCAL
	    && to->space == SPACE_LOCAL && from->scalar == to->scalar
	    && from->elements >= to->elements
	    && is_in_place(block->items[at], from, to)
	    && is_used(block, 0, at, from)
	    && !is_used(block, at + 1, block->count, from)
	    && !is_used(block, 0, at, to) && is_only_in(kernel, block, from)
	    && is_only_in(kernel, block, to);
}

static void remove_array(Kernel *kernel, int at)
{
	for (int i = at; i + 1 < kernel->array_count; i++)
		kernel->arrays[i] = kernel->arrays[i + 1];
	kernel->array_count--;
}

/* Whether the region reads and stores any array already. */
static bool changes_any(const Kernel *kernel, const Stmt *region)
{
	for (int i = 0; i < kernel->array_count; i++) {
		Uses uses = stmt_uses(region, kernel->arrays[i]);

		if (uses.loads && uses.stores)
			return true;
	}
	return false;
}

static bool share_one(Kernel *kernel, Block *block, int at)
{
	if (changes_any(kernel, block->items[at]))
		return false;
	for (int i = 0; i < kernel->array_count; i++)
		for (int j = 0; j < kernel->array_count; j++) {
			Buffer *from = kernel->arrays[i];
			Buffer *to = kernel->arrays[j];

			if (!takes_over(kernel, block, at, from, to))
				continue;
			move(block, to, from);
			block->items[at]->apart = true;
			remove_array(kernel, j);
			return true;
		}
	return false;
}

static void share(Kernel *kernel, Block *block)
{
	for (int i = 0; i < block->count; i++) {
		if (block->items[i]->kind == STMT_PARALLEL)
			share_one(kernel, block, i);
		if (block->items[i]->body)
			share(kernel, block->items[i]->body);
		if (block->items[i]->other)
			share(kernel, block->items[i]->other);
	}
}

void pass_share(Kernel *kernel)
{
	share(kernel, kernel->top);
}
