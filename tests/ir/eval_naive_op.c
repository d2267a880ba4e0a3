/* Scalar functions, one value at a time: integers in 128 bits and cut to their
 * width, floats in double and rounded to their type. */
#include <math.h>
#include <string.h>

#include "eval_naive.h"

typedef __int128 Wide;

static double rounded(Scalar scalar, double value, EvalDomain domain)
{
	if (domain == EVAL_F64 || scalar == SCALAR_F64)
		return value;
	if (scalar == SCALAR_F32)
		return (float)value;
	return scalar_from_half(scalar_to_half(value));
}

static Naive of_float(Scalar scalar, double value, EvalDomain domain)
{
	return (Naive){ .scalar = scalar, .count = -1,
			.value = rounded(scalar, value, domain) };
}

static Naive of_bool(bool value)
{
	return (Naive){ .scalar = SCALAR_BOOL, .bits = value, .count = -1 };
}

static int width_of(Scalar scalar)
{
	return 8 * (int)scalar_bytes(scalar);
}

static Naive of_int(Scalar scalar, Wide value)
{
	uint64_t mask = ~UINT64_C(0) >> (64 - width_of(scalar));

	return (Naive){ .scalar = scalar, .count = -1,
			.bits = (uint64_t)value & mask };
}

static Wide wide(Naive n)
{
	int width = width_of(n.scalar);

	if (scalar_is_signed(n.scalar) && n.bits >> (width - 1))
		return (Wide)n.bits - ((Wide)1 << width);
	return (Wide)n.bits;
}

static Wide int_shift(Op op, Naive a, Naive b)
{
	int width = width_of(a.scalar);
	int by = (int)(((wide(b) % width) + width) % width);

	return op == OP_SHL ? wide(a) * ((Wide)1 << by) : wide(a) >> by;
}

static Naive int_op(Op op, const Naive *args)
{
	Scalar s = args[0].scalar;
	Wide a = wide(args[0]), b = op_rows[op].arity > 1 ? wide(args[1]) : 0;
	int count = 0;

	switch (op) {
	case OP_ADD: return of_int(s, a + b);
	case OP_SUB: return of_int(s, a - b);
	case OP_MUL: return of_int(s, (Wide)((unsigned __int128)a
					     * (unsigned __int128)b));
	case OP_DIV: return of_int(s, b ? a / b : 0);
	case OP_REM: return of_int(s, b ? a % b : 0);
	case OP_NEG: return of_int(s, -a);
	case OP_ABS: return of_int(s, a < 0 ? -a : a);
	case OP_SIGN: return of_int(s, a < 0 ? -1 : a > 0);
	case OP_MIN: return of_int(s, a < b ? a : b);
	case OP_MAX: return of_int(s, a > b ? a : b);
	case OP_LT: return of_bool(a < b);
	case OP_LE: return of_bool(a <= b);
	case OP_GT: return of_bool(a > b);
	case OP_GE: return of_bool(a >= b);
	case OP_EQ: return of_bool(a == b);
	case OP_NE: return of_bool(a != b);
	case OP_AND: return of_bool(a && b);
	case OP_OR: return of_bool(a || b);
	case OP_NOT: return of_bool(!a);
	case OP_BITAND: return of_int(s, a & b);
	case OP_BITOR: return of_int(s, a | b);
	case OP_BITXOR: return of_int(s, a ^ b);
	case OP_BITNOT: return of_int(s, -1 - a);
	case OP_SHL:
	case OP_SHR: return of_int(s, int_shift(op, args[0], args[1]));
	case OP_POPCOUNT:
		for (uint64_t bits = args[0].bits; bits; bits &= bits - 1)
			count++;
		return of_int(s, count);
	default: /* CLZ */
		while (count < width_of(s)
		       && !(args[0].bits >> (width_of(s) - 1 - count) & 1))
			count++;
		return of_int(s, count);
	}
}

static double float_fma(Scalar s, double a, double b, double c,
			EvalDomain domain)
{
	if (s == SCALAR_F32 && domain == EVAL_DECLARED)
		return fmaf((float)a, (float)b, (float)c);
	return fma(a, b, c);
}

static double smaller(double a, double b)
{
	return isnan(a) ? b : isnan(b) ? a : a < b ? a : b;
}

static double larger(double a, double b)
{
	return isnan(a) ? b : isnan(b) ? a : a > b ? a : b;
}

static double sign(double a)
{
	return isnan(a) ? 0 : a > 0 ? 1 : a < 0 ? -1 : a;
}

