/* Bounds of decisions: none where it is made for sure, else infinity. */
#include "ir/eval/eval_bound_row.h"

#include <math.h>

Shadow row_comparison(Bound *b, const Node *n, const BoundRow *row)
{
	const Node *spread = bound_add(b, bound_spread(b, row_kid(b, n, 0)),
				       bound_spread(b, row_kid(b, n, 1)));

	(void)row;
	if (!spread)
		return (Shadow){ 0 };
	return (Shadow){ .outside = bound_unless(b, bound_within(b,
				n->kids[0], n->kids[1], spread)) };
}

Shadow row_sign(Bound *b, const Node *n, const BoundRow *row)
{
	const Node *spread = bound_spread(b, row_kid(b, n, 0));

	(void)row;
	if (!spread)
		return (Shadow){ 0 };
	return (Shadow){ .outside = bound_unless(b, bound_within(b,
				n->kids[0], bound_number(b, 0), spread)) };
}

static const Node *moved(Bound *b, const Node *n, Op by, const Node *spread)
{
	return bound_unary(b, n->op, bound_binary(b, by, n->kids[0], spread));
}

/* A number made whole. */
Shadow row_whole(Bound *b, const Node *n, const BoundRow *row)
{
	const Node *spread = bound_spread(b, row_kid(b, n, 0)), *same;

	(void)row;
	if (!spread)
		return (Shadow){ 0 };
	same = bound_binary(b, OP_EQ, moved(b, n, OP_SUB, spread),
			    moved(b, n, OP_ADD, spread));
	return (Shadow){ .outside = bound_either(b, same, NULL,
					bound_number(b, INFINITY)) };
}

/* NaN or infinity: what has a bound is neither. */
Shadow row_class(Bound *b, const Node *n, const BoundRow *row)
{
	const Node *spread = bound_spread(b, row_kid(b, n, 0));

	(void)row;
	if (!spread)
		return (Shadow){ 0 };
	return (Shadow){ .outside = bound_node(b, BOUND_HOLDS,
			bound_number(b, 0), spread,
			bound_number(b, 0x1.fffffffffffffp1023)) };
}
