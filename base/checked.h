/* Arithmetic on sizes and byte counts that refuses to overflow.
 *
 * Each returns true and stores the result, or returns false and leaves the
 * target alone. All values are int64_t; sizes are never negative.
 */
#ifndef BASE_CHECKED_H
#define BASE_CHECKED_H

#include <stdbool.h>
#include <stdint.h>

static inline bool checked_add(int64_t a, int64_t b, int64_t *sum)
{
	return !__builtin_add_overflow(a, b, sum);
}

static inline bool checked_sub(int64_t a, int64_t b, int64_t *difference)
{
	return !__builtin_sub_overflow(a, b, difference);
}

static inline bool checked_mul(int64_t a, int64_t b, int64_t *product)
{
	return !__builtin_mul_overflow(a, b, product);
}

/* An exponent of at least 0; 0 to the power of 0 is 1. */
static inline bool checked_pow(int64_t base, int64_t exponent, int64_t *power)
{
	int64_t product = 1;

	if (base >= -1 && base <= 1 && exponent > 2)
		exponent = 2 - exponent % 2;
	for (int64_t i = 0; i < exponent; i++)
		if (!checked_mul(product, base, &product))
			return false;
	*power = product;
	return true;
}

/* Whether a / b is a number of 64 bits. */
static inline bool checked_divides(int64_t a, int64_t b)
{
	return b != 0 && (b != -1 || a != INT64_MIN);
}

#endif
