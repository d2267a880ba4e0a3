#include "bench_harness/judge.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

/* Sorting happens on keys: unsigned integers in the order of the values.
 * Negative floats are turned over, positive ones moved above them; NaNs become
 * the largest key. */
static uint64_t key_of(Scalar scalar, uint64_t bits)
{
	int width = (int)scalar_bytes(scalar) * 8;
	uint64_t all = UINT64_MAX >> (64 - width);
	uint64_t top = UINT64_C(1) << (width - 1);

	if (scalar_is_signed(scalar))
		return bits ^ top;
	if (!scalar_is_float(scalar))
		return bits;
	return bits & top ? bits ^ all : bits ^ top;
}

static uint64_t bits_of(Scalar scalar, uint64_t key)
{
	int width = (int)scalar_bytes(scalar) * 8;
	uint64_t all = UINT64_MAX >> (64 - width);
	uint64_t top = UINT64_C(1) << (width - 1);

	if (scalar_is_signed(scalar))
		return key ^ top;
	if (!scalar_is_float(scalar))
		return key;
	return key & top ? key ^ top : key ^ all;
}

static uint64_t infinity_bits(Scalar scalar)
{
	if (scalar == SCALAR_F16)
		return 0x7c00;
	return scalar == SCALAR_F32 ? UINT64_C(0x7f800000)
				    : UINT64_C(0x7ff0000000000000);
}

/* A NaN of either sign as the one that sorts last. */
static uint64_t canonical(Scalar scalar, uint64_t bits)
{
	int width = (int)scalar_bytes(scalar) * 8;
	uint64_t magnitude = bits & (UINT64_MAX >> (65 - width));

	if (scalar_is_float(scalar) && magnitude > infinity_bits(scalar))
		return UINT64_MAX >> (65 - width);
	return bits;
}

static void load_keys(Scalar scalar, int64_t n, const unsigned char *values,
		      uint64_t *keys)
{
	size_t bytes = scalar_bytes(scalar);

	for (int64_t i = 0; i < n; i++) {
		uint64_t bits = 0;

		for (size_t b = 0; b < bytes; b++)
			bits |= (uint64_t)values[(size_t)i * bytes + b]
				<< (8 * b);
		keys[i] = key_of(scalar, canonical(scalar, bits));
	}
}

static void store_keys(Scalar scalar, int64_t n, const uint64_t *keys,
		       unsigned char *values)
{
	size_t bytes = scalar_bytes(scalar);

	for (int64_t i = 0; i < n; i++) {
		uint64_t bits = bits_of(scalar, keys[i]);

		for (size_t b = 0; b < bytes; b++)
			values[(size_t)i * bytes + b] =
				(unsigned char)(bits >> (8 * b));
	}
}

static void sort_digit(int64_t n, int shift, const uint64_t *from,
		       uint64_t *to)
{
	int64_t start[DIGITS + 1] = { 0 };

	for (int64_t i = 0; i < n; i++)
		start[(from[i] >> shift) % DIGITS + 1]++;
	for (int d = 0; d < DIGITS; d++)
		start[d + 1] += start[d];
	for (int64_t i = 0; i < n; i++)
		to[start[(from[i] >> shift) % DIGITS]++] = from[i];
}

void judge_sort(Scalar scalar, int64_t n, void *values)
{
	size_t bytes = (size_t)n * sizeof(uint64_t);
	uint64_t *keys = base_malloc(bytes), *other = base_malloc(bytes);

	load_keys(scalar, n, values, keys);
	for (size_t b = 0; b < scalar_bytes(scalar); b++) {
		uint64_t *sorted = other;

		sort_digit(n, (int)b * DIGIT_BITS, keys, sorted);
		other = keys;
		keys = sorted;
	}
	store_keys(scalar, n, keys, values);
	free(keys);
	free(other);
}
