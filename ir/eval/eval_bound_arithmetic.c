/* Bounds of sums and products, and of what rounds nothing. */
#include "ir/eval/eval_bound_row.h"

/* -- sums ------------------------------------------------------------------ */

static int terms_of(Shadow shadow)
{
	return shadow.size ? shadow.terms : 1;
}

static const Node *carried(Shadow shadow)
{
	return shadow.running ? shadow.carried : shadow.folds;
}

/* x + y, rounded. In another order what is added up on the way may be as large
 * as the size. */
static Shadow any_order(Bound *b, const Node *n, Shadow x, Shadow y)
{
	Shadow sum = { .outside = bound_add(b, x.outside, y.outside),
		       .size = bound_is_positive(n) ? n
				: bound_add(b, x.size, y.size),
		       .terms = terms_of(x) + terms_of(y),
		       .running = x.running || y.running };
	const Node *errors;

	if (sum.running) {
		sum.carried = bound_add(b, carried(x), carried(y));
		return bound_of_sum(b, n, sum);
	}
	sum.folds = bound_add(b, x.folds, y.folds);
	errors = bound_add(b, sum.outside, sum.folds);
	sum.outside = row_rounded(b, sum.outside, n, sum.size == n ? 2 : 1);
	if (sum.terms > 2 && sum.size != n)
		sum.outside = bound_round(b, sum.outside, n->scalar, 1,
					  sum.size);
	sum.outside = whole_or(b, n, sum.size, errors, sum.outside);
	return sum;
}

static Shadow sum_of(Bound *b, const Node *n, Shadow x, Shadow y)
{
	if (!bound_is_declared(b->graph))
		return any_order(b, n, x, y);
	return (Shadow){ .outside = row_rounded(b, bound_add(b, x.outside,
							     y.outside), n, 1) };
}

/* As a part of a sum. */
static Shadow term_of(Bound *b, const Node *value, Shadow shadow)
{
	shadow.terms = terms_of(shadow);
	shadow.size = bound_size(b, value, shadow);
	return shadow;
}

Shadow row_sum(Bound *b, const Node *n, const BoundRow *row)
{
	(void)row;
	return sum_of(b, n, term_of(b, n->kids[0], row_kid(b, n, 0)),
		      term_of(b, n->kids[1], row_kid(b, n, 1)));
}

/* What x, a fold's state, is compared with, where extreme is the larger or the lesser
 * of both. The state is one number; others may be computed twice, and differ. */
static const Node *beside(const Node *x, const Node *extreme)
{
	if (x->kind != NODE_ACC || extreme->kind != NODE_OP
	    || (extreme->op != OP_MAX && extreme->op != OP_MIN))
		return NULL;
	return extreme->kids[0] == x ? extreme->kids[1]
	     : extreme->kids[1] == x ? extreme->kids[0] : NULL;
}

/* 0 where x is the extreme for sure, however far off it is. */
static Shadow or_none(Bound *b, const Node *x, const Node *extreme, Shadow all)
{
	const Node *other = beside(x, extreme);
	const Node *spread = bound_add(b, bound_spread(b, bound_shadow(b, x)),
				       bound_spread(b, bound_shadow(b, other)));
	const Node *same = bound_binary(b, OP_EQ, x, extreme), *near;

	if (!spread)
		return all;
	near = bound_within(b, x, other, spread);
	return (Shadow){
		.outside = bound_either(b, near, all.outside,
			bound_either(b, same, NULL, all.outside)),
		.folds = bound_either(b, near, all.folds,
			bound_either(b, same, NULL, all.folds)) };
}

Shadow row_difference(Bound *b, const Node *n, const BoundRow *row)
{
	const Node *x = n->kids[0], *y = n->kids[1];
	const Shadow all = row_sum(b, n, row);

	if (beside(x, y))
		return or_none(b, x, y, all);
	return beside(y, x) ? or_none(b, y, x, all) : all;
}

/* -- products -------------------------------------------------------------- */

