/* Typing of the primitives on arrays: maps, folds and views (ICFP'15, Figures 4
 * and 5). */
#include "ir/core/typing_rule.h"

const Type *prim_zip(Ask *ask)
{
	const Type *first = ask_sequence(ask, 0), *parts[64], *zipped;
	const bool lists = ask_shaped(ask, 0);

	if (!first)
		return NULL;
	if (ask->count > 64)
		return ask_refuse(ask, E0103, -1, "at most 64",
				  "zip of too many");
	for (int i = 0; i < ask->count; i++) {
		const Type *array = lists ? ask_sequence(ask, i)
					  : ask_array(ask, i);

		if (!array || !ask_as_many(ask, 0, i))
			return NULL;
		if (!size_same(array->length, first->length)) {
			Text want = { 0 };

			text_put(&want, "the length ");
			size_explain(&want, first->length);
			ask_refuse(ask, E0105, i, text_string(&want),
				   "zip needs arrays of one length");
			text_free(&want);
			return NULL;
		}
		parts[i] = array->element;
	}
	zipped = type_tuple(ask_ir(ask), ask->count, parts);
	return lists ? type_list_like(ask_ir(ask), ask_shaped(ask, 0), zipped)
		     : type_array(ask_ir(ask), zipped, first->length);
}

const Type *prim_unzip(Ask *ask)
{
	const Type *array = ask_sequence(ask, 0), *tuple, *parts[64];
	const Type *list = ask_shaped(ask, 0);

	if (!array)
		return NULL;
	tuple = unify_find(ask->typing->unifier, array->element);
	if (tuple->kind != TYPE_TUPLE || tuple->count > 64)
		return ask_refuse(ask, E0101, 0, "an array of tuples",
				  "unzip needs an array of tuples");
	for (int i = 0; i < tuple->count; i++)
		parts[i] = list ? type_list_like(ask_ir(ask), list,
						 tuple->parts[i])
				: type_array(ask_ir(ask), tuple->parts[i],
					     array->length);
	return type_tuple(ask_ir(ask), tuple->count, parts);
}

static const Type *fold_result(Ask *ask, const Type *state)
{
	char expected[200];

	if (ask_match(ask, ask->types[0], state))
		return state;
	typing_put(ask->typing, expected, sizeof expected, state);
	return ask_refuse(ask, E0101, 0, expected,
			  "the function of %s must give what it accumulates",
			  prim_name(ask->prim));
}

const Type *prim_reduce(Ask *ask)
{
	const Type *xs = ask_sequence(ask, 2);

	if (!xs || !ask_initial(ask, 1, xs->element))
		return NULL;
	if (ask->want == 0)
		return ask->params[0] = ask->params[1] = xs->element;
	if (!fold_result(ask, xs->element))
		return NULL;
	return type_array(ask_ir(ask), xs->element, size_const(ask_ir(ask), 1));
}

const Type *prim_reduce_seq(Ask *ask)
{
	const Type *xs = ask_sequence(ask, 2), *state = ask->types[1];

	if (!xs)
		return NULL;
	if (ask->want == 0) {
		ask->params[0] = state;
		return ask->params[1] = xs->element;
	}
	if (!fold_result(ask, state))
		return NULL;
	return type_array(ask_ir(ask), state, size_const(ask_ir(ask), 1));
}

const Type *prim_reduce_part(Ask *ask)
{
	const Type *xs = ask_array(ask, 2);

	if (!xs || !ask_initial(ask, 1, xs->element))
		return NULL;
	if (ask->want == 0)
		return ask->params[0] = ask->params[1] = xs->element;
	if (!fold_result(ask, xs->element) || !ask_divided(ask, xs->length))
		return NULL;
	return type_array(ask_ir(ask), xs->element, ask->sizes[0]);
}

const Type *prim_split(Ask *ask)
{
	const Type *xs = ask_shaped(ask, 0) ? NULL : ask_array(ask, 0);
	const Size *rows = xs ? ask_divided(ask, xs->length) : NULL;

	if (ask_shaped(ask, 0))
		return ask_refuse(ask, E0104, 0, "an array, as [\"full\", n, "
				  "v, xs] makes of a list, n a multiple",
				  "split of a length known at run time only");
	if (!rows)
		return NULL;
	return type_array(ask_ir(ask),
			  type_array(ask_ir(ask), xs->element, ask->sizes[0]),
			  rows);
}

const Type *prim_split_into(Ask *ask)
{
	const Type *xs = ask_array(ask, 0);
	const Size *columns = xs ? ask_divided(ask, xs->length) : NULL;

	if (!columns)
		return NULL;
	return type_array(ask_ir(ask),
			  type_array(ask_ir(ask), xs->element, columns),
			  ask->sizes[0]);
}

const Type *prim_join(Ask *ask)
{
	const Type *rows = ask_shaped(ask, 0), *xss;

	if (rows && rows->shape == SHAPE_ROWS)
		return ask_joined(ask, rows);
	xss = ask_nested(ask, 0);
	if (!xss)
		return NULL;
	return ask_array_of(
		ask, xss->element->element,
		size_mul(ask_ir(ask), xss->element->length, xss->length));
}

