/* Building scatter, scanByIndex and permute: a fold over the elements, in their
 * order, whose state is the array, changed in place. It has one element more,
 * where what is meant for a place outside goes. */
#include "ir/eval/eval_build.h"
#include "ir/eval/eval_index.h"

/* The array while the fold runs. */
typedef struct Target {
	Build *b;
	Fold *fold;
	const Type *element;
	int64_t length;        /* with the one more */
	const Leaf *leaves;
	const Node *place;     /* in it, of the present element */
	const Leaf *apart;     /* of one element, or NULL */
} Target;

static const View *target_view(const Target *t, const Node *owner)
{
	return view_in_memory(t->b, t->element, t->length, t->leaves, owner);
}

/* What is there before the step, and where to put what is there afterwards. */
static const Value *target_old(const Target *t)
{
	return view_element(t->b, target_view(t, node_arrays(t->b->graph,
							     t->fold)),
			    t->place);
}

static const Value *target_new(const Target *t)
{
	return view_element(t->b, target_view(t, NULL), t->place);
}

/* Adds the array `initial`, with one element more, to what the fold keeps. */
static Target target_add(Build *b, Fold *fold, const Type *element,
			 const View *initial, StmtList *before)
{
	Target t = { .b = b, .fold = fold, .element = element,
		     .length = initial->length + 1 };

	t.leaves = build_leaves(b, element, t.length);
	for (int i = 0; i < type_leaves(element); i++) {
		fold->now[fold->array_count] = t.leaves[i].buffer;
		fold->then[fold->array_count++] = t.leaves[i].buffer;
	}
	build_fill(b, value_array(b, view_pad(b, initial, PRIM_PAD_CLAMP, 0,
					      1)),
		   value_array(b, target_view(&t, NULL)), before);
	return t;
}

/* Where element i goes: the last place, where that is none of the array. */
static const Node *place_of(Build *b, const View *is, const Node *i,
			    int64_t length)
{
	Graph *graph = b->graph;
	const Node *index = node_convert(graph, SCALAR_I64,
					 view_element(b, is, i)->node);
	const Node *below = index_less(graph, index, 0);

	if (index->low < 0)
		index = node_select(graph, below,
				    index_const(graph, length - 1), index);
	return index_clamp(graph, index, length);
}

static const Node *is_inside(const Target *t)
{
	return index_less(t->b->graph, t->place, t->length - 1);
}

/* The array after the last step. */
static const View *target_outcome(const Target *t, const Node *node)
{
	return view_in_memory(t->b, t->element, t->length - 1, t->leaves,
			      node);
}

/* -- scatter --------------------------------------------------------------- */

static const Value *combined(Build *b, const Thunk *thunk)
{
	return build_value(b, thunk->expr->kids[0], thunk->env);
}

static const Value *state_of(Build *b, const Thunk *thunk)
{
	(void)b;
	return thunk->env->value;
}

/* What the function makes of the old value; where the place is outside, it is
 * not computed if that could fail. */
static const Value *next_of(Build *b, const Expr *op, const Env *env,
			    const Target *t, const View *xs)
{
	const ExprUse *use = usage_find(b->usage, op);
	const Env *state = build_bind(b, env, target_old(t), op->params[0],
				      USE_ONCE);
	const Value *x = view_element(b, xs, t->fold->each->index);
	Thunk *sides = ARENA_ARRAY(b->graph->arena, Thunk, 2);

	sides[0] = (Thunk){ .build = combined, .expr = op };
	sides[0].env = build_bind(b, state, x, op->params[1], use->params[1]);
	sides[1] = (Thunk){ .build = state_of, .env = state };
	if (!use->risky)
		return combined(b, &sides[0]);
	return build_choice(b, is_inside(t), &sides[0], &sides[1]);
}

/* The new value, where computing one part of it needs the others' old ones:
 * kept apart until it is whole. Scalars are computed before any is stored. */
static const Value *settled(Target *t, const Value *value, StmtList *during)
{
	Build *b = t->b;
	Fold *fold = t->fold;
	const View *whole;

	if (!type_has_array(t->element))
		return value;
	t->apart = build_leaves(b, t->element, 1);
	for (int i = 0; i < type_leaves(t->element); i++)
		fold->all[fold->all_count++] = t->apart[i].buffer;
	whole = view_in_memory(b, t->element, 1, t->apart, NULL);
	build_fill(b, value, view_element(b, whole, index_const(b->graph, 0)),
		   during);
	whole = view_in_memory(b, t->element, 1, t->apart,
			       node_arrays(b->graph, fold));
	return view_element(b, whole, index_const(b->graph, 0));
}

static const View *finish(Target *t, const StmtList *before,
			  const StmtList *during)
{
	t->fold->before = before->first;
	t->fold->during = during->first;
	t->fold->aim = t->place;
	return target_outcome(t, node_fold(t->b->graph, t->fold));
}