/* Of the errors of both factors. */
static Shadow factors(Bound *b, const Node *n)
{
	const Node *x = n->kids[0], *y = n->kids[1];
	Shadow u = row_kid(b, n, 0), v = row_kid(b, n, 1);

	return (Shadow){
		.outside = bound_carry(b, bound_scaled(b, y, u.outside), x,
				       v.outside),
		.folds = bound_carry(b, bound_scaled(b, y, u.folds), x,
				     v.folds) };
}

Shadow row_product(Bound *b, const Node *n, const BoundRow *row)
{
	Shadow product = factors(b, n);
	const Node *errors = bound_add(b, product.outside, product.folds);

	product.outside = whole_or(b, n, n, errors,
				   row_rounded(b, product.outside, n,
					       row->units));
	return product;
}

Shadow row_fma(Bound *b, const Node *n, const BoundRow *row)
{
	const Node *product = bound_binary(b, OP_MUL, n->kids[0], n->kids[1]);

	(void)row;
	return sum_of(b, n, term_of(b, product, factors(b, n)),
		      term_of(b, n->kids[2], row_kid(b, n, 2)));
}

Shadow row_quotient(Bound *b, const Node *n, const BoundRow *row)
{
	Shadow x = row_kid(b, n, 0), y = row_kid(b, n, 1), both;
	const Node *by = n->kids[1], *spread = bound_spread(b, y);

	both.outside = bound_carry(b, x.outside, n, y.outside);
	both.folds = bound_carry(b, x.folds, n, y.folds);
	return (Shadow){
		.outside = row_rounded(b, row_over(b, both.outside, by, spread),
				       n, row->units),
		.folds = row_over(b, both.folds, by, spread) };
}

/* x - q y for a whole q, which is decided where the remainder is neither near 0
 * nor near y. */
Shadow row_remainder(Bound *b, const Node *n, const BoundRow *row)
{
	Shadow x = row_kid(b, n, 0), y = row_kid(b, n, 1), rest;
	const Node *quotient = bound_binary(b, OP_DIV, n->kids[0], n->kids[1]);
	const Node *spread, *ends;

	(void)row;
	rest = (Shadow){
		.outside = bound_carry(b, x.outside, quotient, y.outside),
		.folds = bound_carry(b, x.folds, quotient, y.folds) };
	spread = bound_spread(b, rest);
	if (!spread)
		return rest;
	ends = bound_binary(b, OP_OR,
		bound_within(b, n, bound_number(b, 0), spread),
		bound_within(b, bound_unary(b, OP_ABS, n),
			     bound_unary(b, OP_ABS, n->kids[1]), spread));
	rest.outside = bound_add(b, rest.outside, bound_unless(b, ends));
	return rest;
}

/* -- what rounds nothing --------------------------------------------------- */

Shadow row_same(Bound *b, const Node *n, const BoundRow *row)
{
	(void)row;
	return row_kid(b, n, 0);
}

Shadow row_magnitude(Bound *b, const Node *n, const BoundRow *row)
{
	Shadow x = row_kid(b, n, 0);

	(void)row;
	return (Shadow){ .outside = x.outside, .folds = x.folds };
}

/* The errors of those arguments that may be the result. */
Shadow row_extreme(Bound *b, const Node *n, const BoundRow *row)
{
	Shadow x = row_kid(b, n, 0), y = row_kid(b, n, 1), one, other;
	const Node *spread = bound_add(b, bound_spread(b, x),
				       bound_spread(b, y));
	const Node *first, *second;

	(void)row;
	if (x.extreme || y.extreme)
		return (Shadow){
			.outside = bound_largest(b, x.outside, y.outside),
			.folds = bound_largest(b, x.folds, y.folds),
			.extreme = true };
	if (!spread)
		return (Shadow){ 0 };
	first = bound_within(b, n, n->kids[0], spread);
	second = bound_within(b, n, n->kids[1], spread);
	one = (Shadow){ .outside = bound_either(b, first, x.outside, NULL),
			.folds = bound_either(b, first, x.folds, NULL) };
	other = (Shadow){ .outside = bound_either(b, second, y.outside, NULL),
			  .folds = bound_either(b, second, y.folds, NULL) };
	return (Shadow){ .outside = bound_add(b, one.outside, other.outside),
			 .folds = bound_add(b, one.folds, other.folds) };
}
