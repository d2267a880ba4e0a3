/* Invariants: what a loop computes again and again without need is named outside
 * of it, once for all of its elements.
 */
#ifndef SEARCH_INVARIANTS_H
#define SEARCH_INVARIANTS_H

#include "search/space/work.h"

/* Before maps are fused, which would hide them: arrays that take reductions to
 * compute and depend on nothing inside the loops around; also what a function
 * reduces for each element of such an array, apart from the rest of it. */
void invariants_lift(Work *work);

/* Numbers and arrays that take reductions, around the outermost loop that they
 * do not depend on. */
void invariants_name(Work *work);

#endif
