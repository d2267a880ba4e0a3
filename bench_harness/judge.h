/* Judge: does an output agree with its reference?
 *
 * Every element is looked at. A float agrees when it equals the reference or
 * |got - want| is not more than what is allowed of that element: 4 (outside +
 * growth * folds) + the smallest normal number, of the roundings in its own
 * computation (ir/eval/eval.h, eval_bounded), or atol + rtol * |want|, where
 * the document says so. Infinities agree with themselves only, and a NaN only
 * with a NaN of the reference. What the bound leaves undecided (outside is
 * infinite) agrees with everything, or must be what was declared. Integers and
 * bools are always compared exactly; -0 equals 0 unless all bits count.
 *
 * Of values in any order, each must find a place of its own in the reference:
 * sorted, they are compared with the sorted lower ends of what is allowed, and
 * with the sorted upper ends.
 */
#ifndef BENCH_HARNESS_JUDGE_H
#define BENCH_HARNESS_JUDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/scalar.h"

typedef struct Judgement {
	bool skip;         /* these data say nothing of this output */
	bool exact;        /* floats too: nothing else is used */
	bool bits;         /* exact, and -0 is not 0; any NaN is a NaN */
	bool special;      /* only which ones are NaN and which infinite */
	bool unordered;    /* judged as multisets: sorted unless equal as is */
	double rtol, atol; /* atol is absolute */
	bool ulps;         /* outside is all that is allowed, and 0 of it all
			    * bits */
	bool undecided;    /* more than a few are: not by the bound alone */
	const float *outside, *folds; /* by element; NULL: rtol and atol */
	const void *declared; /* what undecided ones must be; NULL: anything */
	double growth;     /* of the candidate's folds; 0 is 1 */
} Judgement;

enum { JUDGE_TEXT = 48 };

typedef struct Verdict {
	bool agrees;
	bool nan;       /* the first disagreement is a NaN of ours */
	int64_t index;  /* of the first disagreement; sorted if unordered */
	double worst;   /* largest error / allowed error; 0 when exact */
	char got[JUDGE_TEXT], want[JUDGE_TEXT];
} Verdict;

/* Both arrays have n elements of that type. */
Verdict judge(const Judgement *judgement, Scalar scalar, int64_t n,
	      const void *got, const void *want);

/* What is allowed of an element of that value. */
double judge_allowed(const Judgement *judgement, Scalar scalar, int64_t i,
		     double want);

/* The largest |got - want| divided by the largest |want|, over what is finite
 * (NaN when nothing is); of integers 0. */
double judge_error(Scalar scalar, int64_t n, const void *got,
		   const void *want);

/* Sorts by value: false before true, -0 before 0, NaN last. */
void judge_sort(Scalar scalar, int64_t n, void *values);

#endif
