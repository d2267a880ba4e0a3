/* Random vectors and matrices: made from others, one way after the other. */
#include "space_gen.h"

#include <assert.h>

static const Expr *sized2(SpaceGen *g, Prim p, int a, int b, const Expr *xs)
{
	const Size *sizes[] = { size_const(g->ir, a), size_const(g->ir, b) };
	const Expr *made = expr_prim(g->ir, p, 0, sizes, 1, &xs);

	assert(made);
	return made;
}

static int divisor(SpaceGen *g, int n)
{
	int d = 1 + space_pick(g, n);

	while (n % d)
		d--;
	return d;
}

static const Expr *leaf(SpaceGen *g, int n)
{
	const Type *type = space_array_of(g, g->type, SPACE_INPUT);
	const Expr *x = space_variable(g, space_array_of(g, g->type, n));

	if (x)
		return x;
	x = expr_input(g->ir, 0, type);
	if (n > SPACE_INPUT)
		return sized2(g, PRIM_PAD_WRAP, 0, n - SPACE_INPUT, x);
	if (space_pick(g, 2))
		return space_prim(g, PRIM_TAKE, n, x, NULL, NULL);
	return space_prim(g, PRIM_DROP, SPACE_INPUT - n, x, NULL, NULL);
}

/* -- vectors --------------------------------------------------------------- */

typedef const Expr *Make(SpaceGen *g, int n, int depth);

static const Expr *make_map(SpaceGen *g, int n, int depth)
{
	return space_mapped(g, space_of_scalar, 0, depth,
			    space_vector(g, n, depth - 1));
}

static const Expr *make_zip(SpaceGen *g, int n, int depth)
{
	const Expr *kids[] = { space_vector(g, n, depth - 1),
			       space_vector(g, n, depth - 1),
			       space_vector(g, n, depth - 2) };
	int count = 2 + (space_pick(g, 3) == 0);

	return space_mapped(g, space_of_pair, 0, 0,
			    expr_prim(g->ir, PRIM_ZIP, 0, NULL, count, kids));
}

static const Expr *make_join(SpaceGen *g, int n, int depth)
{
	int k = divisor(g, n);

	return space_prim(g, PRIM_JOIN, 0,
			  space_matrix(g, n / k, k, depth - 1), NULL, NULL);
}

static const Expr *make_rows(SpaceGen *g, int n, int depth)
{
	return space_mapped(g, space_of_row, 0, depth, space_matrix(
		g, n, 1 + space_pick(g, 6), depth - 1));
}

static const Expr *make_concat(SpaceGen *g, int n, int depth)
{
	int k = n == 1 ? 1 : 1 + space_pick(g, n - 1);

	if (n == 1)
		return space_fold(g, PRIM_REDUCE, space_vector(
			g, 1 + space_pick(g, 12), depth - 1));
	return space_prim(g, PRIM_CONCAT, 0, space_vector(g, k, depth - 1),
			  space_vector(g, n - k, depth - 1), NULL);
}

/* A value named and used twice. */
static const Expr *make_let(SpaceGen *g, int n, int depth)
{
	const Expr *value = space_vector(g, n, depth - 1), *body, *zip;
	const Expr *v = expr_var(g->ir, 0, value->type);

	if (!space_enter(g, value->type))
		return value;
	zip = space_prim(g, PRIM_ZIP, 0, v, space_vector(g, n, depth - 1),
			 NULL);
	body = space_mapped(g, space_of_pair, 0, 0, zip);
	body = space_prim(g, PRIM_ZIP, 0, body, v, NULL);
	body = space_mapped(g, space_of_pair, 0, 0, body);
	g->count--;
	return expr_let(g->ir, value, body);
}

static const Expr *windows(SpaceGen *g, int n, int width, int depth)
{
	int step = 1 + space_pick(g, 3);
	int length = (n - 1) * step + width + space_pick(g, step);

	return sized2(g, PRIM_SLIDE, width, step,
		      space_vector(g, length, depth - 1));
}

static const Expr *make_windows(SpaceGen *g, int n, int depth)
{
	return space_mapped(g, space_of_row, 0, depth, windows(
		g, n, 1 + space_pick(g, 4), depth));
}

static const Expr *make_pad(SpaceGen *g, int n, int depth)
{
	static const Prim pads[] = { PRIM_PAD_CLAMP, PRIM_PAD_MIRROR,
				     PRIM_PAD_WRAP };
	int left = space_pick(g, n < 5 ? n : 5);
	int right = space_pick(g, n - left < 5 ? n - left : 5);

	return sized2(g, pads[space_pick(g, 3)], left, right,
		      space_vector(g, n - left - right, depth - 1));
}

/* (a*i + b) % m for each i. */
static const Expr *indices(SpaceGen *g, int n, int m)
{
	const Expr *is = space_prim(g, PRIM_GENERATE, n, NULL, NULL, NULL);
	const Type *type = is->type->element;
	const Expr *i = expr_var(g->ir, 0, type);

	i = space_op(g, OP_MUL, i, expr_int(g->ir, type, space_pick(g, 4)));
	i = space_op(g, OP_ADD, i, expr_int(g->ir, type, space_pick(g, 9)));
	i = space_op(g, OP_REM, i, expr_int(g->ir, type, m));
	return space_prim(g, PRIM_MAP, 0, expr_lambda(g->ir, 1, &type, i), is,
			  NULL);
}

