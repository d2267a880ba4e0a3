/* A named array of a work-item that is kept where the item's result goes: where
 * it is a part of that, as let e = x in concat e (f e), or when what is done with
 * it allows that: let e = toPrivate x in map f e reads each element once more
 * where it writes it, and needs no array of its own; nor a part of a buffer, as
 * toGlobal x, which may be of any length. */
#include "codegen_opencl/view.h"

/* -- a part of the result -------------------------------------------------- */

static const View *part_of_array(Gen *g, const Expr *concat, int index,
				 const View *to)
{
	const Affine *first = affine_const(&g->indices, 0);

	for (int i = 0; i < concat->kid_count; i++) {
		const Expr *kid = concat->kids[i];
		const View *place =
			gen_part_of_result(g, kid, index,
					   view_slice(g, to, first));

		if (place)
			return place;
		first = affine_add(&g->indices, first,
				   gen_size(g, kid->type->length));
	}
	return NULL;
}

const View *gen_part_of_result(Gen *g, const Expr *e, int index,
			       const View *to)
{
	if (e->kind == EXPR_LET)
		return gen_part_of_result(g, e->kids[1], index + 1, to);
	if (e->kind == EXPR_VAR && e->index == index)
		return to;
	if (expr_is(e, PRIM_CONCAT))
		return part_of_array(g, e, index, to);
	for (int i = 0; e->kind == EXPR_TUPLE && i < e->kid_count; i++) {
		const View *place =
			gen_part_of_result(g, e->kids[i], index,
					   view_get(g, to, i));

		if (place)
			return place;
	}
	return NULL;
}

/* Whether it is no array of registers, nor one that the group shares. */
static bool is_kept_anywhere(const Gen *g, const Expr *value)
{
	enum { SHORT = 64 };

	if (value->type->kind != TYPE_ARRAY || expr_is(value, PRIM_TO_LOCAL)
	    || expr_has(value) & HAS_PARALLEL)
		return false;
	if (expr_is(value, PRIM_TO_PRIVATE))
		return gen_is_array(g, value->type, value);
	return expr_is(value, PRIM_TO_GLOBAL) || gen_length(value->type) > SHORT;
}

/* The place of the named array in global memory that is the item's alone, where
 * it is a part of the result; or NULL. */
static const View *part(Gen *g, const Expr *let, const Env *env,
			const View *to)
{
	const View *place, *memory;

	if (!is_kept_anywhere(g, let->kids[0]) || gen_pinned(g, let, env)
	    || g->bound[LEVEL_GROUP] || g->bound[LEVEL_LOCAL] || g->guarded
	    || g->width > 1)
		return NULL;
	place = gen_part_of_result(g, let->kids[1], 0, to);
	memory = place && view_is_place(place) ? place : NULL;
	while (memory && memory->of)
		memory = memory->of;
	return memory && memory->kind == VIEW_MEMORY && !memory->lane
	    && memory->leaves[0].buffer->space == SPACE_GLOBAL ? place : NULL;
}

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

/* What is to be private is written as it is computed. */
static const Expr *stored(const Expr *value)
{
	return expr_is(value, PRIM_TO_PRIVATE) ? value->kids[0] : value;
}

bool gen_reuse(Gen *g, const Expr *let, const Env *env, const View *to)
{
	const View *place = part(g, let, env, to);
	Buffer *buffer = fits(g, let, env) ? room(g, to) : NULL;
	const Buffer *kept = g->kept;
	Trial trial;
	int from;

	if (place) {
		gen_write(g, stored(let->kids[0]), env, place);
		gen_write(g, let->kids[1], gen_named(g, place, env), to);
		return true;
	}
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
