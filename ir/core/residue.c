#include "ir/core/residue.h"

#include <math.h>

static uint32_t squared(uint32_t a, int times)
{
	while (times--)
		a = residue_mul(a, a);
	return a;
}

/* p - 2 is 29 ones and 01, in binary. */
uint32_t residue_inverse(uint32_t a)
{
	uint32_t two = residue_mul(squared(a, 1), a);
	uint32_t four = residue_mul(squared(two, 2), two);
	uint32_t eight = residue_mul(squared(four, 4), four);
	uint32_t all = residue_mul(squared(eight, 8), eight);

	all = residue_mul(squared(all, 8), eight);
	all = residue_mul(squared(all, 4), four);
	all = residue_mul(squared(all, 1), a);
	return residue_mul(squared(all, 2), a);
}

/* 2^31 is 1. */
static uint32_t power_of_two(int exponent)
{
	return UINT32_C(1) << ((exponent % 31 + 31) % 31);
}

uint32_t residue_of_double(double value)
{
	enum { DIGITS = 53 };
	int exponent;
	double part;

	if (isnan(value))
		return residue_hash(RESIDUE_TO_INTEGER, 0);
	if (isinf(value))
		return residue_ranked(value > 0 ? INT32_MAX : 0);
	part = frexp(value, &exponent);
	return residue_mul(residue_of_signed((int64_t)ldexp(part, DIGITS)),
			   power_of_two(exponent - DIGITS));
}
