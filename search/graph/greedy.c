/* Kernels two at a time: pairs in a heap by what they save, those that changed
 * since are passed over; an order of the kernels, which says quickly whether one
 * would wait for another (after Pearce and Kelly's dynamic order). */
#include <stdlib.h>
#include <string.h>

#include "search/graph/clusters.h"

enum { NEAR_READERS = 8 };

typedef struct Cluster {
	int count, *operations; /* count 0: it is in another one */
	int version, position;
	double cost;
} Cluster;

typedef struct Pair {
	double saves;
	int a, b, version_a, version_b;
} Pair;

typedef struct Greedy {
	const Graph *graph;
	Cluster *clusters;
	int *of, *order;         /* cluster of an operation; by position */
	int stamp;
	int *inside, *seen, *wanted; /* stamps */
	int *reached, *touched;  /* clusters that were offered, and which */
	int touched_count;
	int *inner;              /* readers of an array in the kernel at hand */
	bool each_with_each;
	Pair *heap;
	int pairs, capacity;
} Greedy;

/* -- what a kernel costs, whatever the others are -------------------------- */

static double price_read(Greedy *g, int array)
{
	const GraphArray *read = &g->graph->arrays[array];

	if (g->seen[array] != g->stamp) {
		g->seen[array] = g->stamp;
		g->inner[array] = 1;
		return read->maker >= 0 && g->inside[read->maker] == g->stamp
		     ? 0 : read->bytes * (g->wanted[array] == g->stamp ? 2 : 1);
	}
	g->inner[array]++;
	return 0;
}

/* Written for others: a result, or not all readers are in the kernel. */
static double price_written(const Greedy *g, int operation)
{
	const int array = g->graph->operations[operation].array;
	const GraphArray *made = &g->graph->arrays[array];
	const int inner = g->seen[array] == g->stamp ? g->inner[array] : 0;

	return made->output || inner < made->reader_count ? made->bytes : 0;
}

static void enter(Greedy *g, const Cluster *c, bool *twice)
{
	for (int i = 0; i < c->count; i++) {
		g->inside[c->operations[i]] = g->stamp;
		if (g->graph->operations[c->operations[i]].twice) {
			graph_want(g->graph, c->operations[i], g->wanted,
				   g->stamp);
			*twice = true;
		}
	}
}

static double price_part(Greedy *g, const Cluster *c)
{
	double cost = 0;

	for (int i = 0; i < c->count; i++) {
		const Operation *o = &g->graph->operations[c->operations[i]];

		for (int k = 0; k < o->read_count; k++)
			cost += price_read(g, o->reads[k].array);
	}
	return cost;
}

/* Of both as one kernel; b may be NULL. */
static double price(Greedy *g, const Cluster *a, const Cluster *b)
{
	static const Cluster none = { 0 };
	const Cluster *parts[] = { a, b ? b : &none };
	bool twice = false;
	double cost = 0;

	g->stamp++;
	for (int i = 0; i < 2; i++)
		enter(g, parts[i], &twice);
	for (int i = 0; i < 2; i++)
		cost += price_part(g, parts[i]);
	for (int i = 0; i < 2; i++)
		for (int k = 0; k < parts[i]->count; k++)
			cost += price_written(g, parts[i]->operations[k]);
	return cost + CLUSTER_LAUNCH * (twice ? 3 : 1);
}

/* -- pairs ----------------------------------------------------------------- */

static bool before(const Pair *a, const Pair *b)
{
	if (a->saves != b->saves)
		return a->saves > b->saves;
	return a->a != b->a ? a->a < b->a : a->b < b->b;
}

