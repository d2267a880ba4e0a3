/* Rows: how the bound of one scalar function is made from those of its
 * arguments, for the table of ir/eval/eval_bound_op.c.
 */
#ifndef IR_EVAL_EVAL_BOUND_ROW_H
#define IR_EVAL_EVAL_BOUND_ROW_H

#include "ir/eval/eval_bound.h"

typedef struct BoundRow BoundRow;
typedef Shadow MakeShadow(Bound *b, const Node *n, const BoundRow *row);

/* |f'| at x, whose error is at most `spread`; the function's value is n. */
typedef const Node *Slope(Bound *b, const Node *n, const Node *spread);

/* By its slope there, too; no bound; positive and rising: no more than what it is at
 * the end of the spread. */
typedef enum { STEEP_NOT, STEEP_UNKNOWN, STEEP_RISING } Steep;

struct BoundRow {
	double units;
	MakeShadow *make;
	Slope *slope;  /* NULL: 1 */
	double factor; /* of the slope */
	Steep steep;   /* where the spread is beyond 1 */
	bool decides;
};

/* Sums, products, and what rounds nothing: ir/eval/eval_bound_arithmetic.c */
MakeShadow row_sum, row_difference, row_product, row_fma, row_quotient, row_remainder,
	   row_same, row_magnitude, row_extreme;

/* Comparisons, numbers made whole: ir/eval/eval_bound_decision.c */
MakeShadow row_comparison, row_sign, row_whole, row_class;

/* Of a derivative, and those with one of their own:
 * ir/eval/eval_bound_function.c */
MakeShadow row_smooth, row_root, row_power, row_hypot, row_angle;
Slope slope_value, slope_value_and_one, slope_square_and_one, slope_over_x,
      slope_over_next, slope_value_over_x, slope_arc;

/* That of argument i. */
Shadow row_kid(Bound *b, const Node *n, int i);

/* sum, and so many units of what is rounded to n. */
const Node *row_rounded(Bound *b, const Node *sum, const Node *n,
			double units);

/* error over the least of |x|, which is off by at most spread (NULL: 0). */
const Node *row_over(Bound *b, const Node *error, const Node *x,
		     const Node *spread);

#endif
