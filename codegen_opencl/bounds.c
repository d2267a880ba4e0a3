/* min and max of floats with a number: what they are computed by, what is known
 * of the result, and how floats become integers with either. */
#include <math.h>
#include <string.h>

#include "codegen_opencl/gen.h"

static bool is_number(const Code *code)
{
	double value;

	if (code->kind != CODE_LITERAL || !scalar_is_float(code->scalar))
		return false;
	memcpy(&value, &code->bits, sizeof value);
	return !isnan(value);
}

const Code *gen_bounded(Gen *g, Op op, const Code *const *args)
{
	Op inside = op == OP_MIN ? OP_LT : OP_GT;
	const Code *pair[2];
	int bound;

	if (op != OP_MIN && op != OP_MAX)
		return NULL;
	bound = is_number(args[1]);
	if (!is_number(args[bound]))
		return NULL;
	pair[0] = gen_name(g, args[!bound], VAR_TEMP);
	pair[1] = args[bound];
	return code_choose(g->arena, code_op(g->arena, inside, pair), pair[0],
			   pair[1]);
}

/* Of floats; one of which anything is known is no NaN. */
typedef struct Range {
	double low, high;
} Range;

/* One more than the greatest integer of the type; the least. */
static double beyond(Scalar scalar)
{
	int bits = (int)scalar_bytes(scalar) * 8;

	return ldexp(1, bits - scalar_is_signed(scalar));
}

static double lowest(Scalar scalar)
{
	return scalar_is_signed(scalar) ? -beyond(scalar) : 0;
}

/* The bits of a number that a float type keeps; where its infinity begins. */
static int digits(Scalar scalar)
{
	return scalar == SCALAR_F16 ? 11 : scalar == SCALAR_F32 ? 24 : 53;
}

static double infinite(Scalar scalar)
{
	return scalar == SCALAR_F16 ? 0x1p16 : INFINITY;
}

/* Of the integers of a type as floats: the greatest may be rounded to the power
 * of two after it, and then be infinite. */
static Range of_integers(Scalar from, Scalar to)
{
	double end = beyond(from), low = lowest(from);
	double high = end > ldexp(1, digits(to)) ? end : end - 1;

	return (Range){ -low >= infinite(to) ? -INFINITY : low,
			high >= infinite(to) ? INFINITY : high };
}

static Range range_of(const Expr *e)
{
	const Range unknown = { -INFINITY, INFINITY };
	Range a, b;

	if (e->kind == EXPR_LITERAL && !isnan(expr_literal_double(e)))
		return (Range){ expr_literal_double(e),
				expr_literal_double(e) };
	if (e->kind == EXPR_CONVERT
	    && scalar_is_int(e->kids[0]->type->scalar))
		return of_integers(e->kids[0]->type->scalar,
				   e->type->scalar);
	if (e->kind != EXPR_OP || (e->op != OP_MIN && e->op != OP_MAX))
		return unknown;
	a = range_of(e->kids[0]);
	b = range_of(e->kids[1]);
	return e->op == OP_MIN
		? (Range){ fmin(a.low, b.low), fmin(a.high, b.high) }
		: (Range){ fmax(a.low, b.low), fmax(a.high, b.high) };
}

bool gen_fits(const Expr *e, Scalar to)
{
	Range range = range_of(e);

	return scalar_is_float(e->type->scalar) && scalar_is_int(to)
	    && range.low >= lowest(to) && range.high < beyond(to);
}

const Code *gen_to_int(Gen *g, Scalar to, const Code *value)
{
	Scalar from = value->scalar;
	const Code *args[2];

	if (!g->options->functions || g->options->field || value->width < 4
	    || (from != SCALAR_F32 && from != SCALAR_F64) || !scalar_is_int(to)
	    || scalar_bytes(to) >= scalar_bytes(from))
		return NULL;
	args[0] = args[1] = gen_name(g, value, VAR_TEMP);
	args[0] = code_choose(g->arena, code_op(g->arena, OP_EQ, args),
			      args[0], code_int(g->arena, from, 0));
	args[1] = code_int(g->arena, from, (int64_t)lowest(to));
	args[0] = gen_bounded(g, OP_MAX, args);
	args[1] = code_int(g->arena, from, (int64_t)beyond(to) - 1);
	return code_convert_within(g->arena, to, gen_bounded(g, OP_MIN, args));
}
