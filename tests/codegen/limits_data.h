/* Numbers at the limits of scalar types: all of 8 and 16 bits; of others those
 * next to powers of two, to the ends of all types and of what floats hold. */
#ifndef TESTS_CODEGEN_LIMITS_DATA_H
#define TESTS_CODEGEN_LIMITS_DATA_H

#include <stdint.h>

#include "base/scalar.h"

typedef struct Numbers {
	Scalar scalar;
	int64_t count;
	void *data; /* count of scalar; limits_free */
} Numbers;

/* As many as a multiple of 16, the first again at the end. */
Numbers limits_all(Scalar scalar);
void limits_free(Numbers *numbers);

/* Every number of 8 bits with every other; of 16 bits each with those at the
 * limits, on either side; of others these with one another. */
void limits_pairs(Scalar scalar, Numbers *a, Numbers *b);

/* The ends of an integer type; the greatest of u64 as -1. */
int64_t limits_least(Scalar scalar);
int64_t limits_greatest(Scalar scalar);

#endif
