/* Which values have errors: the least set that holds what rounds and what
 * depends on it, found by going round until nothing is added. */
#include "ir/eval/eval_bound.h"

#include <assert.h>

/* What stmts need, kids first. */
typedef struct Reached {
	Graph *graph;
	bool *seen;
	int count, store_count, store_capacity;
	const Node **nodes;
	const Stmt **stores;
	unsigned char *flags, *buffers;
	bool *sums;
	const Fold **folds; /* whose array accumulator a buffer is that adds */
	int *numbers;
	bool changed;
} Reached;

static void reach(Reached *r, const Node *node);

static void reach_all(Reached *r, int count, const Node *const *nodes)
{
	for (int i = 0; i < count; i++)
		reach(r, nodes[i]);
}

static void add_store(Reached *r, const Stmt *store)
{
	if (r->store_count == r->store_capacity) {
		const Stmt **old = r->stores;

		r->store_capacity = 2 * r->store_capacity + 16;
		r->stores = ARENA_ARRAY(r->graph->arena, const Stmt *,
					r->store_capacity);
		for (int i = 0; i < r->store_count; i++)
			r->stores[i] = old[i];
	}
	r->stores[r->store_count++] = store;
}

static void reach_stmts(Reached *r, const Stmt *stmts)
{
	for (const Stmt *s = stmts; s; s = s->next)
		if (s->loop) {
			reach_stmts(r, s->body);
		} else {
			add_store(r, s);
			reach(r, s->value);
			reach(r, s->place->kids[0]);
		}
}

static void reach_fold(Reached *r, const Fold *fold)
{
	reach_all(r, fold->acc_count, fold->initial);
	reach_stmts(r, fold->before);
	reach_all(r, fold->acc_count, fold->accs);
	reach_all(r, fold->acc_count, fold->next);
	reach_all(r, fold->stop != NULL, &fold->stop);
	reach_stmts(r, fold->during);
}

static void reach_branch(Reached *r, const Branch *branch)
{
	reach(r, branch->condition);
	for (int side = 0; side < 2; side++) {
		reach(r, branch->masks[side]);
		reach_all(r, branch->result_count, branch->results[side]);
	}
}

static void reach(Reached *r, const Node *node)
{
	if (r->seen[node->id])
		return;
	r->seen[node->id] = true;
	if (node->kind == NODE_FOLD)
		reach_fold(r, node->fold);
	else if (node->kind == NODE_BRANCH)
		reach_branch(r, node->branch);
	else if (node->kind == NODE_STORED)
		reach_stmts(r, node->stored->stmts);
	reach_all(r, node->kid_count, node->kids);
	r->nodes[r->count++] = node;
}

/* -- going round ----------------------------------------------------------- */

static void flag(Reached *r, unsigned char *flags, unsigned more)
{
	if (more & ~(unsigned)*flags) {
		*flags |= (unsigned char)more;
		r->changed = true;
	}
}

static unsigned flags_of(const Reached *r, const Node *node)
{
	return r->flags[node->id];
}

static unsigned kids_flags(const Reached *r, const Node *node, int from)
{
	unsigned flags = 0;

	for (int i = from; i < node->kid_count; i++)
		flags |= flags_of(r, node->kids[i]);
	return flags;
}

/* Of a decision that depends on what has those flags. */
static unsigned decided(unsigned flags)
{
	return (flags & INEXACT_GUARDED)
	     | (flags & INEXACT_ANY ? INEXACT_OUTSIDE : 0);
}

static unsigned op_flags(const Reached *r, const Node *node)
{
	unsigned flags = kids_flags(r, node, 0) & ~INEXACT_CARRIED;

	if (!scalar_is_float(node->kids[0]->scalar)
	    || bound_decides(node->op))
		return decided(flags);
	if (bound_units(r->graph, node->op, node->kids[0]->scalar) > 0)
		return flags | INEXACT_OUTSIDE;
	return node->op == OP_REM ? flags | decided(flags) : flags;
}

static unsigned convert_flags(const Reached *r, const Node *node)
{
	unsigned flags = kids_flags(r, node, 0) & ~INEXACT_CARRIED;

	if (!scalar_is_float(node->scalar))
		return decided(flags);
	return bound_converts_exactly(node) || bound_is_declared(r->graph)
		? flags : flags | INEXACT_OUTSIDE;
}