static double float_op(Op op, Scalar s, double a, double b, double c,
		       EvalDomain domain)
{
	switch (op) {
	case OP_ADD: return a + b;
	case OP_SUB: return a - b;
	case OP_MUL: return a * b;
	case OP_DIV: return a / b;
	case OP_REM: return fmod(a, b);
	case OP_NEG: return -a;
	case OP_ABS: return fabs(a);
	case OP_SIGN: return sign(a);
	case OP_MIN: return smaller(a, b);
	case OP_MAX: return larger(a, b);
	case OP_FMA: return float_fma(s, a, b, c, domain);
	case OP_SQRT: return sqrt(a);
	case OP_RSQRT: return 1 / sqrt(a);
	case OP_CBRT: return cbrt(a);
	case OP_EXP: return exp(a);
	case OP_EXP2: return exp2(a);
	case OP_EXPM1: return expm1(a);
	case OP_LOG: return log(a);
	case OP_LOG2: return log2(a);
	case OP_LOG10: return log10(a);
	case OP_LOG1P: return log1p(a);
	case OP_POW: return pow(a, b);
	case OP_HYPOT: return hypot(a, b);
	case OP_SIN: return sin(a);
	case OP_COS: return cos(a);
	case OP_TAN: return tan(a);
	case OP_ASIN: return asin(a);
	case OP_ACOS: return acos(a);
	case OP_ATAN: return atan(a);
	case OP_ATAN2: return atan2(a, b);
	case OP_SINH: return sinh(a);
	case OP_COSH: return cosh(a);
	case OP_TANH: return tanh(a);
	case OP_ERF: return erf(a);
	case OP_FLOOR: return floor(a);
	case OP_CEIL: return ceil(a);
	case OP_ROUND: return a < 0 ? -floor(fabs(a) + 0.5 - (fabs(a)
					== 0x1.fffffffffffffp-2 ? 0.25 : 0))
				    : round(a);
	default: return trunc(a);
	}
}

static Naive float_test(Op op, double a, double b)
{
	switch (op) {
	case OP_LT: return of_bool(a < b);
	case OP_LE: return of_bool(a <= b);
	case OP_GT: return of_bool(a > b);
	case OP_GE: return of_bool(a >= b);
	case OP_EQ: return of_bool(a == b);
	case OP_NE: return of_bool(!(a == b));
	case OP_ISNAN: return of_bool(isnan(a));
	default: return of_bool(isinf(a));
	}
}

Naive naive_op(Op op, const Naive *args, EvalDomain domain)
{
	Scalar s = args[0].scalar;
	double values[3] = { 0 };

	if (!scalar_is_float(s))
		return int_op(op, args);
	for (int i = 0; i < op_rows[op].arity; i++)
		values[i] = args[i].value;
	if (op_rows[op].result == RESULT_BOOL)
		return float_test(op, values[0], values[1]);
	return of_float(s, float_op(op, s, values[0], values[1], values[2],
				    domain), domain);
}

static Naive saturated(Scalar to, double value)
{
	int width = width_of(to);
	Wide low = scalar_is_signed(to) ? -((Wide)1 << (width - 1)) : 0;
	Wide high = ((Wide)1 << (width - scalar_is_signed(to))) - 1;

	if (isnan(value))
		return of_int(to, 0);
	if (value <= (double)low)
		return of_int(to, low);
	if (value >= (double)high)
		return of_int(to, high);
	return of_int(to, (Wide)value);
}

Naive naive_convert(Scalar to, Naive value, EvalDomain domain)
{
	bool from_float = scalar_is_float(value.scalar);

	if (to == SCALAR_BOOL)
		return of_bool(from_float ? value.value != 0
					  : value.bits != 0);
	if (scalar_is_int(to))
		return from_float ? saturated(to, value.value)
				  : of_int(to, wide(value));
	if (from_float)
		return of_float(to, value.value, domain);
	if (to == SCALAR_F32 && domain == EVAL_DECLARED)
		return (Naive){ .scalar = to, .count = -1,
				.value = (float)wide(value) };
	return of_float(to, (double)wide(value), domain);
}

Naive naive_read(const Array *array, int64_t i, EvalDomain domain)
{
	Scalar s = array->scalar;
	uint64_t bits = 0;

	if (scalar_is_float(s))
		return of_float(s, array_get(array, i), domain);
	memcpy(&bits, (const char *)array->data
	       + (size_t)i * scalar_bytes(s), scalar_bytes(s));
	return (Naive){ .scalar = s, .count = -1, .bits = bits };
}
