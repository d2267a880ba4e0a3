/* Placed: where the elements of a permutation go, where it is known before. */
#ifndef IR_CORE_PLACED_H
#define IR_CORE_PLACED_H

#include "ir/core/expr.h"

/* Whether element i of a permute goes to first + step * i, step 1 or -1, each one
 * inside, whatever data are: what computes the elements may write them there. */
bool placed_in_line(const Expr *permute, int64_t *first, int64_t *step);

#endif
