/* The graph of a program and its clusterings, on stdout: rewrite --dump-graph,
 * --dump-clusterings (docs/graph.md).
 */
#ifndef CLI_DUMP_GRAPH_H
#define CLI_DUMP_GRAPH_H

#include "cli/session.h"

void dump_graph(const Session *session, const Expr *body);
void dump_clusterings(const Session *session, const Expr *body);

#endif
