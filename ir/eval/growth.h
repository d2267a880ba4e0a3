/* Growth: by how much the roundings of folds may grow in one candidate
 * (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section
 * 4.2; Higham and Mary 2019 for the square root).
 *
 * d is the longest chain of steps that a value goes through on its way to the
 * result: the lengths of folds and scans one after the other, those of loops
 * around folds multiplied, the levels of a tree added. A sum of d terms is off
 * by at most d u (sum of their absolute values), and hardly ever by more than
 * sqrt(d) times that; but where a sum stagnates, as it does when d is near 1/u,
 * all roundings point one way.
 */
#ifndef IR_EVAL_GROWTH_H
#define IR_EVAL_GROWTH_H

#include "ir/core/expr.h"

/* The longest chain of steps whose state holds a float, and rounds. */
double fold_chain(const Expr *e);

/* The largest over the types of floats, at least 1, of g(d) = min(d, 8 sqrt d),
 * but d where d > 2^(p - 4): p are the bits of the type's significand, and d is
 * the longest chain of steps whose state holds that type. What a fold rounds is
 * in units of its own type (eval_bounded), so a long fold in f64 stagnates no
 * sooner for a short one in f16 beside it.
 *
 * How an oracle uses it: low is the candidate. Where an output is f64 the
 * reference has folds that round as the candidate's do, those of the program's
 * body: take the larger growth of the two expressions. */
double fold_growth(const Expr *low);

/* The growth that decisions about what e computes are made with: the same, but
 * of no more than 2^(p - 4) steps in each type. Beyond, all of a sum may be
 * rounding, and nothing that is divided by one would be decided, though
 * candidates add up in parts. */
double fold_growth_decided(const Expr *e);

#endif
