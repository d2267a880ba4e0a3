#include "ir/eval/eval_plan.h"

#include "base/hash.h"
#include "ir/eval/eval_block.h"

enum { LANES_MAX = 1024 };

/* Nanoseconds; only their ratios matter. */
#define COST_INSTR 6.0   /* starting an instruction on a block */
#define COST_ALONE 5.0   /* an instruction on one value */
#define COST_STRIDE 1.5  /* reading every n-th element */
#define COST_GATHER 2.5  /* reading at opaque indices */
#define COST_FOLD 1.4    /* one step of a chain of operations */
#define LANE_BYTES 4e6   /* memory for the lanes of a block */

Scope *plan_home(const Graph *graph, const Node *node)
{
	return node->deps->count ? node->deps->scopes[node->deps->count - 1]
				 : graph->root;
}

static void scope_enter(Plan *plan, Scope *scope, Scope *parent)
{
	scope->plan = ARENA_NEW(plan->graph->arena, ScopePlan);
	scope->plan->parent = parent;
	if (!parent)
		return;
	scope->plan->next = parent->plan->first;
	parent->plan->first = scope;
}

static void charge(Scope *scope, double work)
{
	scope->plan->ops += 1;
	scope->plan->work += work;
}

static bool is_heavy(Op op)
{
	return (op >= OP_SQRT && op <= OP_ERF) || op == OP_FMA || op == OP_REM;
}

static double node_work(const Plan *plan, const Node *node)
{
	static const double works[NODE_KINDS] = {
		[NODE_LINEAR] = 1.5, [NODE_DIV] = 1.5, [NODE_MOD] = 1.5,
		[NODE_CLAMP] = 3, [NODE_CHECK] = 1, [NODE_CONVERT] = 0.4,
		[NODE_BITS] = 1, [NODE_SELECT] = 0.5, [NODE_LOAD] = 0.1,
	};

	if (node->kind != NODE_OP)
		return works[node->kind];
	if (is_heavy(node->op))
		return 10;
	return 0.06 * (double)block_bytes(graph_scalar(plan->graph,
						node->kids[0]->scalar));
}

/* -- how memory is read ---------------------------------------------------- */

static double times_within(const Scope *inner, const Scope *outer)
{
	double times = 1;

	for (; inner && inner != outer; inner = inner->plan->parent)
		times *= (double)inner->count;
	return times;
}

static void charge_term(const Node *atom, int64_t factor, const Scope *home)
{
	if (atom->kind == NODE_INDEX) {
		if (factor != 1)
			atom->scope->plan->stride +=
				COST_STRIDE * times_within(home, atom->scope);
		return;
	}
	for (int i = 0; i < atom->deps->count; i++) {
		Scope *scope = atom->deps->scopes[i];

		scope->plan->stride += COST_GATHER * times_within(home, scope);
	}
}

static void charge_place(const Node *index, const Scope *home)
{
	if (index->kind != NODE_LINEAR)
		charge_term(index, 1, home);
	for (int i = 0; index->kind == NODE_LINEAR && i < index->kid_count; i++)
		charge_term(index->kids[i], index->factors[i], home);
}

/* -- the walk over what is needed ------------------------------------------ */

static void visit(Plan *plan, const Node *node);

static void visit_all(Plan *plan, int count, const Node *const *nodes)
{
	for (int i = 0; i < count; i++)
		visit(plan, nodes[i]);
}

static void visit_stmts(Plan *plan, const Stmt *stmts, Scope *scope)
{
	for (const Stmt *s = stmts; s; s = s->next)
		if (s->loop) {
			scope_enter(plan, s->loop, scope);
			visit_stmts(plan, s->body, s->loop);
		} else {
			charge(scope, 0.2);
			visit(plan, s->value);
			visit(plan, s->place->kids[0]);
			charge_place(s->place->kids[0], scope);
		}
}

static void charge_buffers(Scope *scope, int count, Buffer *const *buffers)
{
	for (int i = 0; i < count; i++)
		scope->plan->bytes += (double)buffers[i]->elements
				    * (double)block_bytes(buffers[i]->stored);
}

static void visit_fold(Plan *plan, const Fold *fold, Scope *home)
{
	scope_enter(plan, fold->each, home);
	scope_enter(plan, fold->step, fold->each);
	charge_buffers(home, fold->array_count, fold->now);
	charge_buffers(home, fold->array_count, fold->then);
	charge_buffers(home, fold->all_count, fold->all);
	visit_all(plan, fold->acc_count, fold->initial);
	visit_stmts(plan, fold->before, home);
	visit_all(plan, fold->acc_count, fold->next);
	visit_all(plan, fold->stop != NULL, &fold->stop);
	visit_stmts(plan, fold->during, fold->step);
}

static void visit_branch(Plan *plan, const Branch *branch, Scope *home)
{
	visit(plan, branch->condition);
	visit_all(plan, 2, branch->masks);
	for (int side = 0; side < 2; side++)
		scope_enter(plan, branch->sides[side], home);
	for (int side = 0; side < 2; side++)
		visit_all(plan, branch->result_count, branch->results[side]);
}

/* A conversion to what registers hold already. */
static bool is_same(const Plan *plan, const Node *node)
{
	return node->kind == NODE_CONVERT
	    && graph_scalar(plan->graph, node->scalar)
	       == graph_scalar(plan->graph, node->kids[0]->scalar);
}

