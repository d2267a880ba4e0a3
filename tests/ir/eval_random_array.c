/* Random arrays: made from arrays, one way after the other. */
#include "eval_gen.h"

static bool is_array(const Type *type)
{
	return type->kind == TYPE_ARRAY;
}

static int64_t length_of(const Expr *x)
{
	return x->type->length->value;
}

static const Expr *lambda(Gen *g, int count, const Type *const *params,
			  const Expr *body)
{
	g->level -= count;
	return body ? expr_lambda(g->ir, count, params, body) : NULL;
}

static void enter(Gen *g, const Type *type)
{
	g->scope[g->level++] = type;
}

static int64_t divisor(Gen *g, int64_t n)
{
	int64_t d = n ? 1 + gen_pick(g, (int)n) : 1 + gen_pick(g, 3);

	while (n && n % d)
		d--;
	return d;
}

/* -- arrays from arrays ---------------------------------------------------- */

typedef const Expr *Make(Gen *g, const Expr *x, int depth);

static const Expr *make_split(Gen *g, const Expr *x, int depth)
{
	(void)depth;
	return gen_prim1(g, gen_pick(g, 2) ? PRIM_SPLIT : PRIM_SPLIT_INTO,
		     divisor(g, length_of(x)), x);
}

static const Expr *make_view(Gen *g, const Expr *x, int depth)
{
	static const Prim views[] = { PRIM_JOIN, PRIM_TRANSPOSE, PRIM_JOIN,
		PRIM_TRANSPOSE, PRIM_REORDER, PRIM_JOIN_VEC, PRIM_TO_GLOBAL,
		PRIM_TO_LOCAL, PRIM_TO_PRIVATE };
	const Expr *e = gen_prim1(g, views[gen_pick(g, 9)], 1, x);

	(void)depth;
	return e;
}

static const Expr *make_sized(Gen *g, const Expr *x, int depth)
{
	int64_t n = length_of(x);

	(void)depth;
	switch (gen_pick(g, 3)) {
	case 0: return gen_prim1(g, PRIM_TAKE, gen_pick(g, (int)n + 1), x);
	case 1: return gen_prim1(g, PRIM_DROP, gen_pick(g, (int)n + 1), x);
	default: return gen_prim1(g, PRIM_REORDER_STRIDE, divisor(g, n), x);
	}
}

/* Overlapping windows, also with gaps between them. */
static const Expr *make_slide(Gen *g, const Expr *x, int depth)
{
	const Size *sizes[] = { size_const(g->ir, 1 + gen_pick(g, 3)),
				size_const(g->ir, 1 + gen_pick(g, 4)) };

	(void)depth;
	return expr_prim(g->ir, PRIM_SLIDE, 0, sizes, 1, &x);
}

/* Borders that may be longer than x. */
static const Expr *make_pad(Gen *g, const Expr *x, int depth)
{
	static const Prim pads[] = { PRIM_PAD_CLAMP, PRIM_PAD_MIRROR,
				     PRIM_PAD_WRAP };
	const Size *sizes[] = { size_const(g->ir, gen_pick(g, 6)),
				size_const(g->ir, gen_pick(g, 6)) };

	(void)depth;
	return expr_prim(g->ir, pads[gen_pick(g, 3)], 0, sizes, 1, &x);
}

/* As many indices as x has elements. */
static const Expr *make_indices(Gen *g, const Expr *x, int depth)
{
	(void)depth;
	return gen_prim(g, PRIM_GENERATE, length_of(x), 0, NULL);
}

static const Expr *make_concat(Gen *g, const Expr *x, int depth)
{
	int64_t n = length_of(x), cut = gen_pick(g, (int)n + 1);
	const Expr *parts[] = { gen_prim1(g, PRIM_TAKE, cut, x),
				gen_prim1(g, PRIM_DROP, cut, x), x };

	(void)depth;
	return gen_prim(g, PRIM_CONCAT, 0, 2 + gen_pick(g, 2), parts);
}

