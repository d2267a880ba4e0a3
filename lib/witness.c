#include "lib/witness.h"

#include <stdlib.h>

#include "search/graph/clusters.h"


bool session_at(Session *at, const Session *s, const SizeBinding *sizes,
		const char *open, Diags *diags)
{
	Options *options = ARENA_NEW(s->arena, Options);

	*at = *s;
	*options = *s->options;
	options->input_count = 0;
	at->options = options;
	at->diags = diags;
	at->open = open;
	at->size_count = s->program->size_count;
	at->sizes = ARENA_ARRAY(s->arena, SizeBinding, at->size_count + 1);
	for (int i = 0; i < at->size_count; i++) {
		at->sizes[i] = sizes[i];
		at->empty |= sizes[i].value == 0;
	}
	at->ir = at->written_ir = NULL;
	at->program = at->written = NULL;
	at->graph = NULL;
	at->clustering = NULL;
	if (session_read(at))
		return true;
	session_at_free(at);
	return false;
}

void session_at_free(Session *at)
{
	if (at->ir)
		ir_free(at->ir);
	if (at->written_ir)
		ir_free(at->written_ir);
	at->ir = at->written_ir = NULL;
}

RewriteOptions witness_freedom(const Session *s)
{
	RewriteOptions options = candidates_freedom(s);

	options.canonical = NULL;
	return options;
}

/* The same clustering, of the program at other sizes; none where its graph is
 * another one there. */
static void use_clustering(Session *at, const Session *s)
{
	Graph *graph = s->clustering ? graph_of(at->program, at->program->body)
				     : NULL;

	if (graph && graph_alike(graph, s->graph)) {
		at->graph = graph;
		at->clustering = s->clustering;
	} else {
		graph_end(graph);
	}
}

Witness *witness_new(const Session *s, const SizeBinding *sizes,
		     const Device *device)
{
	Witness *w = base_calloc(1, sizeof *w);

	w->diags = diags_new();
	w->device = device;
	if (!session_at(&w->fixed, s, sizes, NULL, w->diags)
	    || !session_at(&w->open, s, sizes, s->options->open, w->diags)) {
		witness_free(w);
		return NULL;
	}
	use_clustering(&w->fixed, s);
	w->fixed.open_sizes = w->open.program->open;
	candidates_open(&w->candidates, &w->fixed, strategy_kinds[0], device);
	if (!s->rules)
		w->base = rulebase_new();
	w->rewriter = rewriter_new(s->rules ? s->rules : w->base,
				   w->open.program, witness_freedom(s));
	return w;
}

void witness_free(Witness *w)
{
	if (!w)
		return;
	if (w->rewriter)
		rewriter_free(w->rewriter);
	candidates_close(&w->candidates);
	if (w->base)
		rulebase_free(w->base);
	graph_end(w->fixed.graph);
	session_at_free(&w->fixed);
	session_at_free(&w->open);
	diags_free(w->diags);
	free(w);
}

/* -- sizes ----------------------------------------------------------------- */

static bool is_prime(int64_t n)
{
	for (int64_t d = 2; d <= n / d; d++)
		if (n % d == 0)
			return false;
	return n > 1;
}

static bool is_taken(const SizeBinding *sizes, int count, int64_t value)
{
	for (int i = 0; i < count; i++)
		if (sizes[i].value == value)
			return true;
	return false;
}

/* The largest prime up to value that none of the others is; 0: none. over: of
 * those above its half, one that leaves that over; 0: any. */
static int64_t prime_below(const SizeBinding *sizes, int count, int64_t value,
			   int over)
{
	for (int64_t n = value; n > (over ? value / 2 : 1); n--)
		if ((!over || n % WITNESS_UNIT == over) && is_prime(n)
		    && !is_taken(sizes, count, n))
			return n;
	return 0;
}

const SizeBinding *witness_primes(const Session *s, const Program *open,
				  int64_t below, int over)
{
	const Program *p = s->program;
	SizeBinding *sizes = ARENA_ARRAY(s->arena, SizeBinding,
					 p->size_count + 1);

	for (int i = 0; i < p->size_count; i++) {
		const int64_t value = below && below < p->sizes[i].value
				      ? below : p->sizes[i].value;
		int64_t prime;

		sizes[i] = p->sizes[i];
		if (!open->open[i])
			continue;
		prime = prime_below(sizes, i, value, over);
		if (!prime)
			prime = prime_below(sizes, i, value, 0);
		sizes[i].value = prime ? prime : value < 2 ? value : 2;
	}
	return sizes;
}
