/* Shrinking: from an expression that shows a fault to a smaller one of the same
 * type that shows it, too, by putting zeros, or an argument of the same type,
 * in the place of its parts.
 *
 * (Zeller, Hildebrandt, Simplifying and isolating failure-inducing input, 2002;
 * the reductions follow the structure, as in QuickCheck.)
 */
#ifndef TESTS_HARNESS_SHRINK_H
#define TESTS_HARNESS_SHRINK_H

#include "ir/core/expr.h"

/* Whether the fault is there. */
typedef bool ShrinkTest(void *context, const Expr *e);

/* Makes at most so many tries. */
const Expr *shrink(Ir *ir, const Expr *e, int tries, ShrinkTest *test,
		   void *context);

#endif
