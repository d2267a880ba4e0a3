/* Placed: how the elements of a permutation or a scatter get to their places. */
#ifndef IR_CORE_PLACED_H
#define IR_CORE_PLACED_H

#include "ir/core/expr.h"

/* Whether element i of a permute goes to first + step * i, step 1 or -1, each one
 * inside, whatever data are: what computes the elements may write them there. */
bool placed_in_line(const Expr *permute, int64_t *first, int64_t *step);

/* What the operator of a scatter joins with what is at a place, where many may do so
 * at one time: integers of 32 bits, by an operator that no order matters to, which
 * memory has an atomic function for. NULL: it is another one. */
const Expr *placed_at_once(const Expr *scatter);

#endif
