/* Results: every expression computed into a place. */
#include "codegen_opencl/view.h"

typedef void PrimWrite(Gen *g, const Expr *e, const Env *env, const View *to);

/* -- copies ---------------------------------------------------------------- */

static void copy_owned(Gen *g, const View *from, const View *to,
		       const Type *type, const Expr *origin)
{
	const View *owner = to->kind == VIEW_DISTRIBUTED ? to : from;
	const Affine *index;
	Region region;

	if (g->single) {
		gen_plan(g, PLAN_SHARED, owner->expr, 0);
		return;
	}
	index = gen_spread(g, &region, LEVEL_LOCAL, (int)owner->n, owner->m);
	gen_copy(g, view_at(g, from, index), view_at(g, to, index),
		 type->element, origin);
	gen_gather(g, &region);
}

static void copy_by_one(Gen *g, const View *from, const View *to,
			const Type *type, const Expr *origin)
{
	Single single;

	gen_single(g, &single);
	gen_copy(g, from, to, type, origin);
	gen_several(g);
}

/* What all items of a group have, or see, is copied by all of them together
 * where elements can be told apart, else by one. */
static void copy_together(Gen *g, const View *from, const View *to,
			  const Type *type, const Expr *origin)
{
	const Affine *index;
	Region region;

	if (type->kind != TYPE_ARRAY || !g->bound[LEVEL_GROUP]
	    || g->bound[LEVEL_LOCAL] & 1 || view_is_static(from)
	    || view_is_static(to) || gen_open_length(type) || gen_length(type) < 2) {
		copy_by_one(g, from, to, type, origin);
		return;
	}
	index = gen_share(g, &region, gen_length(type));
	copy_by_one(g, view_at(g, from, index), view_at(g, to, index),
		    type->element, origin);
	gen_gather(g, &region);
}

/* Lanes of vectors are stored as vectors: [A]n as [<A;w>](n/w). */
static void copy_vectors(Gen *g, const View *from, const View *to,
			 const Type *type, const Expr *origin)
{
	int64_t width = from->n, count = gen_length(type) / width;
	int64_t rest = gen_length(type) % width;
	const Type *vector = type_vector(g->ir, type->element, (int)width);
	const Affine *end = affine_const(&g->indices, count * width);

	gen_copy(g, from->of, view_by(g, VIEW_SPLIT_VEC, to, width, 0),
		 type_array(g->ir, vector, size_const(g->ir, count)), origin);
	if (!rest)
		return;
	if (count)
		from = view_slice(g, from, end);
	else
		from = view_new(g, (View){ .kind = VIEW_SLICE, .of = from,
					   .index = end });
	gen_copy(g, from, view_slice(g, to, end),
		 type_array(g->ir, type->element, size_const(g->ir, rest)),
		 origin);
}

static void copy_lanes(Gen *g, const View *from, const View *to,
		       const Type *type, const Expr *origin)
{
	int width = (int)gen_length(type);

	gen_copy(g, from->of, view_at(g, to, affine_lane(&g->indices, width)),
		 type_vector(g->ir, type->element, width), origin);
}

void gen_copy(Gen *g, const View *from, const View *to, const Type *type,
	      const Expr *origin)
{
	bool unroll;
	Loop loop;

	if (g->stopped || view_is_there(from, to))
		return;
	if (type->kind == TYPE_ARRAY && gen_length(type) == 1) {
		const Affine *first = affine_const(&g->indices, 0);

		gen_copy(g, view_at(g, from, first), view_at(g, to, first),
			 type->element, origin);
		return;
	}
	if (type->kind == TYPE_ARRAY && (to->kind == VIEW_DISTRIBUTED
					 || from->kind == VIEW_DISTRIBUTED)) {
		copy_owned(g, from, to, type, origin);
		return;
	}
	if (!g->single && type->kind != TYPE_TUPLE && view_is_shared(to)) {
		copy_together(g, from, to, type, origin);
		return;
	}
	if (from->kind == VIEW_JOIN_VEC && !gen_open_length(type)) {
		copy_vectors(g, from, to, type, origin);
		return;
	}
	if (from->kind == VIEW_LANES && from->n == gen_length(type)) {
		copy_lanes(g, from, to, type, origin);
		return;
	}
	if (type->kind == TYPE_TUPLE) {
		for (int i = 0; i < type->count; i++)
			gen_copy(g, view_get(g, from, i), view_get(g, to, i),
				 type->parts[i], origin);
		return;
	}
	if (type->kind != TYPE_ARRAY) {
		view_put(g, to, view_value(g, from));
		return;
	}
	unroll = gen_unrolls(g, gen_length(type), from, to);
	for (loop = gen_loop_over(g, type, unroll, origin);
	     gen_next(g, &loop);)
		gen_copy(g, view_at(g, from, loop.index),
			 view_at(g, to, loop.index), type->element, origin);
}

