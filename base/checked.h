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

#endif
