/* Graphs and clusterings as text (docs/graph.md). */
#include <stdio.h>

#include "search/graph/clusters.h"

/* -- graphs ---------------------------------------------------------------- */

static void put_bytes(Text *text, double bytes)
{
	text_printf(text, bytes < 1e15 ? "%.0f" : "%.17g", bytes);
}

static void dot_edges(Text *text, const Graph *graph, int v)
{
	const Operation *o = &graph->operations[v];

	for (int k = 0; k < o->read_count; k++) {
		const GraphArray *array = &graph->arrays[o->reads[k].array];
		const char *why = array->maker < 0 ? NULL
			: graph_forbids(graph, array->maker, v);

		text_put(text, "  ");
		text_json(text, array->name);
		text_put(text, " -> ");
		text_json(text, graph_name(graph, v));
		text_printf(text, " [label=\"%s %.3g MB\"%s];\n",
			    read_how_name(o->reads[k].how),
			    array->bytes / 1e6, why ? ", style=dashed" : "");
	}
}

void graph_dot(Text *text, const Graph *graph)
{
	text_put(text, "digraph program {\n");
	for (int i = 0; i < graph->array_count; i++) {
		const GraphArray *array = &graph->arrays[i];

		text_put(text, "  ");
		text_json(text, array->name);
		if (array->maker < 0)
			text_put(text, " [shape=plaintext];\n");
		else
			text_printf(text, " [shape=box%s, tooltip=\"%s\"];\n",
				    array->output ? ", peripheries=2" : "",
				    operation_rows[graph->operations[
					array->maker].kind].name);
	}
	for (int i = 0; i < graph->count; i++)
		dot_edges(text, graph, i);
	text_put(text, "}\n");
}

static void json_reads(Text *text, const Graph *graph, int v)
{
	const Operation *o = &graph->operations[v];

	for (int k = 0; k < o->read_count; k++) {
		const GraphArray *array = &graph->arrays[o->reads[k].array];
		const char *why = array->maker < 0 ? "an input"
			: graph_forbids(graph, array->maker, v);

		text_put(text, k ? ", {\"array\": " : "{\"array\": ");
		text_json(text, array->name);
		text_printf(text, ", \"how\": \"%s\", \"fuses\": %s",
			    read_how_name(o->reads[k].how),
			    why ? "false" : "true");
		if (why && array->maker >= 0) {
			text_put(text, ", \"why\": ");
			text_json(text, why);
		}
		text_char(text, '}');
	}
}

static void json_operation(Text *text, const Graph *graph, int i)
{
	const Operation *o = &graph->operations[i];
	const GraphArray *made = &graph->arrays[o->array];

	text_put(text, "{\"operation\": ");
	text_json(text, made->name);
	text_printf(text, ", \"kind\": \"%s\", \"steps\": %lld, \"bytes\": ",
		    operation_rows[o->kind].name, (long long)o->steps);
	put_bytes(text, made->bytes);
	text_printf(text, ", \"result\": %s, \"cheap\": %s, \"twice\": %s, "
		    "\"reads\": [", made->output ? "true" : "false",
		    o->cheap ? "true" : "false", o->twice ? "true" : "false");
	json_reads(text, graph, i);
	text_put(text, "]}\n");
}

void graph_json(Text *text, const Graph *graph)
{
	for (int i = 0; i < graph->array_count; i++) {
		const GraphArray *array = &graph->arrays[i];

		if (array->maker >= 0)
			continue;
		text_put(text, "{\"input\": ");
		text_json(text, array->name);
		text_put(text, ", \"bytes\": ");
		put_bytes(text, array->bytes);
		text_put(text, "}\n");
	}
	for (int i = 0; i < graph->count; i++)
		json_operation(text, graph, i);
}

/* -- clusterings ----------------------------------------------------------- */

void clustering_kernels(Text *text, const Graph *graph, const Clustering *c)
{
	for (int k = 0; k < c->count; k++)
		for (int i = 0; i < c->kernels[k].count; i++) {
			text_put(text, i ? "+" : k ? " | " : "");
			text_put(text, graph_name(graph,
				c->kernels[k].operations[i]));
		}
}

void clusterings_text(Text *text, const Graph *graph, const Clusterings *list)
{
	for (int i = 0; i < list->count; i++) {
		const Clustering *c = &list->items[i];

		text_printf(text, "%10.4f MB, %d kernels, %d copies, %s: ",
			    c->cost / 1e6, c->count, c->copies, c->by);
		clustering_kernels(text, graph, c);
		text_char(text, '\n');
	}
}

static void json_kernels(Text *text, const Graph *graph, const Clustering *c)
{
	for (int k = 0; k < c->count; k++) {
		text_put(text, k ? ", [" : "[");
		for (int i = 0; i < c->kernels[k].count; i++) {
			text_put(text, i ? ", " : "");
			text_json(text, graph_name(graph,
				  c->kernels[k].operations[i]));
		}
		text_char(text, ']');
	}
}

void clusterings_json(Text *text, const Graph *graph, const Clusterings *list)
{
	for (int i = 0; i < list->count; i++) {
		const Clustering *c = &list->items[i];

		text_put(text, "{\"cost\": ");
		put_bytes(text, c->cost);
		text_put(text, ", \"moved\": ");
		put_bytes(text, c->moved);
		text_printf(text, ", \"launches\": %d, \"copies\": %d, "
			    "\"by\": \"%s\", \"kernels\": [", c->launches,
			    c->copies, c->by);
		json_kernels(text, graph, c);
		text_put(text, "]}\n");
	}
}
