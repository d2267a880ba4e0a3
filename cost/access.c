#include "cost/access.h"

#include <string.h>

double access_length(const Type *type)
{
	if (type->kind == TYPE_VECTOR)
		return type->count;
	return type->kind == TYPE_ARRAY && type->length->known
		? (double)type->length->value : 1;
}

int access_rank(const Type *type)
{
	if (type->kind == TYPE_ARRAY)
		return 1 + access_rank(type->element);
	return type->kind == TYPE_TUPLE ? access_rank(type->parts[0]) : 0;
}

static Access *copy_of(Arena *arena, const Access *value)
{
	Access *copy = ARENA_NEW(arena, Access);

	*copy = *value;
	return copy;
}

/* -- of a type ------------------------------------------------------------- */

static Access *tuple_new(Arena *arena, int count)
{
	Access *tuple = ARENA_NEW(arena, Access);

	tuple->count = count;
	tuple->parts = ARENA_ARRAY(arena, Access *, count);
	return tuple;
}

static double scalars_of(const Access *inner, double length)
{
	return inner->rank ? inner->strides[0] * length : inner->lanes;
}

static void push_front(Access *leaf, double stride)
{
	if (leaf->rank == ACCESS_RANK)
		return;
	memmove(leaf->strides + 1, leaf->strides,
		sizeof *leaf->strides * (size_t)leaf->rank);
	leaf->strides[0] = stride;
	leaf->rank++;
}

static void push_row_major(Access *value, const Type *element)
{
	if (!value->count) {
		push_front(value, scalars_of(value, access_length(element)));
		return;
	}
	for (int i = 0; i < value->count; i++)
		push_row_major(value->parts[i], element->kind == TYPE_TUPLE
			       ? element->parts[i] : element);
}

Access *access_of(Arena *arena, const Type *type, Space space,
		  AccessState state)
{
	Access *value;

	if (type->kind == TYPE_ARRAY) {
		value = access_of(arena, type->element, space, state);
		push_row_major(value, type->element);
	} else if (type->kind == TYPE_TUPLE) {
		value = tuple_new(arena, type->count);
		for (int i = 0; i < type->count; i++)
			value->parts[i] = access_of(arena, type->parts[i],
						   space, state);
	} else {
		value = ARENA_NEW(arena, Access);
		value->space = space;
		value->state = state;
		value->bytes = (int)scalar_bytes(type->scalar);
		value->lanes = type->kind == TYPE_VECTOR ? type->count : 1;
	}
	return value;
}

/* -- leaf by leaf ---------------------------------------------------------- */

typedef struct Change {
	const Expr *view;
	int loop;
} Change;

typedef void ChangeLeaf(Access *leaf, const Change *change);

static Access *changed(Arena *arena, const Access *value, ChangeLeaf *change,
		      const Change *how)
{
	Access *made = copy_of(arena, value);

	if (!value->count) {
		change(made, how);
		return made;
	}
	made->parts = ARENA_ARRAY(arena, Access *, value->count);
	for (int i = 0; i < value->count; i++)
		made->parts[i] = changed(arena, value->parts[i], change, how);
	return made;
}

static double pop_front(Access *leaf)
{
	double stride = leaf->rank ? leaf->strides[0] : 0;

	if (leaf->rank)
		memmove(leaf->strides, leaf->strides + 1,
			sizeof *leaf->strides * (size_t)--leaf->rank);
	return stride;
}

static void take_element(Access *leaf, const Change *how)
{
	double stride = pop_front(leaf);

	leaf->along[how->loop] = stride;
	leaf->state = AS_VIEW;
	leaf->loaded = false;
}

Access *access_element(Arena *arena, const Access *array, int loop)
{
	return changed(arena, array, take_element, &(Change){ .loop = loop });
}

static void put_element(Access *leaf, const Change *how)
{
	push_front(leaf, leaf->along[how->loop]);
	leaf->along[how->loop] = 0;
}

