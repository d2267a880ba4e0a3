/* Elements, components and lanes of what is in memory. */
#include "codegen_opencl/view.h"

/* Scalars that one value of the type has in each of its components. */
static int64_t *leaf_sizes(const Type *type, int64_t times, int64_t *sizes)
{
	switch (type->kind) {
	case TYPE_TUPLE:
		for (int i = 0; i < type->count; i++)
			sizes = leaf_sizes(type->parts[i], times, sizes);
		return sizes;
	case TYPE_ARRAY:
		return leaf_sizes(type->element, times * type->length->value,
				  sizes);
	default:
		*sizes = type->kind == TYPE_VECTOR ? times * type->count
						   : times;
		return sizes + 1;
	}
}

/* The same times an index, where lengths are open. */
static const Affine **leaf_distances(Gen *g, const Type *type,
				     const Affine *index, const Affine **to)
{
	switch (type->kind) {
	case TYPE_TUPLE:
		for (int i = 0; i < type->count; i++)
			to = leaf_distances(g, type->parts[i], index, to);
		return to;
	case TYPE_ARRAY:
		return leaf_distances(g, type->element,
				      gen_times_size(g, index, type->length),
				      to);
	default:
		*to = type->kind == TYPE_VECTOR
		      ? affine_times(&g->indices, index, type->count) : index;
		return to + 1;
	}
}

static void distances(Gen *g, const Type *type, const Affine *index,
		      int count, const Affine **to)
{
	int64_t *sizes;

	if (type_is_open(type)) {
		leaf_distances(g, type, index, to);
		return;
	}
	sizes = ARENA_ARRAY(g->arena, int64_t, count);
	leaf_sizes(type, 1, sizes);
	for (int i = 0; i < count; i++)
		to[i] = affine_times(&g->indices, index, sizes[i]);
}

const View *view_memory_at(Gen *g, const View *view, const Affine *index)
{
	const Type *element = view->type->element;
	int count = type_leaves(element);
	const Affine **moved = ARENA_ARRAY(g->arena, const Affine *, count);
	Leaf *leaves = ARENA_ARRAY(g->arena, Leaf, count);
	View made = *view;

	distances(g, element, index, count, moved);
	for (int i = 0; i < count; i++) {
		leaves[i] = view->leaves[i];
		leaves[i].offset = affine_add(&g->indices, leaves[i].offset,
					      moved[i]);
	}
	made.type = element;
	made.leaves = leaves;
	return view_new(g, made);
}

const View *view_memory_get(Gen *g, const View *view, int part)
{
	View made = *view;

	for (int i = 0; i < part; i++)
		made.leaves += type_leaves(view->type->parts[i]);
	made.type = view->type->parts[part];
	return view_new(g, made);
}

const View *view_memory_lane(Gen *g, const View *view,
			     const Affine *lane)
{
	int count = type_leaves(view->type), width;
	Leaf *leaves = ARENA_ARRAY(g->arena, Leaf, count);
	View made = *view;

	if (!view->lane && type_lane(g->ir, view->type, &width)) {
		made.lane = lane;
		return view_new(g, made);
	}
	for (int i = 0; i < count; i++) {
		leaves[i] = view->leaves[i];
		leaves[i].offset = affine_at_lane(&g->indices,
						 leaves[i].offset, lane);
	}
	made.leaves = leaves;
	return view_new(g, made);
}
