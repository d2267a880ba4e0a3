#include "codegen_opencl/range.h"

static int64_t lesser(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t greater(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

IntRange range_of(Scalar scalar)
{
	const int64_t bits = 8 * (int64_t)scalar_bytes(scalar);
	const int64_t half = INT64_C(1) << (bits < 64 ? bits - 1 : 0);

	if (bits == 64)
		return (IntRange){ scalar_is_signed(scalar) ? INT64_MIN : 0,
				   INT64_MAX };
	return scalar_is_signed(scalar) ? (IntRange){ -half, half - 1 }
					: (IntRange){ 0, 2 * half - 1 };
}

bool range_is_within(IntRange a, IntRange b)
{
	return a.lo >= b.lo && a.hi <= b.hi;
}

IntRange range_either(IntRange a, IntRange b)
{
	return (IntRange){ lesser(a.lo, b.lo), greater(a.hi, b.hi) };
}

IntRange range_min(IntRange a, IntRange b)
{
	return (IntRange){ lesser(a.lo, b.lo), lesser(a.hi, b.hi) };
}

IntRange range_max(IntRange a, IntRange b)
{
	return (IntRange){ greater(a.lo, b.lo), greater(a.hi, b.hi) };
}

IntRange range_sum(IntRange a, IntRange b)
{
	return (IntRange){ a.lo + b.lo, a.hi + b.hi };
}

IntRange range_difference(IntRange a, IntRange b)
{
	return (IntRange){ a.lo - b.hi, a.hi - b.lo };
}

IntRange range_product(IntRange a, IntRange b)
{
	const int64_t ends[] = { a.lo * b.lo, a.lo * b.hi, a.hi * b.lo,
				 a.hi * b.hi };
	IntRange r = { ends[0], ends[0] };

	for (int i = 1; i < 4; i++)
		r = range_either(r, (IntRange){ ends[i], ends[i] });
	return r;
}
