/* Building the primitives, one row each. */
#include "ir/eval/eval_build.h"
#include "ir/eval/eval_index.h"

static const Value *kid(Build *b, const Expr *e, const Env *env, int i)
{
	return build_value(b, e->kids[i], env);
}

static const View *kid_view(Build *b, const Expr *e, const Env *env, int i)
{
	return kid(b, e, env, i)->view;
}

static int64_t size_of(const Expr *e, int i)
{
	return e->sizes[i]->value;
}

static const Value *build_map(Build *b, const Expr *e, const Env *env)
{
	return value_array(b, view_map(b, e->kids[0], env,
				       kid_view(b, e, env, 1)));
}

static const Value *build_reduce(Build *b, const Expr *e, const Env *env)
{
	const Value *folded = build_fold(b, e->kids[0], env, kid(b, e, env, 1),
					 kid_view(b, e, env, 2));

	return value_array(b, view_fill(b, folded, 1));
}

static const Value *build_reduce_part(Build *b, const Expr *e, const Env *env)
{
	return value_array(b, view_parts(b, e->kids[0], env,
					 kid(b, e, env, 1),
					 kid_view(b, e, env, 2),
					 size_of(e, 0)));
}

static const Value *build_scan(Build *b, const Expr *e, const Env *env)
{
	const Value *initial = kid(b, e, env, 1);
	const View *xs = kid_view(b, e, env, 2);
	const Stepping steps = { .step = e->kids[0], .xs = xs,
				 .count = xs->length, .every = true };

	if (xs->length < 1)
		return value_array(b, view_fill(b, initial, 0));
	return build_steps(b, &steps, env, initial);
}

static const Value *build_iterate(Build *b, const Expr *e, const Env *env)
{
	bool until = e->prim == PRIM_ITERATE_UNTIL;
	const Value *initial = kid(b, e, env, until ? 2 : 1);
	const Stepping steps = { .step = e->kids[until ? 1 : 0],
				 .stop = until ? e->kids[0] : NULL,
				 .count = size_of(e, 0) };

	return steps.count < 1 ? initial
			       : build_steps(b, &steps, env, initial);
}

/* A function in C: what it means. */
static const Value *build_opencl(Build *b, const Expr *e, const Env *env)
{
	const Expr *means = e->kids[0];

	return build_value(b, means->kids[0],
			   build_bind(b, env, kid(b, e, env, 1),
				      means->params[0], USE_ONCE));
}

static const View **kid_views(Build *b, const Expr *e, const Env *env)
{
	const View **views = ARENA_ARRAY(b->graph->arena, const View *,
					 e->kid_count);

	for (int i = 0; i < e->kid_count; i++)
		views[i] = kid_view(b, e, env, i);
	return views;
}

static const Value *build_zip(Build *b, const Expr *e, const Env *env)
{
	return value_array(b, view_zipped(b, e->kid_count,
					  kid_views(b, e, env)));
}

static const Value *build_unzip(Build *b, const Expr *e, const Env *env)
{
	const View *xs = kid_view(b, e, env, 0);
	const Value *parts[64];
	Value *tuple = ARENA_NEW(b->graph->arena, Value);

	for (int i = 0; i < e->type->count; i++)
		parts[i] = value_array(b, view_field(b, xs, i));
	*tuple = *value_tuple(b, e->type->count, parts);
	if (usage_find(b->usage, e)->through)
		tuple->zipped = xs;
	return tuple;
}

static const Value *build_split(Build *b, const Expr *e, const Env *env)
{
	const View *xs = kid_view(b, e, env, 0);
	int64_t size = size_of(e, 0);

	return value_array(b, view_split(b, xs, xs->length / size, size));
}

static const Value *build_split_into(Build *b, const Expr *e, const Env *env)
{
	const View *xs = kid_view(b, e, env, 0);
	int64_t count = size_of(e, 0);

	return value_array(b, view_split(b, xs, count, xs->length / count));
}

/* The view, to be written through when usage says so. */
static const Value *written(Build *b, const Expr *e, const View *view)
{
	if (usage_find(b->usage, e)->through)
		view = view_through(b, view);
	return value_array(b, view);
}

static const Value *build_join(Build *b, const Expr *e, const Env *env)
{
	return written(b, e, view_join(b, kid_view(b, e, env, 0),
			e->kids[0]->type->element->length->value));
}

static const Value *build_transpose(Build *b, const Expr *e, const Env *env)
{
	return written(b, e, view_transpose(b, kid_view(b, e, env, 0),
			e->kids[0]->type->element->length->value));
}

static const Value *build_take(Build *b, const Expr *e, const Env *env)
{
	return value_array(b, view_range(b, kid_view(b, e, env, 0),
					 index_const(b->graph, 0),
					 size_of(e, 0)));
}

static const Value *build_drop(Build *b, const Expr *e, const Env *env)
{
	const View *xs = kid_view(b, e, env, 0);
	int64_t n = size_of(e, 0);

	return value_array(b, view_range(b, xs, index_const(b->graph, n),
					 xs->length - n));
}

static const Value *build_concat(Build *b, const Expr *e, const Env *env)
{
	return written(b, e, view_concat(b, e->kid_count,
					 kid_views(b, e, env)));
}

static const Value *build_head(Build *b, const Expr *e, const Env *env)
{
	return view_element(b, kid_view(b, e, env, 0),
			    index_const(b->graph, 0));
}

static const Value *build_same(Build *b, const Expr *e, const Env *env)
{
	return kid(b, e, env, 0);
}

static const Value *build_at(Build *b, const Expr *e, const Env *env)
{
	const View *xs = kid_view(b, e, env, 0);
	const Node *index = node_convert(b->graph, SCALAR_I64,
					 kid(b, e, env, 1)->node);

	index = node_check(b->graph, index, xs->length, NULL, &b->guard, e);
	return view_element(b, xs, index);
}

