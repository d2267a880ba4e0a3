/* Random low-level programs: folds and scans over states of every layout. A
 * state is an array of n numbers seen through random views, [<T>4]2 or
 * [[T]3]4 say; each round takes the views off, puts others on, combines
 * element by element in nested loops, and puts the first ones on again. So
 * loops that are unrolled, vectors and items of a group write through views of
 * all kinds, and read through them. */
#include "space_gen.h"

#include <assert.h>

enum { VIEWS_MAX = 4, DEPTH_MAX = 2 };

/* A view of the arrays at some depth, and the one that takes it off. */
typedef struct LowView {
	Prim prim, back;
	int size, back_size, depth;
} LowView;

typedef struct Layout {
	int count;
	LowView views[VIEWS_MAX];
} Layout;

static int length(const Type *array)
{
	return (int)array->length->value;
}

static const Expr *map_of(SpaceGen *g, Prim prim, const Type *of,
			  const Expr *body, const Expr *xs)
{
	return space_prim(g, prim, 0, expr_lambda(g->ir, 1, &of, body), xs,
			  NULL);
}

/* -- views ----------------------------------------------------------------- */

static const Expr *seen(SpaceGen *g, Prim prim, int size, int depth,
			const Expr *xs)
{
	const Type *of = xs->type->element;

	if (!depth)
		return space_prim(g, prim, size, xs, NULL, NULL);
	return map_of(g, PRIM_MAP, of, seen(g, prim, size, depth - 1,
					    expr_var(g->ir, 0, of)), xs);
}

static const Expr *put_on(SpaceGen *g, const Layout *layout, const Expr *xs)
{
	for (int i = 0; i < layout->count; i++) {
		const LowView *v = &layout->views[i];

		xs = seen(g, v->prim, v->size, v->depth, xs);
	}
	return xs;
}

static const Expr *taken_off(SpaceGen *g, const Layout *layout,
			     const Expr *xs)
{
	for (int i = layout->count - 1; i >= 0; i--) {
		const LowView *v = &layout->views[i];

		xs = seen(g, v->back, v->back_size, v->depth, xs);
	}
	return xs;
}

static int divisor(SpaceGen *g, int n)
{
	int d = 1 + space_pick(g, n);

	while (n % d)
		d--;
	return d;
}

/* One that arrays of that type have; false: this one they have not. */
static bool draw_view(SpaceGen *g, const Type *array, bool lanes, LowView *v)
{
	const Type *of = array->element;
	int n = length(array), k = divisor(g, n), width = 2 << space_pick(g, 3);

	switch (space_pick(g, 5)) {
	case 0:
		*v = (LowView){ PRIM_SPLIT, PRIM_JOIN, k, 0, 0 };
		return true;
	case 1:
		*v = (LowView){ PRIM_REORDER_STRIDE, PRIM_REORDER_STRIDE, k,
				n / k, 0 };
		return true;
	case 2:
		*v = (LowView){ PRIM_TRANSPOSE, PRIM_TRANSPOSE, 0, 0, 0 };
		return of->kind == TYPE_ARRAY;
	case 3:
		if (of->kind != TYPE_ARRAY)
			return false;
		*v = (LowView){ PRIM_JOIN, PRIM_SPLIT, 0, length(of), 0 };
		return true;
	default:
		*v = (LowView){ PRIM_SPLIT_VEC, PRIM_JOIN_VEC, width, 0, 0 };
		return lanes && of->kind == TYPE_SCALAR && n % width == 0;
	}
}

static Layout draw_layout(SpaceGen *g, int n, bool lanes)
{
	const Expr *xs = expr_var(g->ir, 0, space_array_of(g, g->type, n));
	Layout layout = { 0 };

	for (int tries = space_pick(g, 8); tries > 0; tries--) {
		const Type *at = xs->type;
		int depth = 0, most = space_pick(g, DEPTH_MAX + 1);
		LowView v;

		if (layout.count == VIEWS_MAX)
			break;
		while (depth < most && at->element->kind == TYPE_ARRAY) {
			at = at->element;
			depth++;
		}
		if (!draw_view(g, at, lanes, &v))
			continue;
		v.depth = depth;
		layout.views[layout.count++] = v;
		xs = seen(g, v.prim, v.size, v.depth, xs);
	}
	return layout;
}

/* -- what is computed ------------------------------------------------------ */

/* Of parts 0 and 1 of a pair. */
static const Expr *of_pair(SpaceGen *g, const Expr *pair)
{
	return space_joined(g, expr_get(g->ir, 0, pair),
			    expr_get(g->ir, 1, pair));
}

