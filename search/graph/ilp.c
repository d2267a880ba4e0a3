/* The choice of kernels as an integer linear programme. Slots k are kernels in
 * the order in which they run; binary variables:
 *
 *   y_i_k  operation i is computed in kernel k
 *   u_k    there is a kernel k;  t_k  it has three launches
 *   r_a_k  kernel k reads array a from memory;  q_a_k  twice
 *   w_a    array a is written for other kernels
 *
 * What a kernel reads must be computed in an earlier one: that alone gives an
 * order, and that no kernels wait for each other.
 */
#include <stdlib.h>
#include <string.h>

#include "search/graph/clusters.h"

#define MEGABYTE 1e6

typedef struct Lp {
	const Graph *graph;
	Text goal, rows, names;
	int slots, row_count, *wanted; /* 1: by twice operation, array */
	bool copies;
} Lp;

static void add_goal(Lp *lp, double bytes, const char *name)
{
	text_printf(&lp->goal, "\n + %.9g %s", bytes / MEGABYTE, name);
}

static void add_name(Lp *lp, const char *name)
{
	text_printf(&lp->names, " %s\n", name);
}

static void begin_row(Lp *lp)
{
	text_printf(&lp->rows, " c%d:", lp->row_count++);
}

#define ROW(lp, ...) \
	(begin_row(lp), text_printf(&(lp)->rows, __VA_ARGS__), \
	 text_char(&(lp)->rows, '\n'))

/* -- rows ------------------------------------------------------------------ */

/* Each operation in one kernel; a copy costs a little. */
static void put_operation(Lp *lp, int i)
{
	const Operation *o = &lp->graph->operations[i];
	const bool copied = lp->copies && o->cheap;
	char name[64];

	begin_row(lp);
	for (int k = 0; k < lp->slots; k++) {
		snprintf(name, sizeof name, "y_%d_%d", i, k);
		text_printf(&lp->rows, " + %s", name);
		add_name(lp, name);
		if (copied)
			add_goal(lp, CLUSTER_AGAIN
				 * lp->graph->arrays[o->array].bytes, name);
	}
	text_printf(&lp->rows, " %s 1\n", copied ? ">=" : "=");
	for (int v = i + 1; v < lp->graph->count; v++)
		for (int k = 0; graph_forbids(lp->graph, i, v)
		     && k < lp->slots; k++)
			ROW(lp, " y_%d_%d + y_%d_%d <= 1", i, k, v, k);
}

static void put_kernel(Lp *lp, int k)
{
	char name[64];

	snprintf(name, sizeof name, "u_%d", k);
	add_name(lp, name);
	add_goal(lp, CLUSTER_LAUNCH, name);
	snprintf(name, sizeof name, "t_%d", k);
	add_name(lp, name);
	add_goal(lp, 2 * CLUSTER_LAUNCH, name);
	for (int i = 0; i < lp->graph->count; i++) {
		ROW(lp, " u_%d - y_%d_%d >= 0", k, i, k);
		if (lp->graph->operations[i].twice)
			ROW(lp, " t_%d - y_%d_%d >= 0", k, i, k);
	}
}

/* A kernel that reads an array, and after which others. */
static void put_read(Lp *lp, int a, int k)
{
	const GraphArray *array = &lp->graph->arrays[a];
	char name[64];

	snprintf(name, sizeof name, "r_%d_%d", a, k);
	add_name(lp, name);
	add_goal(lp, array->bytes, name);
	for (int i = 0; i < array->reader_count; i++) {
		begin_row(lp);
		text_printf(&lp->rows, " %s - y_%d_%d", name,
			    array->readers[i], k);
		if (array->maker >= 0)
			text_printf(&lp->rows, " + y_%d_%d", array->maker, k);
		text_put(&lp->rows, " >= 0\n");
	}
	if (array->maker < 0)
		return;
	ROW(lp, " w_%d - %s >= 0", a, name);
	begin_row(lp);
	for (int j = 0; j < k; j++)
		text_printf(&lp->rows, " + y_%d_%d", array->maker, j);
	text_printf(&lp->rows, " - %s >= 0\n", name);
}