/* -- through views --------------------------------------------------------- */

/* Whether e, seen through views, is computed rather than read. */
static bool is_computed(const Expr *e)
{
	switch (e->kind) {
	case EXPR_LET:
	case EXPR_TUPLE:
		return true;
	case EXPR_PRIM:
		if (!prim_is(e->prim, TRAIT_VIEW))
			return true;
		for (int i = 0; i < e->kid_count; i++)
			if (is_computed(e->kids[i]))
				return true;
		return false;
	default:
		return false;
	}
}

/* The view's argument is computed into the inverse view of the place. */
static bool write_through(Gen *g, const Expr *e, const Env *env,
			  const View *to)
{
	const Expr *arg = e->kids[e->kid_count - 1];
	const View *place;

	if (!is_computed(arg))
		return false;
	place = gen_through(g, e, env, to);
	if (!place)
		return false;
	gen_write(g, arg, env, place);
	return true;
}

static void write_value(Gen *g, const Expr *e, const Env *env, const View *to)
{
	gen_copy(g, gen_eval(g, e, env), to, e->type, e);
}

/* -- primitives ------------------------------------------------------------ */

static void write_map(Gen *g, const Expr *e, const Env *env, const View *to)
{
	bool unroll = e->prim == PRIM_MAP_SEQ_UNROLL;
	int64_t count = gen_length(e->type);
	const View *xs;
	Loop loop;

	if (e->prim == PRIM_MAP && write_through(g, e, env, to))
		return;
	if (gen_scan_map_to(g, e, env, to))
		return;
	xs = gen_eval(g, e->kids[1], env);
	if (unroll && gen_scatters_to(g, e, xs, env, to))
		return;
	unroll |= gen_unrolls(g, count, xs, to);
	for (loop = gen_loop_over(g, e->type, unroll, e);
	     gen_next(g, &loop);) {
		const View *x = view_at(g, xs, loop.index);

		gen_apply_to(g, e->kids[0], env, &x,
			     view_at(g, to, loop.index));
	}
}

/* A vector of arrays: its loops are those of the function. */
static void write_map_vec(Gen *g, const Expr *e, const Env *env,
			  const View *to)
{
	const View *arg = gen_eval(g, e->kids[1], env);
	int around = g->width, width;

	type_lane(g->ir, e->kids[1]->type, &width);
	g->width = width;
	gen_apply_to(g, e->kids[0], env, &arg, to);
	g->width = around;
}

static void write_zip(Gen *g, const Expr *e, const Env *env, const View *to)
{
	for (int i = 0; i < e->kid_count; i++)
		gen_write(g, e->kids[i], env,
			  view_by(g, VIEW_PART, to, i, 0));
}

/* One array is computed into its place, more are copies of one. */
static void write_fill(Gen *g, const Expr *e, const Env *env, const View *to)
{
	if (gen_length(e->type) == 1 && e->kids[0]->type->kind == TYPE_ARRAY)
		gen_write(g, e->kids[0], env,
			  view_at(g, to, affine_const(&g->indices, 0)));
	else
		write_value(g, e, env, to);
}

static void write_concat(Gen *g, const Expr *e, const Env *env,
			 const View *to)
{
	const Affine *first = affine_const(&g->indices, 0);

	for (int i = 0; i < e->kid_count; i++) {
		const Type *type = e->kids[i]->type;

		if (gen_length(type))
			gen_write(g, e->kids[i], env,
				  view_slice(g, to, first));
		first = affine_add(&g->indices, first,
				   gen_size(g, type->length));
	}
}

static void write_view(Gen *g, const Expr *e, const Env *env, const View *to)
{
	if (!write_through(g, e, env, to))
		write_value(g, e, env, to);
}