static void push(Greedy *g, Pair pair)
{
	int at = g->pairs++;

	if (at == g->capacity) {
		g->capacity = at ? 2 * at : 256;
		g->heap = base_realloc(g->heap, (size_t)g->capacity
				       * sizeof *g->heap);
	}
	while (at > 0 && before(&pair, &g->heap[(at - 1) / 2])) {
		g->heap[at] = g->heap[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	g->heap[at] = pair;
}

static Pair pop(Greedy *g)
{
	const Pair first = g->heap[0], last = g->heap[--g->pairs];
	int at = 0;

	for (int kid; (kid = 2 * at + 1) < g->pairs; at = kid) {
		if (kid + 1 < g->pairs
		    && before(&g->heap[kid + 1], &g->heap[kid]))
			kid++;
		if (!before(&g->heap[kid], &last))
			break;
		g->heap[at] = g->heap[kid];
	}
	g->heap[at] = last;
	return first;
}

static bool friends(const Greedy *g, const Cluster *a, const Cluster *b)
{
	if (a->count + b->count > CLUSTER_OPERATIONS)
		return false;
	for (int i = 0; i < a->count; i++)
		for (int k = 0; k < b->count; k++)
			if (graph_forbids(g->graph, a->operations[i],
					  b->operations[k]))
				return false;
	return true;
}

static void offer(Greedy *g, int a, int b)
{
	const Cluster *x = &g->clusters[a], *y = &g->clusters[b];
	double saves;

	if (a == b || !x->count || !y->count || !friends(g, x, y))
		return;
	saves = x->cost + y->cost - price(g, x, y);
	if (saves > 0)
		push(g, (Pair){ saves, a < b ? a : b, a < b ? b : a,
				g->clusters[a < b ? a : b].version,
				g->clusters[a < b ? b : a].version });
}

static void offer_once(Greedy *g, int cluster, int other)
{
	if (g->reached[other])
		return;
	g->reached[other] = 1;
	g->touched[g->touched_count++] = other;
	offer(g, cluster, other);
}

/* With those that read an array: of many those near the reader. */
static void offer_readers(Greedy *g, int cluster, int array, int reader)
{
	const GraphArray *read = &g->graph->arrays[array];
	int low = 0, high = read->reader_count;

	while (low < high) {
		const int middle = (low + high) / 2;

		if (read->readers[middle] < reader)
			low = middle + 1;
		else
			high = middle;
	}
	high = low + NEAR_READERS < read->reader_count
	     ? low + NEAR_READERS : read->reader_count;
	low = low > NEAR_READERS ? low - NEAR_READERS : 0;
	for (int i = low; i < high; i++)
		offer_once(g, cluster, g->of[read->readers[i]]);
}

/* Each other cluster once that shares an array with it. */
static void offer_near(Greedy *g, int cluster)
{
	const Cluster *c = &g->clusters[cluster];

	for (int i = 0; i < c->count; i++) {
		const int operation = c->operations[i];
		const Operation *o = &g->graph->operations[operation];

		offer_readers(g, cluster, o->array, operation);
		for (int k = 0; k < o->read_count; k++) {
			const int array = o->reads[k].array;
			const int maker = g->graph->arrays[array].maker;

			offer_readers(g, cluster, array, operation);
			if (maker >= 0)
				offer_once(g, cluster, g->of[maker]);
		}
	}
	while (g->touched_count)
		g->reached[g->touched[--g->touched_count]] = 0;
}

static void offer_all(Greedy *g, int cluster)
{
	if (!g->each_with_each) {
		offer_near(g, cluster);
		return;
	}
	for (int i = 0; i < g->graph->count; i++)
		offer(g, cluster, i);
}

/* -- order ----------------------------------------------------------------- */

/* Marks what waits for a cluster, up to a position; whether `end` does so by
 * way of another. */
static bool reach(Greedy *g, int from, int end, bool first)
{
	const Cluster *c = &g->clusters[from];
	bool found = false;

	for (int i = 0; i < c->count && !found; i++) {
		const int array = g->graph->operations[c->operations[i]].array;
		const GraphArray *made = &g->graph->arrays[array];

		for (int k = 0; k < made->reader_count && !found; k++) {
			const int next = g->of[made->readers[k]];

			if (next == from || g->inside[next] == g->stamp
			    || g->clusters[next].position
			       > g->clusters[end].position)
				continue;
			if (next == end) {
				found = !first;
				continue;
			}
			g->inside[next] = g->stamp;
			found = reach(g, next, end, false);
		}
	}
	return found;
}

/* The kernels between both: first those that do not wait for a, then both, then
 * those that do. */
static void close_order(Greedy *g, int a, int b)
{
	const int from = g->clusters[a].position;
	const int to = g->clusters[b].position;
	int *late = base_calloc((size_t)(to - from) + 1, sizeof *late);
	int at = from, count = 0;

	for (int i = from + 1; i < to; i++)
		if (g->inside[g->order[i]] == g->stamp)
			late[count++] = g->order[i];
		else
			g->order[at++] = g->order[i];
	g->order[at++] = a;
	for (int i = 0; i < count; i++)
		g->order[at++] = late[i];
	memmove(&g->order[at], &g->order[to + 1],
		(size_t)(g->graph->count - to - 1) * sizeof *g->order);
	free(late);
}

static int int_compare(const void *a, const void *b)
{
	const int x = *(const int *)a, y = *(const int *)b;

	return x < y ? -1 : x > y;
}

static void become_one(Greedy *g, Arena *arena, int a, int b)
{
	Cluster *x = &g->clusters[a], *y = &g->clusters[b];
	int *both = ARENA_ARRAY(arena, int, x->count + y->count);

	memcpy(both, x->operations, (size_t)x->count * sizeof *both);
	memcpy(both + x->count, y->operations,
	       (size_t)y->count * sizeof *both);
	for (int i = 0; i < y->count; i++)
		g->of[y->operations[i]] = a;
	x->operations = both;
	x->count += y->count;
	y->count = 0;
	qsort(both, (size_t)x->count, sizeof *both, int_compare);
	x->version++;
	x->cost = price(g, x, NULL);
}

/* Puts the positions right after the order was closed up. */
static void number_order(Greedy *g, int from, int count)
{
	for (int i = from; i < count; i++)
		g->clusters[g->order[i]].position = i;
}

static bool join(Greedy *g, Arena *arena, Pair pair, int *count)
{
	const int first = g->clusters[pair.a].position
			< g->clusters[pair.b].position ? pair.a : pair.b;
	const int last = first == pair.a ? pair.b : pair.a;
	const int from = g->clusters[first].position;

	g->stamp++;
	if (reach(g, first, last, true))
		return false;
	close_order(g, first, last);
	become_one(g, arena, first, last);
	number_order(g, from, --*count);
	offer_all(g, first);
	return true;
}

/* -- all of it ------------------------------------------------------------- */

static void begin(Greedy *g, Arena *arena)
{
	const Graph *graph = g->graph;

	for (int i = 0; i < graph->count; i++) {
		int *one = ARENA_NEW(arena, int);

		*one = g->of[i] = g->order[i] = i;
		g->clusters[i] = (Cluster){ .count = 1, .operations = one,
					    .position = i };
	}
	for (int i = 0; i < graph->count; i++)
		g->clusters[i].cost = price(g, &g->clusters[i], NULL);
	for (int i = 0; i < graph->count; i++)
		offer_all(g, i);
}

static Clustering made_of(const Greedy *g, Arena *arena, int count)
{
	Clustering made = {
		.by = "greedy", .count = count,
		.kernels = ARENA_ARRAY(arena, ClusterKernel, count + 1),
	};

	for (int i = 0; i < count; i++) {
		const Cluster *c = &g->clusters[g->order[i]];

		made.kernels[i] = (ClusterKernel){ c->count, c->operations };
	}
	return made;
}

Clustering clustering_greedy(const Graph *graph, Arena *arena)
{
	const size_t operations = (size_t)graph->count + 1;
	const size_t arrays = (size_t)graph->array_count + 1;
	Greedy g = {
		.graph = graph,
		.clusters = base_calloc(operations, sizeof(Cluster)),
		.of = base_calloc(operations, sizeof(int)),
		.order = base_calloc(operations, sizeof(int)),
		.inside = base_calloc(operations, sizeof(int)),
		.reached = base_calloc(operations, sizeof(int)),
		.touched = base_calloc(operations, sizeof(int)),
		.seen = base_calloc(arrays, sizeof(int)),
		.wanted = base_calloc(arrays, sizeof(int)),
		.inner = base_calloc(arrays, sizeof(int)),
		.each_with_each = graph->count <= CLUSTERS_PAIRS,
	};
	int count = graph->count;
	Clustering made;

	begin(&g, arena);
	while (g.pairs) {
		const Pair pair = pop(&g);

		if (g.clusters[pair.a].count && g.clusters[pair.b].count
		    && g.clusters[pair.a].version == pair.version_a
		    && g.clusters[pair.b].version == pair.version_b)
			join(&g, arena, pair, &count);
	}
	made = made_of(&g, arena, count);
	free(g.clusters);
	free(g.of);
	free(g.order);
	free(g.inside);
	free(g.reached);
	free(g.touched);
	free(g.seen);
	free(g.wanted);
	free(g.inner);
	free(g.heap);
	clustering_price(graph, &made);
	return made;
}