static const Expr *make_generate(SpaceGen *g, int n, int depth)
{
	const Expr *is = indices(g, n, 1 + space_pick(g, 8));
	const Type *type = is->type->element;

	(void)depth;
	return space_prim(g, PRIM_MAP, 0, expr_lambda(g->ir, 1, &type,
		expr_convert(g->ir, g->type, expr_var(g->ir, 0, type))), is,
		NULL);
}

static const Expr *make_gather(SpaceGen *g, int n, int depth)
{
	int m = 1 + space_pick(g, 24);
	const Expr *is = indices(g, n, m);
	const Type *type = is->type->element;
	const Expr *xs = expr_shift(g->ir, space_vector(g, m, depth - 1), 1,
				    0);

	xs = space_prim(g, PRIM_AT, 0, xs, expr_var(g->ir, 0, type), NULL);
	return space_prim(g, PRIM_MAP, 0, expr_lambda(g->ir, 1, &type, xs),
			  is, NULL);
}

static const Expr *pair_of_scalar(SpaceGen *g, const Expr *x, int n,
				  int depth)
{
	const Expr *parts[] = { space_of_scalar(g, x, n, depth), x };

	return expr_tuple(g->ir, 2, parts);
}

static const Expr *make_unzip(SpaceGen *g, int n, int depth)
{
	const Expr *pairs = space_mapped(g, pair_of_scalar, 0, depth - 1,
					 space_vector(g, n, depth - 1));

	if (pairs->type->element == g->type)
		return pairs;
	return expr_get(g->ir, space_pick(g, 2),
			space_prim(g, PRIM_UNZIP, 0, pairs, NULL, NULL));
}

static const Expr *make_scan(SpaceGen *g, int n, int depth)
{
	return space_fold(g, PRIM_SCAN_SEQ, space_vector(g, n, depth - 1));
}

static const Expr *make_cut(SpaceGen *g, int n, int depth)
{
	int more = 1 + space_pick(g, 5);
	bool take = space_pick(g, 2);

	return space_prim(g, take ? PRIM_TAKE : PRIM_DROP, take ? n : more,
			  space_vector(g, n + more, depth - 1), NULL, NULL);
}

static Make *const makes[] = {
	make_map, make_map, make_zip, make_join, make_rows, make_rows,
	make_rows, make_concat, make_let, make_windows, make_pad,
	make_generate, make_gather, make_unzip, make_scan, make_cut,
};

const Expr *space_vector(SpaceGen *g, int n, int depth)
{
	if (depth <= 0)
		return leaf(g, n);
	return makes[space_pick(g, sizeof makes / sizeof *makes)](g, n, depth);
}

/* -- matrices -------------------------------------------------------------- */

/* A row of n numbers for a row of any length. */
static const Expr *row_of_row(SpaceGen *g, const Expr *row, int n, int depth)
{
	bool same = (int)row->type->length->value == n && space_pick(g, 3);

	return space_mapped(g, space_of_scalar, 0, depth - 1,
			    same ? row : space_vector(g, n, depth - 1));
}

static const Expr *row_of_scalar(SpaceGen *g, const Expr *x, int n, int depth)
{
	(void)x;
	return space_mapped(g, space_of_scalar, 0, depth - 1,
			    space_vector(g, n, depth - 1));
}

static const Expr *matrix_from(SpaceGen *g, int rows, int columns, int depth)
{
	switch (space_pick(g, 6)) {
	case 0:
		return space_prim(g, PRIM_TRANSPOSE, 0, space_matrix(
			g, columns, rows, depth - 1), NULL, NULL);
	case 1:
		return space_mapped(g, row_of_row, columns, depth,
				    space_matrix(g, rows,
						 1 + space_pick(g, 5),
						 depth - 1));
	case 2:
		return space_mapped(g, row_of_scalar, columns, depth,
				    space_vector(g, rows, depth - 1));
	case 3:
		return windows(g, rows, columns, depth);
	case 4:
		return space_prim(g, PRIM_DROP, 1, space_matrix(
			g, rows + 1, columns, depth - 1), NULL, NULL);
	default:
		return NULL;
	}
}

const Expr *space_matrix(SpaceGen *g, int rows, int columns, int depth)
{
	const Expr *made = depth > 0 ? matrix_from(g, rows, columns, depth)
				     : NULL;

	if (made)
		return made;
	if (rows * columns > SPACE_INPUT)
		return space_prim(g, PRIM_FILL, rows,
				  space_vector(g, columns, depth - 1), NULL,
				  NULL);
	made = space_vector(g, rows * columns, depth - 1);
	if (space_pick(g, 2))
		return space_prim(g, PRIM_SPLIT, columns, made, NULL, NULL);
	return space_prim(g, PRIM_SPLIT_INTO, rows, made, NULL, NULL);
}
