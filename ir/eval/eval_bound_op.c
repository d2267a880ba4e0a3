/* Bounds of the scalar functions: one row each.
 *
 * units are those of the unit roundoff u (an ulp is two at most) that a
 * kernel's result is off, for exact arguments: what OpenCL allows for f32
 * (OpenCL 1.2, section 7.4), which holds for functions of our own, too; but as
 * much as the worst of what rules and code generation make of it
 * (rules/algorithmic.rules, `rounding`): 1 / sqrt x for rsqrt x, a (1 / b) for
 * a / b, products for powers.
 */
#include "ir/eval/eval_bound_row.h"

#define SMOOTH(units, slope, factor) { units, row_smooth, slope, factor, 0, 0 }
#define STEEP(units, slope, factor) \
	{ units, row_smooth, slope, factor, STEEP_UNKNOWN, 0 }
#define RISING(units) \
	{ units, row_smooth, slope_value, 1, STEEP_RISING, 0 }
#define OTHER(units, make) { units, make, NULL, 1, STEEP_NOT, false }
#define DECISION(make) { 0, make, NULL, 1, STEEP_NOT, true }

static const BoundRow rows[OP_COUNT] = {
	[OP_ADD] = OTHER(1, row_sum),
	[OP_SUB] = OTHER(1, row_difference),
	[OP_MUL] = OTHER(1, row_product),
	[OP_DIV] = OTHER(8, row_quotient),
	[OP_REM] = OTHER(0, row_remainder),
	[OP_NEG] = OTHER(0, row_same),
	[OP_ABS] = OTHER(0, row_magnitude),
	[OP_SIGN] = DECISION(row_sign),
	[OP_MIN] = OTHER(0, row_extreme),
	[OP_MAX] = OTHER(0, row_extreme),
	[OP_FMA] = OTHER(1, row_fma),
	[OP_SQRT] = OTHER(7, row_root),
	[OP_RSQRT] = SMOOTH(12, slope_value_over_x, 0.5),
	[OP_CBRT] = SMOOTH(5, slope_value_over_x, 1. / 3),
	[OP_EXP] = RISING(7),
	[OP_EXP2] = RISING(7),
	[OP_EXPM1] = STEEP(7, slope_value_and_one, 1),
	[OP_LOG] = SMOOTH(7, slope_over_x, 1),
	[OP_LOG2] = SMOOTH(7, slope_over_x, 1.5),
	[OP_LOG10] = SMOOTH(7, slope_over_x, 0.5),
	[OP_LOG1P] = SMOOTH(5, slope_over_next, 1),
	[OP_POW] = OTHER(33, row_power),
	[OP_HYPOT] = OTHER(9, row_hypot),
	[OP_SIN] = SMOOTH(9, NULL, 1),
	[OP_COS] = SMOOTH(9, NULL, 1),
	[OP_TAN] = SMOOTH(11, slope_square_and_one, 1),
	[OP_ASIN] = SMOOTH(9, slope_arc, 1),
	[OP_ACOS] = SMOOTH(9, slope_arc, 1),
	[OP_ATAN] = SMOOTH(11, NULL, 1),
	[OP_ATAN2] = OTHER(13, row_angle),
	[OP_SINH] = STEEP(9, slope_value_and_one, 1),
	[OP_COSH] = STEEP(9, slope_value, 1),
	[OP_TANH] = SMOOTH(11, NULL, 1),
	[OP_ERF] = SMOOTH(33, NULL, 1.2),
	[OP_FLOOR] = DECISION(row_whole),
	[OP_CEIL] = DECISION(row_whole),
	[OP_ROUND] = DECISION(row_whole),
	[OP_TRUNC] = DECISION(row_whole),
	[OP_ISNAN] = DECISION(row_class),
	[OP_ISINF] = DECISION(row_class),
	[OP_LT] = DECISION(row_comparison),
	[OP_LE] = DECISION(row_comparison),
	[OP_GT] = DECISION(row_comparison),
	[OP_GE] = DECISION(row_comparison),
	[OP_EQ] = DECISION(row_comparison),
	[OP_NE] = DECISION(row_comparison),
};

bool bound_is_declared(const Graph *graph)
{
	return graph->domain == EVAL_DECLARED;
}

double bound_units(const Graph *graph, Op op, Scalar scalar)
{
	const OpAccuracy accuracy = op_rows[op].accuracy;
	const bool offered = accuracy == ACCURACY_OFFERED
			  && (graph->divides || scalar != SCALAR_F32);

	if (bound_is_declared(graph)
	    && (accuracy == ACCURACY_EXACT || offered))
		return 0;
	return rows[op].units;
}

bool bound_decides(Op op)
{
	return rows[op].decides;
}

Shadow row_kid(Bound *b, const Node *n, int i)
{
	return bound_shadow(b, n->kids[i]);
}

const Node *row_rounded(Bound *b, const Node *sum, const Node *n,
			double units)
{
	if (n->kind == NODE_OP
	    && bound_units(b->graph, n->op, n->kids[0]->scalar) == 0)
		return bound_after(b, sum, n->scalar, n);
	return bound_round(b, sum, n->scalar, units, n);
}

const Node *row_over(Bound *b, const Node *error, const Node *x,
		     const Node *spread)
{
	if (!error)
		return NULL;
	return bound_node(b, BOUND_OVER, error, x,
			  spread ? spread : bound_number(b, 0));
}

/* Of integers and bools: another argument, another result. */
static Shadow of_kids(Bound *b, const Node *n)
{
	Shadow shadow = { 0 };

	for (int i = 0; i < n->kid_count; i++)
		shadow.outside = bound_add(b, shadow.outside,
					   row_kid(b, n, i).outside);
	return shadow;
}

/* One argument is enough to decide: false for and, true for or. */
static Shadow of_either(Bound *b, const Node *n)
{
	Shadow shadow = of_kids(b, n);
	const Node *zero = bound_number(b, 0);

	for (int i = 0; i < 2; i++) {
		const Node *taint = row_kid(b, n, i).outside,
			   *decides = n->kids[i];

		if (n->op == OP_AND)
			decides = bound_unary(b, OP_NOT, decides);
		if (taint)
			decides = bound_binary(b, OP_AND, decides,
				bound_binary(b, OP_EQ, taint, zero));
		shadow.outside = bound_either(b, decides, NULL,
					      shadow.outside);
	}
	return shadow;
}

Shadow bound_op(Bound *b, const Node *node)
{
	if (node->op == OP_AND || node->op == OP_OR)
		return of_either(b, node);
	if (!scalar_is_float(node->kids[0]->scalar))
		return of_kids(b, node);
	return rows[node->op].make(b, node, &rows[node->op]);
}
