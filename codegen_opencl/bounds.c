/* min and max of floats with a number: what they are computed by, and what is
 * known of the result. */
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

static Range range_of(const Expr *e)
{
	const Range unknown = { -INFINITY, INFINITY };
	Range a, b;

	if (e->kind == EXPR_LITERAL && !isnan(expr_literal_double(e)))
		return (Range){ expr_literal_double(e),
				expr_literal_double(e) };
	if (e->kind == EXPR_CONVERT
	    && scalar_is_int(e->kids[0]->type->scalar))
		return (Range){ lowest(e->kids[0]->type->scalar),
				beyond(e->kids[0]->type->scalar) - 1 };
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
