#include "cli/clustering.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "cli/solver.h"

enum { CLUSTERINGS_SHOWN = 8 };

static const double SOLVER_SHARE = 0.2; /* of the time limit, at most */

static int shown(const Session *s)
{
	const int64_t limit = s->options->limit;

	return limit > 0 && limit < CLUSTERINGS_MAX ? (int)limit
	     : limit > 0 ? CLUSTERINGS_MAX : CLUSTERINGS_SHOWN;
}

void clustering_list(const Session *s, const Graph *graph, Clusterings *list)
{
	Solver solver = solver_find(s->arena);

	if (s->options->command == CMD_TUNE)
		solver.seconds = fmin(solver.seconds, SOLVER_SHARE
				      * s->options->time_limit);
	clusterings_list(graph, s->arena, shown(s),
			 solver.path ? solver_ask : NULL, &solver,
			 "no solver cbc (package coinor-cbc) is found", list);
	if (list->note && !s->options->quiet)
		fprintf(stderr, "note: %s\n", list->note);
}

/* NULL: there are fewer. */
static const Clustering *listed(const Session *s, int64_t number, int *count)
{
	Clusterings *list = ARENA_NEW(s->arena, Clusterings);

	if (number == 0) {
		list->items[0] = clustering_unfused(s->graph, s->arena);
		return &list->items[0];
	}
	clustering_list(s, s->graph, list);
	*count = list->count;
	return number <= list->count ? &list->items[number - 1] : NULL;
}

static void say(const Session *s)
{
	Clusterings one = { .count = 1, .items = { *s->clustering } };
	Text text = { 0 };

	clusterings_text(&text, s->graph, &one);
	fprintf(stderr, "note: clustering %" PRId64 ": %s",
		s->options->clustering, text_string(&text));
	text_free(&text);
}

bool clustering_choose(Session *s, const Expr *body)
{
	const int64_t number = s->options->clustering;
	int count = 0;

	if (number == CLUSTERING_NONE)
		return true;
	s->graph = graph_of(s->program, body);
	s->clustering = listed(s, number, &count);
	if (s->clustering && !s->options->quiet)
		say(s);
	if (!s->clustering)
		diag_add(s->diags, E0901, NULL,
			 arena_printf(s->arena, "%" PRId64, number),
			 arena_printf(s->arena, "0 to %d", count),
			 "there is no such clustering");
	return s->clustering != NULL;
}

void clustering_forget(Session *s)
{
	graph_end(s->graph);
	s->graph = NULL;
	s->clustering = NULL;
}
