/* Typed parameters, "x: [f32; n]": a variable that stands alone as a length and
 * is no size of the document is bound to the actual length. */
#include <string.h>

#include "ir/front/term.h"

/* In the first of two readings every variable that is no size of the document
 * stands for itself, to be matched with the actual type. */
static const Size *look_loose(void *context, const char *name)
{
	Reader *r = context;
	const Size *size = read_size_variable(r, name);

	return size ? size : size_var(r->ir, name);
}

static const char *lone_variable(const Size *size)
{
	if (size->known || size->count != 1 || size->terms[0].factor != 1
	    || size->terms[0].count != 1
	    || size->terms[0].atoms[0]->kind != ATOM_VAR)
		return NULL;
	return size->terms[0].atoms[0]->name;
}

static bool is_bound(const Scope *scope, const Scope *first, const char *name)
{
	for (; scope != first; scope = scope->up)
		if (scope->size && !strcmp(scope->name, name))
			return true;
	return false;
}

static bool bind_sizes(Reader *r, const Type *declared, const Type *actual,
		       const Scope **scope, const Scope *first)
{
	const char *name;
	Scope *inner;

	if (declared->kind == TYPE_TUPLE) {
		actual = unify_find(r->unifier, actual);
		if (actual->kind != TYPE_TUPLE
		    || actual->count != declared->count)
			return false;
		for (int i = 0; i < declared->count; i++)
			if (!bind_sizes(r, declared->parts[i],
					actual->parts[i], scope, first))
				return false;
		return true;
	}
	if (declared->kind != TYPE_ARRAY)
		return true;
	actual = unify_array(r->unifier, actual);
	if (!actual)
		return false;
	name = lone_variable(declared->length);
	if (name && !is_bound(*scope, first, name)) {
		inner = ARENA_NEW(r->arena, Scope);
		*inner = (Scope){ .up = *scope, .name = name,
				  .size = actual->length };
		*scope = inner;
	}
	return bind_sizes(r, declared->element, actual->element, scope, first);
}

static const char *declared_text(const Pattern *pattern)
{
	const char *text = pattern->at->string + pattern->type_from;

	while (*text == ' ')
		text++;
	return text;
}

static bool differs(Reader *r, const Pattern *pattern, const Term *term)
{
	read_error(r, E0101, pattern->at, term_type_text(r, term->type),
		   declared_text(pattern),
		   "the value is not of the parameter's type");
	return false;
}

/* A list as an array of a length that the parameter names: that many. */
static bool open_list(Reader *r, const Pattern *pattern, const Type *declared,
		      Term *list, const Scope **scope, const Scope *first)
{
	const Type *elements = term_type(r, list)->parts[0], *type;
	const char *name = lone_variable(declared->length);
	Scope *inner = ARENA_NEW(r->arena, Scope);

	if (!name || is_bound(*scope, first, name))
		return differs(r, pattern, list);
	*inner = (Scope){ .up = *scope, .name = name,
			  .size = elements->length };
	*scope = inner;
	if (!bind_sizes(r, declared, elements, scope, first))
		return differs(r, pattern, list);
	type = read_type(r, pattern->at, pattern->type_from, *scope);
	if (!type)
		return false;
	inner->value = elaborate_value(term_get(r, 1, list, pattern->at));
	inner->size = NULL;
	inner->count = true;
	return unify(r->unifier, elements, type)
	    || differs(r, pattern, list);
}

bool pattern_type(Reader *r, const Pattern *pattern, Term *term,
		  const Scope **scope, const Scope *first)
{
	TypeFault fault = { 0 };
	const Type *type = type_parse(r->ir, pattern->at->string
					     + pattern->type_from,
				      look_loose, r, &fault);

	if (type && type->kind == TYPE_ARRAY
	    && type_is(term_type(r, term), SHAPE_LIST))
		return open_list(r, pattern, type, term, scope, first);
	if (type && !bind_sizes(r, type, term->type, scope, first))
		return differs(r, pattern, term);
	type = read_type(r, pattern->at, pattern->type_from, *scope);
	if (!type)
		return false;
	if (!unify(r->unifier, term->type, type))
		return differs(r, pattern, term);
	return true;
}
