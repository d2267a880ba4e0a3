#include "search/graph/clusters.h"

#include <stdlib.h>
#include <string.h>

/* What is asked while a clustering is priced; stamps are 1 + a kernel's
 * number. */
typedef struct Price {
	const Graph *graph;
	Clustering *clustering;
	bool *made, *written; /* by operation: in an earlier kernel; at all */
	int *inside, *seen, *wanted; /* stamps: operations, arrays */
} Price;

static Price price_begin(const Graph *graph, Clustering *clustering)
{
	const size_t operations = (size_t)graph->count + 1;
	const size_t arrays = (size_t)graph->array_count + 1;

	return (Price){
		.graph = graph, .clustering = clustering,
		.made = base_calloc(operations, sizeof(bool)),
		.written = base_calloc(operations, sizeof(bool)),
		.inside = base_calloc(operations, sizeof(int)),
		.seen = base_calloc(arrays, sizeof(int)),
		.wanted = base_calloc(arrays, sizeof(int)),
	};
}

static void price_end(Price *p)
{
	free(p->made);
	free(p->written);
	free(p->inside);
	free(p->seen);
	free(p->wanted);
}

static void enter(Price *p, const ClusterKernel *kernel, int stamp)
{
	for (int i = 0; i < kernel->count; i++)
		p->inside[kernel->operations[i]] = stamp;
}

/* -- what may be ----------------------------------------------------------- */

static const char *forbidden(const Graph *graph, const ClusterKernel *kernel)
{
	for (int i = 0; i < kernel->count; i++)
		for (int k = 0; k < i; k++) {
			const char *why = graph_forbids(graph,
				kernel->operations[k], kernel->operations[i]);

			if (why)
				return why;
		}
	return NULL;
}

static const char *check_members(const Graph *graph,
				 const Clustering *clustering)
{
	int *times = base_calloc((size_t)graph->count + 1, sizeof *times);
	const char *why = NULL;

	for (int k = 0; k < clustering->count && !why; k++) {
		const ClusterKernel *kernel = &clustering->kernels[k];

		why = forbidden(graph, kernel);
		for (int i = 0; i < kernel->count; i++)
			times[kernel->operations[i]]++;
	}
	for (int i = 0; i < graph->count && !why; i++)
		if (!times[i])
			why = "an operation is in no kernel";
		else if (times[i] > 1 && !graph->operations[i].cheap)
			why = "what is not cheap is computed twice";
	free(times);
	return why;
}

/* Whether all that it reads from memory is made by then. */
static bool can_run(Price *p, const ClusterKernel *kernel)
{
	enter(p, kernel, 1);
	for (int i = 0; i < kernel->count; i++) {
		const Operation *o
			= &p->graph->operations[kernel->operations[i]];

		for (int k = 0; k < o->read_count; k++) {
			const int maker
				= p->graph->arrays[o->reads[k].array].maker;

			if (maker >= 0 && !p->inside[maker] && !p->made[maker]) {
				enter(p, kernel, 0);
				return false;
			}
		}
	}
	enter(p, kernel, 0);
	return true;
}

static int kernel_compare(const void *a, const void *b)
{
	const ClusterKernel *x = a, *y = b;

	for (int i = 0; i < x->count && i < y->count; i++)
		if (x->operations[i] != y->operations[i])
			return x->operations[i] < y->operations[i] ? -1 : 1;
	return x->count - y->count;
}

/* Each time the first that can run: the same order for the same kernels. */
static bool set_order(Price *p)
{
	Clustering *c = p->clustering;

	if (c->count)
		qsort(c->kernels, (size_t)c->count, sizeof *c->kernels,
		      kernel_compare);
	for (int done = 0; done < c->count; done++) {
		ClusterKernel next;
		int k = done;

		while (k < c->count && !can_run(p, &c->kernels[k]))
			k++;
		if (k == c->count)
			return false;
		next = c->kernels[k];
		memmove(&c->kernels[done + 1], &c->kernels[done],
			(size_t)(k - done) * sizeof next);
		c->kernels[done] = next;
		for (int i = 0; i < next.count; i++)
			p->made[next.operations[i]] = true;
	}
	return true;
}

/* -- what it costs --------------------------------------------------------- */

static void price_reads(Price *p, const ClusterKernel *kernel, int stamp)
{
	for (int i = 0; i < kernel->count; i++) {
		const Operation *o
			= &p->graph->operations[kernel->operations[i]];

		for (int k = 0; k < o->read_count; k++) {
			const int array = o->reads[k].array;
			const GraphArray *read = &p->graph->arrays[array];

			if (p->seen[array] == stamp || (read->maker >= 0
			    && p->inside[read->maker] == stamp))
				continue;
			p->seen[array] = stamp;
			p->clustering->moved += read->bytes
				* (p->wanted[array] == stamp ? 2 : 1);
			if (read->maker >= 0)
				p->written[read->maker] = true;
		}
	}
}

