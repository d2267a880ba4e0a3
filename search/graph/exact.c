/* All clusterings of a small graph, kernel after kernel: what can follow
 * depends only on which operations are computed and which of them are in
 * memory, so of each such state the best few are kept (dynamic programming over
 * subsets; Held and Karp). */
#include <stdlib.h>
#include <string.h>

#include "search/graph/clusters.h"

enum { SETS = 1 << CLUSTERS_EXACT };

/* The way to a state: by a kernel, from rank `from` of the state before. */
typedef struct Way {
	double cost;
	uint64_t kernels; /* a hash of which there are, in any order */
	int before;
	short from;
	unsigned short kernel;
} Way;

typedef struct Exact {
	const Graph *graph;
	int count, most;
	bool copies;
	unsigned cheap, outputs, unread;
	int fused_count;
	unsigned short fused[SETS]; /* sets that can be a kernel */
	double alone[SETS];         /* what it costs but for what it reads of
				     * other kernels */
	unsigned reads[SETS], again[SETS]; /* of others; those twice */
	unsigned inner[SETS];       /* what operations in it read of it */
	int digits[SETS];           /* sum of powers of 3 */
	int *ways_count;            /* by state: digits of computed + of stored */
	Way *ways;
} Exact;

static double bytes(const Exact *x, int operation)
{
	const Graph *graph = x->graph;

	return graph->arrays[graph->operations[operation].array].bytes;
}

/* -- what a set would be as a kernel --------------------------------------- */

/* Stamps of arrays: the set. */
static void price_set(Exact *x, unsigned set, int *seen, int *wanted)
{
	const Graph *graph = x->graph;
	double cost = CLUSTER_LAUNCH;
	bool twice = false;
	const int stamp = (int)set;

	for (int i = 0; i < x->count; i++)
		if (set >> i & 1 && graph->operations[i].twice) {
			graph_want(graph, i, wanted, stamp);
			twice = true;
		}
	for (int i = 0; i < x->count; i++)
		for (int k = 0; set >> i & 1
		     && k < graph->operations[i].read_count; k++) {
			const int array = graph->operations[i].reads[k].array;
			const int maker = graph->arrays[array].maker;

			if (maker >= 0 && set >> maker & 1) {
				x->inner[set] |= 1u << maker;
			} else if (maker >= 0) {
				x->reads[set] |= 1u << maker;
				if (wanted[array] == stamp)
					x->again[set] |= 1u << maker;
			} else if (seen[array] != stamp) {
				cost += graph->arrays[array].bytes
					* (wanted[array] == stamp ? 2 : 1);
				seen[array] = stamp;
			}
		}
	x->alone[set] = cost + (twice ? 2 * CLUSTER_LAUNCH : 0);
}

static void find_sets(Exact *x)
{
	const size_t arrays = (size_t)x->graph->array_count + 1;
	unsigned friends[CLUSTERS_EXACT] = { 0 };
	int *seen = base_calloc(arrays, sizeof *seen);
	int *wanted = base_calloc(arrays, sizeof *wanted);
	static const int three = 3;

	for (int i = 0, power = 1; i < x->count; i++, power *= three) {
		for (int k = 0; k < x->count; k++)
			if (k != i && !graph_forbids(x->graph, k < i ? k : i,
						     k < i ? i : k))
				friends[i] |= 1u << k;
		for (unsigned set = 0; set < 1u << x->count; set++)
			x->digits[set] += set >> i & 1 ? power : 0;
	}
	for (unsigned set = 1; set < 1u << x->count; set++) {
		bool good = true;

		for (int i = 0; i < x->count && good; i++)
			good = !(set >> i & 1)
			    || !(set & ~(friends[i] | 1u << i));
		if (!good)
			continue;
		price_set(x, set, seen, wanted);
		x->fused[x->fused_count++] = (unsigned short)set;
	}
	free(seen);
	free(wanted);
}

/* -- states ---------------------------------------------------------------- */

static uint64_t mixed(uint64_t set)
{
	set = (set + 1) * UINT64_C(0x9e3779b97f4a7c15);
	set ^= set >> 29;
	set *= UINT64_C(0xbf58476d1ce4e5b9);
	return set ^ set >> 32;
}

/* Kept if it is one of the best; of one set of kernels one way is enough. */
static void keep(Exact *x, int state, Way way)
{
	Way *ways = x->ways + (size_t)state * (size_t)x->most;
	int count = x->ways_count[state], at = count;

	for (int i = 0; i < count; i++)
		if (ways[i].kernels == way.kernels)
			return;
	while (at > 0 && ways[at - 1].cost > way.cost)
		at--;
	if (at == x->most)
		return;
	if (count == x->most)
		count--;
	memmove(&ways[at + 1], &ways[at],
		(size_t)(count - at) * sizeof *ways);
	ways[at] = way;
	x->ways_count[state] = count + 1;
}

/* What the kernel costs after that: reads, what has to be stored for them,
 * what is computed again. */
