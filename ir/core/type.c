#include "ir/core/type.h"

#include <string.h>

#include "base/checked.h"
#include "base/hash.h"
#include "ir/core/internal.h"

static uint64_t type_hash(const Type *type)
{
	uint64_t h = hash_combine(HASH_SEED, (uint64_t)type->kind);

	h = hash_combine(h, (uint64_t)type->scalar);
	h = hash_combine(h, (uint64_t)type->count);
	h = hash_combine(h, (uint64_t)type->number);
	if (type->shape) /* hashes of others are stored, and stay */
		h = hash_combine(h, (uint64_t)type->shape);
	if (type->kind == TYPE_TUPLE)
		for (int i = 0; i < type->count; i++)
			h = hash_combine(h, type->parts[i]->hash);
	if (type->kind == TYPE_ARRAY) {
		h = hash_combine(h, type->element->hash);
		h = hash_combine(h, type->length->hash);
	}
	return h;
}

static bool type_equal(const void *stored, const void *wanted)
{
	const Type *a = stored, *b = wanted;

	if (a->kind != b->kind || a->scalar != b->scalar
	    || a->count != b->count || a->number != b->number
	    || a->length != b->length || a->element != b->element
	    || a->shape != b->shape)
		return false;
	for (int i = 0; a->kind == TYPE_TUPLE && i < a->count; i++)
		if (a->parts[i] != b->parts[i])
			return false;
	return true;
}

enum { MANY_LEAVES = 1 << 20 };

static int count_leaves(const Type *type)
{
	int leaves = 0;

	if (type->kind == TYPE_ARRAY)
		return type->element->leaves;
	if (type->kind != TYPE_TUPLE)
		return 1;
	for (int i = 0; i < type->count && leaves < MANY_LEAVES; i++)
		leaves += type->parts[i]->leaves;
	return leaves < MANY_LEAVES ? leaves : MANY_LEAVES;
}

static const Type *type_intern(Ir *ir, Type type)
{
	const Type *found;
	Type *made;

	type.hash = type_hash(&type);
	found = intern_find(&ir->types, type.hash, &type, type_equal);
	if (found)
		return found;
	made = ARENA_NEW(ir->arena, Type);
	*made = type;
	made->leaves = count_leaves(&type);
	if (type.kind == TYPE_TUPLE) {
		const Type **parts = ARENA_ARRAY(ir->arena, const Type *,
						 type.count);

		memcpy(parts, type.parts, sizeof *parts * (size_t)type.count);
		made->parts = parts;
	}
	intern_add(&ir->types, type.hash, made);
	return made;
}

const Type *type_scalar(Ir *ir, Scalar scalar)
{
	return type_intern(ir, (Type){ .kind = TYPE_SCALAR, .scalar = scalar });
}

static const Type *tuple(Ir *ir, Type type)
{
	for (int i = 0; i < type.count; i++)
		type.open |= type.parts[i]->open;
	return type_intern(ir, type);
}

const Type *type_tuple(Ir *ir, int count, const Type *const *parts)
{
	return tuple(ir, (Type){ .kind = TYPE_TUPLE, .count = count,
				 .parts = parts });
}

const Type *type_tuple_like(Ir *ir, const Type *like,
			    const Type *const *parts)
{
	return tuple(ir, (Type){ .kind = TYPE_TUPLE, .count = like->count,
				 .parts = parts, .shape = like->shape,
				 .length = like->length });
}

const Type *type_list(Ir *ir, const Type *element, const Size *most)
{
	const Type *parts[] = { type_array(ir, element, most),
				type_scalar(ir, SCALAR_I64) };

	return tuple(ir, (Type){ .kind = TYPE_TUPLE, .count = 2,
				 .parts = parts, .shape = SHAPE_LIST });
}

static const Type *with_count(Ir *ir, const Type *list, const Size *count)
{
	return tuple(ir, (Type){ .kind = TYPE_TUPLE, .count = 2,
				 .parts = list->parts, .shape = SHAPE_LIST,
				 .length = count });
}

const Type *type_counted(Ir *ir, const Type *type, const char *name)
{
	const Type *parts[64];

	if (type_is(type, SHAPE_LIST))
		return type->length ? type
			: with_count(ir, type, size_var(ir, name));
	if (!type_is(type, SHAPE_NONE) || !type_has_shape(type))
		return type;
	for (int i = 0; i < type->count; i++)
		parts[i] = type_counted(ir, type->parts[i], arena_printf(
					ir->arena, "%s.%d", name, i));
	return type_tuple(ir, type->count, parts);
}

const Type *type_uncounted(Ir *ir, const Type *type)
{
	const Type *parts[64];

	if (type_is(type, SHAPE_LIST))
		return with_count(ir, type, NULL);
	if (!type_is(type, SHAPE_NONE) || !type_has_shape(type))
		return type;
	for (int i = 0; i < type->count; i++)
		parts[i] = type_uncounted(ir, type->parts[i]);
	return type_tuple(ir, type->count, parts);
}

const Type *type_list_like(Ir *ir, const Type *list, const Type *element)
{
	return with_count(ir, type_list(ir, element, list->parts[0]->length),
			  list->length);
}

bool type_as_many(const Type *a, const Type *b)
{
	return a->length && a->length == b->length;
}

