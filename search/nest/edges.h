/* Edges: how many elements at either end of an array are read, or computed,
 * from padding: pad, or concat around its longest part. Between them a stencil
 * needs no look at borders. Advice only: a wrong number gives a poor candidate,
 * never a wrong one.
 */
#ifndef SEARCH_NEST_EDGES_H
#define SEARCH_NEST_EDGES_H

#include "ir/front/print.h"

typedef struct Edges {
	int64_t before, after;
} Edges;

/* Of the first dimension of the array at a place. */
Edges edges_of_array(const Expr *root, const Path *at);

/* Of a map at a place: of its array; and where its function compares an index
 * with a number, those few for which the result is another one. */
Edges edges_of_map(const Expr *root, const Path *at, const Expr *map);

#endif