/* Of terms of a sum, all together. */
typedef struct TermFlags {
	const Reached *reached;
	unsigned all;
} TermFlags;

static bool add_term(void *context, const Node *term)
{
	TermFlags *flags = context;
	const unsigned own = flags_of(flags->reached, term);

	flags->all |= scalar_is_float(term->scalar) ? own : decided(own);
	return true;
}

/* Of all that is added to acc: what the sum rounds itself is its folds'. */
static unsigned terms_flags(const Reached *r, const Node *next,
			    const Fold *fold, const Node *acc)
{
	TermFlags flags = { .reached = r };

	step_terms(next, fold, acc, add_term, &flags);
	return flags.all;
}

/* Of an accumulator: by its first value and the next ones. */
static unsigned acc_flags(const Reached *r, const Fold *fold, int i)
{
	unsigned flags = flags_of(r, fold->initial[i]);

	if (fold->stop)
		flags |= decided(flags_of(r, fold->stop));
	if (step_kind(r->graph, fold, i) == STEP_SUM)
		flags |= INEXACT_FOLDS | terms_flags(r, fold->next[i], fold,
						     fold->accs[i]);
	else
		flags |= flags_of(r, fold->next[i]);
	return flags & ~INEXACT_CARRIED;
}

static unsigned result_flags(const Reached *r, const Node *node)
{
	const Node *of = node->kids[0];
	int i = node->number;

	if (of->kind == NODE_FOLD)
		return acc_flags(r, of->fold, i);
	return flags_of(r, of->branch->results[0][i])
	     | flags_of(r, of->branch->results[1][i])
	     | decided(flags_of(r, of->branch->condition))
	     | INEXACT_GUARDED;
}

static unsigned node_flags(const Reached *r, const Node *node)
{
	switch (node->kind) {
	case NODE_OP:
		return op_flags(r, node);
	case NODE_CONVERT:
		return convert_flags(r, node);
	case NODE_LINEAR:
	case NODE_DIV:
	case NODE_MOD:
	case NODE_CLAMP:
		return decided(kids_flags(r, node, 0));
	case NODE_CONST:
		return whole_not(node) ? INEXACT_PART : 0;
	case NODE_BITS:
		return decided(kids_flags(r, node, 0)) | INEXACT_PART;
	case NODE_CHECK:
		return decided(kids_flags(r, node, 0))
		     | (node->branch ? INEXACT_GUARDED : 0);
	case NODE_SELECT:
		return kids_flags(r, node, 1)
		     | decided(flags_of(r, node->kids[0]));
	case NODE_LOAD:
		return r->buffers[node->buffer->id]
		     | decided(flags_of(r, node->kids[0]));
	case NODE_ACC:
		return acc_flags(r, node->fold, (int)node->number);
	case NODE_RESULT:
		return result_flags(r, node);
	default:
		return 0;
	}
}

static void go_round_arrays(Reached *r, const Fold *fold)
{
	for (int i = 0; i < fold->array_count; i++) {
		unsigned char *now = &r->buffers[fold->now[i]->id],
			      *then = &r->buffers[fold->then[i]->id];
		unsigned both = *now | *then;

		if (fold->stop)
			both |= decided(flags_of(r, fold->stop));
		if (fold->aim)
			both |= decided(flags_of(r, fold->aim));
		if (r->sums[fold->now[i]->id])
			both |= INEXACT_FOLDS;
		flag(r, now, both);
		flag(r, then, both);
	}
}

static void go_round_store(Reached *r, const Stmt *store)
{
	int buffer = store->place->buffer->id;
	const Fold *fold = r->folds[buffer];
	const Node *acc = NULL;

	if (fold)
		acc = step_replaces(store->value, fold, r->numbers[buffer],
			       store->place->kids[0]);
	flag(r, &r->buffers[buffer],
	     acc ? terms_flags(r, store->value, fold, acc)
		 : flags_of(r, store->value) & ~INEXACT_CARRIED);
}

static void go_round(Reached *r)
{
	for (int i = 0; i < r->store_count; i++)
		go_round_store(r, r->stores[i]);
	for (int i = 0; i < r->count; i++) {
		const Node *node = r->nodes[i];

		flag(r, &r->flags[node->id], node_flags(r, node));
		if (node->kind == NODE_FOLD)
			go_round_arrays(r, node->fold);
	}
}

static bool has_no_folds(void *context, const Node *term)
{
	return !(flags_of(context, term) & INEXACT_FOLDS);
}

