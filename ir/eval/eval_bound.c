#include "ir/eval/eval_bound.h"

#include <assert.h>
#include <string.h>

/* Numbers of the results that are shadows of result i; 0: none (it is that of
 * a value). */
typedef struct ResultShadow {
	int outside, folds, size;
	bool sum; /* a running one; without size: it is its own */
	bool on;  /* it goes on with a running sum */
} ResultShadow;

typedef struct FoldShadow {
	ResultShadow *accs;
	int taint; /* accumulator: a stop was undecided; or -1 */
} FoldShadow;

typedef struct BranchShadow {
	ResultShadow *results;
	const Node *taint; /* of the condition; or NULL */
} BranchShadow;

static unsigned flags_of(const Bound *b, const Node *node)
{
	return b->inexact->nodes[node->id];
}

/* -- folds ----------------------------------------------------------------- */

static const Node **grown(Bound *b, const Node **nodes, int count, int most)
{
	const Node **all = ARENA_ARRAY(b->graph->arena, const Node *, most);

	if (count)
		memcpy(all, nodes, sizeof *nodes * (size_t)count);
	return all;
}

/* A new accumulator; its next value is set later. */
static int add_acc(Bound *b, Fold *fold, const Node *initial)
{
	int i = fold->acc_count++;

	fold->initial[i] = bound_or_zero(b, initial);
	fold->accs[i] = node_acc(b->graph, fold, i, SCALAR_F64);
	return i;
}

static const Node *acc_at(const Fold *fold, int i)
{
	return i ? fold->accs[i] : NULL;
}

/* Accumulators for the errors of accumulator i, and the shadow that it has in
 * the step. */
static void add_accs(Bound *b, Fold *fold, int i)
{
	const Node *acc = fold->accs[i], *initial = fold->initial[i];
	unsigned flags = flags_of(b, acc);
	StepKind kind = step_kind(b->graph, fold, i);
	bool own = bound_is_positive(acc);
	ResultShadow *at = &fold->shadow->accs[i];
	Shadow first = bound_shadow(b, initial), shadow = { 0 };

	if (flags & INEXACT_OUTSIDE)
		at->outside = add_acc(b, fold, first.outside);
	at->sum = kind == STEP_SUM;
	at->on = at->sum && first.running;
	if (flags & (at->sum ? INEXACT_CARRIED : INEXACT_FOLDS))
		at->folds = add_acc(b, fold, at->on ? first.carried
						    : first.folds);
	if (at->sum && !own)
		at->size = add_acc(b, fold, bound_size(b, initial, first));
	shadow.outside = acc_at(fold, at->outside);
	shadow.folds = acc_at(fold, at->folds);
	shadow.size = own ? acc : acc_at(fold, at->size);
	shadow.running = at->sum;
	shadow.extreme = kind == STEP_EXTREME;
	if (shadow.running) {
		shadow.carried = shadow.folds;
		shadow = bound_of_sum(b, acc, shadow);
	}
	shadow.made = true;
	b->shadows[acc->id] = shadow;
}

static void set_next(Bound *b, Fold *fold, int i)
{
	const ResultShadow *at = &fold->shadow->accs[i];
	Shadow next = bound_shadow(b, fold->next[i]);

	if (at->outside)
		fold->next[at->outside] = bound_or_zero(b, next.outside);
	if (at->folds)
		fold->next[at->folds] = bound_or_zero(b, at->sum ? next.carried
							   : next.folds);
	if (at->size)
		fold->next[at->size] = bound_size(b, fold->next[i], next);
	assert((at->outside || !next.outside)
	       && (at->sum || at->folds || !next.folds));
}

/* Of the state as a whole, from this step on. */
static void add_taint(Bound *b, Fold *fold, const Node *taint)
{
	int i = fold->shadow->taint = add_acc(b, fold, NULL);

	fold->next[i] = bound_add(b, fold->accs[i], taint);
}

/* What may have been stored elsewhere leaves nothing decided. */
static void extend_aim(Bound *b, Fold *fold)
{
	const Node *taint = fold->aim ? bound_shadow(b, fold->aim).outside
				      : NULL;

	if (taint)
		add_taint(b, fold, taint);
}

/* What may or may not stop is undecided from then on, stopped or not. */
static void extend_stop(Bound *b, Fold *fold)
{
	const Node *taint = fold->stop ? bound_shadow(b, fold->stop).outside
				       : NULL;

	if (!taint)
		return;
	add_taint(b, fold, taint);
	fold->early = 1;
}

