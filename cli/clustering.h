/* Clustering: the one that --clustering names, of the list that rewrite
 * --dump-clusterings shows (docs/graph.md).
 */
#ifndef CLI_CLUSTERING_H
#define CLI_CLUSTERING_H

#include "cli/session.h"
#include "search/graph/clusters.h"

/* The best that are known of a graph, as many as --limit says; what was not
 * tried is said as a note. */
void clustering_list(const Session *session, const Graph *graph,
		     Clusterings *list);

/* Sets the session's graph and clustering, of that body of its program, and says
 * which one it is; nothing without --clustering. False after E0901. */
bool clustering_choose(Session *session, const Expr *body);
void clustering_forget(Session *session);

#endif
