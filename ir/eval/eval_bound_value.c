/* What bounds are built of, and those of conversions and choices. */
#include "ir/eval/eval_bound.h"

#include <math.h>
#include <string.h>

/* Bits of the magnitude of any value, or of a float's significand. */
static const int digits[SCALAR_COUNT] = {
	[SCALAR_BOOL] = 1, [SCALAR_I8] = 7, [SCALAR_U8] = 8,
	[SCALAR_I16] = 15, [SCALAR_U16] = 16, [SCALAR_I32] = 31,
	[SCALAR_U32] = 32, [SCALAR_I64] = 63, [SCALAR_U64] = 64,
	[SCALAR_F16] = 11, [SCALAR_F32] = 24, [SCALAR_F64] = 53,
};

const Node *bound_number(Bound *b, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return node_const(b->graph, SCALAR_F64, bits);
}

/* Values of declared types as f64, in which bounds are computed. */
static const Node *as_f64(const Bound *b, const Node *x)
{
	return x && bound_is_declared(b->graph) && scalar_is_float(x->scalar)
		? node_convert(b->graph, SCALAR_F64, x) : x;
}

const Node *bound_node(Bound *b, BoundOp op, const Node *x, const Node *y,
		       const Node *z)
{
	const Node *args[] = { as_f64(b, x), as_f64(b, y), as_f64(b, z) };

	return node_bound(b->graph, op, args);
}

const Node *bound_unary(Bound *b, Op op, const Node *x)
{
	const Node *of = as_f64(b, x);

	return node_op(b->graph, op, &of);
}

const Node *bound_binary(Bound *b, Op op, const Node *x, const Node *y)
{
	const Node *args[] = { as_f64(b, x), as_f64(b, y) };

	return node_op(b->graph, op, args);
}

const Node *bound_add(Bound *b, const Node *x, const Node *y)
{
	return !x ? y : !y ? x : bound_binary(b, OP_ADD, x, y);
}

const Node *bound_largest(Bound *b, const Node *x, const Node *y)
{
	return !x ? y : !y ? x : bound_binary(b, OP_MAX, x, y);
}

const Node *bound_scaled(Bound *b, const Node *slope, const Node *error)
{
	return !error || !slope ? error
		: bound_node(b, BOUND_SCALED, slope, error, NULL);
}

const Node *bound_carry(Bound *b, const Node *sum, const Node *slope,
			const Node *error)
{
	if (!sum || !error || !slope)
		return bound_add(b, sum, bound_scaled(b, slope, error));
	return bound_node(b, BOUND_CARRY, sum, slope, error);
}

const Node *bound_round(Bound *b, const Node *sum, Scalar scalar,
			double units, const Node *value)
{
	static const BoundOp ops[2][SCALAR_COUNT] = {
		{ [SCALAR_F16] = BOUND_ROUND_F16,
		  [SCALAR_F32] = BOUND_ROUND_F32,
		  [SCALAR_F64] = BOUND_ROUND_F64 },
		{ [SCALAR_F16] = BOUND_ULPS_F16,
		  [SCALAR_F32] = BOUND_ULPS_F32,
		  [SCALAR_F64] = BOUND_ULPS_F64 },
	};

	return bound_node(b, ops[bound_is_declared(b->graph)][scalar], value,
			  bound_number(b, ldexp(units, -digits[scalar])),
			  sum ? sum : bound_number(b, 0));
}

const Node *bound_after(Bound *b, const Node *sum, Scalar scalar,
			const Node *value)
{
	const Node *same;

	if (!sum)
		return NULL;
	same = bound_binary(b, OP_EQ, sum, bound_number(b, 0));
	return bound_either(b, same, NULL,
			    bound_round(b, sum, scalar, 1, value));
}

const Node *bound_either(Bound *b, const Node *condition, const Node *yes,
			 const Node *no)
{
	const Node *zero = bound_number(b, 0);

	if (!yes && !no)
		return NULL;
	return node_select(b->graph, condition, yes ? as_f64(b, yes) : zero,
			   no ? as_f64(b, no) : zero);
}

const Node *bound_unless(Bound *b, const Node *condition)
{
	return bound_either(b, condition, bound_number(b, INFINITY), NULL);
}

const Node *bound_within(Bound *b, const Node *x, const Node *y,
			 const Node *error)
{
	return bound_node(b, BOUND_WITHIN, x, y, error);
}

const Node *bound_spread(Bound *b, Shadow shadow)
{
	const Node *outside = bound_scaled(b, bound_number(b, 4),
					   shadow.outside);

	b->decides |= shadow.folds != NULL;
	return bound_carry(b, outside, b->growth, shadow.folds);
}

const Node *bound_size(Bound *b, const Node *value, Shadow shadow)
{
	if (shadow.size)
		return shadow.size;
	return bound_is_positive(value) ? value
					: bound_unary(b, OP_ABS, value);
}

Shadow bound_of_sum(Bound *b, const Node *n, Shadow sum)
{
	sum.folds = whole_or(b, n, sum.size,
			     bound_add(b, sum.outside, sum.carried),
			     bound_round(b, sum.carried, n->scalar, 1,
					 sum.size));
	return sum;
}

/* -- conversions ----------------------------------------------------------- */

