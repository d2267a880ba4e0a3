/* Clean: what is done to every program before anything is chosen: maps are
 * fused, views cancelled and moved inwards, and what reads an array twice to
 * reduce it reads it once. Indices become arrays, and what a function computes
 * without need of its parameters gets a name, in the canonical form alone.
 */
#ifndef SEARCH_CLEAN_H
#define SEARCH_CLEAN_H

#include "search/space/work.h"

/* The rule sets of a task; its rewriter is there. */
void clean_sets(Task *task);

void clean(Work *work);

#endif
