/* Straight: a function as code without loops, its reductions one step after the
 * other: what is done for each window of a stencil. */
#ifndef SEARCH_NEST_STRAIGHT_H
#define SEARCH_NEST_STRAIGHT_H

#include "search/space/work.h"

/* Operations of such code, at least 1; more than hardware_code() where the
 * function cannot be it. A function of arrays that would be too long keeps one
 * loop, over a list that is the same for all arrays (the centres of K-means);
 * then of one round. */
int64_t straight_operations(const Expr *lambda);

/* Whether it keeps that loop. */
bool straight_keeps_loop(const Expr *lambda);

/* Loads and operations of the function's code when no loop is left in it. */
int64_t straight_size(const Expr *lambda);

/* Whether a map's elements are arrays of scalars, and its function keeps a loop
 * over others, or does so much that it may read them several times. */
bool straight_reads_again(const Expr *map);

#endif
