#include "ir/core/overwrite.h"

#include "ir/core/overwrite_layout.h"

/* One layout for each scalar component of a value, from left to right. */
typedef struct Reads {
	int count;
	Layout **of;
} Reads;

typedef struct Scope {
	const struct Scope *up;
	Reads reads;
} Scope;

typedef struct Walk {
	Arena *arena;
	const Program *program;
	int port;  /* of the input in question */
	int loops; /* around the present expression */
} Walk;

static Reads walk(Walk *w, const Expr *e, const Scope *scope);

static Layout *keep(Walk *w, Layout layout)
{
	Layout *kept = ARENA_NEW(w->arena, Layout);

	*kept = layout;
	return kept;
}

/* Nothing is read, or what is read is not known. */
static Reads reads_new(Walk *w, int count, bool reading)
{
	Layout *one = keep(w, (Layout){ .kind = reading ? READ_ANY
							: READ_NONE });
	Reads reads = { count, ARENA_ARRAY(w->arena, Layout *, count + 1) };

	for (int i = 0; i < count; i++)
		reads.of[i] = one;
	return reads;
}

static bool reads_any(Reads reads)
{
	for (int i = 0; i < reads.count; i++)
		if (reads.of[i]->kind != READ_NONE)
			return true;
	return false;
}

static const Scope *bound(Walk *w, const Scope *scope, Reads reads)
{
	Scope *inner = ARENA_NEW(w->arena, Scope);

	*inner = (Scope){ scope, reads };
	return inner;
}

/* What is captured from outside a loop is read again and again. */
static const Scope *captured(Walk *w, const Scope *scope)
{
	Reads reads;

	if (!scope)
		return NULL;
	reads = reads_new(w, scope->reads.count, false);
	for (int i = 0; i < reads.count; i++)
		if (scope->reads.of[i]->kind != READ_NONE)
			reads.of[i] = keep(w, layout_any());
	return bound(w, captured(w, scope->up), reads);
}

/* -- leaves and scalars ---------------------------------------------------- */

static Reads walk_input(Walk *w, const Expr *e)
{
	const ProgramInput *input = &w->program->inputs[e->index];
	const Port *port = &w->program->in_ports[w->port];
	Reads reads = reads_new(w, input->port_count, false);
	int leaf = w->port - input->first_port;

	if (leaf >= 0 && leaf < reads.count)
		reads.of[leaf] = keep(w, w->loops ? layout_any()
			: layout_row_major(port->rank, port->dims));
	return reads;
}

static Reads walk_var(const Expr *e, const Scope *scope)
{
	for (int i = 0; i < e->index; i++)
		scope = scope->up;
	return scope->reads;
}

static Reads walk_get(Walk *w, const Expr *e, const Scope *scope)
{
	Reads whole = walk(w, e->kids[0], scope);
	const Type *tuple = e->kids[0]->type;
	int first = 0;

	for (int i = 0; i < e->index; i++)
		first += type_leaves(tuple->parts[i]);
	return (Reads){ type_leaves(e->type), whole.of + first };
}

/* Scalar functions, also on vectors, and if: what any argument reads. */
static Reads walk_scalar(Walk *w, const Expr *e, const Scope *scope)
{
	Reads all = reads_new(w, type_leaves(e->type), false);

	for (int i = 0; i < e->kid_count; i++) {
		Reads kid = walk(w, e->kids[i], scope);

		for (int j = 0; j < all.count; j++) {
			const Layout *from = kid.of[kid.count == all.count
						    ? j : 0];

			all.of[j] = keep(w, layout_merge(all.of[j], from));
		}
	}
	return all;
}

static Reads walk_parts(Walk *w, const Expr *e, const Scope *scope)
{
	Reads all = reads_new(w, type_leaves(e->type), false);
	int count = 0;

	for (int i = 0; i < e->kid_count; i++) {
		Reads kid = walk(w, e->kids[i], scope);

		for (int j = 0; j < kid.count; j++)
			all.of[count++] = kid.of[j];
	}
	return all;
}

/* -- maps ------------------------------------------------------------------ */

static Reads walk_body(Walk *w, const Expr *function, const Scope *scope)
{
	Reads reads;

	w->loops++;
	reads = walk(w, function->kids[0], scope);
	w->loops--;
	return reads;
}

