#include "search/graph/graph.h"

#include <stdlib.h>
#include <string.h>

const OperationRow operation_rows[OPERATION_KINDS] = {
	[OPERATION_MAP]     = { "map",     false, false, false },
	[OPERATION_REDUCE]  = { "reduce",  true,  false, false },
	[OPERATION_SCAN]    = { "scan",    false, false, true },
	[OPERATION_SCATTER] = { "scatter", true,  false, false },
	[OPERATION_PERMUTE] = { "permute", true,  false, false },
	[OPERATION_FILTER]  = { "filter",  false, false, false },
	[OPERATION_BUCKET]  = { "bucket",  true,  false, true },
	[OPERATION_ROWS]    = { "rows",    true,  false, false },
	[OPERATION_LOOP]    = { "loop",    true,  true,  false },
	[OPERATION_CALL]    = { "call",    true,  true,  false },
	[OPERATION_COPY]    = { "copy",    false, false, false },
};

static const char *const how_names[READ_HOWS] = {
	"own", "window", "any", "whole",
};

const char *read_how_name(ReadHow how)
{
	return how_names[how];
}

Graph *graph_begin(void)
{
	Arena *arena = arena_new();
	Graph *graph = ARENA_NEW(arena, Graph);

	graph->arena = arena;
	return graph;
}

void graph_end(Graph *graph)
{
	if (!graph)
		return;
	free(graph->operations);
	free(graph->arrays);
	arena_free(graph->arena);
}

static void *grown(void *items, int count, int *capacity, size_t bytes)
{
	if (count < *capacity)
		return items;
	*capacity = *capacity ? 2 * *capacity : 16;
	return base_realloc(items, (size_t)*capacity * bytes);
}

int graph_add_array(Graph *graph, const char *name, double bytes, int maker)
{
	graph->arrays = grown(graph->arrays, graph->array_count,
			      &graph->array_capacity, sizeof *graph->arrays);
	graph->arrays[graph->array_count] = (GraphArray){
		.name = name ? arena_strdup(graph->arena, name) : NULL,
		.bytes = bytes, .maker = maker,
	};
	return graph->array_count++;
}

static int read_compare(const void *a, const void *b)
{
	const GraphRead *x = a, *y = b;

	if (x->array != y->array)
		return x->array < y->array ? -1 : 1;
	return x->how < y->how ? 1 : x->how > y->how ? -1 : 0;
}

/* Each array once, with the worst of how it is read. */
static void set_reads(Graph *graph, Operation *operation)
{
	const GraphRead *given = operation->reads;
	const int count = operation->read_count;
	GraphRead *reads = ARENA_ARRAY(graph->arena, GraphRead, count + 1);
	int used = 0;

	for (int i = 0; i < count; i++)
		reads[i] = given[i];
	if (count)
		qsort(reads, (size_t)count, sizeof *reads, read_compare);
	for (int i = 0; i < count; i++)
		if (!used || reads[used - 1].array != reads[i].array)
			reads[used++] = reads[i];
	operation->reads = reads;
	operation->read_count = used;
}

int graph_add_operation(Graph *graph, Operation operation, const char *name,
			double bytes)
{
	graph->operations = grown(graph->operations, graph->count,
				  &graph->capacity,
				  sizeof *graph->operations);
	operation.array = graph_add_array(graph, name, bytes, graph->count);
	set_reads(graph, &operation);
	graph->operations[graph->count] = operation;
	return graph->count++;
}

static bool operation_alike(const Graph *a, const Graph *b, int i)
{
	const Operation *x = &a->operations[i], *y = &b->operations[i];
	bool alike = x->kind == y->kind && x->array == y->array
		  && x->cheap == y->cheap && x->read_count == y->read_count;

	for (int k = 0; alike && k < x->read_count; k++)
		alike = x->reads[k].array == y->reads[k].array
		     && x->reads[k].how == y->reads[k].how;
	return alike;
}

bool graph_alike(const Graph *a, const Graph *b)
{
	bool alike = a->count == b->count && a->array_count == b->array_count;

	for (int i = 0; alike && i < a->array_count; i++)
		alike = !strcmp(a->arrays[i].name, b->arrays[i].name);
	for (int i = 0; alike && i < a->count; i++)
		alike = operation_alike(a, b, i);
	return alike;
}

ReadHow graph_reads(const Graph *graph, int u, int v)
{
	const Operation *reader = &graph->operations[v];
	const int array = graph->operations[u].array;
	int low = 0, high = reader->read_count;

	while (low < high) {
		const int middle = (low + high) / 2;

		if (reader->reads[middle].array < array)
			low = middle + 1;
		else
			high = middle;
	}
	return low < reader->read_count && reader->reads[low].array == array
	     ? reader->reads[low].how : READ_HOWS;
}

