/* Copies of cheap maps in a clustering that is there: one more member of a
 * kernel, or one that another kernel computes, too, less; with what the copy
 * reads copied as well, as far as that may be. */
#include <stdlib.h>
#include <string.h>

#include "search/graph/clusters.h"

typedef struct Copies {
	const Graph *graph;
	Arena *arena;
	int kernels;
	bool *member; /* as in clustering_of */
	Clustering best;
} Copies;

static bool *at(const Copies *c, int kernel, int operation)
{
	return &c->member[(size_t)kernel * (size_t)c->graph->count
			  + (size_t)operation];
}

static bool saves(Copies *c)
{
	Clustering tried = clustering_of(c->graph, c->arena, "greedy, copies",
					 c->kernels, c->member);

	if (clustering_price(c->graph, &tried)
	    || tried.cost >= c->best.cost * (1 - 1e-9))
		return false;
	c->best = tried;
	return true;
}

/* The makers of what kernel reads from memory become members of it, too, where
 * they are cheap; false: there is none. */
static bool copy_makers(const Copies *c, int kernel)
{
	const Graph *graph = c->graph;
	bool more = false;

	for (int i = graph->count - 1; i >= 0; i--)
		for (int k = 0; *at(c, kernel, i)
		     && k < graph->operations[i].read_count; k++) {
			const GraphRead *read = &graph->operations[i].reads[k];
			const int maker = graph->arrays[read->array].maker;

			if (maker < 0 || *at(c, kernel, maker)
			    || read->how != READ_OWN
			    || !graph->operations[maker].cheap)
				continue;
			*at(c, kernel, maker) = more = true;
		}
	return more;
}

/* One more operation in a kernel, alone or with what it reads. */
static bool try_copy(Copies *c, int kernel, int operation)
{
	const size_t row = (size_t)c->graph->count * sizeof *c->member;
	bool *kept = base_malloc(row + 1);
	bool good;

	memcpy(kept, at(c, kernel, 0), row);
	*at(c, kernel, operation) = true;
	good = saves(c) || (copy_makers(c, kernel) && saves(c));
	if (!good)
		memcpy(at(c, kernel, 0), kept, row);
	free(kept);
	return good;
}

static bool try_drop(Copies *c, int kernel, int operation)
{
	*at(c, kernel, operation) = false;
	if (saves(c))
		return true;
	*at(c, kernel, operation) = true;
	return false;
}

static bool try_all(Copies *c)
{
	bool better = false;

	for (int i = 0; i < c->graph->count; i++)
		for (int k = 0; c->graph->operations[i].cheap
		     && k < c->kernels; k++)
			better |= *at(c, k, i) ? try_drop(c, k, i)
					       : try_copy(c, k, i);
	return better;
}

Clustering clustering_copied(const Graph *graph, Arena *arena,
			     const Clustering *from)
{
	Copies c = { .graph = graph, .arena = arena, .kernels = from->count,
		     .best = *from };

	if (graph->count > CLUSTERS_PAIRS)
		return (Clustering){ .by = NULL };
	c.member = base_calloc((size_t)from->count * (size_t)graph->count + 1,
			       sizeof *c.member);
	for (int k = 0; k < from->count; k++)
		for (int i = 0; i < from->kernels[k].count; i++)
			*at(&c, k, from->kernels[k].operations[i]) = true;
	while (try_all(&c))
		;
	free(c.member);
	return c.best;
}
