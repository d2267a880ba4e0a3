/* Place: where the operations and the names of a graph stand in the body that it
 * is of, also after some of them were stored.
 */
#ifndef SEARCH_GRAPH_PLACE_H
#define SEARCH_GRAPH_PLACE_H

#include "ir/core/path.h"
#include "search/graph/graph.h"

/* The first place outside of functions at which an operation is computed and
 * not stored. */
bool graph_place(const Graph *graph, Ir *ir, const Expr *body, int operation,
		 Path *place);

/* The let of a name; later ones may be gone. */
bool graph_name_place(const Expr *body, int name, Path *place);

#endif