void graph_want(const Graph *graph, int operation, int *wanted, int stamp)
{
	const Operation *o = &graph->operations[operation];

	for (int i = 0; i < o->read_count; i++) {
		const int array = o->reads[i].array;
		const int maker = graph->arrays[array].maker;

		if (wanted[array] == stamp)
			continue;
		wanted[array] = stamp;
		if (maker >= 0 && o->reads[i].how == READ_OWN)
			graph_want(graph, maker, wanted, stamp);
	}
}

static const char *forbids_edge(const Operation *u, const Operation *v,
				ReadHow how)
{
	if (u->kind == OPERATION_PERMUTE && v->kind == OPERATION_PERMUTE
	    && how == READ_OWN)
		return NULL;
	if (operation_rows[u->kind].barrier)
		return "its whole result is needed first";
	return how == READ_OWN ? NULL : "it is not read by its own index";
}

const char *graph_forbids(const Graph *graph, int u, int v)
{
	const Operation *a = &graph->operations[u], *b = &graph->operations[v];
	ReadHow how;

	if (operation_rows[a->kind].alone || operation_rows[b->kind].alone)
		return "a kernel of its own";
	how = graph_reads(graph, u, v);
	if (how != READ_HOWS)
		return forbids_edge(a, b, how);
	how = graph_reads(graph, v, u);
	if (how != READ_HOWS)
		return forbids_edge(b, a, how);
	return a->space == b->space ? NULL : "not as many steps";
}

static void count_readers(Graph *graph)
{
	for (int i = 0; i < graph->count; i++) {
		const Operation *o = &graph->operations[i];

		for (int k = 0; k < o->read_count; k++)
			graph->arrays[o->reads[k].array].reader_count++;
	}
	for (int i = 0; i < graph->array_count; i++) {
		GraphArray *array = &graph->arrays[i];

		array->readers = ARENA_ARRAY(graph->arena, int,
					     array->reader_count + 1);
		array->reader_count = 0;
	}
	for (int i = 0; i < graph->count; i++) {
		const Operation *o = &graph->operations[i];

		for (int k = 0; k < o->read_count; k++) {
			GraphArray *array = &graph->arrays[o->reads[k].array];

			array->readers[array->reader_count++] = i;
		}
	}
}

/* Whether a list, or a map or filter of it element by element, is a result:
 * then the places of its elements are needed. Later ones come first. */
static void find_places(Graph *graph)
{
	bool *placed = base_calloc((size_t)graph->count + 1, sizeof *placed);

	for (int i = graph->count - 1; i >= 0; i--) {
		Operation *o = &graph->operations[i];
		const GraphArray *made = &graph->arrays[o->array];

		placed[i] = made->output;
		for (int k = 0; k < made->reader_count; k++) {
			const int v = made->readers[k];
			const OperationKind kind = graph->operations[v].kind;

			if ((kind == OPERATION_MAP || kind == OPERATION_FILTER)
			    && graph_reads(graph, i, v) == READ_OWN)
				placed[i] |= placed[v];
		}
		o->twice = operation_rows[o->kind].places
			|| (o->kind == OPERATION_FILTER && placed[i]);
	}
	free(placed);
}

static int name_compare(const void *a, const void *b)
{
	const GraphArray *x = *(GraphArray *const *)a;
	const GraphArray *y = *(GraphArray *const *)b;
	const int order = strcmp(x->name, y->name);

	return order ? order : x < y ? -1 : x > y;
}

/* Of several of one name all but the first get a number; no name of a program
 * has a point. */
static void tell_apart(Graph *graph)
{
	const size_t count = (size_t)graph->array_count;
	GraphArray **sorted = base_calloc(count + 1, sizeof *sorted);
	const char *name = "";
	int number = 1;

	for (size_t i = 0; i < count; i++)
		sorted[i] = &graph->arrays[i];
	qsort(sorted, count, sizeof *sorted, name_compare);
	for (size_t i = 0; i < count; i++) {
		number = strcmp(name, sorted[i]->name) ? 1 : number + 1;
		name = sorted[i]->name;
		if (number > 1)
			sorted[i]->name = arena_printf(graph->arena, "%s.%d",
						       name, number);
	}
	free(sorted);
}

/* A name for each array: of those without one by what makes it. */
static void name_all(Graph *graph)
{
	int numbers[OPERATION_KINDS] = { 0 };

	for (int i = 0; i < graph->array_count; i++) {
		GraphArray *array = &graph->arrays[i];
		OperationKind kind;

		if (array->name)
			continue;
		kind = graph->operations[array->maker].kind;
		array->name = arena_printf(graph->arena, "%s_%d",
					   operation_rows[kind].name,
					   ++numbers[kind]);
	}
	tell_apart(graph);
}

void graph_finish(Graph *graph)
{
	count_readers(graph);
	find_places(graph);
	name_all(graph);
}