static void price_kernel(Price *p, int number)
{
	const ClusterKernel *kernel = &p->clustering->kernels[number];
	const int stamp = number + 1;
	bool twice = false;

	enter(p, kernel, stamp);
	for (int i = 0; i < kernel->count; i++)
		if (p->graph->operations[kernel->operations[i]].twice) {
			graph_want(p->graph, kernel->operations[i], p->wanted,
				   stamp);
			twice = true;
		}
	price_reads(p, kernel, stamp);
	p->clustering->launches += twice ? 3 : 1;
}

static void price_all(Price *p)
{
	Clustering *c = p->clustering;
	double again = 0;

	c->moved = 0;
	c->launches = 0;
	c->copies = 0;
	memset(p->inside, 0, (size_t)p->graph->count * sizeof *p->inside);
	memset(p->made, 0, (size_t)p->graph->count * sizeof *p->made);
	for (int k = 0; k < c->count; k++)
		price_kernel(p, k);
	for (int k = 0; k < c->count; k++)
		for (int i = 0; i < c->kernels[k].count; i++) {
			const int o = c->kernels[k].operations[i];
			const int array = p->graph->operations[o].array;
			const GraphArray *made = &p->graph->arrays[array];

			if (p->made[o]) {
				again += made->bytes;
				c->copies++;
			} else if (made->output || p->written[o]) {
				c->moved += made->bytes;
			}
			p->made[o] = true;
		}
	c->cost = c->moved + CLUSTER_LAUNCH * c->launches
		+ CLUSTER_AGAIN * again;
}

const char *clustering_price(const Graph *graph, Clustering *clustering)
{
	const char *why = check_members(graph, clustering);
	Price p;

	if (why)
		return why;
	p = price_begin(graph, clustering);
	if (set_order(&p))
		price_all(&p);
	else
		why = "kernels wait for each other";
	price_end(&p);
	return why;
}

/* -- sets of kernels ------------------------------------------------------- */

static bool kernel_same(const ClusterKernel *a, const ClusterKernel *b)
{
	return a->count == b->count
	    && !memcmp(a->operations, b->operations,
		       (size_t)a->count * sizeof *a->operations);
}

static bool has_kernel(const Clustering *c, const ClusterKernel *kernel)
{
	for (int k = 0; k < c->count; k++)
		if (kernel_same(&c->kernels[k], kernel))
			return true;
	return false;
}

bool clustering_same(const Clustering *a, const Clustering *b)
{
	if (a->count != b->count)
		return false;
	for (int k = 0; k < a->count; k++)
		if (!has_kernel(b, &a->kernels[k]))
			return false;
	return true;
}

int clustering_by_cost(const void *a, const void *b)
{
	const Clustering *x = a, *y = b;

	return x->cost < y->cost ? -1 : x->cost > y->cost;
}

static bool kernel_has(const ClusterKernel *kernel, int operation)
{
	for (int i = 0; i < kernel->count; i++)
		if (kernel->operations[i] == operation)
			return true;
	return false;
}

static bool kernel_reads(const Graph *graph, const ClusterKernel *kernel,
			 int operation)
{
	for (int i = 0; i < kernel->count; i++)
		if (graph_reads(graph, operation, kernel->operations[i])
		    != READ_HOWS)
			return true;
	return false;
}

bool clustering_stores(const Graph *graph, const Clustering *clustering,
		       int operation)
{
	for (int k = 0; k < clustering->count; k++)
		if (!kernel_has(&clustering->kernels[k], operation)
		    && kernel_reads(graph, &clustering->kernels[k], operation))
			return true;
	return false;
}

Clustering clustering_of(const Graph *graph, Arena *arena, const char *by,
			 int kernels, const bool *member)
{
	Clustering made = { .by = by, .kernels = ARENA_ARRAY(arena,
						ClusterKernel, kernels + 1) };

	for (int k = 0; k < kernels; k++) {
		const bool *in = member + (size_t)k * (size_t)graph->count;
		ClusterKernel *kernel = &made.kernels[made.count];
		int count = 0;

		for (int i = 0; i < graph->count; i++)
			count += in[i];
		if (!count)
			continue;
		*kernel = (ClusterKernel){ 0, ARENA_ARRAY(arena, int, count) };
		for (int i = 0; i < graph->count; i++)
			if (in[i])
				kernel->operations[kernel->count++] = i;
		made.count++;
	}
	return made;
}

Clustering clustering_unfused(const Graph *graph, Arena *arena)
{
	Clustering made = {
		.by = "nothing fused", .count = graph->count,
		.kernels = ARENA_ARRAY(arena, ClusterKernel,
				       graph->count + 1),
	};

	for (int i = 0; i < graph->count; i++) {
		int *one = ARENA_NEW(arena, int);

		*one = i;
		made.kernels[i] = (ClusterKernel){ 1, one };
	}
	clustering_price(graph, &made);
	return made;
}