/* Both, which have one type, element by element; the outermost loop over the
 * items of a group, perhaps. */
static const Expr *combined(SpaceGen *g, const Expr *a, const Expr *b,
			    bool local)
{
	static const Prim maps[] = { PRIM_MAP_SEQ_UNROLL, PRIM_MAP_SEQ_UNROLL,
				     PRIM_MAP_SEQ, PRIM_MAP };
	const Expr *parts[] = { a, b }, *pair, *body;
	const Type *of;
	int width;

	if (a->type->kind == TYPE_ARRAY) {
		pair = space_prim(g, PRIM_ZIP, 0, a, b, NULL);
		of = pair->type->element;
		pair = expr_var(g->ir, 0, of);
		body = combined(g, expr_get(g->ir, 0, pair),
				expr_get(g->ir, 1, pair), false);
		return map_of(g, local ? PRIM_MAP_LOCAL
				       : maps[space_pick(g, 4)], of, body,
			      space_prim(g, PRIM_ZIP, 0, a, b, NULL));
	}
	pair = expr_tuple(g->ir, 2, parts);
	if (a->type->kind == TYPE_SCALAR)
		return of_pair(g, pair);
	of = type_lane(g->ir, pair->type, &width);
	return map_of(g, PRIM_MAP_VEC, of,
		      of_pair(g, expr_var(g->ir, 0, of)), pair);
}

/* \state numbers. the next state. */
static const Expr *step(SpaceGen *g, const Layout *layout, const Type *state,
			const Type *numbers, bool local)
{
	const Type *params[] = { state, numbers };
	const Expr *s = expr_var(g->ir, 1, state);
	const Expr *v = expr_var(g->ir, 0, numbers);
	Layout other = draw_layout(g, length(numbers), true);

	if (space_pick(g, 3) == 0)
		return expr_lambda(g->ir, 2, params, combined(
			g, s, put_on(g, layout, v), local));
	s = put_on(g, &other, taken_off(g, layout, s));
	s = combined(g, s, put_on(g, &other, v), local);
	return expr_lambda(g->ir, 2, params,
			   put_on(g, layout, taken_off(g, &other, s)));
}

/* The states of the rounds over a row of n numbers each, as rows of numbers. */
static const Expr *item(SpaceGen *g, const Expr *row, int n, bool local)
{
	static const Prim folds[] = { PRIM_REDUCE_SEQ, PRIM_REDUCE_SEQ,
				      PRIM_REDUCE_SEQ_UNROLL, PRIM_SCAN_SEQ };
	const Layout layout = draw_layout(g, n, true);
	const Layout last = draw_layout(g, n, false);
	const Expr *rows = space_prim(g, PRIM_SPLIT, n, row, NULL, NULL);
	const Expr *start = put_on(g, &layout, space_prim(
		g, PRIM_FILL, n, expr_int(g->ir, g->type, space_pick(g, 3)),
		NULL, NULL));
	const Expr *states = space_prim(
		g, folds[space_pick(g, 4)], 0,
		step(g, &layout, start->type, rows->type->element, local),
		start, rows);
	const Type *of = states->type->element;
	const Expr *body = taken_off(g, &layout, expr_var(g->ir, 0, of));

	return map_of(g, PRIM_MAP, of, put_on(g, &last, body), states);
}

const Expr *space_low(SpaceGen *g)
{
	static const int lengths[] = { 4, 6, 8, 12, 16, 24 };
	int n = lengths[space_pick(g, 6)], rounds = 1 + space_pick(g, 3);
	int items = 1 + space_pick(g, 3), count = n * rounds * items;
	bool local = space_pick(g, 4) == 0;
	const Size *around[] = { size_const(g->ir, 0),
				 size_const(g->ir, count > SPACE_INPUT
					    ? count - SPACE_INPUT : 0) };
	const Expr *xs = expr_input(g->ir, 0, space_array_of(g, g->type,
							     SPACE_INPUT));
	const Type *row;

	xs = expr_prim(g->ir, PRIM_PAD_CLAMP, 0, around, 1, &xs);
	assert(xs);
	xs = space_prim(g, PRIM_TAKE, count, xs, NULL, NULL);
	xs = space_prim(g, PRIM_SPLIT, n * rounds, xs, NULL, NULL);
	row = xs->type->element;
	return map_of(g, local ? PRIM_MAP_WORKGROUP : PRIM_MAP_GLOBAL, row,
		      item(g, expr_var(g->ir, 0, row), n, local), xs);
}