Access *access_array(Arena *arena, const Access *element, int loop)
{
	return changed(arena, element, put_element, &(Change){ .loop = loop });
}

bool access_has(const Access *value, AccessState state)
{
	if (!value->count)
		return value->state == state;
	for (int i = 0; i < value->count; i++)
		if (access_has(value->parts[i], state))
			return true;
	return false;
}

/* -- views ----------------------------------------------------------------- */

static double size_of(const Expr *view, int i)
{
	return view->size_count > i && view->sizes[i]->known
		? (double)view->sizes[i]->value : 1;
}

static void swap_two(Access *leaf)
{
	double outer = leaf->strides[0];

	if (leaf->rank < 2)
		return;
	leaf->strides[0] = leaf->strides[1];
	leaf->strides[1] = outer;
}

/* One dimension as two, of which the inner one is so long. */
static void part_first(Access *leaf, double length)
{
	if (leaf->rank)
		push_front(leaf, length * leaf->strides[0]);
}

static void widen(Access *leaf, double width)
{
	leaf->lanes = (int)width;
	if (leaf->rank)
		leaf->strides[0] *= width;
}

static void narrow(Access *leaf)
{
	if (leaf->rank && leaf->lanes)
		leaf->strides[0] /= leaf->lanes;
	leaf->lanes = 1;
}

static void show(Access *leaf, const Change *how)
{
	const Expr *v = how->view;

	switch (v->prim) {
	case PRIM_SPLIT:
	case PRIM_SPLIT_INTO:
		part_first(leaf, access_length(v->type->element));
		break;
	case PRIM_SLIDE:
		part_first(leaf, size_of(v, 1));
		break;
	case PRIM_JOIN:
	case PRIM_HEAD:
		pop_front(leaf);
		break;
	case PRIM_AT:
		leaf->along[how->loop] += pop_front(leaf);
		break;
	case PRIM_TRANSPOSE:
		swap_two(leaf);
		break;
	case PRIM_REORDER_STRIDE:
		if (leaf->rank)
			leaf->strides[0] *= size_of(v, 0);
		break;
	case PRIM_SPLIT_VEC:
		widen(leaf, size_of(v, 0));
		break;
	case PRIM_JOIN_VEC:
		narrow(leaf);
		break;
	case PRIM_LANES:
		leaf->lanes = 1;
		push_front(leaf, 1);
		break;
	case PRIM_FILL:
		push_front(leaf, 0);
		break;
	default:
		break;
	}
}

Access *access_view(Arena *arena, const Expr *view, const Access *of, int loop)
{
	return changed(arena, of, show, &(Change){ view, loop });
}

static void hide(Access *leaf, const Change *how)
{
	const Expr *v = how->view;
	const Type *of = v->kids[v->kid_count - 1]->type;

	switch (v->prim) {
	case PRIM_JOIN:
		part_first(leaf, access_length(of->element));
		break;
	case PRIM_SPLIT:
	case PRIM_SPLIT_INTO:
		pop_front(leaf);
		break;
	case PRIM_HEAD:
		push_front(leaf, 0);
		break;
	case PRIM_TRANSPOSE:
		swap_two(leaf);
		break;
	case PRIM_REORDER_STRIDE:
		if (leaf->rank)
			leaf->strides[0] *= access_length(of)
					  / size_of(v, 0);
		break;
	case PRIM_JOIN_VEC:
		widen(leaf, access_length(of->element));
		break;
	case PRIM_SPLIT_VEC:
		narrow(leaf);
		break;
	default:
		break;
	}
}

Access *access_behind(Arena *arena, const Expr *view, const Access *where)
{
	const Type *of = view->kids[view->kid_count - 1]->type;
	Access *behind = changed(arena, where, hide, &(Change){ .view = view });

	if (!behind->count && behind->rank == access_rank(of))
		return behind;
	return access_of(arena, of, where->space, AS_STORED);
}
