/* Exact: whether an output of exact data is the same in any order of evaluation,
 * which is so where the evaluator agrees with itself in f64 and in the declared
 * types, on whole numbers or numbers of few bits.
 */
#ifndef CLI_EXACT_H
#define CLI_EXACT_H

#include "ir/array.h"

bool exact_agrees(const Array *f64, const Array *declared);

#endif