/* Whether what is added to acc has errors of folds of its own. */
static bool carries(const Reached *r, const Node *next, const Fold *fold,
		    const Node *acc)
{
	return !step_terms(next, fold, acc, has_no_folds, (void *)r);
}

static bool array_carries(const Reached *r, const Stmt *stmts,
			  const Fold *fold, int i)
{
	for (const Stmt *s = stmts; s; s = s->next) {
		const Buffer *buffer = s->loop ? NULL : s->place->buffer;

		if (s->loop && array_carries(r, s->body, fold, i))
			return true;
		if (buffer && buffer == fold->now[i]
		    && (flags_of(r, s->value) & INEXACT_FOLDS))
			return true;
		if (buffer && buffer == fold->then[i]
		    && carries(r, s->value, fold,
			       step_replaces(s->value, fold, i,
					s->place->kids[0])))
			return true;
	}
	return false;
}

/* When all else is known. */
static void find_carried(Reached *r, const Fold *fold)
{
	for (int i = 0; i < fold->acc_count; i++)
		if (step_kind(r->graph, fold, i) == STEP_SUM
		    && ((flags_of(r, fold->initial[i]) & INEXACT_FOLDS)
			|| carries(r, fold->next[i], fold, fold->accs[i])))
			r->flags[fold->accs[i]->id] |= INEXACT_CARRIED;
	for (int i = 0; i < fold->array_count; i++) {
		if (!r->sums[fold->now[i]->id]
		    || !(array_carries(r, fold->before, fold, i)
			 || array_carries(r, fold->during, fold, i)))
			continue;
		r->buffers[fold->now[i]->id] |= INEXACT_CARRIED;
		r->buffers[fold->then[i]->id] |= INEXACT_CARRIED;
	}
}

static void add_sum(Reached *r, const Buffer *buffer, const Fold *fold, int i)
{
	r->sums[buffer->id] = true;
	r->folds[buffer->id] = fold;
	r->numbers[buffer->id] = i;
}

static void find_sums(Reached *r)
{
	for (int n = 0; n < r->count; n++) {
		const Fold *fold = r->nodes[n]->fold;

		if (r->nodes[n]->kind != NODE_FOLD)
			continue;
		for (int i = 0; i < fold->array_count; i++)
			if (!bound_is_declared(r->graph)
			    && step_array_adds(fold, i)) {
				add_sum(r, fold->now[i], fold, i);
				add_sum(r, fold->then[i], fold, i);
			}
	}
}

/* What is given. (A quotient or a function of whole numbers need not be one, but
 * has an error then.) */
static void find_parts(Reached *r)
{
	for (int n = 0; n < r->count; n++) {
		const Buffer *from = r->nodes[n]->buffer;

		if (r->nodes[n]->kind == NODE_LOAD && from->external
		    && !r->buffers[from->id] && !whole_numbers(from))
			r->buffers[from->id] = INEXACT_PART;
	}
}

const Inexact *inexact_of(Graph *graph, const Stmt *stmts)
{
	Arena *arena = graph->arena;
	Inexact *inexact = ARENA_NEW(arena, Inexact);
	Reached r = {
		.graph = graph, .changed = true,
		.seen = ARENA_ARRAY(arena, bool, graph->node_count),
		.nodes = ARENA_ARRAY(arena, const Node *, graph->node_count),
		.flags = ARENA_ARRAY(arena, unsigned char, graph->node_count),
		.buffers = ARENA_ARRAY(arena, unsigned char,
				       graph->buffer_count),
		.sums = ARENA_ARRAY(arena, bool, graph->buffer_count),
		.folds = ARENA_ARRAY(arena, const Fold *,
				     graph->buffer_count),
		.numbers = ARENA_ARRAY(arena, int, graph->buffer_count),
	};

	reach_stmts(&r, stmts);
	for (int n = 0; n < r.count; n++)
		if (r.nodes[n]->kind == NODE_FOLD)
			step_find_ties(graph, r.nodes[n]->fold);
	find_sums(&r);
	find_parts(&r);
	while (r.changed) {
		r.changed = false;
		go_round(&r);
	}
	for (int n = 0; n < r.count; n++)
		if (r.nodes[n]->kind == NODE_FOLD)
			find_carried(&r, r.nodes[n]->fold);
	*inexact = (Inexact){ r.flags, r.buffers, r.sums };
	return inexact;
}
