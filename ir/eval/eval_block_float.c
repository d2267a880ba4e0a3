/* Blocks of the float types. + - * / and comparisons in the type itself (f16:
 * in double, which holds every such result exactly or far beyond a tie, then
 * rounded); the functions from sqrt to erf in double, then rounded. */
#include "ir/eval/eval_block.h"

#include <math.h>

#include "ir/eval/eval_half.h"
#include "ir/eval/eval_loops.h"

static inline float to_float(double value)
{
	return (float)value;
}

static inline double to_double(double value)
{
	return value;
}

static inline float same_float(float value)
{
	return value;
}

/* A math function of one argument: computed in double, rounded by M. */
#define MATH1(f, tag, T, M, expression) \
BLOCK_UNARY(f##_##tag, T, T, M(expression))
#define MATH2(f, tag, T, M, expression) \
BLOCK_BINARY(f##_##tag, T, T, M(expression))

/* T holds a value, C computes, R rounds C to T, M rounds double to T. */
#define FLOAT(tag, T, C, R, M) \
BLOCK_BINARY(add_##tag, T, T, R((C)a + (C)b)) \
BLOCK_BINARY(sub_##tag, T, T, R((C)a - (C)b)) \
BLOCK_BINARY(mul_##tag, T, T, R((C)a * (C)b)) \
BLOCK_BINARY(div_##tag, T, T, R((C)a / (C)b)) \
MATH2(rem, tag, T, M, fmod(a, b)) \
BLOCK_UNARY(neg_##tag, T, T, -a) \
BLOCK_UNARY(abs_##tag, T, T, fabs(a)) \
BLOCK_UNARY(sign_##tag, T, T, a > 0 ? 1 : a < 0 ? -1 : a == 0 ? a : 0) \
BLOCK_BINARY(min_##tag, T, T, ((b < a) | (a != a)) ? b : a) \
BLOCK_BINARY(max_##tag, T, T, ((b > a) | (a != a)) ? b : a) \
MATH1(sqrt, tag, T, M, sqrt(a)) \
MATH1(rsqrt, tag, T, M, 1 / sqrt(a)) \
MATH1(cbrt, tag, T, M, cbrt(a)) \
MATH1(exp, tag, T, M, exp(a)) \
MATH1(exp2, tag, T, M, exp2(a)) \
MATH1(expm1, tag, T, M, expm1(a)) \
MATH1(log, tag, T, M, log(a)) \
MATH1(log2, tag, T, M, log2(a)) \
MATH1(log10, tag, T, M, log10(a)) \
MATH1(log1p, tag, T, M, log1p(a)) \
MATH2(pow, tag, T, M, pow(a, b)) \
MATH2(hypot, tag, T, M, hypot(a, b)) \
MATH1(sin, tag, T, M, sin(a)) \
MATH1(cos, tag, T, M, cos(a)) \
MATH1(tan, tag, T, M, tan(a)) \
MATH1(asin, tag, T, M, asin(a)) \
MATH1(acos, tag, T, M, acos(a)) \
MATH1(atan, tag, T, M, atan(a)) \
MATH2(atan2, tag, T, M, atan2(a, b)) \
MATH1(sinh, tag, T, M, sinh(a)) \
MATH1(cosh, tag, T, M, cosh(a)) \
MATH1(tanh, tag, T, M, tanh(a)) \
MATH1(erf, tag, T, M, erf(a)) \
MATH1(floor, tag, T, M, floor(a)) \
MATH1(ceil, tag, T, M, ceil(a)) \
MATH1(round, tag, T, M, round(a)) \
MATH1(trunc, tag, T, M, trunc(a)) \
BLOCK_UNARY(isnan_##tag, T, uint8_t, a != a) \
BLOCK_UNARY(isinf_##tag, T, uint8_t, a == (T)INFINITY || a == -(T)INFINITY) \
BLOCK_BINARY(lt_##tag, T, uint8_t, a < b) \
BLOCK_BINARY(le_##tag, T, uint8_t, a <= b) \
BLOCK_BINARY(gt_##tag, T, uint8_t, a > b) \
BLOCK_BINARY(ge_##tag, T, uint8_t, a >= b) \
BLOCK_BINARY(eq_##tag, T, uint8_t, a == b) \
BLOCK_BINARY(ne_##tag, T, uint8_t, a != b) \
BLOCK_FOLD(fold_add_##tag, T, R((C)a + (C)b)) \
BLOCK_FOLD(fold_sub_##tag, T, R((C)a - (C)b)) \
BLOCK_FOLD(fold_mul_##tag, T, R((C)a * (C)b)) \
BLOCK_FOLD(fold_min_##tag, T, ((b < a) | (a != a)) ? b : a) \
BLOCK_FOLD(fold_max_##tag, T, ((b > a) | (a != a)) ? b : a)

FLOAT(f16, float, double, half_rounded, half_rounded)
FLOAT(f32, float, float, same_float, to_float)
FLOAT(f64, double, double, to_double, to_double)

#define FLOATS(f) \
	{ [SCALAR_F16] = f##_f16, [SCALAR_F32] = f##_f32, \
	  [SCALAR_F64] = f##_f64 }

const BlockRow block_float_rows[OP_COUNT] = {
	[OP_ADD] = FLOATS(add),
	[OP_SUB] = FLOATS(sub),
	[OP_MUL] = FLOATS(mul),
	[OP_DIV] = FLOATS(div),
	[OP_REM] = FLOATS(rem),
	[OP_NEG] = FLOATS(neg),
	[OP_ABS] = FLOATS(abs),
	[OP_SIGN] = FLOATS(sign),
	[OP_MIN] = FLOATS(min),
	[OP_MAX] = FLOATS(max),
	[OP_SQRT] = FLOATS(sqrt),
	[OP_RSQRT] = FLOATS(rsqrt),
	[OP_CBRT] = FLOATS(cbrt),
	[OP_EXP] = FLOATS(exp),
	[OP_EXP2] = FLOATS(exp2),
	[OP_EXPM1] = FLOATS(expm1),
	[OP_LOG] = FLOATS(log),
	[OP_LOG2] = FLOATS(log2),
	[OP_LOG10] = FLOATS(log10),
	[OP_LOG1P] = FLOATS(log1p),
	[OP_POW] = FLOATS(pow),
	[OP_HYPOT] = FLOATS(hypot),
	[OP_SIN] = FLOATS(sin),
	[OP_COS] = FLOATS(cos),
	[OP_TAN] = FLOATS(tan),
	[OP_ASIN] = FLOATS(asin),
	[OP_ACOS] = FLOATS(acos),
	[OP_ATAN] = FLOATS(atan),
	[OP_ATAN2] = FLOATS(atan2),
	[OP_SINH] = FLOATS(sinh),
	[OP_COSH] = FLOATS(cosh),
	[OP_TANH] = FLOATS(tanh),
	[OP_ERF] = FLOATS(erf),
	[OP_FLOOR] = FLOATS(floor),
	[OP_CEIL] = FLOATS(ceil),
	[OP_ROUND] = FLOATS(round),
	[OP_TRUNC] = FLOATS(trunc),
	[OP_ISNAN] = FLOATS(isnan),
	[OP_ISINF] = FLOATS(isinf),
	[OP_LT] = FLOATS(lt),
	[OP_LE] = FLOATS(le),
	[OP_GT] = FLOATS(gt),
	[OP_GE] = FLOATS(ge),
	[OP_EQ] = FLOATS(eq),
	[OP_NE] = FLOATS(ne),
};

const BlockRow block_float_folds[OP_COUNT] = {
	[OP_ADD] = FLOATS(fold_add),
	[OP_SUB] = FLOATS(fold_sub),
	[OP_MUL] = FLOATS(fold_mul),
	[OP_MIN] = FLOATS(fold_min),
	[OP_MAX] = FLOATS(fold_max),
};
