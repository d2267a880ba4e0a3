/* Ranges of integers: what an operation gives, if nothing wraps. The ends of what is
 * multiplied or added are small enough for that. */
#ifndef CODEGEN_OPENCL_RANGE_H
#define CODEGEN_OPENCL_RANGE_H

#include "base/scalar.h"

/* From lo to hi. */
typedef struct IntRange {
	int64_t lo, hi;
} IntRange;

/* All that the type holds; of u64 what i64 does. */
IntRange range_of(Scalar scalar);

bool range_is_within(IntRange a, IntRange b);

/* Of one or the other; of the lesser, and of the larger of both. */
IntRange range_either(IntRange a, IntRange b);
IntRange range_min(IntRange a, IntRange b);
IntRange range_max(IntRange a, IntRange b);

IntRange range_sum(IntRange a, IntRange b);
IntRange range_difference(IntRange a, IntRange b);
IntRange range_product(IntRange a, IntRange b);

#endif