static const Value *build_fill_prim(Build *b, const Expr *e, const Env *env)
{
	return value_array(b, view_fill(b, kid(b, e, env, 0), size_of(e, 0)));
}

static const Value *build_reorder_stride(Build *b, const Expr *e,
					 const Env *env)
{
	return value_array(b, view_stride(b, kid_view(b, e, env, 0),
					  size_of(e, 0)));
}

static const Value *build_indices(Build *b, const Expr *e, const Env *env)
{
	(void)env;
	return value_array(b, view_indices(b, size_of(e, 0), SCALAR_I64));
}

static const Value *build_slide(Build *b, const Expr *e, const Env *env)
{
	return value_array(b, view_slide(b, kid_view(b, e, env, 0),
					 e->type->length->value,
					 size_of(e, 0), size_of(e, 1)));
}

static const Value *build_pad(Build *b, const Expr *e, const Env *env)
{
	return value_array(b, view_pad(b, kid_view(b, e, env, 0), e->prim,
				       size_of(e, 0), size_of(e, 1)));
}

/* -- vectors --------------------------------------------------------------- */

static const Type *lane_type(const Expr *e)
{
	return e->type->element;
}

static int vector_width(const Type *type)
{
	while (type->kind != TYPE_VECTOR)
		type = type->kind == TYPE_TUPLE ? type->parts[0]
						: type->element;
	return type->count;
}

static const Value *build_split_vec(Build *b, const Expr *e, const Env *env)
{
	const View *xs = kid_view(b, e, env, 0);

	return written(b, e, view_split_vec(b, xs, e->kids[0]->type->element,
					    size_of(e, 0)));
}

static const Value *build_join_vec(Build *b, const Expr *e, const Env *env)
{
	const View *xs = kid_view(b, e, env, 0);

	return written(b, e, view_join_vec(b, xs, lane_type(e),
			vector_width(e->kids[0]->type->element)));
}

static const Value *build_lanes(Build *b, const Expr *e, const Env *env)
{
	return written(b, e, view_lanes(b, kid(b, e, env, 0), lane_type(e),
					e->type->length->value));
}

static const Value *build_map_vec(Build *b, const Expr *e, const Env *env)
{
	const Expr *f = e->kids[0];
	const View *lanes = view_lanes(b, kid(b, e, env, 1), f->params[0],
				       vector_width(e->kids[1]->type));
	const View *mapped = view_map(b, f, env, lanes);

	if (usage_find(b->usage, e)->store)
		mapped = build_stored_array(b, mapped, f->kids[0]->type);
	return value_vectorised(b, mapped, f->kids[0]->type);
}

static const Value *build_splat(Build *b, const Expr *e, const Env *env)
{
	const View *same = view_fill(b, kid(b, e, env, 0), size_of(e, 0));

	return value_vectorised(b, same, e->kids[0]->type);
}

BuildRow *const build_prims[PRIM_COUNT] = {
	[PRIM_MAP] = build_map,
	[PRIM_MAP_WORKGROUP] = build_map,
	[PRIM_MAP_LOCAL] = build_map,
	[PRIM_MAP_GLOBAL] = build_map,
	[PRIM_MAP_IN_GROUPS] = build_map,
	[PRIM_MAP_SEQ] = build_map,
	[PRIM_MAP_SEQ_UNROLL] = build_map,
	[PRIM_MAP_VEC] = build_map_vec,
	[PRIM_REDUCE] = build_reduce,
	[PRIM_REDUCE_SEQ] = build_reduce,
	[PRIM_REDUCE_SEQ_UNROLL] = build_reduce,
	[PRIM_REDUCE_PART] = build_reduce_part,
	[PRIM_SCAN] = build_scan,
	[PRIM_SCAN_SEQ] = build_scan,
	[PRIM_SCATTER] = build_scatter,
	[PRIM_SCAN_BY_INDEX] = build_scan_by_index,
	[PRIM_PERMUTE] = build_permute,
	[PRIM_ASCENDING] = build_ascending,
	[PRIM_OPENCL] = build_opencl,
	[PRIM_ITERATE] = build_iterate,
	[PRIM_ITERATE_UNTIL] = build_iterate,
	[PRIM_ZIP] = build_zip,
	[PRIM_UNZIP] = build_unzip,
	[PRIM_SPLIT] = build_split,
	[PRIM_SPLIT_INTO] = build_split_into,
	[PRIM_JOIN] = build_join,
	[PRIM_TRANSPOSE] = build_transpose,
	[PRIM_TAKE] = build_take,
	[PRIM_DROP] = build_drop,
	[PRIM_CONCAT] = build_concat,
	[PRIM_HEAD] = build_head,
	[PRIM_REORDER] = build_same,
	[PRIM_UNSET] = build_same,
	[PRIM_REORDER_STRIDE] = build_reorder_stride,
	[PRIM_AT] = build_at,
	[PRIM_SPLIT_VEC] = build_split_vec,
	[PRIM_JOIN_VEC] = build_join_vec,
	[PRIM_LANES] = build_lanes,
	[PRIM_FILL] = build_fill_prim,
	[PRIM_GENERATE] = build_indices,
	[PRIM_SLIDE] = build_slide,
	[PRIM_PAD_CLAMP] = build_pad,
	[PRIM_PAD_MIRROR] = build_pad,
	[PRIM_PAD_WRAP] = build_pad,
	[PRIM_SPLAT] = build_splat,
	[PRIM_TO_LOCAL] = build_same,
	[PRIM_TO_GLOBAL] = build_same,
	[PRIM_TO_PRIVATE] = build_same,
};
