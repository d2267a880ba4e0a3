/* Exact: integers as floats (testdata.h, EXACT, SPARSE and WIDE).
 */
#ifndef IR_DATA_TESTDATA_EXACT_H
#define IR_DATA_TESTDATA_EXACT_H

#include "base/rng.h"
#include "ir/data/array.h"
#include "ir/data/testdata_range.h"

/* Whether there is an integer in the range, small enough for the type. */
bool exact_has_integers(Scalar scalar, FloatRange range);

/* Draws magnitudes and signs from rng, and the places of what is not 0 in
 * sparse data from the seed alone. */
void exact_fill(Array *array, FloatRange range, bool sparse, uint64_t seed,
		Rng *rng);

/* Makes the sum of each row 0, if its numbers are of the range with either sign. */
void exact_even(Array *array, FloatRange range);

/* Uniform integers of the range, at most `most` from its nearest to 0. */
void exact_fill_wide(Array *array, FloatRange range, double most, Rng *rng);

#endif
