#include "cli/dump_graph.h"

#include <stdio.h>

#include "cli/solver.h"
#include "search/graph/clusters.h"

enum { CLUSTERINGS_SHOWN = 8 };

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

static int shown(const Session *s)
{
	const int64_t limit = s->options->limit;

	return limit > 0 && limit < CLUSTERINGS_MAX ? (int)limit
	     : limit > 0 ? CLUSTERINGS_MAX : CLUSTERINGS_SHOWN;
}

void dump_clusterings(const Session *s, const Expr *body)
{
	Solver solver = solver_find(s->arena);
	Graph *g = graph(s, body);
	Clusterings *list = ARENA_NEW(s->arena, Clusterings);
	Text text = { 0 };

	clusterings_list(g, s->arena, shown(s),
			 solver.path ? solver_ask : NULL, &solver,
			 "no solver cbc (package coinor-cbc) is found", list);
	if (list->note && !s->options->quiet)
		fprintf(stderr, "note: %s\n", list->note);
	if (s->options->json)
		clusterings_json(&text, g, list);
	else
		clusterings_text(&text, g, list);
	fputs(text_string(&text), stdout);
	text_free(&text);
	graph_end(g);
}