static void visit(Plan *plan, const Node *node)
{
	Scope *home = plan_home(plan->graph, node);

	if (plan->uses[node->id]++)
		return;
	switch (node->kind) {
	case NODE_CONST:
	case NODE_INDEX:
	case NODE_ACC:
	case NODE_ARRAYS:
		return;
	case NODE_FOLD:
		visit_fold(plan, node->fold, home);
		return;
	case NODE_BRANCH:
		visit_branch(plan, node->branch, home);
		return;
	case NODE_STORED:
		charge_buffers(home, node->stored->count,
			       node->stored->buffers);
		visit_stmts(plan, node->stored->stmts, home);
		return;
	case NODE_LOAD:
		charge_place(node->kids[0], home);
		break;
	default:
		break;
	}
	if (!is_same(plan, node))
		charge(home, node_work(plan, node));
	visit_all(plan, node->kid_count, node->kids);
}

/* -- costs ----------------------------------------------------------------- */

static bool commutes(Op op)
{
	return op == OP_ADD || op == OP_MUL || op == OP_AND || op == OP_OR
	    || op == OP_BITAND || op == OP_BITOR || op == OP_BITXOR;
}

static int acc_part(const Node *next, const Node *acc)
{
	if (next->op == OP_FMA)
		return next->kids[2] == acc ? 2 : -1;
	if (next->kids[0] == acc)
		return 0;
	return commutes(next->op) && next->kids[1] == acc ? 1 : -1;
}

bool plan_is_simple(const Plan *plan, const Fold *fold, int i, int *part)
{
	const Node *next = fold->next[i], *acc = fold->accs[i];

	if (next->kind != NODE_OP
	    || !block_fold(plan->graph->domain, next->op, next->scalar)
	    || plan->uses[next->id] != 1 || plan->uses[acc->id] != 1)
		return false;
	*part = acc_part(next, acc);
	if (*part < 0)
		return false;
	for (int k = 0; k < next->kid_count; k++)
		if (k != *part && deps_has(next->kids[k]->deps, fold->step))
			return false;
	return true;
}

/* Steps that are done at once for a block of elements. */
static void charge_simple(const Plan *plan, const Fold *fold)
{
	for (int i = 0; i < fold->acc_count; i++) {
		int part;

		if (!plan_is_simple(plan, fold, i, &part))
			continue;
		fold->step->plan->ops -= 1;
		fold->step->plan->work -= node_work(plan,
						    fold->next[i]);
		charge(fold->each, COST_FOLD);
	}
}

static double lanes_of(const Scope *scope, double bytes)
{
	double lanes = (double)scope->count;

	if (lanes > LANES_MAX)
		lanes = LANES_MAX;
	if (bytes * lanes > LANE_BYTES)
		lanes = LANE_BYTES / bytes;
	return lanes < 1 ? 1 : lanes;
}

/* All iterations of a loop that is not inside lanes; chooses lanes or not. */
static double loop_alone(const Plan *all, Scope *loop)
{
	ScopePlan *plan = loop->plan;
	double count = (double)loop->count;
	double blocks = 1 + (count - 1) / lanes_of(loop, plan->bytes);
	double fixed = plan->fixed, each = plan->each + plan->stride;
	double lanes, counted = count * plan->alone;

	if (loop->kind == SCOPE_EACH) {
		const ScopePlan *step = loop->partner->plan;

		fixed -= step->fixed;
		each += step->alone - step->each;
	}
	lanes = blocks * (COST_INSTR + fixed) + count * each;
	plan->lanes = lanes < counted;
	if (loop->alone || (loop->fold && loop->fold->stop))
		plan->lanes = false;
	else if (all->seed)
		plan->lanes = hash_combine(all->seed, (uint64_t)loop->id) & 1;
	return plan->lanes ? lanes : counted;
}

static void cost(const Plan *all, Scope *scope)
{
	ScopePlan *plan = scope->plan;

	if (scope->kind == SCOPE_EACH)
		charge_simple(all, scope->fold);
	plan->fixed = plan->ops * COST_INSTR;
	plan->each = plan->work;
	plan->alone = plan->ops * COST_ALONE + plan->work;
	for (Scope *s = plan->first; s; s = s->plan->next) {
		cost(all, s);
		plan->bytes += s->plan->bytes;
		plan->fixed += (double)s->count * s->plan->fixed;
		plan->each += (double)s->count * s->plan->each;
		plan->alone += s->index ? loop_alone(all, s) : s->plan->alone;
	}
}

static double operations(const Scope *scope)
{
	double sum = scope->plan->ops;

	for (const Scope *s = scope->plan->first; s; s = s->plan->next)
		sum += operations(s);
	return (double)scope->count * sum;
}

double plan_cost(const Plan *plan)
{
	return operations(plan->graph->root);
}

Plan *plan_new(Graph *graph, const Stmt *stmts, uint64_t seed)
{
	Plan *plan = ARENA_NEW(graph->arena, Plan);

	plan->graph = graph;
	plan->seed = seed;
	plan->uses = ARENA_ARRAY(graph->arena, int, graph->node_count + 1);
	scope_enter(plan, graph->root, NULL);
	visit_stmts(plan, stmts, graph->root);
	cost(plan, graph->root);
	return plan;
}
