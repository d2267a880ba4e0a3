/* What one step of a fold does to a state: adds to it, or takes the larger. */
#include "ir/eval/eval_bound.h"

#include <string.h>

/* -- what depends on the state ----------------------------------------------- */

/* What each node is, by its id, and which accumulators count: whole numbers that
 * come of such alone. */
enum { UNKNOWN, APART, TIED };

typedef struct Ties {
	const Fold *fold;
	unsigned char *nodes;
	bool *counts;
} Ties;

static const Branch *branch_of(const Node *node)
{
	return node->kind == NODE_RESULT && node->kids[0]->kind == NODE_BRANCH
		? node->kids[0]->branch : NULL;
}

static bool is_tied(Ties *t, const Node *node);

static bool any_tied(Ties *t, int count, const Node *const *nodes)
{
	for (int i = 0; i < count; i++)
		if (nodes[i] && is_tied(t, nodes[i]))
			return true;
	return false;
}

static bool stmts_tied(Ties *t, const Stmt *stmts)
{
	for (const Stmt *s = stmts; s; s = s->next)
		if (s->loop ? stmts_tied(t, s->body)
			    : is_tied(t, s->value) || is_tied(t, s->place))
			return true;
	return false;
}

static bool fold_tied(Ties *t, const Fold *inner)
{
	return any_tied(t, inner->acc_count, inner->initial)
	    || any_tied(t, inner->acc_count, inner->next)
	    || any_tied(t, 1, &inner->stop) || any_tied(t, 1, &inner->aim)
	    || stmts_tied(t, inner->before) || stmts_tied(t, inner->during);
}

static bool sides_tied(Ties *t, const Branch *branch, int i)
{
	return is_tied(t, branch->condition) || any_tied(t, 2, branch->masks)
	    || is_tied(t, branch->results[0][i])
	    || is_tied(t, branch->results[1][i]);
}

static bool find_tied(Ties *t, const Node *node)
{
	switch (node->kind) {
	case NODE_ACC:
		return node->fold == t->fold && !t->counts[node->number];
	case NODE_ARRAYS:
		return node->fold == t->fold;
	case NODE_FOLD:
		return fold_tied(t, node->fold);
	case NODE_RESULT:
		return branch_of(node)
			? sides_tied(t, branch_of(node), (int)node->number)
			: is_tied(t, node->kids[0]);
	case NODE_STORED:
		return stmts_tied(t, node->stored->stmts);
	default:
		return any_tied(t, node->kid_count, node->kids);
	}
}

static bool is_tied(Ties *t, const Node *node)
{
	unsigned char *known = &t->nodes[node->id];

	if (!deps_has(node->deps, t->fold->step))
		return false;
	if (*known == UNKNOWN)
		*known = find_tied(t, node) ? TIED : APART;
	return *known == TIED;
}

/* Whether an accumulator that was taken to count comes of one that does not. */
static bool miscounts(Ties *t)
{
	bool wrong = false;

	for (int i = 0; i < t->fold->acc_count; i++)
		if (t->counts[i] && is_tied(t, t->fold->next[i])) {
			t->counts[i] = false;
			wrong = true;
		}
	return wrong;
}

void step_find_ties(const Graph *graph, Fold *fold)
{
	Arena *arena = graph->arena;
	Ties *t = ARENA_NEW(arena, Ties);
	bool any = false;

	t->fold = fold;
	t->counts = ARENA_ARRAY(arena, bool, fold->acc_count + 1);
	t->nodes = ARENA_ARRAY(arena, unsigned char, graph->node_count);
	for (int i = 0; i < fold->acc_count; i++)
		any |= t->counts[i] = !scalar_is_float(fold->accs[i]->scalar);
	while (any && miscounts(t))
		memset(t->nodes, UNKNOWN, (size_t)graph->node_count);
	fold->ties = any ? t : NULL;
}

bool step_is_apart(const Node *node, const Fold *fold)
{
	return !deps_has(node->deps, fold->step)
	    || (fold->ties && !is_tied(fold->ties, node));
}

/* -- sums -------------------------------------------------------------------- */

/* Whether it is a fold's result, which begins with what is to be added to. */
static const Fold *goes_on(const Node *node)
{
	return node->kind == NODE_RESULT && node->kids[0]->kind == NODE_FOLD
		? node->kids[0]->fold : NULL;
}

bool step_terms(const Node *next, const Fold *fold, const Node *acc,
		StepTerm *seen, void *context)
{
	const Fold *inner = goes_on(next);
	const Branch *branch = branch_of(next);
	const int i = (int)next->number;

	if (next == acc)
		return true;
	if (step_is_apart(next, fold))
		return seen(context, next);
	if (inner)
		return step_terms(inner->initial[i], fold, acc, seen, context)
		    && step_terms(inner->next[i], inner, inner->accs[i], seen,
				  context);
	if (branch)
		return step_terms(branch->condition, fold, acc, seen, context)
		    && step_terms(branch->results[0][i], fold, acc, seen,
				  context)
		    && step_terms(branch->results[1][i], fold, acc, seen,
				  context);
	for (int k = 0; k < next->kid_count; k++)
		if (!step_terms(next->kids[k], fold, acc, seen, context))
			return false;
	return true;
}

