/* Building folds: loops that take a state from step to step. */
#include "ir/eval/eval_build.h"
#include "ir/eval/eval_index.h"

/* A fold being built: accumulators are added as the type is walked through. */
typedef struct Folding {
	Build *b;
	Fold *fold;
	StmtList before, during;
} Folding;

static void add_acc(Folding *f, const Node *initial)
{
	Fold *fold = f->fold;

	fold->initial[fold->acc_count] = initial;
	fold->accs[fold->acc_count] = node_acc(f->b->graph, fold,
					       fold->acc_count,
					       initial->scalar);
	fold->acc_count++;
}

static const Value *add_array(Folding *f, const Type *element,
			      const Value *initial)
{
	Build *b = f->b;
	int64_t length = initial->view->length;
	const Leaf *leaves = build_leaves(b, element, length);
	const View *now = view_in_memory(b, element, length, leaves, NULL);

	for (int i = 0; i < type_leaves(element); i++)
		f->fold->now[f->fold->array_count++] = leaves[i].buffer;
	build_fill(b, initial, value_array(b, now), &f->before);
	return value_array(b, view_in_memory(b, element, length, leaves,
					     node_arrays(b->graph, f->fold)));
}

/* What the accumulator is while the step runs. */
static const Value *accumulator(Folding *f, const Type *type,
				const Value *initial)
{
	Build *b = f->b;
	const Value *parts[64];

	if (initial->kind == VALUE_SCALAR) {
		add_acc(f, initial->node);
		return value_scalar(b, f->fold->accs[f->fold->acc_count - 1]);
	}
	if (initial->kind == VALUE_TUPLE) {
		for (int i = 0; i < initial->count; i++)
			parts[i] = accumulator(f, type->parts[i],
					       initial->parts[i]);
		return value_tuple(b, initial->count, parts);
	}
	return add_array(f, type->element, initial);
}

/* Puts the value of one step where the next finds it. */
static void advance(Folding *f, const Type *type, const Value *value,
		    int *acc, int *array)
{
	Build *b = f->b;
	const Leaf *leaves;
	const View *dest;

	if (value->kind == VALUE_SCALAR) {
		f->fold->next[(*acc)++] = value->node;
		return;
	}
	if (value->kind == VALUE_TUPLE) {
		for (int i = 0; i < value->count; i++)
			advance(f, type->parts[i], value->parts[i], acc, array);
		return;
	}
	leaves = build_leaves(b, type->element, value->view->length);
	for (int i = 0; i < type_leaves(type->element); i++)
		f->fold->then[(*array)++] = leaves[i].buffer;
	dest = view_in_memory(b, type->element, value->view->length, leaves,
			      NULL);
	build_fill(b, value, value_array(b, dest), &f->during);
}

/* The accumulator after the last step. */
static const Value *outcome(Folding *f, const Node *node, const Type *type,
			    const Value *like, int *acc, int *array)
{
	Build *b = f->b;
	const Value *parts[64];
	Leaf *leaves;
	int count;

	if (like->kind == VALUE_SCALAR) {
		int i = (*acc)++;

		return value_scalar(b, node_result(b->graph, node, i,
						   like->node->scalar));
	}
	if (like->kind == VALUE_TUPLE) {
		for (int i = 0; i < like->count; i++)
			parts[i] = outcome(f, node, type->parts[i],
					   like->parts[i], acc, array);
		return value_tuple(b, like->count, parts);
	}
	count = type_leaves(type->element);
	leaves = ARENA_ARRAY(b->graph->arena, Leaf, count);
	for (int i = 0; i < count; i++) {
		leaves[i].buffer = f->fold->now[(*array)++];
		leaves[i].offset = index_const(b->graph, 0);
	}
	return value_array(b, view_in_memory(b, type->element,
					     like->view->length, leaves, node));
}

Fold *build_fold_new(Build *b, const Type *type, int64_t count, int more)
{
	Arena *arena = b->graph->arena;
	int leaves = type_leaves(type) + more;
	Fold *fold = ARENA_NEW(arena, Fold);

	fold->each = scope_new(b->graph, SCOPE_EACH, count, b->depth + 1);
	fold->step = scope_new(b->graph, SCOPE_STEP, 1, b->depth + 2);
	fold->each->fold = fold->step->fold = fold;
	fold->each->partner = fold->step;
	fold->step->partner = fold->each;
	fold->initial = ARENA_ARRAY(arena, const Node *, leaves);
	fold->accs = ARENA_ARRAY(arena, const Node *, leaves);
	fold->next = ARENA_ARRAY(arena, const Node *, leaves);
	fold->now = ARENA_ARRAY(arena, Buffer *, leaves);
	fold->then = ARENA_ARRAY(arena, Buffer *, leaves);
	fold->all = ARENA_ARRAY(arena, Buffer *, leaves);
	return fold;
}