const Value *build_scatter(Build *b, const Expr *e, const Env *env)
{
	const View *initial = build_value(b, e->kids[1], env)->view;
	const View *is = build_value(b, e->kids[2], env)->view;
	const View *xs = build_value(b, e->kids[3], env)->view;
	const int depth = b->depth;
	StmtList before = { 0 }, during = { 0 };
	const Value *next;
	Fold *fold;
	Target t;

	if (initial->length < 1 || xs->length < 1)
		return value_array(b, initial);
	fold = build_fold_new(b, e->type->element, xs->length, 1);
	t = target_add(b, fold, e->type->element, initial, &before);
	b->depth += 2;
	t.place = place_of(b, is, fold->each->index, t.length);
	next = settled(&t, next_of(b, e->kids[0], env, &t, xs), &during);
	build_fill(b, next, target_new(&t), &during);
	b->depth = depth;
	return value_array(b, finish(&t, &before, &during));
}

/* -- scanByIndex ----------------------------------------------------------- */

/* An index that names no state is a fault, as with at. */
static const Node *named_place(Build *b, const View *is, const Node *i,
			       int64_t length, const Expr *e)
{
	const Node *index = node_convert(b->graph, SCALAR_I64,
					 view_element(b, is, i)->node);

	return node_check(b->graph, index, length, NULL, &b->guard, e);
}

/* Where the state after each element goes, an array of `count`. */
static const Leaf *add_states(Target *t, int64_t count)
{
	const Leaf *leaves = build_leaves(t->b, t->element, count);
	Fold *fold = t->fold;

	for (int i = 0; i < type_leaves(t->element); i++)
		fold->all[fold->all_count++] = leaves[i].buffer;
	return leaves;
}

const Value *build_scan_by_index(Build *b, const Expr *e, const Env *env)
{
	const View *initial = build_value(b, e->kids[1], env)->view;
	const View *is = build_value(b, e->kids[2], env)->view;
	const View *xs = build_value(b, e->kids[3], env)->view, *states;
	const Type *element = e->type->element;
	const int depth = b->depth;
	StmtList before = { 0 }, during = { 0 };
	const Leaf *leaves;
	const Value *next;
	Fold *fold;
	Target t;

	if (xs->length < 1)
		return value_array(b, view_range(b, initial,
						 index_const(b->graph, 0), 0));
	fold = build_fold_new(b, element, xs->length, type_leaves(element));
	t = target_add(b, fold, element, initial, &before);
	b->depth += 2;
	t.place = named_place(b, is, fold->each->index, initial->length, e);
	next = settled(&t, next_of(b, e->kids[0], env, &t, xs), &during);
	leaves = add_states(&t, xs->length);
	states = view_in_memory(b, element, xs->length, leaves, NULL);
	build_fill(b, next, view_element(b, states, fold->each->index),
		   &during);
	build_fill(b, next, target_new(&t), &during);
	b->depth = depth;
	fold->before = before.first;
	fold->during = during.first;
	fold->aim = t.place;
	return value_array(b, view_in_memory(b, element, xs->length, leaves,
					     node_fold(b->graph, fold)));
}

/* -- permute --------------------------------------------------------------- */

/* Which element was stored at a place already: -1, none. */
static const View *none_stored(Build *b, int64_t length)
{
	return view_fill(b, value_scalar(b, index_const(b->graph, -1)),
			 length);
}

/* The element's own number; a fault where another one was stored at its place.
 * The number that the check finds then stands for both: n * (1 + the element)
 * + the earlier one. */
static const Node *only_one(const Target *seen, const Expr *e, int64_t count)
{
	Build *b = seen->b;
	Graph *graph = b->graph;
	const Node *zero = index_const(graph, 0), *n = index_const(graph, count);
	const Node *i = seen->fold->each->index, *old = target_old(seen)->node;
	const Node *second[] = { i, index_const(graph, 1) };
	const Node *scaled[] = { node_op(graph, OP_ADD, second), n };
	const Node *both[] = { node_op(graph, OP_MUL, scaled), old };
	const Node *below[] = { old, zero };

	i = node_select(graph, node_op(graph, OP_LT, below), i,
			node_op(graph, OP_ADD, both));
	i = node_check(graph, i, count, seen->place, &b->guard, e);
	return node_select(graph, is_inside(seen), i, index_const(graph, -1));
}

const Value *build_permute(Build *b, const Expr *e, const Env *env)
{
	const View *initial = build_value(b, e->kids[0], env)->view;
	const View *is = build_value(b, e->kids[1], env)->view;
	const View *xs = build_value(b, e->kids[2], env)->view;
	static const Type number = { .kind = TYPE_SCALAR,
				     .scalar = SCALAR_I64, .leaves = 1 };
	const int depth = b->depth;
	StmtList before = { 0 }, during = { 0 };
	Fold *fold;
	Target t, seen;

	if (initial->length < 1 || xs->length < 1)
		return value_array(b, initial);
	fold = build_fold_new(b, e->type->element, xs->length, 2);
	t = target_add(b, fold, e->type->element, initial, &before);
	seen = target_add(b, fold, &number, none_stored(b, initial->length),
			  &before);
	b->depth += 2;
	t.place = place_of(b, is, fold->each->index, t.length);
	seen.place = t.place;
	build_fill(b, value_scalar(b, only_one(&seen, e, xs->length)),
		   target_new(&seen), &during);
	build_fill(b, view_element(b, xs, fold->each->index), target_new(&t),
		   &during);
	b->depth = depth;
	return value_array(b, finish(&t, &before, &during));
}
