/* Values and arrays in memory. */
#include <assert.h>

#include "base/hash.h"
#include "ir/eval/eval_build.h"
#include "ir/eval/eval_index.h"

const Value *value_scalar(Build *b, const Node *node)
{
	Value *value = ARENA_NEW(b->graph->arena, Value);

	value->kind = VALUE_SCALAR;
	value->node = node;
	return value;
}

const Value *value_tuple(Build *b, int count, const Value *const *parts)
{
	Arena *arena = b->graph->arena;
	const Value **copy = ARENA_ARRAY(arena, const Value *, count);
	Value *value = ARENA_NEW(arena, Value);

	for (int i = 0; i < count; i++)
		copy[i] = parts[i];
	*value = (Value){ .kind = VALUE_TUPLE, .count = count, .parts = copy };
	return value;
}

const Value *value_array(Build *b, const View *view)
{
	Value *value = ARENA_NEW(b->graph->arena, Value);

	value->kind = VALUE_ARRAY;
	value->view = view;
	return value;
}

const Value *value_part(const Value *tuple, int part)
{
	assert(tuple->kind == VALUE_TUPLE && part < tuple->count);
	return tuple->parts[part];
}

static bool any_part(const Value *value, bool (*holds)(const Value *value))
{
	for (int i = 0; i < value->count; i++)
		if (holds(value->parts[i]))
			return true;
	return false;
}

static bool value_computes(const Value *value)
{
	if (value->kind == VALUE_TUPLE)
		return any_part(value, value_computes);
	return value->kind == VALUE_ARRAY && !value->view->pure;
}

bool value_is_pure(const Value *value)
{
	return !value_computes(value);
}

bool value_is_risky(const Value *value)
{
	if (value->kind == VALUE_TUPLE)
		return any_part(value, value_is_risky);
	return value->kind == VALUE_ARRAY && value->view->risky;
}

bool value_same(const Value *a, const Value *b)
{
	if (a == b)
		return true;
	if (a->kind != b->kind || a->node != b->node || a->view != b->view
	    || a->zipped != b->zipped || a->count != b->count)
		return false;
	for (int i = 0; i < a->count; i++)
		if (!value_same(a->parts[i], b->parts[i]))
			return false;
	return true;
}

uint64_t value_hash(const Value *value)
{
	uint64_t h = hash_combine(HASH_SEED, (uint64_t)value->kind);

	if (value->kind == VALUE_SCALAR)
		return hash_combine(h, (uint64_t)value->node->id);
	if (value->kind == VALUE_ARRAY)
		return hash_combine(h, (uint64_t)value->view->length);
	for (int i = 0; i < value->count; i++)
		h = hash_combine(h, value_hash(value->parts[i]));
	return h;
}

/* -- memory ---------------------------------------------------------------- */

static const Type *part_with(const Type *tuple, int *leaf)
{
	int part = 0;

	while (*leaf >= type_leaves(tuple->parts[part]))
		*leaf -= type_leaves(tuple->parts[part++]);
	return tuple->parts[part];
}

int64_t leaf_size(const Type *type, int leaf)
{
	switch (type->kind) {
	case TYPE_ARRAY:
		return type->length->value * leaf_size(type->element, leaf);
	case TYPE_VECTOR:
		return type->count;
	case TYPE_TUPLE:
		type = part_with(type, &leaf);
		return leaf_size(type, leaf);
	default:
		return 1;
	}
}

Scalar leaf_scalar(const Type *type, int leaf)
{
	switch (type->kind) {
	case TYPE_ARRAY:
		return leaf_scalar(type->element, leaf);
	case TYPE_TUPLE:
		type = part_with(type, &leaf);
		return leaf_scalar(type, leaf);
	default:
		return type->scalar;
	}
}