/* What one more step makes of the state. */
static const Value *stepped(Build *b, const Stepping *steps, const Fold *fold,
			    const Env *env)
{
	const Expr *lambda = steps->step;
	const ExprUse *use = usage_find(b->usage, lambda);

	if (lambda->index > 1)
		env = build_bind(b, env, view_element(b, steps->xs,
						      fold->each->index),
				 lambda->params[1], use->params[1]);
	return build_value(b, lambda->kids[0], env);
}

static const Value *state_of_thunk(Build *b, const Thunk *thunk)
{
	(void)b;
	return thunk->env->value;
}

static const Value *body_of_thunk(Build *b, const Thunk *thunk)
{
	return build_value(b, thunk->expr, thunk->env);
}

/* The state where its loop stops, else the next one: in lanes, some stop earlier
 * than others. */
static const Value *in_lanes(Build *b, const Stepping *steps, Fold *fold,
			     const Env *env)
{
	const Thunk same = { .build = state_of_thunk, .env = env };
	const Thunk next = { .build = body_of_thunk, .env = env,
			     .expr = steps->step->kids[0] };
	Thunk *kept = ARENA_ARRAY(b->graph->arena, Thunk, 2);

	kept[0] = same;
	kept[1] = next;
	fold->stop = build_value(b, steps->stop->kids[0], env)->node;
	return build_choice(b, fold->stop, &kept[0], &kept[1]);
}

/* What of a large state is kept would be chosen element by element, and what
 * may fail computed for each of them again. */
static bool is_alone(const Build *b, const Stepping *steps, const Env *env)
{
	enum { STATE_IN_LANES = 32 };
	bool pure = true, risky = false;
	int64_t scalars;

	if (!steps->stop || !b->depth)
		return steps->stop != NULL;
	build_captures(usage_find(b->usage, steps->step), env, &pure, &risky);
	return risky && (!type_scalars(steps->step->params[0], &scalars)
			 || scalars > STATE_IN_LANES);
}

/* What is built from now on is computed by nothing but steps that are run. */
static void stop_before(Build *b, const Stepping *steps, Fold *fold,
			const Env *env)
{
	fold->stop = build_value(b, steps->stop->kids[0], env)->node;
	fold->within = b->guard.step;
	b->guard.step = fold->step;
}

static void count_one_by_one(const Deps *deps)
{
	for (int i = 0; i < deps->count; i++)
		deps->scopes[i]->alone = true;
}

/* The state after step number i, as element i of an array. */
static const View *add_all(Folding *f, const Type *type, const Value *next,
			   int64_t count)
{
	Build *b = f->b;
	Fold *fold = f->fold;
	const Leaf *leaves = build_leaves(b, type, count);
	const View *all = view_in_memory(b, type, count, leaves, NULL);

	fold->all_count = type_leaves(type);
	for (int i = 0; i < fold->all_count; i++)
		fold->all[i] = leaves[i].buffer;
	build_fill(b, next, view_element(b, all, fold->each->index),
		   &f->during);
	return all;
}

const Value *build_steps(Build *b, const Stepping *steps, const Env *env,
			 const Value *initial)
{
	const Type *type = steps->step->params[0];
	const int depth = b->depth;
	Folding f = { .b = b, .fold = build_fold_new(b, type, steps->count, 0) };
	const bool one_by_one = is_alone(b, steps, env);
	const Guard outer = b->guard;
	const Value *acc, *next;
	const View *all = NULL;
	const Node *node;
	int accs = 0, arrays = 0;

	acc = accumulator(&f, type, initial);
	b->depth += 2;
	env = build_bind(b, env, acc, type, USE_ONCE);
	if (one_by_one)
		stop_before(b, steps, f.fold, env);
	next = steps->stop && !one_by_one ? in_lanes(b, steps, f.fold, env)
					  : stepped(b, steps, f.fold, env);
	advance(&f, type, next, &accs, &arrays);
	if (steps->every)
		all = add_all(&f, type, next, steps->count);
	b->depth = depth;
	b->guard = outer;
	f.fold->before = f.before.first;
	f.fold->during = f.during.first;
	node = node_fold(b->graph, f.fold);
	if (one_by_one)
		count_one_by_one(node->deps);
	if (all)
		return value_array(b, view_in_memory(b, type, steps->count,
						     all->leaves, node));
	accs = arrays = 0;
	return outcome(&f, node, type, acc, &accs, &arrays);
}

const Value *build_fold(Build *b, const Expr *lambda, const Env *env,
			const Value *initial, const View *xs)
{
	const Stepping steps = { .step = lambda, .xs = xs,
				 .count = xs->length };

	return xs->length < 1 ? initial : build_steps(b, &steps, env, initial);
}
