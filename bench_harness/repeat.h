/* Repeat: how often may a kernel run on its own output before a value leaves
 * the normal range?
 *
 * Matters for an output that is written over an input. Times change when values
 * become infinite, NaN or denormal, and an integer that leaves the range of the
 * input may no longer be a legal index. The first is judged as if every
 * repetition scaled values by the same factor (scal does), halved for caution;
 * of long arrays a million elements are looked at.
 */
#ifndef BENCH_HARNESS_REPEAT_H
#define BENCH_HARNESS_REPEAT_H

#include "ir/data/array.h"

enum { REPEAT_MOST = 1024 };

/* From the input and what one launch makes of it (same type and length): 1
 * (restore before every launch) to REPEAT_MOST. */
int repeat_harmless(const Array *before, const Array *after);

#endif
