/* Exact: whether an output of exact data is the same in any order of evaluation,
 * which is so where the evaluator agrees with itself in f64 and in the declared
 * types, on whole numbers or numbers of few bits.
 */
#ifndef CLI_EXACT_H
#define CLI_EXACT_H

#include "ir/data/array.h"

bool exact_agrees(const Array *f64, const Array *declared);

/* By one evaluation: all that could be rounded on the way to values that have
 * these bounds, over the lowest bit that one of them has (at most 1), with some
 * to spare. Up to 1 they are what any order of evaluation gives. */
double exact_excess(const Array *values, const Array *outside,
		    const Array *folds);

#endif
