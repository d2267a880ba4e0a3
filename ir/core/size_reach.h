/* Guards of what is read by an index: of open sizes, as size_open.h says. For
 * ir/core/ only. */
#ifndef IR_CORE_SIZE_REACH_H
#define IR_CORE_SIZE_REACH_H

#include "ir/core/size_open.h"

/* That arrays are as long as indices reach which are made of whole numbers from 0
 * to below some size, R - 1 in an array of N where N - R >= 0. Not of what stands
 * under a condition, nor of indices that data give. Appended. */
void size_reach_guards(Ir *ir, const Expr *e, SizeGuards *guards);

/* That this size is at least 0, where that is not certain. */
void size_guard_natural(Ir *ir, const Size *size, SizeGuards *guards);

#endif