static const Expr *make_zip(Gen *g, const Expr *x, int depth)
{
	const Expr *pair[] = { x, gen_array(g, depth - 1) };

	if (!pair[1])
		return NULL;
	for (int i = 0; i < 2; i++) {
		int64_t other = length_of(pair[!i]);

		if (length_of(pair[i]) > other)
			pair[i] = gen_prim1(g, PRIM_TAKE, other, pair[i]);
	}
	return gen_prim(g, PRIM_ZIP, 0, 2, pair);
}

static const Expr *make_unzip(Gen *g, const Expr *x, int depth)
{
	const Expr *e = gen_prim1(g, PRIM_UNZIP, 0, x);

	(void)depth;
	return e ? expr_get(g->ir, gen_pick(g, e->type->count), e) : NULL;
}

static const Expr *make_map(Gen *g, const Expr *x, int depth)
{
	const Type *param = x->type->element;
	const Expr *kids[2] = { NULL, x };

	if (g->level > 40)
		return NULL;
	enter(g, param);
	kids[0] = lambda(g, 1, &param, gen_value(g, depth - 1));
	return gen_prim(g, gen_map(g), 0, 2, kids);
}

/* Elements combined with themselves: \x y. x + y, down to the scalars. */
static const Expr *combined(Gen *g, const Expr *a, const Expr *b, int depth)
{
	static const Op ops[] = { OP_ADD, OP_SUB, OP_MUL, OP_MIN, OP_MAX };
	const Type *type = a->type, *params[1];
	const Expr *parts[16], *zipped[2] = { a, b }, *kids[2], *pair;

	if (type->kind == TYPE_TUPLE) {
		for (int i = 0; i < type->count; i++)
			parts[i] = combined(g, expr_get(g->ir, i, a),
					    expr_get(g->ir, i, b), depth);
		return expr_tuple(g->ir, type->count, parts);
	}
	if (type->kind == TYPE_SCALAR && type->scalar == SCALAR_BOOL)
		return gen_op2(g, OP_OR, a, b);
	if (type->kind != TYPE_ARRAY)
		return gen_op2(g, ops[gen_pick(g, 5)], a, b);
	kids[1] = gen_prim(g, PRIM_ZIP, 0, 2, zipped);
	params[0] = kids[1]->type->element;
	enter(g, params[0]);
	pair = expr_var(g->ir, 0, params[0]);
	kids[0] = lambda(g, 1, params, combined(g, expr_get(g->ir, 0, pair),
					expr_get(g->ir, 1, pair), depth));
	return gen_prim(g, gen_map(g), 0, 2, kids);
}

static const Expr *make_reduce(Gen *g, const Expr *x, int depth)
{
	static const Prim folds[] = { PRIM_REDUCE, PRIM_REDUCE_SEQ,
		PRIM_REDUCE_SEQ_UNROLL, PRIM_REDUCE_PART, PRIM_SCAN };
	const Type *params[] = { x->type->element, x->type->element };
	const Expr *kids[3] = { NULL, gen_value_of(g, params[0], 1), x };

	if (g->level > 40)
		return NULL;
	enter(g, params[0]);
	enter(g, params[1]);
	kids[0] = lambda(g, 2, params,
			 combined(g, expr_var(g->ir, 1, params[0]),
				  expr_var(g->ir, 0, params[1]), depth));
	return gen_prim(g, folds[gen_pick(g, 5)], divisor(g, length_of(x)), 3,
			kids);
}

/* Any accumulator, any step. */
static const Expr *make_fold(Gen *g, const Expr *x, int depth)
{
	const Expr *kids[3] = { gen_value(g, 1), NULL, x }, *next, *step;
	const Type *params[2];

	if (!kids[0] || g->level > 40)
		return NULL;
	kids[1] = kids[0];
	params[0] = kids[1]->type;
	params[1] = x->type->element;
	enter(g, params[0]);
	enter(g, params[1]);
	step = gen_value_of(g, params[0], depth - 1);
	next = step ? combined(g, expr_var(g->ir, 1, params[0]), step, depth)
		    : NULL;
	kids[0] = lambda(g, 2, params, next);
	return gen_prim(g, gen_pick(g, 2) ? PRIM_REDUCE_SEQ : PRIM_SCAN_SEQ, 0,
			3, kids);
}

