/* iterate on values whose type changes: arrays that become shorter or longer
 * with each step. At each length the function is another one, typed anew, so
 * that it stands for one application after the other. On values of one type it
 * is the primitive. */
#include "ir/front/derived.h"

static const Value failed = { NULL, NULL, NULL };

/* Whether all lengths in both types are the same, as far as they compare. */
static bool same_shape(Reader *r, const Type *a, const Type *b)
{
	a = unify_find(r->unifier, a);
	b = unify_find(r->unifier, b);
	if (a->kind == TYPE_ARRAY && b->kind == TYPE_ARRAY)
		return size_same(a->length, b->length)
		    && same_shape(r, a->element, b->element);
	if (a->kind != TYPE_TUPLE || b->kind != TYPE_TUPLE
	    || a->count != b->count)
		return true;
	for (int i = 0; i < a->count; i++)
		if (!same_shape(r, a->parts[i], b->parts[i]))
			return false;
	return true;
}

static bool may_have_arrays(Reader *r, const Type *type)
{
	type = unify_find(r->unifier, type);
	if (type->kind == TYPE_OPEN)
		return unify_class(r->unifier, type) == OPEN_FILL;
	for (int i = 0; type->kind == TYPE_TUPLE && i < type->count; i++)
		if (may_have_arrays(r, type->parts[i]))
			return true;
	return type->kind == TYPE_ARRAY;
}

static Value apply(Reader *r, const Node *list, Value function, Term *x)
{
	Value value = elaborate_value(x);

	value = elaborate_apply(r, function, list, 1, &value);
	return elaborate_value(elaborate_as_term(r, value, list));
}

/* f (f (... x)), of which first is the innermost. */
static Value chain(Reader *r, const Node *list, const Size *size,
		   Value function, Value first)
{
	Value value = first;

	if (!size->known || size->open) {
		read_error(r, E0104, list->kids[1], NULL, "a known number",
			   "iterate changes the length of an array a number "
			   "of times that is not known");
		return failed;
	}
	for (int64_t i = 1; i < size->value && value.term; i++)
		value = apply(r, list, function, value.term);
	return value;
}

static Value iterate(Reader *r, const Node *list, const Size *size,
		     Value function, Term *x)
{
	Value kids[2] = { function, elaborate_value(x) }, once;

	if (may_have_arrays(r, x->type)) {
		if (size->known && !size->open && size->value == 0)
			return elaborate_value(x);
		once = apply(r, list, function, x);
		if (!once.term)
			return failed;
		if (!same_shape(r, x->type, once.term->type))
			return chain(r, list, size, function, once);
	}
	return derived_prim(r, PRIM_ITERATE, list, size, 2, kids);
}

Value derived_iterate(Reader *r, const Node *list, const Scope *scope)
{
	const Size *size;
	Value function;
	Term *x;

	if (list->count == 3)
		return derived_partial(r, list, scope);
	if (list->count != 4)
		return derived_wrong_count(r, list, "3, or all but the last");
	size = read_size(r, list->kids[1], scope);
	function = elaborate(r, list->kids[2], scope);
	x = elaborate_term(r, list->kids[3], scope);
	if (!size || !x || elaborate_failed(function))
		return failed;
	if (function.function)
		return iterate(r, list, size, function, x);
	read_error(r, E0102, list->kids[2],
		   term_type_text(r, function.term->type), "a function",
		   "iterate needs a function here");
	return failed;
}