const Type *type_rows(Ir *ir, const Type *element, const Size *most,
		      const Size *count)
{
	const Size *ends = size_add(ir, count, size_const(ir, 1));
	const Type *parts[] = { type_array(ir, element, most),
				ends ? type_array(ir, type_scalar(ir,
						  SCALAR_I64), ends) : NULL };

	return ends ? tuple(ir, (Type){ .kind = TYPE_TUPLE, .count = 2,
					.parts = parts, .length = count,
					.shape = SHAPE_ROWS }) : NULL;
}

const Type *type_plain(Ir *ir, const Type *type)
{
	const Type *parts[64];

	if (type->kind == TYPE_ARRAY)
		return type_array(ir, type_plain(ir, type->element),
				  type->length->open ? type->length
				  : size_const(ir, type->length->value));
	if (type->kind != TYPE_TUPLE)
		return type;
	for (int i = 0; i < type->count; i++)
		parts[i] = type_plain(ir, type->parts[i]);
	return type_tuple(ir, type->count, parts);
}

bool type_has_shape(const Type *type)
{
	for (int i = 0; type->kind == TYPE_TUPLE && i < type->count; i++)
		if (type->shape || type_has_shape(type->parts[i]))
			return true;
	return type->kind == TYPE_ARRAY && type_has_shape(type->element);
}

const Type *type_array(Ir *ir, const Type *element, const Size *length)
{
	return type_intern(ir, (Type){ .kind = TYPE_ARRAY, .element = element,
				       .length = length,
				       .open = element->open });
}

const Type *type_open(Ir *ir, int number)
{
	return type_intern(ir, (Type){ .kind = TYPE_OPEN, .number = number,
				       .open = true });
}

static const Type *map_parts(Ir *ir, const Type *tuple,
			     const Type *(*change)(Ir *, const Type *, int *),
			     int *argument)
{
	const Type **parts = ARENA_ARRAY(ir->arena, const Type *, tuple->count);

	for (int i = 0; i < tuple->count; i++) {
		parts[i] = change(ir, tuple->parts[i], argument);
		if (!parts[i])
			return NULL;
	}
	return type_tuple(ir, tuple->count, parts);
}

static const Type *widen(Ir *ir, const Type *of, int *width)
{
	const Type *element;

	switch (of->kind) {
	case TYPE_SCALAR:
		return type_intern(ir, (Type){ .kind = TYPE_VECTOR,
					       .scalar = of->scalar,
					       .count = *width,
					       .element = of });
	case TYPE_TUPLE:
		return of->shape ? NULL : map_parts(ir, of, widen, width);
	case TYPE_ARRAY:
		element = widen(ir, of->element, width);
		return element ? type_array(ir, element, of->length) : NULL;
	default:
		return NULL;
	}
}

const Type *type_vector(Ir *ir, const Type *of, int width)
{
	return widen(ir, of, &width);
}

const Type *type_vector_open(Ir *ir, const Type *open, int width)
{
	return type_intern(ir, (Type){ .kind = TYPE_VECTOR,
				       .scalar = SCALAR_COUNT, .count = width,
				       .element = open, .open = true });
}

static const Type *narrow(Ir *ir, const Type *type, int *width)
{
	const Type *element;

	switch (type->kind) {
	case TYPE_VECTOR:
		if (*width && *width != type->count)
			return NULL;
		*width = type->count;
		return type->element;
	case TYPE_TUPLE:
		return map_parts(ir, type, narrow, width);
	case TYPE_ARRAY:
		element = narrow(ir, type->element, width);
		return element ? type_array(ir, element, type->length) : NULL;
	default:
		return NULL;
	}
}

const Type *type_lane(Ir *ir, const Type *type, int *width)
{
	*width = 0;
	return narrow(ir, type, width);
}

bool type_same(const Type *a, const Type *b)
{
	if (a == b)
		return true;
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case TYPE_ARRAY:
		return size_same(a->length, b->length)
		    && type_same(a->element, b->element);
	case TYPE_TUPLE:
		if (a->count != b->count || a->shape != b->shape)
			return false;
		for (int i = 0; i < a->count; i++)
			if (!type_same(a->parts[i], b->parts[i]))
				return false;
		return true;
	default:
		return false;
	}
}

bool type_has_array(const Type *type)
{
	if (type->kind == TYPE_TUPLE)
		for (int i = 0; i < type->count; i++)
			if (type_has_array(type->parts[i]))
				return true;
	return type->kind == TYPE_ARRAY;
}

bool type_is_width(int64_t width)
{
	return width == 2 || width == 4 || width == 8 || width == 16;
}

int type_leaves(const Type *type)
{
	return type->leaves;
}

bool type_scalars(const Type *type, int64_t *count)
{
	int64_t inner;

	switch (type->kind) {
	case TYPE_ARRAY:
		return type_scalars(type->element, &inner)
		    && type->length->known
		    && checked_mul(inner, type->length->value, count);
	case TYPE_TUPLE:
		*count = 0;
		for (int i = 0; i < type->count; i++)
			if (!type_scalars(type->parts[i], &inner)
			    || !checked_add(*count, inner, count))
				return false;
		return true;
	case TYPE_VECTOR:
		*count = type->count;
		return true;
	default:
		*count = 1;
		return true;
	}
}
