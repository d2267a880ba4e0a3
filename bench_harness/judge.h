/* Judge: does an output agree with its reference?
 *
 * Every element is looked at. A float agrees when it equals the reference or
 * |got - want| <= atol + rtol * |want|; infinities agree with themselves only,
 * and a NaN only with a NaN of the reference. Integers and bools are always
 * compared exactly; -0 equals 0 unless all bits count.
 */
#ifndef BENCH_HARNESS_JUDGE_H
#define BENCH_HARNESS_JUDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/scalar.h"

typedef struct Judgement {
	bool exact;        /* floats too: rtol and atol are not used */
	bool bits;         /* exact, and -0 is not 0; any NaN is a NaN */
	double rtol, atol; /* atol is absolute */
	bool unordered;    /* judged as multisets: sorted unless equal as is */
} Judgement;

enum { JUDGE_TEXT = 48 };

typedef struct Verdict {
	bool agrees;
	bool nan;       /* the first disagreement is a NaN of ours */
	int64_t index;  /* of the first disagreement; sorted if unordered */
	double worst;   /* largest error / tolerance seen; 0 when exact */
	char got[JUDGE_TEXT], want[JUDGE_TEXT];
} Verdict;

/* Both arrays have n elements of that type. */
Verdict judge(const Judgement *judgement, Scalar scalar, int64_t n,
	      const void *got, const void *want);

/* The largest |got - want| divided by the largest |want|, over what is finite
 * (0 when nothing is); of integers 0. */
double judge_error(Scalar scalar, int64_t n, const void *got,
		   const void *want);

/* Sorts by value: false before true, -0 before 0, NaN last. */
void judge_sort(Scalar scalar, int64_t n, void *values);

#endif
