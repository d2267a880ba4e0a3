/* Building what takes loops: arrays that are kept in memory, and folds. */
#include <assert.h>

#include "ir/eval_build.h"
#include "ir/eval_index.h"

/* -- filling memory -------------------------------------------------------- */

static void add_stmt(Build *b, StmtList *out, Stmt wanted)
{
	Stmt *stmt = ARENA_NEW(b->graph->arena, Stmt);

	*stmt = wanted;
	if (out->last)
		out->last->next = stmt;
	else
		out->first = stmt;
	out->last = stmt;
}

static void fill_elements(Build *b, const View *view, const View *dest,
			  StmtList *out)
{
	const int depth = b->depth;
	StmtList body = { 0 };
	Scope *loop = NULL;
	const Node *index = index_const(b->graph, 0);

	if (view->length > 1) {
		loop = scope_new(b->graph, SCOPE_LOOP, view->length,
				 ++b->depth);
		index = loop->index;
	}
	build_fill(b, view_element(b, view, index),
		   view_element(b, dest, index), loop ? &body : out);
	if (loop)
		add_stmt(b, out, (Stmt){ .loop = loop, .body = body.first });
	b->depth = depth;
}

static void fill_zipped(Build *b, const View *zipped, const Value *dest,
			StmtList *out)
{
	const View *parts[64];

	for (int i = 0; i < dest->count; i++)
		parts[i] = dest->parts[i]->view;
	build_fill(b, value_array(b, zipped),
		   value_array(b, view_zip(b, dest->count, parts)), out);
}

void build_fill(Build *b, const Value *value, const Value *dest,
		StmtList *out)
{
	switch (value->kind) {
	case VALUE_SCALAR:
		add_stmt(b, out, (Stmt){ .place = dest->node,
					 .value = value->node });
		break;
	case VALUE_TUPLE:
		if (value->zipped)
			fill_zipped(b, value->zipped, dest, out);
		for (int i = 0; !value->zipped && i < value->count; i++)
			build_fill(b, value->parts[i], dest->parts[i], out);
		break;
	case VALUE_ARRAY:
		if (value->view->length < 1)
			break;
		if (value->view->through)
			value->view->row->write(b, value->view, dest, out);
		else
			fill_elements(b, value->view, dest->view, out);
		break;
	}
}

static const Leaf *leaves_new(Build *b, const Type *element, int64_t length)
{
	int count = type_leaves(element);
	Leaf *leaves = ARENA_ARRAY(b->graph->arena, Leaf, count);

	for (int i = 0; i < count; i++) {
		Scalar scalar = graph_scalar(b->graph, leaf_scalar(element, i));

		leaves[i].buffer = buffer_new(b->graph, scalar, length
						* leaf_size(element, i));
		leaves[i].offset = index_const(b->graph, 0);
	}
	return leaves;
}

const View *build_stored_array(Build *b, const View *view, const Type *element)
{
	const Leaf *leaves = leaves_new(b, element, view->length);
	const View *dest = view_in_memory(b, element, view->length, leaves,
					  NULL);
	int count = type_leaves(element);
	Buffer **buffers = ARENA_ARRAY(b->graph->arena, Buffer *, count);
	StmtList out = { 0 };

	for (int i = 0; i < count; i++)
		buffers[i] = leaves[i].buffer;
	build_fill(b, value_array(b, view), value_array(b, dest), &out);
	return view_in_memory(b, element, view->length, leaves,
			      node_stored(b->graph, out.first, count, buffers));
}

const Value *build_stored(Build *b, const Value *value, const Type *type)
{
	const Value *parts[64];

	if (value_is_pure(value))
		return value;
	if (value->kind == VALUE_ARRAY)
		return value_array(b, build_stored_array(b, value->view,
							 type->element));
	for (int i = 0; i < value->count; i++)
		parts[i] = build_stored(b, value->parts[i], type->parts[i]);
	return value_tuple(b, value->count, parts);
}

/* -- folds ----------------------------------------------------------------- */

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
	const Leaf *leaves = leaves_new(b, element, length);
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
	leaves = leaves_new(b, type->element, value->view->length);
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

static Fold *fold_new(Build *b, const Type *type, int64_t count)
{
	Arena *arena = b->graph->arena;
	int leaves = type_leaves(type);
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
	return fold;
}

const Value *build_fold(Build *b, const Expr *lambda, const Env *env,
			const Value *initial, const View *xs)
{
	const Type *type = lambda->params[0];
	const ExprUse *use = usage_find(b->usage, lambda);
	const int depth = b->depth;
	Folding f = { .b = b };
	const Value *acc, *next;
	const Node *node;
	int accs = 0, arrays = 0;

	if (xs->length < 1)
		return initial;
	f.fold = fold_new(b, type, xs->length);
	acc = accumulator(&f, type, initial);
	b->depth += 2;
	env = build_bind(b, env, acc, type, use->params[0]);
	env = build_bind(b, env, view_element(b, xs, f.fold->each->index),
			 lambda->params[1], use->params[1]);
	next = build_value(b, lambda->kids[0], env);
	advance(&f, type, next, &accs, &arrays);
	b->depth = depth;
	f.fold->before = f.before.first;
	f.fold->during = f.during.first;
	node = node_fold(b->graph, f.fold);
	accs = arrays = 0;
	return outcome(&f, node, type, acc, &accs, &arrays);
}