static bool is_exact(const Bound *b, const Fold *fold)
{
	for (int i = 0; i < fold->acc_count; i++)
		if (flags_of(b, fold->accs[i]) & INEXACT_ANY)
			return false;
	for (int i = 0; i < fold->array_count; i++)
		if (b->inexact->buffers[fold->now[i]->id] & INEXACT_ANY)
			return false;
	for (int i = 0; i < fold->all_count; i++)
		if (b->inexact->buffers[fold->all[i]->id] & INEXACT_ANY)
			return false;
	return !fold->stop || !(flags_of(b, fold->stop) & INEXACT_ANY);
}

static void extend_arrays(Bound *b, Fold *fold)
{
	int now = fold->array_count;

	for (int i = 0; i < fold->array_count; i++) {
		bound_make_buffers(b, fold->now[i]);
		bound_make_buffers(b, fold->then[i]);
	}
	for (int i = 0; i < fold->all_count; i++)
		bound_make_buffers(b, fold->all[i]);
	fold->now = bound_with_shadows(b, fold->now, &now);
	fold->then = bound_with_shadows(b, fold->then, &fold->array_count);
	fold->all = bound_with_shadows(b, fold->all, &fold->all_count);
	assert(now == fold->array_count);
}

/* What keeps its state once the fold is over: where that is undecided, all that
 * comes of the fold is, and so the errors are those of the value that is taken. */
static void mark_stopping(Bound *b, const Fold *fold)
{
	for (int i = 0; i < fold->acc_count && fold->stop; i++) {
		const Node *next = fold->next[i];

		if (next->kind == NODE_SELECT && next->kids[0] == fold->stop
		    && next->kids[1] == fold->accs[i])
			b->shadows[next->id].stopping = true;
	}
}

static void extend_fold(Bound *b, Fold *fold)
{
	int count = fold->acc_count, most = 4 * count + 1;

	if (fold->shadow)
		return;
	fold->shadow = ARENA_NEW(b->graph->arena, FoldShadow);
	fold->shadow->accs = ARENA_ARRAY(b->graph->arena, ResultShadow,
					 count + 1);
	fold->shadow->taint = -1;
	if (is_exact(b, fold))
		return;
	fold->initial = grown(b, fold->initial, count, most);
	fold->accs = grown(b, fold->accs, count, most);
	fold->next = grown(b, fold->next, count, most);
	extend_arrays(b, fold);
	bound_stores(b, fold->before);
	mark_stopping(b, fold);
	for (int i = 0; i < count; i++)
		add_accs(b, fold, i);
	for (int i = 0; i < count; i++)
		set_next(b, fold, i);
	extend_stop(b, fold);
	extend_aim(b, fold);
	bound_stores(b, fold->during);
}

/* -- branches -------------------------------------------------------------- */

static int add_result(Bound *b, Branch *branch, const Node *yes,
		      const Node *no)
{
	if (!yes && !no)
		return 0;
	branch->results[0][branch->result_count] = bound_or_zero(b, yes);
	branch->results[1][branch->result_count] = bound_or_zero(b, no);
	return branch->result_count++;
}

static void extend_branch(Bound *b, Branch *branch)
{
	int count = branch->result_count;
	ResultShadow *at = ARENA_ARRAY(b->graph->arena, ResultShadow, count);

	if (branch->shadow)
		return;
	branch->shadow = ARENA_NEW(b->graph->arena, BranchShadow);
	branch->shadow->results = at;
	for (int side = 0; side < 2; side++)
		branch->results[side] = grown(b, branch->results[side], count,
					      4 * count);
	for (int i = 0; i < count; i++) {
		Shadow yes = bound_shadow(b, branch->results[0][i]),
		       no = bound_shadow(b, branch->results[1][i]);

		at[i].sum = at[i].on = yes.running && no.running;
		at[i].outside = add_result(b, branch, yes.outside, no.outside);
		at[i].folds = at[i].sum
			? add_result(b, branch, yes.carried, no.carried)
			: add_result(b, branch, yes.folds, no.folds);
		if (at[i].sum)
			at[i].size = add_result(b, branch, yes.size, no.size);
	}
	branch->shadow->taint = bound_shadow(b, branch->condition).outside;
}

/* -- nodes ----------------------------------------------------------------- */

static const Node *result_at(Bound *b, const Node *of, int number)
{
	return number ? node_result(b->graph, of, number, SCALAR_F64) : NULL;
}

static const Node *taint_at(Bound *b, const Node *fold)
{
	int taint = fold->fold->shadow->taint;

	return taint < 0 ? NULL : node_result(b->graph, fold, taint,
					      SCALAR_F64);
}

