#include "search/normal/meaning.h"

#include <string.h>

enum { BUCKETS = 16 };

static const Meaning *meaning_new(Normal *n, Meaning draft)
{
	Meaning *value = ARENA_NEW(n->arena, Meaning);

	if (arena_bytes(n->arena) > (size_t)1 << 28)
		normal_stop(n, "it takes too much memory");
	*value = draft;
	if (draft.element)
		value->known = ARENA_ARRAY(n->arena, struct Element1 *,
					   BUCKETS);
	return value;
}

const Meaning *meaning_scalar(Normal *n, const Form *form)
{
	return meaning_new(n, (Meaning){ .type = form->type, .form = form });
}

const Meaning *meaning_tuple(Normal *n, const Type *type, int count,
			 const Meaning *const *parts)
{
	const Meaning **kept = ARENA_ARRAY(n->arena, const Meaning *, count);

	memcpy(kept, parts, (size_t)count * sizeof *parts);
	return meaning_new(n, (Meaning){ .type = type, .count = count,
				     .parts = kept });
}

const Meaning *meaning_part(const Meaning *tuple, int i)
{
	return tuple->parts[i];
}

const Meaning *meaning_array(Normal *n, const Type *type, Element *element,
			 Meaning draft)
{
	const Meaning **kept = ARENA_ARRAY(n->arena, const Meaning *,
					   draft.count);

	if (draft.count)
		memcpy(kept, draft.parts, (size_t)draft.count * sizeof *kept);
	draft.type = type;
	draft.element = element;
	draft.parts = kept;
	return meaning_new(n, draft);
}

int64_t meaning_length(const Meaning *array)
{
	return array->type->kind == TYPE_VECTOR ? array->type->count
						: array->type->length->value;
}

const Meaning *meaning_at(Normal *n, const Meaning *array, const Form *index)
{
	struct Element1 **bucket = &array->known[index->hash % BUCKETS], *made;

	for (made = *bucket; made; made = made->next)
		if (made->index == index)
			return made->value;
	if (++n->depth > FORM_DEPTH)
		normal_stop(n, "its arrays are nested too deeply");
	made = arena_alloc(n->arena, sizeof *made);
	made->index = index;
	made->value = array->element(n, array, index);
	made->next = *bucket;
	*bucket = made;
	n->depth--;
	return made->value;
}

/* -- choices --------------------------------------------------------------- */

static const Meaning *chosen_element(Normal *n, const Meaning *array,
				   const Form *index)
{
	return meaning_choice(n, array->leaves[0],
			    meaning_at(n, array->parts[0], index),
			    meaning_at(n, array->parts[1], index));
}

const Meaning *meaning_choice(Normal *n, const Form *c, const Meaning *a,
			  const Meaning *b)
{
	const Meaning *both[] = { a, b }, *parts[FORM_PARTS];
	const Form **kept;

	if (a->form)
		return meaning_scalar(n, form_if(n, c, a->form, b->form));
	if (a->element) {
		kept = ARENA_NEW(n->arena, const Form *);
		*kept = c;
		return meaning_array(n, a->type, chosen_element,
				   (Meaning){ .count = 2, .parts = both,
					    .leaves = kept });
	}
	for (int i = 0; i < a->count; i++)
		parts[i] = meaning_choice(n, c, a->parts[i], b->parts[i]);
	return meaning_tuple(n, a->type, a->count, parts);
}

/* -- components ------------------------------------------------------------ */

int meaning_components(Normal *n, const Type *type, const Type **types)
{
	int count = 0;

	if (type->leaves > FORM_PARTS / 4)
		normal_stop(n, "a tuple has too many components");
	if (type->kind == TYPE_TUPLE) {
		for (int i = 0; i < type->count; i++)
			count += meaning_components(n, type->parts[i],
						  types + count);
		return count;
	}
	if (type->kind == TYPE_VECTOR) {
		types[0] = type_array(n->ir, type->element,
				      size_const(n->ir, type->count));
		return 1;
	}
	if (type->kind != TYPE_ARRAY) {
		types[0] = type;
		return 1;
	}
	count = meaning_components(n, type->element, types);
	for (int i = 0; i < count; i++)
		types[i] = type_array(n->ir, types[i], type->length);
	return count;
}

