#include "ir/core/unify.h"

#include <stdlib.h>

#include "base/arena.h"

typedef struct Slot {
	OpenClass class;
	const Type *bound;   /* NULL while open */
	const Type *element; /* OPEN_FILL */
	const Size *length;
	int leaves;
} Slot;

struct Unifier {
	Ir *ir;
	Slot *slots;
	int count, capacity;
};

Unifier *unifier_new(Ir *ir)
{
	Unifier *unifier = base_calloc(1, sizeof *unifier);

	unifier->ir = ir;
	return unifier;
}

void unifier_free(Unifier *unifier)
{
	if (!unifier)
		return;
	free(unifier->slots);
	free(unifier);
}

static const Type *open_slot(Unifier *u, Slot slot)
{
	if (u->count == u->capacity) {
		u->capacity = u->capacity ? u->capacity * 2 : 64;
		u->slots = base_realloc(u->slots, sizeof *u->slots
						  * (size_t)u->capacity);
	}
	u->slots[u->count] = slot;
	return type_open(u->ir, u->count++);
}

const Type *unify_open(Unifier *u, OpenClass class)
{
	return open_slot(u, (Slot){ .class = class });
}

const Type *unify_open_fill(Unifier *u, const Type *element,
			    const Size *length)
{
	return open_slot(u, (Slot){ .class = OPEN_FILL, .element = element,
				    .length = length,
				    .leaves = unify_leaves(u, element) });
}

static Slot *slot_of(Unifier *u, const Type *open)
{
	return &u->slots[open->number];
}

const Type *unify_find(Unifier *u, const Type *type)
{
	while (u && type->kind == TYPE_OPEN && slot_of(u, type)->bound) {
		Slot *slot = slot_of(u, type);

		if (slot->bound->kind == TYPE_OPEN
		    && slot_of(u, slot->bound)->bound)
			slot->bound = slot_of(u, slot->bound)->bound;
		type = slot->bound;
	}
	return type;
}

OpenClass unify_class(Unifier *u, const Type *open)
{
	return u ? slot_of(u, open)->class : OPEN_VARIABLE;
}

int unify_leaves(Unifier *u, const Type *type)
{
	int leaves = 0;

	type = unify_find(u, type);
	if (!type->open || type->kind == TYPE_VECTOR)
		return type_leaves(type);
	if (type->kind == TYPE_OPEN)
		return unify_class(u, type) == OPEN_FILL
			? slot_of(u, type)->leaves : 1;
	if (type->kind == TYPE_ARRAY)
		return unify_leaves(u, type->element);
	for (int i = 0; i < type->count; i++)
		leaves += unify_leaves(u, type->parts[i]);
	return leaves;
}

/* Whether an open type is a part of a type: nothing equals a part of itself. */
static bool occurs(Unifier *u, const Type *open, const Type *type)
{
	type = unify_find(u, type);
	if (type == open)
		return true;
	if (!type->open)
		return false;
	if (type->kind == TYPE_OPEN)
		return unify_class(u, type) == OPEN_FILL
		    && occurs(u, open, slot_of(u, type)->element);
	if (type->kind != TYPE_TUPLE)
		return occurs(u, open, type->element);
	for (int i = 0; i < type->count; i++)
		if (occurs(u, open, type->parts[i]))
			return true;
	return false;
}

static bool bind(Unifier *u, const Type *open, const Type *type)
{
	if (occurs(u, open, type))
		return false;
	slot_of(u, open)->bound = type;
	return true;
}

static const Type *fill_array(Unifier *u, const Type *open)
{
	Slot *slot = slot_of(u, open);

	bind(u, open, type_array(u->ir, slot->element, slot->length));
	return slot_of(u, open)->bound;
}