static Shadow shadow_of_result(Bound *b, const Node *node)
{
	const Node *of = node->kids[0];
	int i = (int)node->number;
	const ResultShadow *at;
	Shadow shadow = { 0 };
	const Node *taint;

	if (of->kind == NODE_FOLD) {
		extend_fold(b, of->fold);
		at = &of->fold->shadow->accs[i];
		taint = taint_at(b, of);
	} else {
		extend_branch(b, of->branch);
		at = &of->branch->shadow->results[i];
		taint = of->branch->shadow->taint;
	}
	shadow.outside = bound_add(b, result_at(b, of, at->outside), taint);
	shadow.folds = shadow.carried = result_at(b, of, at->folds);
	if (!at->sum)
		return shadow;
	shadow.size = at->size ? result_at(b, of, at->size) : node;
	shadow.running = at->on;
	shadow.terms = 1;
	return bound_of_sum(b, node, shadow);
}

static const Node *load_shadow(Bound *b, const Node *load, Buffer *buffer)
{
	const Node *owner = load->kid_count > 1 ? load->kids[1] : NULL;

	return buffer ? node_load(b->graph, buffer, owner, load->kids[0])
		      : NULL;
}

static Shadow shadow_of_load(Bound *b, const Node *node)
{
	const Node *owner = node->kid_count > 1 ? node->kids[1] : NULL;
	const BufferShadow *from;
	Shadow shadow = { 0 };

	if (owner && owner->kind == NODE_STORED)
		bound_extend_stored(b, owner->stored);
	if (owner && owner->kind == NODE_FOLD)
		extend_fold(b, owner->fold);
	from = &b->buffers[node->buffer->id];
	shadow.outside = load_shadow(b, node, from->outside);
	shadow.folds = shadow.carried = load_shadow(b, node, from->folds);
	shadow.size = load_shadow(b, node, from->size);
	shadow.running = from->size && owner && owner->kind == NODE_ARRAYS;
	shadow.terms = 1;
	if (shadow.size)
		shadow = bound_of_sum(b, node, shadow);
	shadow.outside = bound_add(b, shadow.outside,
				   bound_shadow(b, node->kids[0]).outside);
	if (owner && owner->kind == NODE_FOLD)
		shadow.outside = bound_add(b, shadow.outside,
					   taint_at(b, owner));
	return shadow;
}

/* Of an index: infinity where it may be another. */
static Shadow shadow_of_kids(Bound *b, const Node *node)
{
	Shadow shadow = { 0 };

	for (int i = 0; i < node->kid_count; i++)
		shadow.outside = bound_add(b, shadow.outside,
				bound_shadow(b, node->kids[i]).outside);
	return shadow;
}

static Shadow make_shadow(Bound *b, const Node *node)
{
	switch (node->kind) {
	case NODE_OP:
		return bound_op(b, node);
	case NODE_CONVERT:
		return bound_convert(b, node);
	case NODE_BITS:
		return bound_bits(b, node);
	case NODE_SELECT:
		return bound_select(b, node);
	case NODE_LOAD:
		return shadow_of_load(b, node);
	case NODE_RESULT:
		return shadow_of_result(b, node);
	case NODE_LINEAR:
	case NODE_DIV:
	case NODE_MOD:
	case NODE_CLAMP:
	case NODE_CHECK:
		return shadow_of_kids(b, node);
	default:
		return (Shadow){ 0 };
	}
}

Shadow bound_shadow(Bound *b, const Node *node)
{
	Shadow *shadow = &b->shadows[node->id];

	if (!shadow->made) {
		if (flags_of(b, node) & INEXACT_ANY)
			*shadow = make_shadow(b, node);
		shadow->made = true;
	}
	return *shadow;
}

bool bound_graph(Graph *graph, double growth, Stmt *stmts, int count,
		 Buffer *const *outputs, Buffer *const *outside,
		 Buffer *const *folds)
{
	Bound b = {
		.graph = graph, .inexact = inexact_of(graph, stmts),
		.shadows = ARENA_ARRAY(graph->arena, Shadow,
				       graph->node_count),
		.buffers = ARENA_ARRAY(graph->arena, BufferShadow,
				       graph->buffer_count),
	};

	b.growth = bound_number(&b, 4 * growth);
	for (int k = 0; k < count; k++)
		b.buffers[outputs[k]->id] = (BufferShadow){
			.outside = outside[k], .folds = folds[k],
			.last = true };
	bound_stores(&b, stmts);
	return b.decides;
}
