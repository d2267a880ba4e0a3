/* Powers with a literal exponent, a whole number or half of an odd one, as
 * products and a root. For exponents up to 8 that is within the 16 units in the
 * last place that OpenCL allows pow: the quotient of x^-8 is rounded once, its
 * error grows eightfold, and the squares add 4, 2 and 1. The greatest found is
 * 10. Special values are pow's. */
#include "codegen_opencl/code.h"
#include "codegen_opencl/gen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXPONENT_MAX = 8 };

static const Code *apply(Gen *g, Op op, const Code *a, const Code *b)
{
	const Code *args[] = { a, b };

	return code_op(g->arena, op, args);
}

static const Code *infinity(Gen *g, Scalar scalar)
{
	const double value = INFINITY;
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return code_literal(g->arena, scalar, bits);
}

/* Twice the exponent; false when it is none of those. */
static bool find_twice(const Code *exponent, int *twice)
{
	double value;

	while (exponent->kind == CODE_LANES && exponent->count == 1)
		exponent = exponent->args[0];
	if (exponent->kind != CODE_LITERAL
	    || !scalar_is_float(exponent->scalar))
		return false;
	memcpy(&value, &exponent->bits, sizeof value);
	if (!(fabs(value) <= EXPONENT_MAX) || 2 * value != rint(2 * value))
		return false;
	*twice = (int)(2 * value);
	return true;
}

/* The root of x or, where x is `infinite`, infinity; never -0. */
static const Code *root(Gen *g, const Code *x, const Code *infinite)
{
	x = code_choose(g->arena, infinite, infinity(g, x->scalar), x);
	return apply(g, OP_ADD, apply(g, OP_SQRT, x, NULL),
		     code_int(g->arena, x->scalar, 0));
}

const Code *gen_power(Gen *g, const Code *x, const Code *exponent)
{
	const Code *power = NULL, *infinite;
	const Code *one = code_int(g->arena, x->scalar, 1);
	int twice;

	if (!find_twice(exponent, &twice))
		return NULL;
	if (!twice)
		return code_splat(g->arena, one, x->width, 0);
	x = gen_name(g, x, VAR_TEMP);
	infinite = apply(g, OP_EQ, x, twice < 0
			 ? code_int(g->arena, x->scalar, 0)
			 : apply(g, OP_NEG, infinity(g, x->scalar), NULL));
	if (twice < 0)
		x = gen_name(g, apply(g, OP_DIV, one, x), VAR_TEMP);
	if (twice % 2) {
		power = root(g, x, infinite);
		x = gen_name(g, apply(g, OP_ABS, x, NULL), VAR_TEMP);
	}
	for (int n = abs(twice) / 2; n; n /= 2) {
		if (n % 2)
			power = power ? apply(g, OP_MUL, power, x) : x;
		if (n > 1)
			x = gen_name(g, apply(g, OP_MUL, x, x), VAR_TEMP);
	}
	return power;
}
