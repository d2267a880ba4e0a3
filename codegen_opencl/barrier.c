/* Barriers by dependence: between a store and a load of the same memory by
 * different work-items of a group, and before what was read is overwritten.
 * Placed only where all items of the group come by.
 *
 * One walk in program order keeps what was stored and loaded since the last
 * barrier; a loop is walked twice, since its end comes before its start. */
#include "codegen_opencl/gen.h"

enum { SHARED_MAX = 64 };

/* Sets of shared buffers, by Buffer.mark - 1; combined: by atomic functions. */
typedef struct Access {
	uint64_t loads, stores, combined;
} Access;

typedef struct Barriers {
	Gen *g;
	Kernel *kernel;
	int count;
	Space spaces[SHARED_MAX];
	Access open; /* since the last barrier */
} Barriers;

/* -- what may be shared between items -------------------------------------- */

static void enlist(Barriers *b, Buffer *buffer)
{
	if (buffer->mark || b->count == SHARED_MAX)
		return;
	b->spaces[b->count++] = buffer->space;
	buffer->mark = b->count;
}

static void unmark_code(void *context, const Code *code)
{
	(void)context;
	if (code->buffer)
		code->buffer->mark = 0;
}

static void unmark(const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		stmt_visit(stmt, unmark_code, NULL);
		if (stmt->buffer)
			stmt->buffer->mark = 0;
		if (stmt->body)
			unmark(stmt->body);
		if (stmt->other)
			unmark(stmt->other);
	}
}

static void enlist_stored(Barriers *b, const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->buffer && stmt->buffer->space != SPACE_PRIVATE)
			enlist(b, stmt->buffer);
		if (stmt->body)
			enlist_stored(b, stmt->body);
		if (stmt->other)
			enlist_stored(b, stmt->other);
	}
}

/* -- accesses -------------------------------------------------------------- */

static void load_access(void *context, const Code *code)
{
	Access *access = context;

	if (code->kind == CODE_LOAD && code->buffer->mark)
		access->loads |= UINT64_C(1) << (code->buffer->mark - 1);
}

static void add_access(Access *access, Access other)
{
	access->loads |= other.loads;
	access->stores |= other.stores;
	access->combined |= other.combined;
}

static void block_access(const Block *block, Access *access);

static Access accesses(const Stmt *stmt)
{
	Access access = { 0, 0, 0 };

	stmt_visit(stmt, load_access, &access);
	if (stmt->kind == STMT_STORE && stmt->buffer->mark)
		*(stmt->atomic ? &access.combined : &access.stores)
			|= UINT64_C(1) << (stmt->buffer->mark - 1);
	if (stmt->body)
		block_access(stmt->body, &access);
	if (stmt->other)
		block_access(stmt->other, &access);
	return access;
}

static void block_access(const Block *block, Access *access)
{
	for (int i = 0; i < block->count; i++) {
		Access one = accesses(block->items[i]);

		add_access(access, one);
	}
}

/* -- the walk -------------------------------------------------------------- */

/* Buffers that a and, after it, b use in ways that must be kept apart. Two
 * stores need not be: each element is stored once between its loads; nor what
 * combines. */
static uint64_t conflict(Access a, Access b)
{
	return (a.stores & (b.loads | b.combined))
	     | (a.loads & (b.stores | b.combined))
	     | (a.combined & (b.loads | b.stores));
}

static unsigned fence_for(const Barriers *b, uint64_t buffers)
{
	unsigned fence = 0;

	for (int i = 0; i < b->count; i++)
		if (buffers >> i & 1)
			fence |= 1u << b->spaces[i];
	return fence;
}

static void add_barrier(Barriers *b, Block *block, int *at, uint64_t buffers)
{
	Stmt *stmt = ARENA_NEW(b->kernel->arena, Stmt);
	unsigned fence = fence_for(b, buffers);

	stmt->kind = STMT_BARRIER;
	stmt->fence = fence;
	if (*at > 0 && block->items[*at - 1]->kind == STMT_BARRIER)
		block->items[*at - 1]->fence |= fence;
	else
		block_insert(block, (*at)++, stmt);
	b->open = (Access){ 0, 0, 0 };
}

/* Whether of the items that come to a STMT_SINGLE only one goes on: there is a
 * dimension that the maps around it are not spread over. */
static bool is_chosen(const Kernel *kernel, const Stmt *stmt)
{
	for (int level = 0; level < LEVELS; level++)
		for (int d = 0; d < DEVICE_DIMS; d++)
			if (kernel->used[level][d]
			    && !(stmt->bound[level] & 1u << d))
				return true;
	return false;
}

static bool spreads_inside(const Kernel *kernel, const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_PARALLEL
		    || (stmt->kind == STMT_SINGLE && is_chosen(kernel, stmt))
		    || (stmt->body && spreads_inside(kernel, stmt->body))
		    || (stmt->other && spreads_inside(kernel, stmt->other)))
			return true;
	}
	return false;
}

static void walk(Barriers *b, Block *block);

/* All items come to the start of the body and leave its end together. */
static bool is_uniform(const Barriers *b, const Stmt *stmt)
{
	return stmt->kind == STMT_LOOP
	    || (stmt->kind == STMT_PARALLEL
		&& (stmt->level != LEVEL_LOCAL
		    || (!stmt->open && stmt->extent
			% b->kernel->local[stmt->dim] == 0)));
}

static bool is_repeated(const Barriers *b, const Stmt *stmt)
{
	return stmt->kind == STMT_LOOP
	    || (stmt->kind == STMT_PARALLEL && stmt->level == LEVEL_LOCAL
		&& stmt->extent > b->kernel->local[stmt->dim]);
}

static void walk_inside(Barriers *b, Stmt *stmt)
{
	int count = stmt->body->count;

	walk(b, stmt->body);
	if (is_repeated(b, stmt))
		walk(b, stmt->body);
	if (stmt->body->count != count && !is_uniform(b, stmt))
		gen_refuse(b->g, E0301, b->g->root,
			   "as many rounds as work-items",
			   "a barrier is needed where not all items of the "
			   "group come by");
}

static void walk(Barriers *b, Block *block)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];
		Access access;
		uint64_t clash;

		if (stmt->kind == STMT_BARRIER) {
			b->open = (Access){ 0, 0, 0 };
			continue;
		}
		access = accesses(stmt);
		clash = conflict(b->open, access);
		if (clash)
			add_barrier(b, block, &i, clash);
		if (stmt->body && !stmt->other
		    && stmt->kind != STMT_SINGLE && !stmt->apart
		    && spreads_inside(b->kernel, stmt->body)) {
			walk_inside(b, stmt);
			continue;
		}
		add_access(&b->open, access);
	}
}

void kernel_barriers(Gen *g, Kernel *kernel)
{
	Barriers b = { .g = g, .kernel = kernel };

	if (kernel->local[0] * kernel->local[1] * kernel->local[2] == 1)
		return;
	unmark(kernel->prologue);
	unmark(kernel->top);
	enlist_stored(&b, kernel->top);
	if (b.count == SHARED_MAX)
		gen_refuse(g, E0303, g->root, NULL,
			   "more than %d arrays shared in a group",
			   SHARED_MAX - 1);
	walk(&b, kernel->top);
}