const Type *prim_transpose(Ask *ask)
{
	const Type *xss = ask_nested(ask, 0);

	if (!xss)
		return NULL;
	return type_array(
		ask_ir(ask),
		type_array(ask_ir(ask), xss->element->element, xss->length),
		xss->element->length);
}

static bool within(Ask *ask, const Size *length)
{
	const Size *n = ask->sizes[0];
	Text expected = { 0 };

	if (!n->known || !length->known || n->value <= length->value)
		return true;
	text_put(&expected, "at most ");
	size_explain(&expected, length);
	ask_refuse_size(ask, 0, n, text_string(&expected),
			"is more than the length ", length);
	text_free(&expected);
	return false;
}

/* 0, 1, ...: what generate maps. */
const Type *prim_indices(Ask *ask)
{
	return type_array(ask_ir(ask), type_scalar(ask_ir(ask), SCALAR_I64),
			  ask->sizes[0]);
}

const Type *prim_slide(Ask *ask)
{
	const Type *xs = ask_array(ask, 0);
	Ir *ir = ask_ir(ask);
	const Size *rest;

	if (!xs || !within(ask, xs->length))
		return NULL;
	for (int i = 0; i < 2; i++)
		if (ask->sizes[i]->known && ask->sizes[i]->value < 1)
			return ask_refuse_size(ask, i, ask->sizes[i],
					       "a size of at least 1",
					       "is too small", NULL);
	rest = size_sub(ir, xs->length, ask->sizes[0]);
	rest = rest ? size_floordiv(ir, rest, ask->sizes[1]) : NULL;
	return ask_array_of(ask, type_array(ir, xs->element, ask->sizes[0]),
			    rest ? size_add(ir, rest, size_const(ir, 1))
				 : NULL);
}

const Type *prim_pad(Ask *ask)
{
	const Type *xs = ask_array(ask, 0);
	const Size *length;

	if (!xs)
		return NULL;
	if (xs->length->known && xs->length->value < 1)
		return ask_refuse(ask, E0104, 0, "at least one element",
				  "pad by %s of an empty array",
				  prim_mode(ask->prim));
	length = size_add(ask_ir(ask), ask->sizes[0], xs->length);
	return ask_array_of(ask, xs->element,
			    length ? size_add(ask_ir(ask), length,
					      ask->sizes[1]) : NULL);
}

const Type *prim_take(Ask *ask)
{
	const Type *xs = ask_sequence(ask, 0);

	if (!xs || !within(ask, xs->length))
		return NULL;
	return ask_as_list(ask, 0, type_array(ask_ir(ask), xs->element,
					      ask->sizes[0]));
}

const Type *prim_drop(Ask *ask)
{
	const Type *xs = ask_sequence(ask, 0);

	if (!xs || !within(ask, xs->length))
		return NULL;
	return ask_as_list(ask, 0, ask_array_of(ask, xs->element, size_sub(
			   ask_ir(ask), xs->length, ask->sizes[0])));
}

const Type *prim_concat(Ask *ask)
{
	const Type *first = ask_sequence(ask, 0);
	const bool lists = ask_shaped(ask, 0);
	const Size *length;

	if (!first)
		return NULL;
	length = first->length;
	for (int i = 1; i < ask->count; i++) {
		const Type *array = ask_sequence(ask, i);
		char expected[200];

		if (!array)
			return NULL;
		if (lists != (ask_shaped(ask, i) != NULL))
			return ask_refuse(ask, E0101, i,
					  lists ? "a list" : "an array",
					  "concat needs arrays, or lists");
		typing_put(ask->typing, expected, sizeof expected,
			   first->element);
		if (!ask_match(ask, first->element, array->element))
			return ask_refuse(
				ask, E0101, i, expected,
				"concat needs arrays of one element type");
		length = size_add(ask_ir(ask), length, array->length);
	}
	return ask_as_list(ask, 0, ask_array_of(ask, first->element, length));
}

const Type *prim_head(Ask *ask)
{
	const Type *rows = ask_shaped(ask, 0);
	const Type *element = ask_element(ask, 0);
	const Size *length;

	if (!element)
		return NULL;
	length = rows && rows->shape == SHAPE_ROWS ? rows->length
						   : ask_sequence(ask, 0)->length;
	if (length->known && length->value < 1)
		return ask_refuse(ask, E0104, 0, "at least one element",
				  "head of an empty array");
	return element;
}

const Type *prim_keep(Ask *ask)
{
	return ask->types[0];
}

const Type *prim_keep_array(Ask *ask)
{
	return ask_array(ask, 0) ? ask->types[0] : NULL;
}

const Type *prim_at(Ask *ask)
{
	const Type *element = ask_element(ask, 0);

	if (!element)
		return NULL;
	if (!ask_is_index(ask, ask->types[1]))
		return ask_refuse(ask, E0101, 1, "an integer",
				  "an index must be an integer");
	return element;
}

const Type *prim_reorder_stride(Ask *ask)
{
	const Type *xs = ask_array(ask, 0);

	return xs && ask_divided(ask, xs->length) ? xs : NULL;
}
