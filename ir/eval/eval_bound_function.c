/* Bounds of the functions that are not arithmetic: by their derivatives. */
#include "ir/eval/eval_bound_row.h"

static const Node *times(Bound *b, double factor, const Node *x)
{
	return factor == 1 ? x : bound_binary(b, OP_MUL, x,
					      bound_number(b, factor));
}

/* Of a function that is positive and rises, by its slope where the spread is no more
 * than 1; else it and what it may be lie between 0 and its value at the end. */
static Shadow near_or_less(Bound *b, const Node *n, const Node *spread,
			   Shadow near)
{
	const Node *is_near = bound_binary(b, OP_LE, spread,
					   bound_number(b, 1));
	const Node *most = bound_unary(b, n->op,
				       bound_binary(b, OP_ADD, n->kids[0],
						    spread));

	return (Shadow){ .outside = bound_either(b, is_near, near.outside, most),
			 .folds = bound_either(b, is_near, near.folds, NULL) };
}

Shadow row_smooth(Bound *b, const Node *n, const BoundRow *row)
{
	Shadow x = row_kid(b, n, 0);
	const Node *spread = bound_spread(b, x), *slope = NULL;
	const Node *outside;

	if (!spread)
		return (Shadow){
			.outside = row_rounded(b, NULL, n, row->units) };
	if (row->slope)
		slope = times(b, row->factor, row->slope(b, n, spread));
	else if (row->factor != 1)
		slope = bound_number(b, row->factor);
	outside = row_rounded(b, bound_scaled(b, slope, x.outside), n,
			      row->units);
	if (row->steep == STEEP_RISING)
		return near_or_less(b, n, spread, (Shadow){ .outside = outside,
			.folds = bound_scaled(b, slope, x.folds) });
	if (row->steep)
		outside = bound_node(b, BOUND_HOLDS, outside, spread,
				     bound_number(b, 1));
	return (Shadow){ .outside = outside,
			 .folds = bound_scaled(b, slope, x.folds) };
}

const Node *slope_value(Bound *b, const Node *n, const Node *spread)
{
	(void)b;
	(void)spread;
	return n;
}

const Node *slope_value_and_one(Bound *b, const Node *n, const Node *spread)
{
	(void)spread;
	return bound_binary(b, OP_ADD, bound_unary(b, OP_ABS, n),
			    bound_number(b, 1));
}

/* tan: 1 + f(x)^2, beside the pole. */
const Node *slope_square_and_one(Bound *b, const Node *n, const Node *spread)
{
	const Node *one = bound_number(b, 1),
		   *slope = bound_binary(b, OP_ADD, one,
					 bound_binary(b, OP_MUL, n, n));

	return bound_node(b, BOUND_HOLDS, slope,
			  bound_scaled(b, slope, spread), one);
}

const Node *slope_over_x(Bound *b, const Node *n, const Node *spread)
{
	return row_over(b, bound_number(b, 1), n->kids[0], spread);
}

const Node *slope_over_next(Bound *b, const Node *n, const Node *spread)
{
	const Node *one = bound_number(b, 1);

	return row_over(b, one, bound_binary(b, OP_ADD, n->kids[0], one),
			spread);
}

const Node *slope_value_over_x(Bound *b, const Node *n, const Node *spread)
{
	return row_over(b, bound_unary(b, OP_ABS, n), n->kids[0], spread);
}

/* 1 / sqrt(1 - x^2), at the end of the spread. */
const Node *slope_arc(Bound *b, const Node *n, const Node *spread)
{
	const Node *one = bound_number(b, 1),
		   *x = bound_binary(b, OP_ADD, spread,
				     bound_unary(b, OP_ABS, n->kids[0])),
		   *rest = bound_binary(b, OP_SUB, one,
					bound_binary(b, OP_MUL, x, x));

	return row_over(b, one, bound_unary(b, OP_SQRT, rest),
			bound_number(b, 0));
}

