/* Half precision inside the evaluator: a float that f16 can represent. */
#ifndef IR_EVAL_EVAL_HALF_H
#define IR_EVAL_EVAL_HALF_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* The nearest f16, ties to even. Below 2^-14 its values are the multiples of
 * 2^-24, which is the spacing of doubles near 1.5 * 2^28. */
static inline float half_rounded(double value)
{
	const uint64_t rest = (UINT64_C(1) << 42) - 1;
	double magnitude = fabs(value);
	uint64_t bits;

	if (!(magnitude < 65520))
		return (float)(value * INFINITY);
	if (magnitude < 0x1p-14)
		return (float)copysign((magnitude + 0x1.8p28) - 0x1.8p28,
				       value);
	memcpy(&bits, &value, sizeof bits);
	bits = (bits + (rest >> 1) + (bits >> 42 & 1)) & ~rest;
	memcpy(&value, &bits, sizeof value);
	return (float)value;
}

/* Its bits as a float's, 112 exponents too low, and back. */
static inline float half_value(uint16_t half)
{
	uint32_t bits = (uint32_t)(half & 0x7fff) << 13;
	float value;

	memcpy(&value, &bits, sizeof value);
	value *= 0x1p112f;
	if (bits >= 0x0f800000)
		value = bits & 0x7fffff ? NAN : INFINITY;
	return half & 0x8000 ? -value : value;
}

static inline uint16_t half_bits(float value)
{
	uint16_t sign = signbit(value) ? 0x8000 : 0;
	float low = fabsf(value) * 0x1p-112f;
	uint32_t bits;

	if (isnan(value))
		return 0x7e00;
	if (isinf(value))
		return sign | 0x7c00;
	memcpy(&bits, &low, sizeof bits);
	return (uint16_t)(sign | bits >> 13);
}

#endif