static double cost_after(const Exact *x, unsigned computed, unsigned stored,
			 unsigned set)
{
	double cost = x->alone[set];

	for (int i = 0; i < x->count; i++) {
		const unsigned one = 1u << i;

		if (x->reads[set] & one)
			cost += bytes(x, i) * (x->again[set] & one ? 2 : 1);
		if (x->reads[set] & one & ~stored & ~x->outputs)
			cost += bytes(x, i);
		if (set & computed & one)
			cost += CLUSTER_AGAIN * bytes(x, i);
	}
	return cost;
}

/* Whether that kernel may come next: it computes something new, again only what
 * is cheap and what it reads itself, and finds what it reads. */
static bool may_follow(const Exact *x, unsigned computed, unsigned set)
{
	const unsigned copied = set & computed;

	if (!(set & ~computed) || (x->reads[set] & ~computed))
		return false;
	return !copied || (x->copies && !(copied & ~x->cheap)
			   && !(copied & ~x->inner[set]));
}

static void follow(Exact *x, unsigned computed, unsigned stored)
{
	const int state = x->digits[computed] + x->digits[stored];

	if (!x->ways_count[state])
		return;
	for (int k = 0; k < x->fused_count; k++) {
		const unsigned set = x->fused[k];
		double cost;
		int next;

		if (!may_follow(x, computed, set))
			continue;
		cost = cost_after(x, computed, stored, set);
		next = x->digits[computed | set]
		     + x->digits[stored | x->reads[set]];
		for (int i = 0; i < x->ways_count[state]; i++) {
			const Way *way = &x->ways[(size_t)state
						  * (size_t)x->most
						  + (size_t)i];

			keep(x, next, (Way){ way->cost + cost,
				way->kernels + mixed(set), state, (short)i,
				(unsigned short)set });
		}
	}
}

static void follow_all(Exact *x)
{
	for (unsigned computed = 0; computed < 1u << x->count; computed++)
		for (unsigned stored = computed;; stored = (stored - 1)
							   & computed) {
			follow(x, computed, stored);
			if (!stored)
				break;
		}
}

/* -- results --------------------------------------------------------------- */

static Clustering clustering_by(const Exact *x, Arena *arena, const Way *way)
{
	bool member[CLUSTERS_EXACT * CLUSTERS_EXACT] = { false };
	int kernels = 0;

	for (; way->kernel; kernels++) {
		for (int i = 0; i < x->count; i++)
			member[kernels * x->count + i] = way->kernel >> i & 1;
		way = &x->ways[(size_t)way->before * (size_t)x->most
			       + (size_t)way->from];
	}
	return clustering_of(x->graph, arena,
			     x->copies ? "exhaustive" : "exhaustive, no copies",
			     kernels, member);
}

/* Whether each operation is read in its kernel or is written by it, as the first
 * that computes it: else it is there for nothing. */
static bool is_needed(const Exact *x, const Clustering *c, unsigned stored)
{
	unsigned computed = 0;

	for (int k = 0; k < c->count; k++) {
		unsigned set = 0;

		for (int i = 0; i < c->kernels[k].count; i++)
			set |= 1u << c->kernels[k].operations[i];
		if (set & ~x->inner[set]
		    & (computed | ~(stored | x->outputs | x->unread)))
			return false;
		computed |= set;
	}
	return true;
}

/* From all states in which everything is computed. */
static int collect(const Exact *x, Arena *arena, int most, Clustering *found)
{
	const unsigned all = (1u << x->count) - 1;
	Clustering *list = base_calloc((size_t)(all + 1) * (size_t)x->most,
				       sizeof *list);
	int count = 0;

	for (unsigned stored = 0; stored <= all; stored++) {
		const int state = x->digits[all] + x->digits[stored];

		for (int i = 0; i < x->ways_count[state]; i++) {
			list[count] = clustering_by(x, arena,
				&x->ways[(size_t)state * (size_t)x->most
					 + (size_t)i]);
			if (!clustering_price(x->graph, &list[count])
			    && is_needed(x, &list[count], stored))
				count++;
		}
	}
	if (count)
		qsort(list, (size_t)count, sizeof *list, clustering_by_cost);
	if (count > most)
		count = most;
	for (int i = 0; i < count; i++)
		found[i] = list[i];
	free(list);
	return count;
}

int clusterings_exact(const Graph *graph, Arena *arena, bool copies, int most,
		      Clustering *found)
{
	Exact *x = base_calloc(1, sizeof *x);
	int count, states = 1;

	x->graph = graph;
	x->count = graph->count;
	x->most = copies ? 2 * most : most; /* some are there for nothing */
	x->copies = copies;
	for (int i = 0; i < graph->count; i++) {
		const Operation *o = &graph->operations[i];

		x->cheap |= o->cheap ? 1u << i : 0;
		x->outputs |= graph->arrays[o->array].output ? 1u << i : 0;
		x->unread |= graph->arrays[o->array].reader_count ? 0 : 1u << i;
		states *= 3;
	}
	x->ways_count = base_calloc((size_t)states, sizeof *x->ways_count);
	x->ways = base_calloc((size_t)states * (size_t)x->most, sizeof *x->ways);
	x->ways_count[0] = 1;
	find_sets(x);
	follow_all(x);
	count = collect(x, arena, most, found);
	free(x->ways_count);
	free(x->ways);
	free(x);
	return count;
}
