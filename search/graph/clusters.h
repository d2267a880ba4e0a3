/* Clusters: which operations of a graph are one kernel, by the bytes that are
 * moved then (exact bytes with shared reads, as in Futhark's and Accelerate's
 * fusion; copies of cheap maps).
 *
 * A clustering is a set of kernels, each a set of operations. Each operation
 * is in one of them; a cheap one may be in several, and is computed in each.
 * A kernel reads once what several of its operations read, and not at all what
 * it makes itself. An array is written when it is a result or another kernel
 * reads it from memory. Kernels stand in an order in which each reads only what
 * earlier ones wrote.
 */
#ifndef SEARCH_GRAPH_CLUSTERS_H
#define SEARCH_GRAPH_CLUSTERS_H

#include "search/graph/graph.h"

/* More operations are not tried exhaustively, not given to a solver, not
 * compared each with each, not put into one kernel. */
enum {
	CLUSTERS_EXACT = 10, CLUSTERS_ILP = 40, CLUSTERS_PAIRS = 128,
	CLUSTER_OPERATIONS = 64
};

/* A launch in bytes (20 us at 10 GB/s); computing an element again, of the
 * bytes of it. */
#define CLUSTER_LAUNCH 200e3
#define CLUSTER_AGAIN 0.02

typedef struct ClusterKernel {
	int count;
	int *operations; /* ascending */
} ClusterKernel;

typedef struct Clustering {
	const char *by; /* how it was found */
	int count;
	ClusterKernel *kernels;
	int launches, copies;
	double moved;   /* bytes */
	double cost;    /* in bytes: moved, launches, computed again */
} Clustering;

/* Sets the order of kernels and what they cost. NULL: good; else why there is no
 * such clustering. */
const char *clustering_price(const Graph *graph, Clustering *clustering);

/* The same kernels, in any order. */
bool clustering_same(const Clustering *a, const Clustering *b);

/* For qsort: the cheapest first. */
int clustering_by_cost(const void *a, const void *b);

/* Whether a kernel that does not make what it makes reads that from memory. */
bool clustering_stores(const Graph *graph, const Clustering *clustering,
		       int operation);

/* Of operation i whether it is in kernel k: member[k * graph->count + i]; empty
 * kernels are left out. Not priced. */
Clustering clustering_of(const Graph *graph, Arena *arena, const char *by,
			 int kernels, const bool *member);

Clustering clustering_unfused(const Graph *graph, Arena *arena);

/* Two clusters at a time that save most become one, until none save anything.
 * Each with each in graphs up to CLUSTERS_PAIRS, beyond that only those that
 * share an array. */
Clustering clustering_greedy(const Graph *graph, Arena *arena);

/* The same with copies of cheap maps, one at a time while that saves. Of graphs
 * up to CLUSTERS_PAIRS; without kernels beyond that. */
Clustering clustering_copied(const Graph *graph, Arena *arena,
			     const Clustering *from);

/* The best `most` of all, with copies or without, the best first; returns how
 * many. Up to CLUSTERS_EXACT operations. */
int clusterings_exact(const Graph *graph, Arena *arena, bool copies, int most,
		      Clustering *found);

/* -- integer linear programme ---------------------------------------------- */

/* Asks a solver, in the LP format of CPLEX: its answer, or NULL and why there is none. */
typedef const char *ClusterSolver(void *context, const char *lp,
				  const char **why);

/* false: there is none, why says so. */
bool clustering_ilp(const Graph *graph, Arena *arena, bool copies,
		    ClusterSolver *solver, void *context, Clustering *found,
		    const char **why);

/* -- the list -------------------------------------------------------------- */

enum { CLUSTERINGS_MAX = 64 };

typedef struct Clusterings {
	int count;
	Clustering items[CLUSTERINGS_MAX];
	const char *note; /* what was not tried, and why; or NULL */
} Clusterings;

/* The best `most` that are known, the cheapest first, with nothing fused and the
 * greedy one always among them. solver may be NULL: why_none says why. */
void clusterings_list(const Graph *graph, Arena *arena, int most,
		      ClusterSolver *solver, void *context,
		      const char *why_none, Clusterings *list);

/* Its kernels, "mean | d+var | out". */
void clustering_kernels(Text *text, const Graph *graph,
			const Clustering *clustering);

/* The list as text, a clustering a line, or as lines of JSON. */
void clusterings_text(Text *text, const Graph *graph, const Clusterings *list);
void clusterings_json(Text *text, const Graph *graph, const Clusterings *list);

#endif