static void put_twice(Lp *lp, int a, int k)
{
	const GraphArray *array = &lp->graph->arrays[a];
	bool any = false;
	char name[64];

	snprintf(name, sizeof name, "q_%d_%d", a, k);
	for (int i = 0; i < lp->graph->count; i++) {
		if (!lp->wanted[(size_t)i * (size_t)lp->graph->array_count
				+ (size_t)a])
			continue;
		ROW(lp, " %s - r_%d_%d - y_%d_%d >= -1", name, a, k, i, k);
		any = true;
	}
	if (!any)
		return;
	add_name(lp, name);
	add_goal(lp, array->bytes, name);
}

static void put_array(Lp *lp, int a)
{
	const GraphArray *array = &lp->graph->arrays[a];
	char name[64];

	if (!array->reader_count)
		return;
	for (int k = 0; k < lp->slots; k++) {
		put_read(lp, a, k);
		put_twice(lp, a, k);
	}
	if (array->maker < 0)
		return;
	snprintf(name, sizeof name, "w_%d", a);
	add_name(lp, name);
	if (!array->output)
		add_goal(lp, array->bytes, name);
}

/* In the LP format of CPLEX, for at most `slots` kernels. */
static void clusters_lp(Text *text, const Graph *graph, int slots, bool copies)
{
	const size_t arrays = (size_t)graph->array_count;
	Lp lp = { .graph = graph, .slots = slots, .copies = copies,
		  .wanted = base_calloc((size_t)graph->count * arrays + 1,
					sizeof *lp.wanted) };

	for (int i = 0; i < graph->count; i++)
		if (graph->operations[i].twice)
			graph_want(graph, i, lp.wanted + (size_t)i * arrays, 1);
	for (int i = 0; i < graph->count; i++)
		put_operation(&lp, i);
	for (int k = 0; k < slots; k++)
		put_kernel(&lp, k);
	for (int a = 0; a < graph->array_count; a++)
		put_array(&lp, a);
	text_printf(text, "Minimize\n obj:%s\nSubject To\n%sBinaries\n%sEnd\n",
		    text_string(&lp.goal), text_string(&lp.rows),
		    text_string(&lp.names));
	text_free(&lp.goal);
	text_free(&lp.rows);
	text_free(&lp.names);
	free(lp.wanted);
}

/* -- answers --------------------------------------------------------------- */

/* The value behind "y_I_K" in a line; false: it is about something else. */
static bool read_line(const char *line, int *operation, int *kernel,
		      double *value)
{
	const char *name = strstr(line, "y_");

	return name && (name == line || name[-1] == ' ' || name[-1] == '\t')
	    && sscanf(name, "y_%d_%d %lf", operation, kernel, value) == 3;
}

/* What a solver answers: lines with the name of a variable and its value, as
 * CBC writes them, below a line that begins with Optimal where there is none
 * better. false: it has no clustering. */
static bool clusters_lp_read(const Graph *graph, Arena *arena, int slots,
			     const char *answer, Clustering *found)
{
	bool *member = base_calloc((size_t)slots * (size_t)graph->count + 1,
				   sizeof *member);
	int i, k;
	double value;

	for (const char *line = answer; line;) {
		const char *end = strchr(line, '\n');
		char *one = arena_strndup(arena, line, end
					  ? (size_t)(end - line)
					  : strlen(line));

		if (read_line(one, &i, &k, &value) && value > 0.5 && i >= 0
		    && i < graph->count && k >= 0 && k < slots)
			member[(size_t)k * (size_t)graph->count + (size_t)i]
				= true;
		line = end ? end + 1 : NULL;
	}
	*found = clustering_of(graph, arena, strncmp(answer, "Optimal", 7)
			       ? "ILP, not proved best" : "ILP", slots,
			       member);
	free(member);
	return !clustering_price(graph, found);
}

/* As many as there are operations; in larger graphs one more than greedy
 * takes. */
static int slots_for(const Graph *graph, Arena *arena)
{
	const int greedy = graph->count > CLUSTERS_EXACT
			 ? clustering_greedy(graph, arena).count
			 : graph->count;

	return greedy < graph->count ? greedy + 1 : graph->count;
}

bool clustering_ilp(const Graph *graph, Arena *arena, bool copies,
		    ClusterSolver *solver, void *context, Clustering *found,
		    const char **why)
{
	const int slots = slots_for(graph, arena);
	Text lp = { 0 };
	const char *answer;
	bool good;

	clusters_lp(&lp, graph, slots, copies);
	answer = solver(context, text_string(&lp), why);
	text_free(&lp);
	if (!answer)
		return false;
	good = clusters_lp_read(graph, arena, slots, answer, found);
	if (!good)
		*why = "the solver's answer is no clustering";
	return good;
}