/* Local and private results that are not read but become the result. */
static void write_kept(Gen *g, const Expr *e, const Env *env, const View *to)
{
	if (e->prim == PRIM_TO_GLOBAL || !type_has_array(e->type)
	    || (e->prim == PRIM_TO_LOCAL && view_is_local(to)))
		gen_write(g, e->kids[0], env, to);
	else
		write_value(g, e, env, to);
}

static void write_reduce_part(Gen *g, const Expr *e, const Env *env,
			      const View *to)
{
	gen_write(g, gen_reduce_part(g, e), env, to);
}

void gen_unset(const View *to)
{
	const Type *type = to->type;
	int64_t elements = 1;

	if (to->kind != VIEW_MEMORY || to->lane)
		return;
	for (; type->kind == TYPE_ARRAY; type = type->element)
		elements *= gen_length(type);
	for (int i = 0; !type_has_array(type) && i < type_leaves(type); i++)
		if (affine_is_const(to->leaves[i].offset)
		    && to->leaves[i].offset->constant == 0
		    && to->leaves[i].buffer->elements == elements)
			to->leaves[i].buffer->unset = true;
}

/* Other elements are stored there. */
static void write_nothing(Gen *g, const Expr *e, const Env *env,
			  const View *to)
{
	(void)g;
	(void)e;
	(void)env;
	gen_unset(to);
}

static PrimWrite *const writes[PRIM_COUNT] = {
	[PRIM_MAP] = write_map,
	[PRIM_MAP_SEQ] = write_map,
	[PRIM_MAP_SEQ_UNROLL] = write_map,
	[PRIM_MAP_GLOBAL] = gen_parallel,
	[PRIM_MAP_IN_GROUPS] = gen_parallel,
	[PRIM_MAP_WORKGROUP] = gen_parallel,
	[PRIM_MAP_LOCAL] = gen_parallel,
	[PRIM_MAP_VEC] = write_map_vec,
	[PRIM_ZIP] = write_zip,
	[PRIM_REDUCE_PART] = write_reduce_part,
	[PRIM_SCAN_SEQ] = gen_scan_to,
	[PRIM_SCATTER] = gen_scatter_to,
	[PRIM_PERMUTE] = gen_scatter_to,
	[PRIM_SCAN_BY_INDEX] = gen_scan_by_index_to,
	[PRIM_CONCAT] = write_concat,
	[PRIM_FILL] = write_fill,
	[PRIM_UNSET] = write_nothing,
	[PRIM_TO_LOCAL] = write_kept,
	[PRIM_TO_PRIVATE] = write_kept,
	[PRIM_TO_GLOBAL] = write_kept,
};

static void write_prim(Gen *g, const Expr *e, const Env *env, const View *to)
{
	if (writes[e->prim])
		writes[e->prim](g, e, env, to);
	else if (prim_is(e->prim, TRAIT_VIEW) && e->kid_count == 1)
		write_view(g, e, env, to);
	else
		write_value(g, e, env, to);
}

static void write_node(Gen *g, const Expr *e, const Env *env, const View *to)
{
	if (e->kind == EXPR_LET) {
		if (!gen_reuse(g, e, env, to))
			gen_write(g, e->kids[1], gen_let(g, e, env), to);
	} else if (e->kind == EXPR_TUPLE) {
		for (int i = 0; i < e->kid_count; i++)
			gen_write(g, e->kids[i], env, view_get(g, to, i));
	} else if (e->kind == EXPR_PRIM) {
		write_prim(g, e, env, to);
	} else {
		write_value(g, e, env, to);
	}
}

static void write_by_one(Gen *g, const Expr *e, const Env *env,
			 const View *to)
{
	Single single;

	gen_single(g, &single);
	write_node(g, e, env, to);
	gen_several(g);
}

void gen_write(Gen *g, const Expr *e, const Env *env, const View *to)
{
	const Pin *pin = gen_pinned(g, e, env);
	const Expr *around = g->at;

	if (g->stopped)
		return;
	g->at = e;
	if (!g->kernel)
		host_write(g, e, env, to);
	else if (pin && e->kind != EXPR_LET)
		gen_copy(g, pin->view, to, e->type, e);
	else if (!g->single && !(expr_has(e) & HAS_PARALLEL)
		 && view_is_shared(to))
		write_by_one(g, e, env, to);
	else
		write_node(g, e, env, to);
	g->at = around;
}
