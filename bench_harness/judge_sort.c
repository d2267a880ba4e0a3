#include "bench_harness/judge.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

/* Sorting happens on keys: unsigned integers in the order of the values. A
 * signed integer has its sign turned over; of a float, negative ones are turned
 * over as a whole and the others moved above them. NaNs get the largest key. */
typedef struct KeyRule {
	bool is_signed, is_float;
	uint64_t top, all, infinity;
} KeyRule;

static KeyRule rule_of(Scalar scalar)
{
	int width = (int)scalar_bytes(scalar) * 8;
	KeyRule rule = {
		.is_signed = scalar_is_signed(scalar),
		.is_float = scalar_is_float(scalar),
		.top = UINT64_C(1) << (width - 1),
		.all = UINT64_MAX >> (64 - width),
		.infinity = UINT64_C(0x7ff0000000000000),
	};

	if (scalar == SCALAR_F16)
		rule.infinity = 0x7c00;
	if (scalar == SCALAR_F32)
		rule.infinity = 0x7f800000;
	return rule;
}

static uint64_t key_of(const KeyRule *rule, uint64_t bits)
{
	if (rule->is_signed)
		return bits ^ rule->top;
	if (!rule->is_float)
		return bits;
	if ((bits & ~rule->top) > rule->infinity)
		return rule->all;
	return bits & rule->top ? bits ^ rule->all : bits ^ rule->top;
}

static uint64_t bits_of(const KeyRule *rule, uint64_t key)
{
	if (rule->is_signed)
		return key ^ rule->top;
	if (!rule->is_float)
		return key;
	return key & rule->top ? key ^ rule->top : key ^ rule->all;
}

/* Least significant digit first. Values of up to BITS bits, in place. */
#define SORT(name, Key, Value, BITS) \
static void name##_digit(int64_t n, int shift, const Key *from, Key *to) \
{ \
	int64_t start[DIGITS + 1] = { 0 }; \
	\
	for (int64_t i = 0; i < n; i++) \
		start[(from[i] >> shift) % DIGITS + 1]++; \
	for (int d = 0; d < DIGITS; d++) \
		start[d + 1] += start[d]; \
	for (int64_t i = 0; i < n; i++) \
		to[start[(from[i] >> shift) % DIGITS]++] = from[i]; \
} \
\
static void name(const KeyRule *rule, int64_t n, void *values) \
{ \
	Key *keys = base_malloc((size_t)n * sizeof *keys); \
	Key *other = base_malloc((size_t)n * sizeof *other); \
	unsigned char *place = values; \
	\
	for (int64_t i = 0; i < n; i++) { \
		Value bits; \
		\
		memcpy(&bits, place + (size_t)i * sizeof bits, sizeof bits); \
		keys[i] = (Key)key_of(rule, bits); \
	} \
	for (int shift = 0; shift < BITS; shift += DIGIT_BITS) { \
		Key *sorted = other; \
		\
		name##_digit(n, shift, keys, sorted); \
		other = keys; \
		keys = sorted; \
	} \
	for (int64_t i = 0; i < n; i++) { \
		Value bits = (Value)bits_of(rule, keys[i]); \
		\
		memcpy(place + (size_t)i * sizeof bits, &bits, sizeof bits); \
	} \
	free(keys); \
	free(other); \
}

SORT(sort_8, uint32_t, uint8_t, 8)
SORT(sort_16, uint32_t, uint16_t, 16)
SORT(sort_32, uint32_t, uint32_t, 32)
SORT(sort_64, uint64_t, uint64_t, 64)

void judge_sort(Scalar scalar, int64_t n, void *values)
{
	KeyRule rule = rule_of(scalar);

	switch (scalar_bytes(scalar)) {
	case 1: sort_8(&rule, n, values); return;
	case 2: sort_16(&rule, n, values); return;
	case 4: sort_32(&rule, n, values); return;
	default: sort_64(&rule, n, values); return;
	}
}
