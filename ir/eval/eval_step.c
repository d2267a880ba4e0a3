/* What one step of a fold does to a state: adds to it, or takes the larger. */
#include "ir/eval/eval_bound.h"

bool step_is_apart(const Node *node, const Fold *fold)
{
	return !deps_has(node->deps, fold->step);
}

/* Whether next adds to acc (or takes away) what does not depend on the state,
 * perhaps on a condition. */
static bool adds_to(const Node *next, const Fold *fold, const Node *acc)
{
	const Node *const *kids = next->kids;

	if (next == acc)
		return true;
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

	if (!scalar_is_float(acc->scalar) || fold->stop)
		return STEP_OTHER;
	if (next != acc && adds_to(next, fold, acc))
		return bound_is_declared(graph) ? STEP_OTHER : STEP_SUM;
	if (next->kind == NODE_OP
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
