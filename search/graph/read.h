/* Read: how a value is made of arrays through views: a set of arrays, and how
 * each of them is read by the value's own outermost index. For internal use of
 * search/graph.
 */
#ifndef SEARCH_GRAPH_READ_H
#define SEARCH_GRAPH_READ_H

#include "search/graph/graph.h"

/* chunk: that many neighbouring elements of the value come from one step of
 * what makes the array. */
typedef struct Source {
	int array;
	ReadHow how;
	int64_t chunk;
} Source;

typedef struct Sources {
	int count;
	const Source *items;
} Sources;

/* How the steps of a function, as far as they are steps of maps in maps, read
 * its parameter, or a part of it (part < 0: all); variable: which it is at e. */
ReadHow read_nest(const Expr *e, int variable, int part);

/* Whether e only changes indices, of its variables or of other arrays. */
bool read_is_view(const Expr *e);

/* The same sources read through a view. */
Sources read_through(Arena *arena, const Expr *view, Sources of);
Sources read_worse(Arena *arena, Sources of, ReadHow at_best);
Sources read_both(Arena *arena, Sources a, Sources b);

#endif