/* As type_vector; literals in it may still be open. */
static const Type *widen(Unifier *u, const Type *lane, int width)
{
	const Type *parts[64];

	lane = unify_find(u, lane);
	if (lane->kind == TYPE_OPEN && unify_class(u, lane) == OPEN_FILL)
		lane = fill_array(u, lane);
	if (!lane->open)
		return type_vector(u->ir, lane, width);
	if (lane->kind == TYPE_OPEN)
		return type_vector_open(u->ir, lane, width);
	if (lane->kind == TYPE_ARRAY) {
		const Type *element = widen(u, lane->element, width);

		return element ? type_array(u->ir, element, lane->length)
			       : NULL;
	}
	if (lane->kind != TYPE_TUPLE || lane->shape || lane->count > 64)
		return NULL;
	for (int i = 0; i < lane->count; i++) {
		parts[i] = widen(u, lane->parts[i], width);
		if (!parts[i])
			return NULL;
	}
	return type_tuple(u->ir, lane->count, parts);
}

static const Type *fill_vector(Unifier *u, const Type *open)
{
	Slot slot = *slot_of(u, open);
	const Type *vector = NULL;

	if (slot.length->known && !slot.length->open
	    && type_is_width(slot.length->value))
		vector = widen(u, slot.element, (int)slot.length->value);
	if (vector)
		bind(u, open, vector);
	return vector;
}

const Type *unify_array(Unifier *u, const Type *type)
{
	type = unify_find(u, type);
	if (type->kind == TYPE_OPEN && unify_class(u, type) == OPEN_FILL)
		type = fill_array(u, type);
	return type->kind == TYPE_ARRAY ? type : NULL;
}

static const Type *with_vectors(Unifier *u, const Type *type)
{
	const Type *parts[64];

	type = unify_find(u, type);
	if (type->kind == TYPE_OPEN && unify_class(u, type) == OPEN_FILL)
		return fill_vector(u, type);
	if (!type->open || type->kind == TYPE_VECTOR)
		return type;
	if (type->kind == TYPE_ARRAY) {
		const Type *element = with_vectors(u, type->element);

		return element ? type_array(u->ir, element, type->length)
			       : NULL;
	}
	if (type->kind != TYPE_TUPLE || type->shape || type->count > 64)
		return NULL;
	for (int i = 0; i < type->count; i++) {
		parts[i] = with_vectors(u, type->parts[i]);
		if (!parts[i])
			return NULL;
	}
	return type_tuple(u->ir, type->count, parts);
}

const Type *unify_lane(Ir *ir, Unifier *u, const Type *type, int *width)
{
	const Type *closed = u ? with_vectors(u, type) : type;

	return closed ? type_lane(ir, closed, width) : NULL;
}

static bool fits(Unifier *u, OpenClass class, const Type *type)
{
	if (type->kind == TYPE_VECTOR && type->open)
		return class != OPEN_FLOAT
		       || unify(u, type->element, unify_open(u, OPEN_FLOAT));
	if (type->kind != TYPE_SCALAR && type->kind != TYPE_VECTOR)
		return false;
	if (class == OPEN_FLOAT)
		return scalar_is_float(type->scalar);
	return type->scalar != SCALAR_BOOL;
}

static bool unify_fill(Unifier *u, const Type *open, const Type *type)
{
	Slot slot = *slot_of(u, open);
	const Type *lane;
	int width;

	if (type->kind == TYPE_ARRAY && size_same(slot.length, type->length)
	    && unify(u, slot.element, type->element))
		return bind(u, open, type);
	lane = unify_lane(u->ir, u, type, &width);
	if (!lane || !slot.length->known || slot.length->open
	    || slot.length->value != width
	    || !unify(u, slot.element, lane))
		return false;
	return bind(u, open, type);
}

static bool unify_opens(Unifier *u, const Type *a, const Type *b)
{
	OpenClass ca = unify_class(u, a), cb = unify_class(u, b);

	if ((ca == OPEN_FILL) != (cb == OPEN_FILL)) {
		const Type *fill = ca == OPEN_FILL ? a : b;
		const Type *number = ca == OPEN_FILL ? b : a;
		const Type *vector = fill_vector(u, fill);

		return vector && fits(u, unify_class(u, number), vector)
		    && bind(u, number, vector);
	}
	if (ca == OPEN_FILL) {
		Slot sa = *slot_of(u, a), sb = *slot_of(u, b);

		return size_same(sa.length, sb.length)
		    && unify(u, sa.element, sb.element) && bind(u, a, b);
	}
	return ca > cb ? bind(u, b, a) : bind(u, a, b);
}