static const Value *memory_element(Build *b, const View *view,
				   const Node *index)
{
	int count = type_leaves(view->element);
	Leaf *leaves = ARENA_ARRAY(b->graph->arena, Leaf, count);

	for (int i = 0; i < count; i++) {
		const Leaf *all = &view->leaves[i];
		const Node *by = index_scale(b->graph, index,
					     leaf_size(view->element, i));

		leaves[i].buffer = all->buffer;
		leaves[i].offset = index_add(b->graph, all->offset, by);
	}
	return value_in_memory(b, view->element, leaves, view->owner);
}

static const ViewRow memory_row = { memory_element, NULL };

const View *view_in_memory(Build *b, const Type *element, int64_t length,
			   const Leaf *leaves, const Node *owner)
{
	View *view = ARENA_NEW(b->graph->arena, View);

	*view = (View){ .row = &memory_row, .length = length, .pure = true,
			.element = element, .leaves = leaves,
			.owner = owner };
	return view;
}

static const Value *tuple_in_memory(Build *b, const Type *type,
				    const Leaf *leaves, const Node *owner)
{
	const Value *parts[64];

	for (int i = 0; i < type->count; i++) {
		parts[i] = value_in_memory(b, type->parts[i], leaves, owner);
		leaves += type_leaves(type->parts[i]);
	}
	return value_tuple(b, type->count, parts);
}

const Value *value_in_memory(Build *b, const Type *type, const Leaf *leaves,
			     const Node *owner)
{
	switch (type->kind) {
	case TYPE_TUPLE:
		return tuple_in_memory(b, type, leaves, owner);
	case TYPE_ARRAY:
		return value_array(b, view_in_memory(b, type->element,
				type->length->value, leaves, owner));
	case TYPE_VECTOR:
		return value_array(b, view_in_memory(b, type->element,
				type->count, leaves, owner));
	default:
		return value_scalar(b, node_load(b->graph, leaves->buffer,
						 owner, leaves->offset));
	}
}

/* -- vectors of tuples and arrays ------------------------------------------ */

static const Value *lane_of(Build *b, const Value *vector, const Type *lane,
			    const Node *index);

static const Value *lane_row_element(Build *b, const View *view,
				     const Node *index)
{
	const Value *row = view_element(b, view->kids[0], index);

	return lane_of(b, row, view->element, view->index);
}

static const ViewRow lane_row_row = { lane_row_element, NULL };

static const View *lane_rows(Build *b, const View *rows, const Type *lane,
			     const Node *index)
{
	View *view = ARENA_NEW(b->graph->arena, View);
	const View **kid = ARENA_NEW(b->graph->arena, const View *);

	*kid = rows;
	*view = (View){ .row = &lane_row_row, .length = rows->length,
			.pure = rows->pure, .risky = rows->risky, .count = 1,
			.kids = kid, .element = lane, .index = index };
	return view;
}

static const Value *lane_of(Build *b, const Value *vector, const Type *lane,
			    const Node *index)
{
	const Value *parts[64];

	if (lane->kind == TYPE_ARRAY)
		return value_array(b, lane_rows(b, vector->view,
						lane->element, index));
	if (lane->kind != TYPE_TUPLE)
		return view_element(b, vector->view, index);
	for (int i = 0; i < lane->count; i++)
		parts[i] = lane_of(b, vector->parts[i], lane->parts[i], index);
	return value_tuple(b, lane->count, parts);
}

static const Value *lanes_element(Build *b, const View *view,
				  const Node *index)
{
	return lane_of(b, view->value, view->element, index);
}

static void lanes_write(Build *b, const View *view, const Value *dest,
			StmtList *out)
{
	build_fill(b, view->value,
		   value_vectorised(b, dest->view, view->element), out);
}

static const ViewRow lanes_row = { lanes_element, lanes_write };

const View *view_lanes(Build *b, const Value *vector, const Type *lane,
		       int64_t n)
{
	View *view = ARENA_NEW(b->graph->arena, View);

	*view = (View){ .row = &lanes_row, .length = n,
			.pure = value_is_pure(vector),
			.risky = value_is_risky(vector), .value = vector,
			.element = lane };
	return view;
}