/* n places: any, or, all distinct, some number - i. */
static const Expr *places(Gen *g, int64_t n, bool distinct, int depth)
{
	const Type *number = type_scalar(g->ir, SCALAR_I64);
	const Expr *kids[2], *i = expr_var(g->ir, 0, number), *some;

	enter(g, number);
	some = gen_scalar(g, SCALAR_I32, distinct ? 0 : depth - 1);
	if (!some || distinct)
		some = expr_int(g->ir, number, gen_pick(g, (int)n + 4) - 1);
	else
		some = expr_convert(g->ir, number, some);
	kids[0] = lambda(g, 1, &number, distinct ? gen_op2(g, OP_SUB, some, i)
						 : gen_op2(g, OP_REM, some,
			expr_int(g->ir, number, n + 1)));
	kids[1] = gen_prim(g, PRIM_GENERATE, n, 0, NULL);
	return gen_prim(g, PRIM_MAP, 0, 2, kids);
}

/* n places, some more than once, none outside. */
static const Expr *repeated(Gen *g, int64_t n)
{
	const Type *number = type_scalar(g->ir, SCALAR_I64);
	const Expr *i = expr_var(g->ir, 0, number), *kids[2];

	enter(g, number);
	i = gen_op2(g, OP_MUL, i, expr_int(g->ir, number, gen_pick(g, 5)));
	kids[0] = lambda(g, 1, &number, gen_op2(g, OP_REM, i, expr_int(g->ir,
							number, n)));
	kids[1] = gen_prim(g, PRIM_GENERATE, n, 0, NULL);
	return gen_prim(g, PRIM_MAP, 0, 2, kids);
}

/* Its elements put somewhere in itself, or added there. */
static const Expr *make_scatter(Gen *g, const Expr *x, int depth)
{
	const Type *params[] = { x->type->element, x->type->element };
	bool distinct = gen_pick(g, 4) == 0;
	const bool states = length_of(x) > 0 && gen_pick(g, 3) == 0;
	const Expr *kids[4] = { NULL, x, NULL, x };

	if (g->level > 40)
		return NULL;
	distinct &= !states;
	kids[2] = states ? repeated(g, length_of(x))
			 : places(g, length_of(x), distinct, depth);
	if (distinct)
		return gen_prim(g, PRIM_PERMUTE, 0, 3, kids + 1);
	enter(g, params[0]);
	enter(g, params[1]);
	kids[0] = lambda(g, 2, params,
			 combined(g, expr_var(g->ir, 1, params[0]),
				  expr_var(g->ir, 0, params[1]), depth));
	return gen_prim(g, states ? PRIM_SCAN_BY_INDEX : PRIM_SCATTER, 0, 4,
			kids);
}

/* A few steps from any state, perhaps until some of it holds. */
static const Expr *make_iterate(Gen *g, const Expr *x, int depth)
{
	const Expr *state = gen_pick(g, 2) ? x : gen_value(g, 1), *step, *kids[3];
	const Type *params[1];
	int64_t count = gen_pick(g, 4);
	bool until = gen_pick(g, 2);

	if (!state || g->level > 40)
		return NULL;
	params[0] = state->type;
	enter(g, params[0]);
	step = gen_value_of(g, params[0], depth - 1);
	step = step ? combined(g, expr_var(g->ir, 0, params[0]), step, depth)
		    : NULL;
	kids[until] = lambda(g, 1, params, step);
	kids[until + 1] = state;
	if (until) {
		enter(g, params[0]);
		kids[0] = lambda(g, 1, params,
				 gen_scalar(g, SCALAR_BOOL, depth - 1));
	}
	step = gen_prim(g, until ? PRIM_ITERATE_UNTIL : PRIM_ITERATE, count,
			2 + until, kids);
	return step && !is_array(step->type)
		? gen_prim1(g, PRIM_FILL, 1, step) : step;
}

