#include "cli/dump_graph.h"

#include <stdio.h>

#include "cli/clustering.h"

/* What was written has lists yet; after a step there are arrays only. */
static Graph *graph(const Session *s, const Expr *body)
{
	return graph_of(s->program, body == s->program->body
				    ? s->program->typed : body);
}

void dump_graph(const Session *s, const Expr *body)
{
	Graph *g = graph(s, body);
	Text text = { 0 };

	if (s->options->json)
		graph_json(&text, g);
	else
		graph_dot(&text, g);
	fputs(text_string(&text), stdout);
	text_free(&text);
	graph_end(g);
}

void dump_clusterings(const Session *s, const Expr *body)
{
	Graph *g = graph(s, body);
	Clusterings *list = ARENA_NEW(s->arena, Clusterings);
	Text text = { 0 };

	clustering_list(s, g, list);
	if (s->options->json)
		clusterings_json(&text, g, list);
	else
		clusterings_text(&text, g, list);
	fputs(text_string(&text), stdout);
	text_free(&text);
	graph_end(g);
}
