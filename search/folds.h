/* Folds of folds: a reduction whose elements are reductions themselves (x'Ax
 * for many x, the nearest of many centres), in one work-item: the inner ones of
 * several elements in one loop, so that what they share is read once. */
#ifndef SEARCH_FOLDS_H
#define SEARCH_FOLDS_H

#include "search/space/work.h"

/* The first such reduction in a function's code, with inner ones that take a
 * loop: its length; 0 when there is none. */
int64_t folds_length(const Expr *lambda);

/* The same reduction in the function at a place, in blocks of so many elements;
 * those that are left over come last, one by one. */
void folds_in_blocks(Work *work, const Path *function, int64_t block);

#endif