static const Expr *make_let(Gen *g, const Expr *x, int depth)
{
	const Expr *body, *v;

	if (g->level > 40)
		return NULL;
	enter(g, x->type);
	body = gen_array(g, depth - 1);
	v = expr_var(g->ir, 0, x->type);
	if (body && gen_pick(g, 2)) {
		const Expr *both[] = { v, body };
		int64_t n = length_of(v), m = length_of(body);

		if (n > m)
			both[0] = gen_prim1(g, PRIM_TAKE, m, v);
		else
			both[1] = gen_prim1(g, PRIM_TAKE, n, body);
		body = gen_prim(g, PRIM_ZIP, 0, 2, both);
	}
	g->level--;
	return body ? expr_let(g->ir, x, body) : NULL;
}

static const Expr *make_vectors(Gen *g, const Expr *x, int depth)
{
	int64_t width = length_of(x) % 4 ? 2 : 4;
	const Expr *vs = gen_prim1(g, PRIM_SPLIT_VEC, width, x);
	const Expr *kids[2], *inner[2];
	const Type *lane = x->type->element, *param;

	if (!vs || g->level > 40 || length_of(x) % width)
		return NULL;
	param = vs->type->element;
	enter(g, param);
	enter(g, lane);
	inner[0] = lambda(g, 1, &lane, gen_value_of(g, lane, depth - 1));
	inner[1] = expr_var(g->ir, 0, param);
	if (gen_pick(g, 3) == 0 && param->kind == TYPE_VECTOR)
		inner[0] = gen_op2(g, OP_ADD, inner[1], inner[1]);
	else
		inner[0] = gen_prim(g, PRIM_MAP_VEC, 0, 2, inner);
	if (inner[0] && gen_pick(g, 3) == 0)
		inner[0] = gen_prim1(g, PRIM_LANES, 0, inner[0]);
	kids[0] = lambda(g, 1, &param, inner[0]);
	kids[1] = vs;
	vs = gen_prim(g, gen_map(g), 0, 2, kids);
	if (vs && gen_pick(g, 2) && gen_prim1(g, PRIM_JOIN_VEC, 0, vs))
		return gen_prim1(g, PRIM_JOIN_VEC, 0, vs);
	return vs;
}

static Make *const makes[] = {
	make_split, make_split, make_view, make_view, make_sized, make_concat,
	make_zip, make_unzip, make_map, make_map, make_map, make_reduce,
	make_reduce, make_fold, make_let, make_vectors, make_slide, make_slide,
	make_indices, make_pad, make_pad, make_iterate, make_scatter,
};

const Expr *gen_array(Gen *g, int depth)
{
	const Expr *x = gen_named(g, is_array), *made = NULL;
	int64_t scalars;

	if (!x)
		x = expr_input(g->ir, 0, g->program->inputs[0].type);
	if (depth <= 0)
		return x;
	x = gen_pick(g, 4) ? gen_array(g, depth - 1) : x;
	for (int tries = 0; x && !made && tries < 8; tries++) {
		made = makes[gen_pick(g, sizeof makes / sizeof *makes)](
			g, x, depth);
		if (made && (!type_scalars(made->type, &scalars)
			     || scalars > 600))
			made = NULL;
	}
	return made ? made : x;
}

const Expr *gen_value(Gen *g, int depth)
{
	const Expr *parts[2];

	switch (gen_pick(g, 5)) {
	case 0:
	case 1:
		return gen_scalar(g, SCALAR_F32, depth);
	case 2:
		parts[0] = gen_scalar(g, SCALAR_I32, depth - 1);
		parts[1] = gen_pick(g, 2) ? gen_array(g, depth - 1)
				      : gen_scalar(g, SCALAR_F32, depth - 1);
		return parts[0] && parts[1] ? expr_tuple(g->ir, 2, parts)
					    : NULL;
	default:
		return gen_array(g, depth);
	}
}
