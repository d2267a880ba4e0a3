#include "ir/core/typing_rule.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void typing_put(const Typing *typing, char *out, size_t size, const Type *type)
{
	Text text = { 0 };

	unify_text(typing->unifier, &text, type);
	snprintf(out, size, "%s", text_string(&text));
	text_free(&text);
}

const Type *ask_refuse(Ask *ask, DiagCode code, int kid, const char *expected,
		       const char *format, ...)
{
	TypingFault *fault = ask->fault;
	va_list args;

	if (!fault)
		return NULL;
	*fault = (TypingFault){ .code = code, .kid = kid, .size = -1 };
	va_start(args, format);
	vsnprintf(fault->message, sizeof fault->message, format, args);
	va_end(args);
	snprintf(fault->expected, sizeof fault->expected, "%s", expected);
	if (kid >= 0 && ask->types[kid])
		typing_put(ask->typing, fault->found, sizeof fault->found,
			   ask->types[kid]);
	return NULL;
}

const Type *ask_refuse_size(Ask *ask, int size, const Size *found,
			    const char *expected, const char *format,
			    const Size *other)
{
	Text text = { 0 }, all = { 0 };

	ask_refuse(ask, E0104, -1, expected, "%s", prim_name(ask->prim));
	if (!ask->fault)
		return NULL;
	ask->fault->size = size;
	size_text(&text, found);
	text_printf(&all, "%s %s ", prim_name(ask->prim), text_string(&text));
	text_put(&all, format);
	if (other)
		size_explain(&all, other);
	snprintf(ask->fault->message, sizeof ask->fault->message, "%s",
		 text_string(&all));
	text_clear(&text);
	size_explain(&text, found);
	snprintf(ask->fault->found, sizeof ask->fault->found, "%s",
		 text_string(&text));
	text_free(&text);
	text_free(&all);
	return NULL;
}

Ir *ask_ir(const Ask *ask)
{
	return ask->typing->ir;
}

const Type *ask_array(Ask *ask, int kid)
{
	const Type *array = unify_array(ask->typing->unifier, ask->types[kid]);

	if (!array)
		ask_refuse(ask, E0101, kid, "an array", "%s needs an array",
			   prim_name(ask->prim));
	return array;
}

const Type *ask_nested(Ask *ask, int kid)
{
	const Type *outer = ask_array(ask, kid), *inner;

	if (!outer)
		return NULL;
	inner = unify_array(ask->typing->unifier, outer->element);
	if (!inner)
		return ask_refuse(ask, E0101, kid, "an array of arrays",
				  "%s needs an array of arrays",
				  prim_name(ask->prim));
	return type_array(ask_ir(ask), inner, outer->length);
}

bool ask_match(Ask *ask, const Type *a, const Type *b)
{
	return unify(ask->typing->unifier, a, b);
}

static const Type *overflow(Ask *ask)
{
	return ask_refuse(ask, E0107, -1, "a length below 2^63",
			  "the length of the result of %s overflows",
			  prim_name(ask->prim));
}

const Type *ask_array_of(Ask *ask, const Type *element, const Size *length)
{
	return length ? type_array(ask_ir(ask), element, length)
		      : overflow(ask);
}

static bool positive(Ask *ask)
{
	const Size *n = ask->sizes[0];

	if (!n->known || n->value >= 1)
		return true;
	ask_refuse_size(ask, 0, n, "a size of at least 1", "is too small",
			NULL);
	return false;
}

const Size *ask_divided(Ask *ask, const Size *length)
{
	const Size *n = ask->sizes[0], *quotient;
	Text expected = { 0 };

	if (!positive(ask))
		return NULL;
	quotient = size_div(ask_ir(ask), length, n);
	if (quotient)
		return quotient;
	text_put(&expected, "a divisor of ");
	size_explain(&expected, length);
	ask_refuse_size(ask, 0, n, text_string(&expected), "does not divide ",
			length);
	text_free(&expected);
	return NULL;
}

const Type *ask_initial(Ask *ask, int kid, const Type *element)
{
	char expected[200];

	if (ask_match(ask, ask->types[kid], element))
		return element;
	typing_put(ask->typing, expected, sizeof expected, element);
	return ask_refuse(ask, E0101, kid, expected,
			  "%s needs an initial value of the element type",
			  prim_name(ask->prim));
}

bool ask_is_index(Ask *ask, const Type *type)
{
	type = unify_find(ask->typing->unifier, type);
	if (type->kind == TYPE_OPEN) {
		OpenClass class = unify_class(ask->typing->unifier, type);

		return class <= OPEN_SIZE || class == OPEN_VARIABLE;
	}
	return type->kind == TYPE_SCALAR && scalar_is_int(type->scalar);
}
