/* Typing of the primitives that store elements at places that data give. */
#include "ir/core/typing_rule.h"

/* As many places, from kid `first` + 1, as elements, the kid after that; the
 * array that they go to, or NULL. */
static const Type *target(Ask *ask, int first)
{
	const Type *to = ask_array(ask, first);
	const Type *is = to ? ask_sequence(ask, first + 1) : NULL;
	const Type *xs = is ? ask_sequence(ask, first + 2) : NULL;
	Text want = { 0 };

	if (!xs)
		return NULL;
	if (!ask_is_index(ask, is->element))
		return ask_refuse(ask, E0101, first + 1,
				  "an array of integers",
				  "the indices of %s must be integers",
				  prim_name(ask->prim));
	if (!ask_as_many(ask, first + 1, first + 2))
		return NULL;
	if (size_same(is->length, xs->length))
		return to;
	text_put(&want, "the length ");
	size_explain(&want, is->length);
	ask_refuse(ask, E0105, first + 2, text_string(&want),
		   "%s needs as many elements as indices",
		   prim_name(ask->prim));
	text_free(&want);
	return NULL;
}

const Type *prim_scatter(Ask *ask)
{
	const Type *to = target(ask, 1);
	char expected[200];

	if (!to)
		return NULL;
	if (ask->want == 0) {
		ask->params[0] = to->element;
		return ask->params[1] = ask_sequence(ask, 3)->element;
	}
	if (ask_match(ask, ask->types[0], to->element))
		return to;
	typing_put(ask->typing, expected, sizeof expected, to->element);
	return ask_refuse(ask, E0101, 0, expected,
			  "the function of %s must give an element of what "
			  "it changes", prim_name(ask->prim));
}

const Type *prim_scan_by_index(Ask *ask)
{
	const Type *to = prim_scatter(ask), *is;

	if (!to || ask->want == 0)
		return to;
	is = ask_array(ask, 2);
	if (!is)
		return NULL;
	if (to->length->known && to->length->value < 1)
		return ask_refuse(ask, E0104, 1, "at least one element",
				  "scanByIndex needs states for its indices");
	return type_array(ask_ir(ask), to->element, is->length);
}

const Type *prim_permute(Ask *ask)
{
	const Type *to = target(ask, 0);
	char expected[200];

	if (!to || ask_match(ask, to->element,
			     ask_sequence(ask, 2)->element))
		return to;
	typing_put(ask->typing, expected, sizeof expected, to);
	return ask_refuse(ask, E0101, 2, expected,
			  "permute stores elements of another type");
}