/* A map takes the outermost dimension off, mapVec the lanes. */
static Reads walk_map(Walk *w, const Expr *e, const Scope *scope)
{
	int dim = e->prim == PRIM_MAP_VEC ? -1 : 0;
	Reads xs = walk(w, e->kids[1], scope), inside, result, all;

	inside = reads_new(w, xs.count, false);
	for (int i = 0; i < xs.count; i++)
		inside.of[i] = keep(w, layout_take_off(w->arena, xs.of[i],
						       dim));
	result = walk_body(w, e->kids[0],
			   bound(w, captured(w, scope), inside));
	all = reads_new(w, result.count, false);
	for (int i = 0; i < result.count; i++)
		all.of[i] = keep(w, layout_put_back(result.of[i], dim));
	return all;
}

/* -- views ----------------------------------------------------------------- */

typedef Layout View(const Expr *e, const Layout *layout);

static Layout view_same(const Expr *e, const Layout *layout)
{
	(void)e;
	return *layout;
}

static Layout view_split(const Expr *e, const Layout *layout)
{
	return layout_split(layout, e->type->element->length->value);
}

static Layout view_join(const Expr *e, const Layout *layout)
{
	(void)e;
	return layout_join(layout);
}

static Layout view_transpose(const Expr *e, const Layout *layout)
{
	(void)e;
	return layout_swap(layout);
}

static Layout view_take(const Expr *e, const Layout *layout)
{
	return layout_slice(layout, 0, e->type->length->value);
}

static Layout view_drop(const Expr *e, const Layout *layout)
{
	return layout_slice(layout, e->sizes[0]->value,
			    e->type->length->value);
}

static Layout view_head(const Expr *e, const Layout *layout)
{
	(void)e;
	return layout_element(layout, 0);
}

static Layout view_split_vec(const Expr *e, const Layout *layout)
{
	Layout split = layout_split(layout, e->sizes[0]->value);

	return layout_rotate(&split, 1, -1);
}

static Layout view_join_vec(const Expr *e, const Layout *layout)
{
	Layout lanes = layout_rotate(layout, -1, 1);

	(void)e;
	return layout_join(&lanes);
}

static Layout view_lanes(const Expr *e, const Layout *layout)
{
	(void)e;
	return layout_rotate(layout, -1, 0);
}

/* y[i] = x[i / I + n * (i % I)] */
static Layout view_stride(const Expr *e, const Layout *layout)
{
	Layout split = layout_split(layout, e->sizes[0]->value);
	Layout swapped = layout_swap(&split);

	return layout_join(&swapped);
}

static View *const views[PRIM_COUNT] = {
	[PRIM_UNZIP] = view_same, [PRIM_TO_LOCAL] = view_same,
	[PRIM_TO_GLOBAL] = view_same, [PRIM_TO_PRIVATE] = view_same,
	[PRIM_SPLIT] = view_split, [PRIM_SPLIT_INTO] = view_split,
	[PRIM_JOIN] = view_join, [PRIM_TRANSPOSE] = view_transpose,
	[PRIM_TAKE] = view_take, [PRIM_DROP] = view_drop,
	[PRIM_HEAD] = view_head, [PRIM_SPLIT_VEC] = view_split_vec,
	[PRIM_JOIN_VEC] = view_join_vec, [PRIM_LANES] = view_lanes,
	[PRIM_REORDER_STRIDE] = view_stride,
};

static Reads walk_view(Walk *w, const Expr *e, const Scope *scope)
{
	Reads from = walk(w, e->kids[0], scope);
	Reads all = reads_new(w, from.count, false);

	for (int i = 0; i < all.count; i++)
		all.of[i] = keep(w, views[e->prim](e, from.of[i]));
	return all;
}

static Reads walk_concat(Walk *w, const Expr *e, const Scope *scope)
{
	int64_t *counts = ARENA_ARRAY(w->arena, int64_t, e->kid_count);
	Reads *parts = ARENA_ARRAY(w->arena, Reads, e->kid_count);
	const Layout **layouts = ARENA_ARRAY(w->arena, const Layout *,
					     e->kid_count);
	Reads all = reads_new(w, type_leaves(e->type), false);

	for (int i = 0; i < e->kid_count; i++) {
		counts[i] = e->kids[i]->type->length->value;
		parts[i] = walk(w, e->kids[i], scope);
	}
	for (int j = 0; j < all.count; j++) {
		for (int i = 0; i < e->kid_count; i++)
			layouts[i] = parts[i].of[j];
		all.of[j] = keep(w, layout_concat(e->kid_count, layouts,
						  counts));
	}
	return all;
}

