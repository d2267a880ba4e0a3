/* Clustered: a program brought to a clustering (search/graph/clusters.h) by rules:
 * what one kernel reads of another is stored (store_global), and a cheap map that
 * no kernel reads from memory is computed where it is used (share backwards). Then
 * maps are fused as far as the clustering says, and no further. Results of
 * reductions, scatters and others that are there after their last step only end
 * a kernel in any case, and are left to the search, as is whether two operations
 * of which neither reads the other are one kernel.
 */
#ifndef SEARCH_SPACE_CLUSTERED_H
#define SEARCH_SPACE_CLUSTERED_H

#include "rules/rewrite.h"
#include "search/graph/clusters.h"

/* graph: of from->expr. What no rule can do is left as it is. */
const Derivation *clustered(Rewriter *rewriter, const Derivation *from,
			    const Graph *graph, const Clustering *clustering);

#endif
