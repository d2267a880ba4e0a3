/* Values: the View of every expression inside a kernel. */
#include "codegen_opencl/view.h"

typedef const View *PrimEval(Gen *g, const Expr *e, const Env *env);

static const View *nothing(Gen *g)
{
	return view_code(g, code_int(g->arena, SCALAR_I32, 0));
}

static const View *kid(Gen *g, const Expr *e, const Env *env, int i)
{
	return gen_eval(g, e->kids[i], env);
}

static const View *const *kids(Gen *g, const Expr *e, const Env *env)
{
	const View **views = ARENA_ARRAY(g->arena, const View *, e->kid_count);

	for (int i = 0; i < e->kid_count; i++)
		views[i] = kid(g, e, env, i);
	return views;
}

const Code *gen_code(Gen *g, const Expr *e, const Env *env)
{
	return view_value(g, gen_eval(g, e, env));
}

/* -- views ----------------------------------------------------------------- */

static const View *eval_split(Gen *g, const Expr *e, const Env *env)
{
	return view_rows(g, VIEW_SPLIT, kid(g, e, env, 0), e->type->element);
}

static const View *eval_join(Gen *g, const Expr *e, const Env *env)
{
	return view_rows(g, VIEW_JOIN, kid(g, e, env, 0),
			 e->kids[0]->type->element);
}

static const View *eval_transpose(Gen *g, const Expr *e, const Env *env)
{
	return view_by(g, VIEW_TRANSPOSE, kid(g, e, env, 0), 0, 0);
}

static const View *eval_zip(Gen *g, const Expr *e, const Env *env)
{
	return view_zip(g, e->kid_count, kids(g, e, env));
}

static const View *eval_unzip(Gen *g, const Expr *e, const Env *env)
{
	const View *of = kid(g, e, env, 0);
	const View **parts = ARENA_ARRAY(g->arena, const View *,
					 e->type->count);

	for (int i = 0; i < e->type->count; i++)
		parts[i] = view_by(g, VIEW_PART, of, i, 0);
	return view_tuple(g, e->type->count, parts);
}

static const View *eval_same(Gen *g, const Expr *e, const Env *env)
{
	return kid(g, e, env, 0);
}

static const View *eval_drop(Gen *g, const Expr *e, const Env *env)
{
	return view_slice(g, kid(g, e, env, 0), gen_size(g, e->sizes[0]));
}

static const View *eval_concat(Gen *g, const Expr *e, const Env *env)
{
	const Affine **lengths = ARENA_ARRAY(g->arena, const Affine *,
					     e->kid_count);

	for (int i = 0; i < e->kid_count; i++)
		lengths[i] = gen_size(g, e->kids[i]->type->length);
	return view_new(g, (View){ .kind = VIEW_CONCAT, .lengths = lengths,
				   .count = e->kid_count,
				   .parts = kids(g, e, env) });
}

static const View *eval_head(Gen *g, const Expr *e, const Env *env)
{
	return view_at(g, kid(g, e, env, 0), affine_const(&g->indices, 0));
}

static const View *eval_stride(Gen *g, const Expr *e, const Env *env)
{
	return view_strided(g, kid(g, e, env, 0), e->sizes[0],
			    size_div(g->ir, e->type->length, e->sizes[0]));
}

static const View *eval_split_vec(Gen *g, const Expr *e, const Env *env)
{
	return view_by(g, VIEW_SPLIT_VEC, kid(g, e, env, 0),
		       e->sizes[0]->value, 0);
}

static const View *eval_join_vec(Gen *g, const Expr *e, const Env *env)
{
	int width;

	type_lane(g->ir, e->kids[0]->type->element, &width);
	return view_by(g, VIEW_JOIN_VEC, kid(g, e, env, 0), width, 0);
}

static const View *eval_lanes(Gen *g, const Expr *e, const Env *env)
{
	const View *vector = kid(g, e, env, 0);

	if (g->kernel)
		vector = view_named(g, vector, e->kids[0]->type);
	return view_by(g, VIEW_LANES, vector, gen_length(e->type), 0);
}

