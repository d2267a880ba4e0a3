#include <stdlib.h>

#include "search/graph/clusters.h"

static void put(Clusterings *list, const Clustering *clustering)
{
	if (!clustering->by || list->count == CLUSTERINGS_MAX)
		return;
	for (int i = 0; i < list->count; i++)
		if (clustering_same(&list->items[i], clustering))
			return;
	list->items[list->count++] = *clustering;
}

static void put_best(const Graph *graph, Arena *arena, int most,
		     Clusterings *list)
{
	Clustering best[CLUSTERINGS_MAX];
	const int count = clusterings_exact(graph, arena, true, most, best);

	for (int i = 0; i < count; i++)
		put(list, &best[i]);
}

static void put_solved(const Graph *graph, Arena *arena, ClusterSolver *solver,
		       void *context, const char *why, Clusterings *list)
{
	Clustering solved;

	if (solver && clustering_ilp(graph, arena, true, solver, context,
				     &solved, &why))
		put(list, &solved);
	else
		list->note = arena_printf(arena, "greedy: %s", why);
}

void clusterings_list(const Graph *graph, Arena *arena, int most,
		      ClusterSolver *solver, void *context,
		      const char *why_none, Clusterings *list)
{
	const Clustering unfused = clustering_unfused(graph, arena);
	const Clustering greedy = clustering_greedy(graph, arena);
	const Clustering copied = clustering_copied(graph, arena, &greedy);

	*list = (Clusterings){ 0 };
	if (most > CLUSTERINGS_MAX - 4)
		most = CLUSTERINGS_MAX - 4;
	if (graph->count <= CLUSTERS_EXACT)
		put_best(graph, arena, most, list);
	else if (graph->count <= CLUSTERS_ILP)
		put_solved(graph, arena, solver, context, why_none, list);
	else
		list->note = arena_printf(arena,
			"greedy: %d operations, a solver is asked for at most "
			"%d", graph->count, CLUSTERS_ILP);
	put(list, &copied);
	put(list, &greedy);
	put(list, &unfused);
	qsort(list->items, (size_t)list->count, sizeof *list->items,
	      clustering_by_cost);
}
