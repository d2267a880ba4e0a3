/* Clusterings of random graphs: the best are those of an enumeration of all
 * partitions; copies are never worse; greedy ones are legal; the solver, where
 * there is one, finds what the enumeration does. 20 graphs are solved, with
 * LIFT_TUNE_LONG in the environment 500.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "cli/solver.h"
#include "search/graph/clusters.h"

enum { GRAPHS = 150, SOLVED = 20, SOLVED_LONG = 500, MOST = 7, LISTED = 8,
       LARGE = 10000 };

/* -- graphs ---------------------------------------------------------------- */

static OperationKind any_kind(Rng *rng)
{
	static const OperationKind kinds[] = {
		OPERATION_MAP, OPERATION_MAP, OPERATION_MAP, OPERATION_MAP,
		OPERATION_REDUCE, OPERATION_SCAN, OPERATION_SCATTER,
		OPERATION_FILTER, OPERATION_PERMUTE, OPERATION_LOOP,
	};

	return kinds[rng_below(rng, sizeof kinds / sizeof *kinds)];
}

/* One of the last arrays, mostly of as many elements. */
static GraphRead any_read(Rng *rng, const Graph *graph, const int *spaces,
			  int space)
{
	const int count = graph->array_count, near = 6;
	GraphRead read = { (int)rng_below(rng, (uint64_t)count), READ_ANY };

	for (int tries = 0; tries < 20; tries++) {
		const int low = count > near ? count - near : 0;
		const int array = low + (int)rng_below(rng,
						(uint64_t)(count - low));

		if (spaces[array] == space)
			read = (GraphRead){ array, READ_OWN };
	}
	if (rng_below(rng, 8) == 0)
		read.how = (ReadHow)rng_below(rng, READ_HOWS);
	return read;
}

static Graph *any_graph(Rng *rng, int operations)
{
	static const int64_t steps[] = { 1 << 20, 1 << 22 };
	Graph *graph = graph_begin();
	int *spaces = base_calloc((size_t)operations + 2, sizeof *spaces);

	graph->space_count = 2;
	for (int i = 0; i < 2; i++) {
		spaces[i] = i;
		graph_add_array(graph, i ? "b" : "a", 4.0 * (double)steps[i],
				-1);
	}
	for (int i = 0; i < operations; i++) {
		const OperationKind kind = any_kind(rng);
		const int space = (int)rng_below(rng, 2);
		GraphRead reads[2] = {
			any_read(rng, graph, spaces, space),
			any_read(rng, graph, spaces, space),
		};
		const Operation operation = {
			.kind = kind, .space = space, .steps = steps[space],
			.cheap = kind == OPERATION_MAP && rng_below(rng, 4),
			.reads = reads,
			.read_count = 1 + (int)rng_below(rng, 2),
		};

		spaces[graph->array_count] = kind == OPERATION_REDUCE ? 2
					   : space;
		graph_add_operation(graph, operation, NULL,
				    kind == OPERATION_REDUCE ? 4
				    : 4.0 * (double)steps[space]);
	}
	free(spaces);
	return graph;
}

/* Results are what nobody reads, and some of the rest. */
static Graph *finished(Rng *rng, Graph *graph)
{
	bool *read = base_calloc((size_t)graph->array_count, sizeof *read);

	for (int i = 0; i < graph->count; i++)
		for (int k = 0; k < graph->operations[i].read_count; k++)
			read[graph->operations[i].reads[k].array] = true;
	for (int i = 0; i < graph->array_count; i++)
		graph->arrays[i].output = graph->arrays[i].maker >= 0
			&& (!read[i] || rng_below(rng, 6) == 0);
	free(read);
	graph_finish(graph);
	return graph;
}

static Graph *random_graph(uint64_t seed, int operations)
{
	Rng rng = rng_seeded(seed, 24);
	const int count = operations > 0 ? operations
			: 1 + (int)rng_below(&rng, MOST);
	Graph *graph = any_graph(&rng, count);

	return finished(&rng, graph);
}

/* -- all partitions -------------------------------------------------------- */

typedef struct All {
	const Graph *graph;
	Arena *arena;
	double best[LISTED];
	int count;
	int of[MOST];
} All;

static void keep_cost(All *all, double cost)
{
	int at = all->count;

	if (at == LISTED && all->best[at - 1] <= cost)
		return;
	if (at == LISTED)
		at--;
	else
		all->count++;
	for (; at > 0 && all->best[at - 1] > cost; at--)
		all->best[at] = all->best[at - 1];
	all->best[at] = cost;
}

static void try_partitions(All *all, int operation, int kernels)
{
	const int count = all->graph->count;
	bool member[MOST * MOST] = { false };
	Clustering tried;

	if (operation < count) {
		for (int k = 0; k <= kernels; k++) {
			all->of[operation] = k;
			try_partitions(all, operation + 1,
				       k == kernels ? kernels + 1 : kernels);
		}
		return;
	}
	for (int i = 0; i < count; i++)
		member[all->of[i] * count + i] = true;
	tried = clustering_of(all->graph, all->arena, "all", kernels, member);
	if (!clustering_price(all->graph, &tried))
		keep_cost(all, tried.cost);
}