static const View *eval_fill(Gen *g, const Expr *e, const Env *env)
{
	const View *value = kid(g, e, env, 0);

	if (g->kernel)
		value = view_named(g, value, e->kids[0]->type);
	return view_by(g, VIEW_FILL, value, 0, 0);
}

static const View *eval_indices(Gen *g, const Expr *e, const Env *env)
{
	(void)e;
	(void)env;
	return view_new(g, (View){ .kind = VIEW_INDEX });
}

static const View *eval_slide(Gen *g, const Expr *e, const Env *env)
{
	const Size *step = e->sizes[1];

	return view_new(g, (View){ .kind = VIEW_SLIDE, .n = step->value,
				   .of = kid(g, e, env, 0),
				   .size = step->open ? step : NULL });
}

static const View *eval_pad(Gen *g, const Expr *e, const Env *env)
{
	ViewKind kind = e->prim == PRIM_PAD_CLAMP ? VIEW_CLAMP
		      : e->prim == PRIM_PAD_MIRROR ? VIEW_MIRROR : VIEW_WRAP;

	return view_new(g, (View){ .kind = kind, .n = e->sizes[0]->value,
				   .of = kid(g, e, env, 0),
				   .end = gen_size(g, e->kids[0]->type
						      ->length) });
}

/* -- an element by a computed index ---------------------------------------- */

static const View *eval_at(Gen *g, const Expr *e, const Env *env)
{
	const Size *length = e->kids[0]->type->length;
	const View *array = kid(g, e, env, 0);
	const View *index = kid(g, e, env, 1);

	if (!length->open && length->value < 1) {
		gen_refuse(g, E0303, e, "an element", "at of an empty array");
		return nothing(g);
	}
	return view_at(g, array, index_within(g, index, length));
}

/* -- computations ---------------------------------------------------------- */

/* A plain or sequential map is computed where it is read. */
static const View *eval_map(Gen *g, const Expr *e, const Env *env)
{
	const View *to;

	if (expr_has(e->kids[0]) & HAS_PARALLEL) {
		to = gen_local(g, e->type, e);
		gen_write(g, e, env, to);
		return to;
	}
	return view_new(g, (View){ .kind = VIEW_MAP, .expr = e->kids[0],
				   .env = env, .of = kid(g, e, env, 1),
				   .m = g->width });
}

static const View *eval_map_vec(Gen *g, const Expr *e, const Env *env)
{
	const View *arg = kid(g, e, env, 1), *result;
	int around = g->width, width;

	type_lane(g->ir, e->kids[1]->type, &width);
	g->width = width;
	result = gen_apply(g, e->kids[0], env, &arg);
	g->width = around;
	return result;
}

static const View *kept(Gen *g, const View *place, const Expr *e,
			const Env *env)
{
	gen_write(g, e, env, place);
	return place;
}

static const View *eval_map_local(Gen *g, const Expr *e, const Env *env)
{
	return kept(g, gen_local(g, e->type, e), e, env);
}

static const View *eval_to_local(Gen *g, const Expr *e, const Env *env)
{
	return kept(g, gen_local(g, e->type, e), e->kids[0], env);
}

static const View *eval_to_global(Gen *g, const Expr *e, const Env *env)
{
	return kept(g, gen_temp(g, e->type, e), e->kids[0], env);
}

static const View *eval_to_private(Gen *g, const Expr *e, const Env *env)
{
	if (!type_has_array(e->type))
		return view_named(g, kid(g, e, env, 0), e->type);
	return kept(g, gen_owned(g, e->type, e->kids[0], e), e->kids[0], env);
}

static const View *eval_misplaced(Gen *g, const Expr *e, const Env *env)
{
	(void)env;
	gen_refuse(g, E0301, e, "a mapLocal, or another kernel",
		   "the result of %s is read in the kernel that computes it",
		   expr_word(e));
	return nothing(g);
}

