/* Building arrays that are kept in memory. */
#include "ir/eval/eval_build.h"
#include "ir/eval/eval_index.h"

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
		   value_array(b, view_zipped(b, dest->count, parts)), out);
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

const Leaf *build_leaves(Build *b, const Type *element, int64_t length)
{
	int count = type_leaves(element);
	Leaf *leaves = ARENA_ARRAY(b->graph->arena, Leaf, count);

	for (int i = 0; i < count; i++) {
		leaves[i].buffer = buffer_new(b->graph, leaf_scalar(element, i),
					      length * leaf_size(element, i));
		leaves[i].offset = index_const(b->graph, 0);
	}
	return leaves;
}

const View *build_stored_array(Build *b, const View *view, const Type *element)
{
	const Leaf *leaves = build_leaves(b, element, view->length);
	const View *dest = view_in_memory(b, element, view->length, leaves,
					  NULL);
	Stored *stored = ARENA_NEW(b->graph->arena, Stored);
	StmtList out = { 0 };

	stored->count = type_leaves(element);
	stored->buffers = ARENA_ARRAY(b->graph->arena, Buffer *,
				      stored->count);
	for (int i = 0; i < stored->count; i++)
		stored->buffers[i] = leaves[i].buffer;
	build_fill(b, value_array(b, view), value_array(b, dest), &out);
	stored->stmts = out.first;
	return view_in_memory(b, element, view->length, leaves,
			      node_stored(b->graph, stored));
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