static bool near(double a, double b)
{
	return a - b < 1e-6 * b && b - a < 1e-6 * b;
}

static void expect(bool good, uint64_t seed, const char *what)
{
	if (!good)
		fail_msg("graph %d: %s", (int)seed, what);
}

/* -- properties ------------------------------------------------------------ */

static void the_best_are_those_of_all_partitions(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < GRAPHS; seed++) {
		Graph *graph = random_graph(seed, 0);
		Arena *arena = arena_new();
		All all = { .graph = graph, .arena = arena };
		Clustering found[LISTED];
		int count = clusterings_exact(graph, arena, false, LISTED,
					      found);

		try_partitions(&all, 0, 0);
		expect(count == all.count, seed, "another number of them");
		for (int i = 0; i < count; i++) {
			expect(near(found[i].cost, all.best[i]), seed,
			       "other costs");
			for (int k = 0; k < i; k++)
				expect(!clustering_same(&found[i], &found[k]),
				       seed, "one twice");
		}
		arena_free(arena);
		graph_end(graph);
	}
}

static void copies_are_never_worse(void **state)
{
	int better = 0;

	(void)state;
	for (uint64_t seed = 0; seed < GRAPHS; seed++) {
		Graph *graph = random_graph(seed, 0);
		Arena *arena = arena_new();
		const Clustering greedy = clustering_greedy(graph, arena);
		const Clustering copied = clustering_copied(graph, arena,
							    &greedy);
		const Clustering unfused = clustering_unfused(graph, arena);
		Clustering alone, best;

		assert_int_equal(clusterings_exact(graph, arena, false, 1,
						   &alone), 1);
		assert_int_equal(clusterings_exact(graph, arena, true, 1,
						   &best), 1);
		expect(best.cost <= alone.cost * (1 + 1e-9), seed, "copies");
		expect(alone.cost <= greedy.cost * (1 + 1e-9), seed, "greedy");
		expect(greedy.cost <= unfused.cost, seed, "nothing fused");
		expect(best.cost <= copied.cost * (1 + 1e-9)
		       && copied.cost <= greedy.cost * (1 + 1e-9), seed,
		       "greedy with copies");
		better += best.cost < alone.cost * (1 - 1e-6);
		arena_free(arena);
		graph_end(graph);
	}
	assert_true(better > 0);
}

static void a_large_graph_has_a_greedy_clustering(void **state)
{
	Graph *graph = random_graph(1, LARGE);
	Arena *arena = arena_new();
	Clustering greedy = clustering_greedy(graph, arena);
	const Clustering unfused = clustering_unfused(graph, arena);

	(void)state;
	assert_null(clustering_price(graph, &greedy));
	assert_true(greedy.count < unfused.count);
	assert_true(greedy.cost < unfused.cost);
	arena_free(arena);
	graph_end(graph);
}

/* Whether the solver had an answer that it says is the best. */
static bool solve(uint64_t seed, bool copies)
{
	Graph *graph = random_graph(seed, 0);
	Arena *arena = arena_new();
	Solver solver = solver_find(arena);
	const char *why = "";
	Clustering best, solved;
	bool good;

	clusterings_exact(graph, arena, copies, 1, &best);
	good = clustering_ilp(graph, arena, copies, solver_ask, &solver,
			      &solved, &why);
	if (!good)
		printf("graph %d: %s\n", (int)seed, why);
	good = good && !strcmp(solved.by, "ILP");
	if (good)
		expect(near(solved.cost, best.cost), seed, copies
		       ? "with copies the solver finds another optimum"
		       : "the solver finds another optimum");
	arena_free(arena);
	graph_end(graph);
	return good;
}

static void the_solver_finds_the_best(void **state)
{
	const bool all = getenv("LIFT_TUNE_LONG") != NULL;
	const int graphs = all ? SOLVED_LONG : SOLVED;
	Arena *arena = arena_new();
	const bool there = solver_find(arena).path != NULL;
	int solved = 0;

	(void)state;
	arena_free(arena);
	for (int seed = 0; seed < graphs && there; seed++)
		for (int copies = 0; copies < 2; copies++)
			solved += solve((uint64_t)seed, copies);
	printf("%d of %d programmes solved%s\n", solved, 2 * graphs,
	       there ? "" : ": there is no cbc");
	assert_true(!all || !there || solved > 2 * graphs * 9 / 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_best_are_those_of_all_partitions),
		cmocka_unit_test(copies_are_never_worse),
		cmocka_unit_test(a_large_graph_has_a_greedy_clustering),
		cmocka_unit_test(the_solver_finds_the_best),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