bool bound_converts_exactly(const Node *convert)
{
	const Node *from = convert->kids[0];
	int held = digits[convert->scalar];
	int64_t limit = INT64_C(1) << (held < 62 ? held : 62);

	if (from->low > INT64_MIN && from->low >= -limit
	    && from->high <= limit)
		return true;
	return digits[from->scalar] <= held;
}

/* The value as it is less that much, and more, to another type. */
static const Node *moved(Bound *b, const Node *convert, Op by,
			 const Node *spread)
{
	return node_convert(b->graph, convert->scalar,
			    bound_binary(b, by, convert->kids[0], spread));
}

static const Node *undecided(Bound *b, const Node *convert,
			     const Node *spread)
{
	const Node *same;

	if (convert->scalar == SCALAR_BOOL)
		return bound_unless(b, bound_within(b, convert->kids[0],
						    bound_number(b, 0),
						    spread));
	same = bound_binary(b, OP_EQ, moved(b, convert, OP_SUB, spread),
			    moved(b, convert, OP_ADD, spread));
	return bound_either(b, same, NULL, bound_number(b, INFINITY));
}

Shadow bound_convert(Bound *b, const Node *node)
{
	const Node *from = node->kids[0];
	Shadow shadow = bound_shadow(b, from);

	if (!scalar_is_float(node->scalar)) {
		if (scalar_is_float(from->scalar))
			shadow.outside = undecided(b, node,
						   bound_spread(b, shadow));
		return (Shadow){ .outside = shadow.outside };
	}
	shadow = (Shadow){ .outside = shadow.outside, .folds = shadow.folds };
	if (bound_converts_exactly(node))
		return shadow;
	if (bound_is_declared(b->graph))
		shadow.outside = bound_after(b, shadow.outside, node->scalar,
					     node);
	else
		shadow.outside = whole_or(b, node, node,
			bound_add(b, shadow.outside, shadow.folds),
			bound_round(b, shadow.outside, node->scalar, 1, node));
	return shadow;
}

/* Bits of what is not exact may be any. */
Shadow bound_bits(Bound *b, const Node *node)
{
	Shadow shadow = bound_shadow(b, node->kids[0]);
	const Node *error = bound_add(b, shadow.outside, shadow.folds);
	const Node *none;

	if (!error)
		return (Shadow){ 0 };
	none = bound_binary(b, OP_EQ, error, bound_number(b, 0));
	return (Shadow){ .outside = bound_either(b, none, NULL,
						 bound_number(b, INFINITY)) };
}

/* -- choices --------------------------------------------------------------- */

static const Node *if_decided(Bound *b, const Node *taint, const Node *yes,
			      const Node *no)
{
	const Node *decided = bound_binary(b, OP_EQ, taint,
					   bound_number(b, 0));

	return bound_either(b, decided, yes, no);
}

/* Where the condition is undecided: between both values. */
static Shadow enclosing(Bound *b, const Node *node, const Node *taint,
			Shadow chosen, Shadow yes, Shadow no)
{
	const Node *apart = bound_binary(b, OP_SUB, node->kids[1],
					 node->kids[2]);
	const Node *both = bound_add(b, yes.outside, no.outside);

	both = bound_carry(b, both, apart, bound_number(b, 1));
	return (Shadow){
		.outside = if_decided(b, taint, chosen.outside, both),
		.folds = if_decided(b, taint, chosen.folds,
				    bound_add(b, yes.folds, no.folds)) };
}

/* The same for integers, which are equal or not. */
static Shadow equal_or_any(Bound *b, const Node *node, const Node *taint,
			   const Node *chosen)
{
	const Node *same = bound_binary(b, OP_EQ, node->kids[1],
					node->kids[2]);
	const Node *any = bound_either(b, same, chosen,
				       bound_number(b, INFINITY));

	return (Shadow){ .outside = if_decided(b, taint, chosen, any) };
}

static bool is_guarded(const Bound *b, const Node *node)
{
	return b->inexact->nodes[node->id] & INEXACT_GUARDED;
}

Shadow bound_select(Bound *b, const Node *node)
{
	const Node *condition = node->kids[0],
		   *taint = bound_shadow(b, condition).outside;
	Shadow yes = bound_shadow(b, node->kids[1]),
	       no = bound_shadow(b, node->kids[2]);
	Shadow chosen = {
		.outside = bound_either(b, condition, yes.outside, no.outside),
		.folds = bound_either(b, condition, yes.folds, no.folds),
		.terms = 1 };

	if (b->shadows[node->id].stopping)
		taint = NULL;
	if (taint && (is_guarded(b, node->kids[1])
		      || is_guarded(b, node->kids[2])))
		return (Shadow){
			.outside = bound_add(b, chosen.outside, taint),
			.folds = chosen.folds };
	if (taint && !scalar_is_float(node->scalar))
		return equal_or_any(b, node, taint, chosen.outside);
	if (taint)
		return enclosing(b, node, taint, chosen, yes, no);
	if (!yes.running || !no.running)
		return chosen;
	chosen.running = true;
	chosen.size = bound_either(b, condition, yes.size, no.size);
	chosen.carried = bound_either(b, condition, yes.carried, no.carried);
	return bound_of_sum(b, node, chosen);
}