static bool unify_with_open(Unifier *u, const Type *open, const Type *type)
{
	OpenClass class = unify_class(u, open);

	if (class == OPEN_FILL)
		return unify_fill(u, open, type);
	return fits(u, class, type) && bind(u, open, type);
}

bool unify(Unifier *u, const Type *a, const Type *b)
{
	a = unify_find(u, a);
	b = unify_find(u, b);
	if (!u || (!a->open && !b->open))
		return type_same(a, b);
	if (a == b)
		return true;
	if (a->kind == TYPE_OPEN && b->kind == TYPE_OPEN)
		return unify_opens(u, a, b);
	if (a->kind == TYPE_OPEN)
		return unify_with_open(u, a, b);
	if (b->kind == TYPE_OPEN)
		return unify_with_open(u, b, a);
	if (a->kind != b->kind)
		return false;
	if (a->kind == TYPE_ARRAY)
		return size_same(a->length, b->length)
		    && unify(u, a->element, b->element);
	if (a->count != b->count || a->shape != b->shape)
		return false;
	if (a->kind == TYPE_VECTOR)
		return unify(u, a->element, b->element);
	for (int i = 0; i < a->count; i++)
		if (!unify(u, a->parts[i], b->parts[i]))
			return false;
	return true;
}

static const Type *put_in(Unifier *u, const Type *type, bool close)
{
	static const Scalar defaults[] = {
		[OPEN_NUMBER] = SCALAR_I32, [OPEN_SIZE] = SCALAR_I64,
		[OPEN_FLOAT] = SCALAR_F32,
	};
	const Type *parts[64];

	type = unify_find(u, type);
	if (!type->open || !u)
		return type;
	if (type->kind == TYPE_OPEN && close) {
		if (unify_class(u, type) == OPEN_FILL)
			return put_in(u, fill_array(u, type), close);
		bind(u, type, type_scalar(u->ir,
					  defaults[unify_class(u, type)]));
		return unify_find(u, type);
	}
	if (type->kind == TYPE_OPEN)
		return type;
	if (type->kind == TYPE_ARRAY)
		return type_array(u->ir, put_in(u, type->element, close),
				  type->length);
	if (type->kind == TYPE_VECTOR) {
		const Type *element = put_in(u, type->element, close);

		return element->open
			       ? type_vector_open(u->ir, element, type->count)
			       : type_vector(u->ir, element, type->count);
	}
	for (int i = 0; i < type->count && i < 64; i++)
		parts[i] = put_in(u, type->parts[i], close);
	return type_tuple_like(u->ir, type, parts);
}

const Type *unify_current(Unifier *u, const Type *type)
{
	return put_in(u, type, false);
}

const Type *unify_close(Unifier *u, const Type *type)
{
	return put_in(u, type, true);
}

static const char *open_word(OpenClass class)
{
	static const char *const words[] = {
		[OPEN_NUMBER] = "a number", [OPEN_SIZE] = "a number",
		[OPEN_FLOAT] = "a float", [OPEN_FILL] = "a fill",
		[OPEN_VARIABLE] = "a type",
	};

	return words[class];
}

static void put_shape(Unifier *u, Text *text, const Type *type)
{
	text_put(text, type->shape == SHAPE_ROWS ? "[[" : "[");
	unify_text(u, text, type->parts[0]->element);
	type_shape_text(text, type);
}

void unify_text(Unifier *u, Text *text, const Type *type)
{
	type = unify_find(u, type);
	switch (type->kind) {
	case TYPE_VECTOR:
		text_char(text, '<');
		unify_text(u, text, type->element);
		text_printf(text, "; %d>", type->count);
		break;
	case TYPE_OPEN:
		text_put(text, open_word(unify_class(u, type)));
		break;
	case TYPE_ARRAY:
		text_char(text, '[');
		unify_text(u, text, type->element);
		text_put(text, "; ");
		size_text(text, type->length);
		text_char(text, ']');
		break;
	case TYPE_TUPLE:
		if (type->shape) {
			put_shape(u, text, type);
			break;
		}
		for (int i = 0; i < type->count; i++) {
			text_put(text, i ? ", " : "(");
			unify_text(u, text, type->parts[i]);
		}
		text_char(text, ')');
		break;
	default:
		type_text(text, type);
	}
}