static bool is_term(void *context, const Node *term)
{
	return step_is_apart(term, context);
}

static bool adds_to(const Node *next, const Fold *fold, const Node *acc);

static bool is_stopped_apart(const Fold *fold, const Fold *of)
{
	return !fold->stop || step_is_apart(fold->stop, of);
}

/* Whether nothing but inner folds add to it. */
static bool is_left_to_folds(const Node *next, const Node *acc)
{
	const Branch *branch = branch_of(next);

	if (branch)
		return is_left_to_folds(branch->results[0][next->number], acc)
		    && is_left_to_folds(branch->results[1][next->number], acc);
	if (next->kind == NODE_SELECT)
		return is_left_to_folds(next->kids[1], acc)
		    && is_left_to_folds(next->kids[2], acc);
	return next == acc || goes_on(next);
}

/* Whether accumulator i of a fold adds up. A loop that may stop is taken for as long as
 * it may be (growth.h): what it adds itself, in its order, is rather off by what each
 * round rounds. */
static bool is_sum(const Fold *fold, int i)
{
	const Node *next = fold->next[i], *acc = fold->accs[i];

	return scalar_is_float(acc->scalar) && next != acc
	    && (!fold->stop || (step_is_apart(fold->stop, fold)
				&& is_left_to_folds(next, acc)))
	    && adds_to(next, fold, acc);
}

/* An inner fold that adds to what the outer one adds up to. */
static bool adds_on(const Fold *inner, int i, const Fold *fold,
		    const Node *acc)
{
	return adds_to(inner->initial[i], fold, acc) && is_sum(inner, i)
	    && is_stopped_apart(inner, fold)
	    && step_terms(inner->next[i], inner, inner->accs[i], is_term,
			  (void *)fold);
}

/* Whether next adds to acc (or takes away) what does not depend on the state,
 * perhaps on a condition. */
static bool adds_to(const Node *next, const Fold *fold, const Node *acc)
{
	const Node *const *kids = next->kids;
	const Branch *branch = branch_of(next);

	if (next == acc)
		return true;
	if (goes_on(next))
		return adds_on(goes_on(next), (int)next->number, fold, acc);
	if (branch)
		return step_is_apart(branch->condition, fold)
		    && adds_to(branch->results[0][next->number], fold, acc)
		    && adds_to(branch->results[1][next->number], fold, acc);
	if (next->kind == NODE_SELECT)
		return step_is_apart(kids[0], fold)
		    && adds_to(kids[1], fold, acc)
		    && adds_to(kids[2], fold, acc);
	if (next->kind != NODE_OP)
		return false;
	if (next->op == OP_FMA)
		return step_is_apart(kids[0], fold)
		    && step_is_apart(kids[1], fold)
		    && adds_to(kids[2], fold, acc);
	if (next->op == OP_ADD && step_is_apart(kids[0], fold))
		return adds_to(kids[1], fold, acc);
	return (next->op == OP_ADD || next->op == OP_SUB)
	    && step_is_apart(kids[1], fold) && adds_to(kids[0], fold, acc);
}

StepKind step_kind(const Graph *graph, const Fold *fold, int i)
{
	const Node *next = fold->next[i], *acc = fold->accs[i];

	if (!scalar_is_float(acc->scalar))
		return STEP_OTHER;
	if (is_sum(fold, i))
		return bound_is_declared(graph) ? STEP_OTHER : STEP_SUM;
	if (!fold->stop && next->kind == NODE_OP
	    && (next->op == OP_MIN || next->op == OP_MAX))
		for (int k = 0; k < 2; k++)
			if (next->kids[k] == acc
			    && step_is_apart(next->kids[1 - k], fold))
				return STEP_EXTREME;
	return STEP_OTHER;
}

const Node *step_replaces(const Node *node, const Fold *fold, int i,
			  const Node *index)
{
	const Node *found = NULL;

	if (node->kind == NODE_LOAD)
		return node->buffer == fold->now[i] && node->kids[0] == index
			? node : NULL;
	if (node->kind != NODE_OP && node->kind != NODE_SELECT)
		return NULL;
	for (int k = 0; !found && k < node->kid_count; k++)
		found = step_replaces(node->kids[k], fold, i, index);
	return found;
}

static bool all_add(const Stmt *stmts, const Fold *fold, int i, int *stores)
{
	for (const Stmt *s = stmts; s; s = s->next) {
		const Node *acc;

		if (s->loop && !all_add(s->body, fold, i, stores))
			return false;
		if (s->loop || s->place->buffer != fold->then[i])
			continue;
		acc = step_replaces(s->value, fold, i, s->place->kids[0]);
		if (!acc || !adds_to(s->value, fold, acc))
			return false;
		++*stores;
	}
	return true;
}

bool step_array_adds(const Fold *fold, int i)
{
	int stores = 0;

	return scalar_is_float(fold->now[i]->scalar) && !fold->stop
	    && all_add(fold->during, fold, i, &stores) && stores;
}