/* sqrt is off by at most the root of what x is off. */
Shadow row_root(Bound *b, const Node *n, const BoundRow *row)
{
	static const BoundRow smooth = { 7, row_smooth, slope_value_over_x,
					 0.5, 0, 0 };
	const Node *of = n->kids[0], *slope;
	Shadow x = row_kid(b, n, 0), root;
	const Node *spread = bound_spread(b, x);

	if (!spread || !bound_is_positive(of))
		return row_smooth(b, n, &smooth);
	slope = times(b, 0.5, slope_value_over_x(b, n, spread));
	root.outside = bound_node(b, BOUND_ROOT, of, spread,
				  bound_or_zero(b, bound_scaled(b, slope,
								x.outside)));
	root.outside = row_rounded(b, root.outside, n, row->units);
	root.folds = bound_scaled(b, slope, x.folds);
	if (root.folds)
		root.folds = bound_either(b, bound_binary(b, OP_LE, of, spread),
					  NULL, root.folds);
	return (Shadow){ .outside = root.outside, .folds = root.folds };
}

/* x^y: y x^(y-1) and ln x x^y. */
Shadow row_power(Bound *b, const Node *n, const BoundRow *row)
{
	Shadow x = row_kid(b, n, 0), y = row_kid(b, n, 1), all;
	const Node *one = bound_number(b, 1), *to = n->kids[1], *relative, *log;

	all = (Shadow){ .outside = row_rounded(b, NULL, n, row->units) };
	if (bound_spread(b, x)) {
		relative = row_over(b, bound_unary(b, OP_ABS, to), n->kids[0],
				    bound_spread(b, x));
		all.outside = bound_node(b, BOUND_HOLDS, all.outside,
			bound_scaled(b, relative, bound_spread(b, x)), one);
		relative = bound_scaled(b, n, relative);
		all.outside = bound_carry(b, all.outside, relative, x.outside);
		all.folds = bound_scaled(b, relative, x.folds);
	}
	if (bound_spread(b, y)) {
		log = bound_unary(b, OP_LOG, bound_unary(b, OP_ABS,
							 n->kids[0]));
		all.outside = bound_node(b, BOUND_HOLDS, all.outside,
			bound_scaled(b, log, bound_spread(b, y)), one);
		log = bound_scaled(b, n, bound_unary(b, OP_ABS, log));
		all.outside = bound_carry(b, all.outside, log, y.outside);
		all.folds = bound_carry(b, all.folds, log, y.folds);
	}
	return all;
}

Shadow row_hypot(Bound *b, const Node *n, const BoundRow *row)
{
	Shadow x = row_kid(b, n, 0), y = row_kid(b, n, 1);

	return (Shadow){
		.outside = row_rounded(b, bound_add(b, x.outside, y.outside), n,
				       row->units),
		.folds = bound_add(b, x.folds, y.folds) };
}

/* At most 1 / |(x, y)|; undecided where y may change its sign left of 0. */
Shadow row_angle(Bound *b, const Node *n, const BoundRow *row)
{
	Shadow y = row_kid(b, n, 0), x = row_kid(b, n, 1);
	const Node *up = bound_spread(b, y), *along = bound_spread(b, x),
		   *far = bound_binary(b, OP_HYPOT, n->kids[0], n->kids[1]);
	const Node *zero = bound_number(b, 0), *left = n->kids[1],
		   *spread = bound_add(b, up, along);
	const Node *outside = row_over(b, bound_add(b, x.outside, y.outside),
				       far, spread);

	outside = row_rounded(b, outside, n, row->units);
	if (along)
		left = bound_binary(b, OP_SUB, left, along);
	if (up)
		outside = bound_add(b, outside, bound_unless(b, bound_binary(b,
			OP_AND, bound_within(b, n->kids[0], zero, up),
			bound_binary(b, OP_LE, left, zero))));
	return (Shadow){ .outside = outside,
			 .folds = row_over(b, bound_add(b, x.folds, y.folds),
					   far, spread) };
}
