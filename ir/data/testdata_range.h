/* Range: what a port's data may be, declared or by default.
 */
#ifndef IR_DATA_TESTDATA_RANGE_H
#define IR_DATA_TESTDATA_RANGE_H

#include "ir/core/port.h"

/* Both ends are values of the type. */
typedef struct FloatRange {
	double lo, hi;
} FloatRange;

typedef struct IntRange {
	int64_t lo, hi;
} IntRange;

FloatRange range_of_floats(const Port *port);
FloatRange range_of_exact(const Port *port); /* for small integers */
IntRange range_of_integers(const Port *port);

/* Of offsets of rows (ir/core/port.h); hi below lo: no such are declared. */
IntRange range_of_offsets(const Port *port);

/* Significand bits: integers up to 2^p are exact. */
int range_significand(Scalar scalar);

/* Whether a finite number is a whole one; false for some that are large. */
bool range_is_whole(double x);

#endif
