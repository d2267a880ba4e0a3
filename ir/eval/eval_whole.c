/* Whole numbers: of floats that have no fraction sums and products have none, and
 * are exact in every order while all magnitudes together are less than 2^p. */
#include "ir/eval/eval_bound.h"

#include <math.h>
#include <string.h>

#include "ir/data/testdata_range.h"

#define ALL_WHOLE(name, type, value)                                         \
	static bool name(const type *x, int64_t n)                           \
	{                                                                    \
		for (int64_t i = 0; i < n; i++)                              \
			if (!range_is_whole(value(x[i])))                    \
				return false;                                \
		return true;                                                 \
	}

ALL_WHOLE(all_f16, uint16_t, scalar_from_half)
ALL_WHOLE(all_f32, float, (double))
ALL_WHOLE(all_f64, double, )

bool whole_numbers(const Buffer *input)
{
	if (!scalar_is_float(input->scalar))
		return true;
	if (!input->data)
		return !input->elements;
	switch (input->stored) {
	case SCALAR_F16: return all_f16(input->data, input->elements);
	case SCALAR_F32: return all_f32(input->data, input->elements);
	case SCALAR_F64: return all_f64(input->data, input->elements);
	default:         return false;
	}
}

bool whole_not(const Node *constant)
{
	double value;

	memcpy(&value, &constant->bits, sizeof value);
	return scalar_is_float(constant->scalar) && !range_is_whole(value);
}

static bool is_part(const Bound *b, const Node *n)
{
	return bound_is_declared(b->graph) || !scalar_is_float(n->scalar)
	    || (b->inexact->nodes[n->id] & INEXACT_PART);
}

const Node *whole_or(Bound *b, const Node *n, const Node *size,
		     const Node *errors, const Node *rounded)
{
	const double limit = ldexp(1, range_significand(n->scalar));
	const Node *exact;

	if (!rounded || is_part(b, n))
		return rounded;
	exact = bound_binary(b, OP_LT, bound_unary(b, OP_ABS, size),
			     bound_number(b, limit));
	if (errors)
		exact = bound_binary(b, OP_AND, exact,
			bound_binary(b, OP_EQ, errors, bound_number(b, 0)));
	return bound_either(b, exact, NULL, rounded);
}