static const Form *each(Normal *n, const Form *loop, const Form *element)
{
	const Form *parts[] = { loop, element };

	return form_close(n, (Form){
		.kind = FORM_EACH, .binds = 1, .count = 2, .parts = parts,
		.type = type_array(n->ir, element->type,
				   size_const(n->ir, loop->extent)) });
}

/* Of the array that the last index is of. */
static const Type *array_type(const Form *access)
{
	const Type *type = access->parts[0]->type;

	for (int i = 2; i < access->count; i++)
		type = type->element;
	return type;
}

/* An array's own element at the loop: that array. */
const Form *form_each(Normal *n, const Form *loop, const Form *element)
{
	const Form *last, *parts[FORM_PARTS];
	Form draft = *element;

	if (element->kind != FORM_ACCESS
	    || array_type(element)->length->value != loop->extent)
		return each(n, loop, element);
	last = element->parts[element->count - 1];
	memcpy(parts, element->parts, (size_t)element->count * sizeof *parts);
	for (int i = 0; i < element->count - 1; i++)
		if (form_has(parts[i], loop))
			return each(n, loop, element);
	if (!linear_is_variable(last, loop))
		return each(n, loop, element);
	draft.parts = parts;
	draft.count--;
	draft.type = array_type(element);
	return draft.count > 1 ? form_of(n, draft) : parts[0];
}

int meaning_leaves(Normal *n, const Meaning *value, const Form **leaves)
{
	int count = 0;

	if (value->form) {
		leaves[0] = value->form;
		return 1;
	}
	if (value->element) {
		const Form *loop = form_fresh(n, n->i64, meaning_length(value));
		const Meaning *one = meaning_at(n, value, linear_atom(n, loop));

		count = meaning_leaves(n, one, leaves);
		for (int i = 0; i < count; i++)
			leaves[i] = form_each(n, loop, leaves[i]);
		return count;
	}
	for (int i = 0; i < value->count; i++)
		count += meaning_leaves(n, value->parts[i], leaves + count);
	return count;
}

static const Meaning *leaf_element(Normal *n, const Meaning *array,
				 const Form *index)
{
	const int count = array->type->element->leaves;
	const Form *leaves[FORM_PARTS];

	for (int i = 0; i < count; i++)
		leaves[i] = form_access(n, array->leaves[i], index);
	return meaning_of_leaves(n, array->type->element, leaves);
}

static const Meaning *leaf_array(Normal *n, const Type *type,
			       const Form *const *leaves)
{
	const Form **kept = ARENA_ARRAY(n->arena, const Form *, type->leaves);

	memcpy(kept, leaves, (size_t)type->leaves * sizeof *kept);
	return meaning_array(n, type, leaf_element,
			     (Meaning){ .leaves = kept });
}

const Meaning *meaning_of_leaves(Normal *n, const Type *type,
			     const Form *const *leaves)
{
	const Meaning *parts[FORM_PARTS];

	if (type->kind == TYPE_ARRAY || type->kind == TYPE_VECTOR)
		return leaf_array(n, type, leaves);
	if (type->kind != TYPE_TUPLE)
		return meaning_scalar(n, leaves[0]);
	if (type->leaves > FORM_PARTS / 4)
		normal_stop(n, "a tuple has too many components");
	for (int i = 0, at = 0; i < type->count; i++) {
		parts[i] = meaning_of_leaves(n, type->parts[i], leaves + at);
		at += type->parts[i]->leaves;
	}
	return meaning_tuple(n, type, type->count, parts);
}
