/* Clean: what is done to every program before anything is chosen: maps are
 * fused, views cancelled and moved inwards, what a function computes over and
 * over again without need is named outside of it, and what reads an array twice
 * to reduce it reads it once.
 */
#ifndef SEARCH_CLEAN_H
#define SEARCH_CLEAN_H

#include "search/space/work.h"

/* The rule sets of a task; its rewriter is there. */
void clean_sets(Task *task);

void clean(Work *work);

#endif
