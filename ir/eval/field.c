/* What of a program residues can judge, found in the evaluator's graph: from
 * the nodes that an output's elements are computed by. */
#include "ir/eval/field.h"

#include "ir/eval/eval_build.h"
#include "ir/eval/eval_trace.h"
#include "ir/eval/operators.h"

/* One walk over what a value is computed from. */
typedef struct Walk {
	const Graph *graph;
	bool *seen;     /* by node */
	bool judging;   /* also what is asked of each node */
	bool float_met;
	const char *why;
} Walk;

static void walk(Walk *w, const Node *node);

/* -- what is stored -------------------------------------------------------- */

/* Into one of count buffers. */
static void walk_stores(Walk *w, const Stmt *stmts, int count,
			Buffer *const *buffers)
{
	for (const Stmt *s = stmts; s; s = s->next) {
		if (s->loop) {
			walk_stores(w, s->body, count, buffers);
			continue;
		}
		for (int i = 0; i < count; i++)
			if (s->place->buffer == buffers[i]) {
				walk(w, s->place);
				walk(w, s->value);
			}
	}
}

/* Whether a float decides. */
static bool meets_float(const Walk *w, const Node *node)
{
	Walk inner = { .graph = w->graph };

	inner.seen = ARENA_ARRAY(w->graph->arena, bool, w->graph->node_count);
	walk(&inner, node);
	return inner.float_met;
}

static void refuse_floats(Walk *w, const Node *node, const char *why)
{
	if (w->judging && !w->why && meets_float(w, node))
		w->why = why;
}

static void walk_stop(Walk *w, const Fold *fold)
{
	if (!fold->stop)
		return;
	refuse_floats(w, fold->stop, "a float ends a loop");
	walk(w, fold->stop);
}

/* An array among the accumulators, by any of its buffers. */
static void walk_array(Walk *w, const Fold *fold, Buffer *buffer)
{
	Buffer *same[3] = { buffer, NULL, NULL };

	for (int i = 0; i < fold->array_count; i++)
		if (fold->now[i] == buffer || fold->then[i] == buffer
		    || (i < fold->all_count && fold->all[i] == buffer)) {
			same[1] = fold->now[i];
			same[2] = fold->then[i];
		}
	walk_stop(w, fold);
	walk_stores(w, fold->before, 3, same);
	walk_stores(w, fold->during, 3, same);
}

static void walk_load(Walk *w, const Node *load)
{
	const Node *owner = load->kid_count > 1 ? load->kids[1] : NULL;

	walk(w, load->kids[0]);
	if (!owner)
		return;
	if (owner->kind == NODE_STORED)
		walk_stores(w, owner->stored->stmts, 1, &load->buffer);
	else if (owner->fold)
		walk_array(w, owner->fold, load->buffer);
	else
		walk(w, owner);
}

/* -- what is computed ------------------------------------------------------ */

static void walk_acc(Walk *w, const Fold *fold, int64_t number)
{
	walk(w, fold->initial[number]);
	walk(w, fold->next[number]);
	walk_stop(w, fold);
}

static void walk_result(Walk *w, const Node *result)
{
	const Node *of = result->kids[0];

	if (of->kind == NODE_FOLD) {
		walk_acc(w, of->fold, result->number);
		return;
	}
	walk(w, of->branch->condition);
	for (int side = 0; side < 2; side++)
		walk(w, of->branch->results[side][result->number]);
}

static void judge(Walk *w, const Node *node)
{
	if (node->kind == NODE_CHECK)
		refuse_floats(w, node->kids[0], "a float becomes an index");
	if (node->kind == NODE_BITS && !w->why
	    && (scalar_is_float(node->from) || scalar_is_float(node->to)))
		w->why = "the bits of a float are used";
}

static void walk(Walk *w, const Node *node)
{
	if (w->seen[node->id] || w->float_met || w->why)
		return;
	w->seen[node->id] = true;
	w->float_met = !w->judging && scalar_is_float(node->scalar);
	if (w->judging)
		judge(w, node);
	switch (node->kind) {
	case NODE_LOAD:
		walk_load(w, node);
		break;
	case NODE_ACC:
		walk_acc(w, node->fold, node->number);
		break;
	case NODE_RESULT:
		walk_result(w, node);
		break;
	case NODE_FOLD: case NODE_BRANCH: case NODE_ARRAYS: case NODE_STORED:
		break;
	default:
		for (int i = 0; i < node->kid_count; i++)
			walk(w, node->kids[i]);
		break;
	}
}

/* -- programs -------------------------------------------------------------- */

static bool has_c(const Expr *e)
{
	if (e->kind == EXPR_PRIM && e->prim == PRIM_OPENCL)
		return true;
	for (int i = 0; i < e->kid_count; i++)
		if (has_c(e->kids[i]))
			return true;
	return false;
}

static const char *trace(const Program *program, const Expr *e, int output)
{
	Trace made = trace_new(program, e);
	Walk w = { .graph = made.graph, .judging = true };

	w.seen = ARENA_ARRAY(made.graph->arena, bool, made.graph->node_count);
	walk_stores(&w, made.stmts, 1, &made.outputs[output]);
	trace_free(&made);
	return w.why;
}

bool field_judges(const Program *program, const Expr *e, int output,
		  Text *why)
{
	const uint64_t seed = 1;
	const char *wrong;

	if (has_c(e)) {
		text_put(why, "a function in C is used");
		return false;
	}
	if (!operators_hold_in_field(program, seed, &wrong)) {
		text_printf(why, "what is declared of the operator %s does "
			    "not hold in a field", wrong);
		return false;
	}
	wrong = trace(program, e, output);
	if (wrong)
		text_put(why, wrong);
	return !wrong;
}
