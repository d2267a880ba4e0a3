/* A named array of a work-item that is kept where the item's result goes, when
 * what is done with it allows that: let e = toPrivate x in map f e reads each
 * element once more where it writes it, and needs no array of its own; nor a part
 * of a buffer, as toGlobal x, which may be of any length. */
#include "codegen_opencl/view.h"

/* -- where it may be kept -------------------------------------------------- */

static bool is_over_an_input(const Gen *g, const Buffer *buffer)
{
	for (int i = 0; i < g->program->output_count; i++)
		if (g->outputs[i] == buffer
		    && g->program->out_ports[i].into >= 0)
			return true;
	return false;
}

/* Global memory without gaps that is the item's alone, or NULL. */
static Buffer *room(const Gen *g, const View *to)
{
	Buffer *buffer;

	while (to->kind == VIEW_SLICE)
		to = to->of;
	if (to->kind != VIEW_MEMORY || to->lane || type_leaves(to->type) != 1
	    || g->bound[LEVEL_GROUP] || g->bound[LEVEL_LOCAL] || g->loop
	    || g->guarded || g->width > 1)
		return NULL;
	buffer = to->leaves[0].buffer;
	return buffer->space == SPACE_GLOBAL && buffer != g->kept
	    && !is_over_an_input(g, buffer) ? buffer : NULL;
}

static bool fits(const Gen *g, const Expr *let, const Env *env)
{
	const Expr *value = let->kids[0];

	if (value->type != let->type || value->type->kind != TYPE_ARRAY
	    || gen_pinned(g, let, env))
		return false;
	if (expr_is(value, PRIM_TO_GLOBAL))
		return !(expr_has(value) & HAS_PARALLEL);
	return expr_is(value, PRIM_TO_PRIVATE)
	    && gen_is_array(g, value->type, value);
}

/* -- whether it was there as long as it was read --------------------------- */

typedef struct Uses {
	const Buffer *buffer;
	bool loads, stores;
} Uses;

static void see_load(void *context, const Code *code)
{
	Uses *uses = context;

	uses->loads |= code->kind == CODE_LOAD && code->buffer == uses->buffer;
}

static void see_own(const Stmt *stmt, Uses *uses)
{
	uses->stores |= stmt->kind == STMT_STORE
		     && stmt->buffer == uses->buffer;
	stmt_visit(stmt, see_load, uses);
}

static void see_block(const Block *block, Uses *uses)
{
	for (int i = 0; block && i < block->count; i++) {
		see_own(block->items[i], uses);
		see_block(block->items[i]->body, uses);
		see_block(block->items[i]->other, uses);
	}
}

/* From the first statement on that stores a part of the result, each element
 * is loaded only where it is stored afterwards. */
static bool was_there(const Block *block, int from, const Buffer *buffer)
{
	bool stored = false;

	for (int i = from; i < block->count; i++) {
		const Stmt *stmt = block->items[i];
		Uses own = { buffer, false, false }, all;

		see_own(stmt, &own);
		all = own;
		see_block(stmt->body, &all);
		see_block(stmt->other, &all);
		stored |= all.stores;
		if (!stored || !all.loads)
			continue;
		if (own.loads || stmt->other
		    || !gen_is_in_place(stmt->body, buffer, buffer))
			return false;
	}
	return true;
}

bool gen_reuse(Gen *g, const Expr *let, const Env *env, const View *to)
{
	Buffer *buffer = fits(g, let, env) ? room(g, to) : NULL;
	const Buffer *kept = g->kept;
	Trial trial;
	int from;

	if (!buffer)
		return false;
	trial = gen_try(g);
	gen_write(g, let->kids[0]->kids[0], env, to);
	from = g->scope->block->count;
	g->kept = buffer;
	gen_write(g, let->kids[1], gen_named(g, to, env), to);
	g->kept = kept;
	if (g->stopped || was_there(g->scope->block, from, buffer))
		return true;
	gen_take_back(g, &trial);
	return false;
}