/* An element at a fixed index. */
static Reads walk_at(Walk *w, const Expr *e, const Scope *scope)
{
	Reads from = walk(w, e->kids[0], scope), all;
	const Expr *index = e->kids[1];
	bool fixed = index->kind == EXPR_LITERAL
		  && index->bits < (uint64_t)e->kids[0]->type->length->value;

	if (!fixed)
		return reads_new(w, from.count, reads_any(from)
				 || reads_any(walk(w, index, scope)));
	all = reads_new(w, from.count, false);
	for (int i = 0; i < all.count; i++)
		all.of[i] = keep(w, layout_element(from.of[i],
						   (int64_t)index->bits));
	return all;
}

/* -- all ------------------------------------------------------------------- */

static bool function_reads(Walk *w, const Expr *function, const Scope *scope)
{
	scope = captured(w, scope);
	for (int i = 0; i < function->index; i++)
		scope = bound(w, scope,
			      reads_new(w, type_leaves(function->params[i]),
					false));
	return reads_any(walk_body(w, function, scope));
}

static Reads walk_other(Walk *w, const Expr *e, const Scope *scope)
{
	bool reading = false;

	for (int i = 0; i < e->kid_count; i++)
		reading |= e->kids[i]->kind == EXPR_LAMBDA
			? function_reads(w, e->kids[i], scope)
			: reads_any(walk(w, e->kids[i], scope));
	return reads_new(w, type_leaves(e->type), reading);
}

static Reads walk_prim(Walk *w, const Expr *e, const Scope *scope)
{
	if (prim_is_map(e->prim) || e->prim == PRIM_MAP_VEC)
		return walk_map(w, e, scope);
	if (views[e->prim])
		return walk_view(w, e, scope);
	switch (e->prim) {
	case PRIM_ZIP: return walk_parts(w, e, scope);
	case PRIM_CONCAT: return walk_concat(w, e, scope);
	case PRIM_AT: return walk_at(w, e, scope);
	default: return walk_other(w, e, scope);
	}
}

static Reads walk(Walk *w, const Expr *e, const Scope *scope)
{
	switch (e->kind) {
	case EXPR_INPUT: return walk_input(w, e);
	case EXPR_VAR: return walk_var(e, scope);
	case EXPR_GET: return walk_get(w, e, scope);
	case EXPR_TUPLE: return walk_parts(w, e, scope);
	case EXPR_LET:
		return walk(w, e->kids[1],
			    bound(w, scope, walk(w, e->kids[0], scope)));
	case EXPR_PRIM: return walk_prim(w, e, scope);
	case EXPR_OP: case EXPR_CONVERT: case EXPR_BITS: case EXPR_IF:
		return walk_scalar(w, e, scope);
	default: return reads_new(w, type_leaves(e->type), false);
	}
}

/* Outputs first..first+count-1 come from one expression; the others are
 * computed before or after it. */
static void together(const Expr *body, int output, int *first, int *count)
{
	while (body->kind == EXPR_LET)
		body = body->kids[1];
	*first = 0;
	*count = type_leaves(body->type);
	for (int i = 0; body->kind == EXPR_TUPLE; i++) {
		*count = type_leaves(body->kids[i]->type);
		if (output < *first + *count)
			return;
		*first += *count;
	}
}

bool overwrite_ok(const Program *program, const Expr *body, int input,
		  int output)
{
	Walk w = { arena_new(), program, input, 0 };
	Reads reads = walk(&w, body, NULL);
	bool ok = true;
	int first, count;

	together(body, output, &first, &count);
	for (int i = 0; ok && i < reads.count; i++) {
		bool mine = i >= first && i < first + count;

		ok = reads.of[i]->kind == READ_NONE
		  || (mine && layout_is_same(reads.of[i]));
	}
	arena_free(w.arena);
	return ok;
}