static const View *eval_not_lowered(Gen *g, const Expr *e, const Env *env)
{
	const char *low = e->prim == PRIM_SCAN ? "scanSeq" : "reduceSeq";

	(void)env;
	gen_refuse(g, E0303, e, low, "%s is not lowered: rewrite it to %s",
		   expr_word(e), low);
	return nothing(g);
}

static const View *eval_ascending(Gen *g, const Expr *e, const Env *env)
{
	return gen_eval(g, gen_ascending(g, e), env);
}

/* reducePart f z n = join . mapSeq (reduceSeq f z) . split (length/n). */
static const View *eval_reduce_part(Gen *g, const Expr *e, const Env *env)
{
	return gen_eval(g, gen_reduce_part(g, e), env);
}

static PrimEval *const evals[PRIM_COUNT] = {
	[PRIM_MAP] = eval_map,
	[PRIM_ZIP] = eval_zip,
	[PRIM_UNZIP] = eval_unzip,
	[PRIM_REDUCE] = eval_not_lowered,
	[PRIM_SPLIT] = eval_split,
	[PRIM_JOIN] = eval_join,
	[PRIM_TRANSPOSE] = eval_transpose,
	[PRIM_TAKE] = eval_same,
	[PRIM_DROP] = eval_drop,
	[PRIM_CONCAT] = eval_concat,
	[PRIM_HEAD] = eval_head,
	[PRIM_REORDER] = eval_same,
	[PRIM_UNSET] = eval_same,
	[PRIM_AT] = eval_at,
	[PRIM_REDUCE_SEQ] = gen_reduce,
	[PRIM_SCAN] = eval_not_lowered,
	[PRIM_SCAN_SEQ] = gen_scan,
	[PRIM_SCATTER] = gen_scatter,
	[PRIM_PERMUTE] = gen_scatter,
	[PRIM_SCAN_BY_INDEX] = gen_scatter,
	[PRIM_ASCENDING] = eval_ascending,
	[PRIM_OPENCL] = gen_foreign,
	[PRIM_ITERATE] = gen_iterate,
	[PRIM_ITERATE_UNTIL] = gen_iterate,
	[PRIM_MAP_WORKGROUP] = eval_misplaced,
	[PRIM_MAP_LOCAL] = eval_map_local,
	[PRIM_MAP_GLOBAL] = eval_misplaced,
	[PRIM_MAP_IN_GROUPS] = eval_misplaced,
	[PRIM_MAP_SEQ] = eval_map,
	[PRIM_MAP_SEQ_UNROLL] = eval_map,
	[PRIM_REDUCE_SEQ_UNROLL] = gen_reduce,
	[PRIM_SPLIT_VEC] = eval_split_vec,
	[PRIM_JOIN_VEC] = eval_join_vec,
	[PRIM_MAP_VEC] = eval_map_vec,
	[PRIM_FILL] = eval_fill,
	[PRIM_GENERATE] = eval_indices,
	[PRIM_SLIDE] = eval_slide,
	[PRIM_PAD_CLAMP] = eval_pad,
	[PRIM_PAD_MIRROR] = eval_pad,
	[PRIM_PAD_WRAP] = eval_pad,
	[PRIM_SPLAT] = eval_same,
	[PRIM_SPLIT_INTO] = eval_split,
	[PRIM_LANES] = eval_lanes,
	[PRIM_REDUCE_PART] = eval_reduce_part,
	[PRIM_REORDER_STRIDE] = eval_stride,
	[PRIM_TO_LOCAL] = eval_to_local,
	[PRIM_TO_GLOBAL] = eval_to_global,
	[PRIM_TO_PRIVATE] = eval_to_private,
};

/* -- the rest of the language ---------------------------------------------- */

