/* What one work-item stores for others: barriers hand it on in a group, nothing
 * does between groups in one kernel. */
#include "codegen_opencl/gen.h"

/* The dimensions in which work-items are in different groups; of those that a
 * statement is spread over: in the others one item is at work for all. */
typedef unsigned Dims;

typedef struct Reach {
	Gen *g;
	Dims used;
	Dims here; /* where a load stands */
} Reach;

static Dims used_dims(const Kernel *kernel)
{
	Dims dims = 0;

	for (int d = 0; d < DEVICE_DIMS; d++)
		if (kernel->used[LEVEL_GLOBAL][d] || kernel->used[LEVEL_GROUP][d])
			dims |= 1u << d;
	return dims;
}

static Dims dims_of(const Stmt *single)
{
	return single->bound[LEVEL_GLOBAL] | single->bound[LEVEL_GROUP];
}

static bool is_intermediate(const Gen *g, const Buffer *buffer)
{
	for (int i = 0; i < g->temp_count; i++)
		if (g->temps[i] == buffer)
			return true;
	return false;
}

/* Marks what is stored there with the dimensions that have copies, wherever it
 * is stored. */
static void mark_stored(const Reach *reach, const Block *block, Dims dims)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_STORE
		    && is_intermediate(reach->g, stmt->buffer))
			stmt->buffer->mark = 1 + (int)(dims
				& (Dims)(stmt->buffer->mark - 1));
		if (stmt->body)
			mark_stored(reach, stmt->body, dims);
		if (stmt->other)
			mark_stored(reach, stmt->other, dims);
	}
}

static void mark(const Reach *reach, const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_SINGLE) {
			if (reach->used & ~dims_of(stmt))
				mark_stored(reach, stmt->body, dims_of(stmt));
			continue;
		}
		if (stmt->body)
			mark(reach, stmt->body);
		if (stmt->other)
			mark(reach, stmt->other);
	}
}

static void look(void *context, const Code *code)
{
	const Reach *reach = context;
	const Buffer *buffer = code->kind == CODE_LOAD ? code->buffer : NULL;

	if (buffer && buffer->mark && is_intermediate(reach->g, buffer)
	    && reach->here & reach->used & ~(Dims)(buffer->mark - 1))
		gen_refuse(reach->g, E0301, buffer->origin ? buffer->origin
							   : reach->g->root,
			   "another kernel, or a group",
			   "what one work-item computes is read by those of "
			   "other groups");
}

static void look_at(const Reach *around, const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];
		Reach reach = *around;

		if (stmt->kind == STMT_SINGLE)
			reach.here = dims_of(stmt);
		stmt_visit(stmt, look, &reach);
		if (stmt->body)
			look_at(&reach, stmt->body);
		if (stmt->other)
			look_at(&reach, stmt->other);
	}
}

static void unmark(const Gen *g)
{
	for (int i = 0; i < g->temp_count; i++)
		g->temps[i]->mark = 0;
}

void kernel_reach(Gen *g, Kernel *kernel)
{
	const Reach reach = { g, used_dims(kernel), ~0u };

	unmark(g);
	mark(&reach, kernel->top);
	look_at(&reach, kernel->top);
	unmark(g);
}