/* Ports of an input: arrays are places in memory, scalars are arguments. */
static const View *input_view(Gen *g, const Type *type, int *port)
{
	int count = type_leaves(type);
	const View **parts;
	Leaf *leaves;

	if (type->kind == TYPE_TUPLE) {
		parts = ARENA_ARRAY(g->arena, const View *, type->count);
		for (int i = 0; i < type->count; i++)
			parts[i] = input_view(g, type->parts[i], port);
		return view_tuple(g, type->count, parts);
	}
	if (type->kind != TYPE_ARRAY)
		return view_code(g, code_var(g->arena,
					     g->scalars[(*port)++]));
	leaves = ARENA_ARRAY(g->arena, Leaf, count);
	for (int i = 0; i < count; i++)
		leaves[i] = (Leaf){ g->inputs[(*port)++],
				    affine_const(&g->indices, 0) };
	return view_memory(g, type, leaves);
}

static const View *eval_input(Gen *g, const Expr *e)
{
	int port = g->program->inputs[e->index].first_port;

	return input_view(g, e->type, &port);
}

static const View *eval_var(const Expr *e, const Env *env)
{
	for (int i = 0; i < e->index; i++)
		env = env->up;
	return env->view;
}

static const View *eval_op(Gen *g, const Expr *e, const Env *env)
{
	const View *const *views;
	const View *index;
	const Code *args[3];

	if (e->op == OP_AND || e->op == OP_OR)
		return gen_if(g, e, env);
	views = kids(g, e, env);
	index = index_op(g, e, views);
	if (index)
		return index;
	for (int i = 0; i < e->kid_count; i++)
		args[i] = view_value(g, views[i]);
	return view_code(g, gen_op(g, e->op, args));
}

static const View *eval_convert(Gen *g, const Expr *e, const Env *env)
{
	Scalar to = e->type->scalar;
	const View *arg = kid(g, e, env, 0);
	const View *index = index_convert(g, to, arg);
	const Code *value, *made;

	if (index)
		return index;
	value = view_value(g, arg);
	if (gen_fits(e->kids[0], to))
		return view_code(g, code_convert_within(g->arena, to, value));
	made = gen_to_int(g, to, value);
	return view_code(g, made ? made : code_convert(g->arena, to, value));
}

static const View *eval_let(Gen *g, const Expr *e, const Env *env)
{
	return gen_eval(g, e->kids[1], gen_let(g, e, env));
}

const View *gen_node(Gen *g, const Expr *e, const Env *env)
{
	switch (e->kind) {
	case EXPR_INPUT:
		return eval_input(g, e);
	case EXPR_VAR:
		return eval_var(e, env);
	case EXPR_LITERAL:
		return view_code(g, code_literal(g->arena, e->type->scalar,
						 e->bits));
	case EXPR_SIZE:
		if (e->sizes[0]->open)
			return gen_number(g, e);
		return view_code(g, code_int(g->arena, e->type->scalar,
					     e->sizes[0]->value));
	case EXPR_OP:
		return eval_op(g, e, env);
	case EXPR_CONVERT:
		return eval_convert(g, e, env);
	case EXPR_BITS:
		return view_code(g, code_bits(g->arena, e->type->scalar,
					      gen_code(g, e->kids[0], env)));
	case EXPR_IF:
		return gen_if(g, e, env);
	case EXPR_TUPLE:
		return view_tuple(g, e->kid_count, kids(g, e, env));
	case EXPR_GET:
		return view_get(g, kid(g, e, env, 0), e->index);
	case EXPR_LET:
		return eval_let(g, e, env);
	case EXPR_PRIM:
		return evals[e->prim](g, e, env);
	default:
		return nothing(g);
	}
}

const Pin *gen_pinned(const Gen *g, const Expr *e, const Env *env)
{
	for (const Pin *pin = g->pins; pin; pin = pin->next)
		if (pin->expr == e && pin->env == env)
			return pin;
	return NULL;
}

const View *gen_eval(Gen *g, const Expr *e, const Env *env)
{
	const Expr *around = g->at;
	const View *view;
	const Pin *pin;

	if (g->stopped)
		return nothing(g);
	pin = gen_pinned(g, e, env);
	if (pin && e->kind != EXPR_LET)
		return pin->view;
	g->at = e;
	view = g->kernel ? gen_node(g, e, env) : host_eval(g, e, env);
	g->at = around;
	return view;
}
