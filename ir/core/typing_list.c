/* Typing of lists and rows: what makes them, and what the primitives on arrays
 * are on them (language.md, Lists and rows). */
#include "ir/core/typing_rule.h"

/* How many elements there are in one row, in the types of what is mapped over
 * rows: a number that data decide, at most those of all rows. */
static const Size *row_length(Ir *ir, const Size *most)
{
	return most->known ? size_var_valued(ir, ROW_LENGTH, most->value)
			   : size_var(ir, ROW_LENGTH);
}

const Type *ask_shaped(Ask *ask, int kid)
{
	const Type *type = unify_find(ask->typing->unifier, ask->types[kid]);

	if (prim_is(ask->prim, TRAIT_LOW))
		return NULL;
	return type_has_shape(type) && type->kind == TYPE_TUPLE && type->shape
		? type : NULL;
}

const Type *ask_sequence(Ask *ask, int kid)
{
	const Type *type = ask_shaped(ask, kid);

	return type && type->shape == SHAPE_LIST ? type->parts[0]
						 : ask_array(ask, kid);
}

const Type *ask_as_list(Ask *ask, int kid, const Type *array)
{
	const Type *type = ask_shaped(ask, kid);

	if (!array || !type || type->shape != SHAPE_LIST)
		return array;
	return array->length == type->parts[0]->length
		? type_list_like(ask_ir(ask), type, array->element)
		: type_list(ask_ir(ask), array->element, array->length);
}

static bool too_few(Ask *ask, int kid, const char *expected)
{
	ask_refuse(ask, E0105, kid, expected, "%s needs lists of one length",
		   prim_name(ask->prim));
	return false;
}

bool ask_as_many(Ask *ask, int first, int kid)
{
	const Type *a = ask_shaped(ask, first), *b = ask_shaped(ask, kid);

	if ((a && a->shape == SHAPE_ROWS) || !a != !b
	    || (b && b->shape == SHAPE_ROWS)) {
		ask_refuse(ask, E0101, kid, a ? "a list" : "an array",
			   "%s needs arrays, or lists", prim_name(ask->prim));
		return false;
	}
	if (!a || !ask->typing->unifier || type_as_many(a, b))
		return true;
	return too_few(ask, kid, "a list that map, scan or zip made of the "
		       "other, or of what both are made of");
}

/* -- maps ------------------------------------------------------------------ */

static const Size *with_rows_of(Ir *ir, const Size *size, int64_t length)
{
	const Size *by = size_const(ir, length);

	return by ? size_replace(ir, size, ROW_LENGTH, by) : NULL;
}

/* a and b of a size a * (length of a row) + b; false where it is none. */
static bool split(Ir *ir, const Size *size, const Size **a, const Size **b)
{
	const Size *one = with_rows_of(ir, size, 1);
	const Size *two = with_rows_of(ir, size, 2), *step;

	*b = with_rows_of(ir, size, 0);
	*a = one && *b ? size_sub(ir, one, *b) : NULL;
	step = two && one ? size_sub(ir, two, one) : NULL;
	return *a && step && size_same(*a, step);
}

/* At most `most` for each of count, all of `all` in their rows. */
static const Size *in_all(Ir *ir, const Size *most, const Size *all,
			  const Size *count)
{
	const Size *a, *b;

	if (!split(ir, most, &a, &b))
		return NULL;
	a = all ? size_mul(ir, a, all) : a;
	b = size_mul(ir, b, count);
	return a && b ? size_add(ir, a, b) : NULL;
}

/* count of what a function gives, each for a row of `all` (or NULL). */
static const Type *mapped(Ask *ask, const Type *body, const Size *all,
			  const Size *count)
{
	const Size *most;

	if (!type_is(body, SHAPE_LIST) || prim_is(ask->prim, TRAIT_LOW))
		return type_array(ask_ir(ask), body, count);
	most = in_all(ask_ir(ask), body->parts[0]->length, all, count);
	if (!most)
		return ask_refuse(ask, E0108, 0, "a list whose length is at "
				  "most a multiple of the row's",
				  "a length known at run time only leaves its "
				  "scope");
	return type_rows(ask_ir(ask), body->parts[0]->element, most, count);
}

static const Type *map_rows(Ask *ask, const Type *rows)
{
	const Type *xs = rows->parts[0];
	Ir *ir = ask_ir(ask);

	if (ask->want == 0)
		return ask->params[0] = type_list(ir, xs->element,
					row_length(ir, xs->length));
	return mapped(ask, ask->types[0], xs->length, rows->length);
}

const Type *prim_map(Ask *ask)
{
	const Type *rows = ask_shaped(ask, 1), *xs;

	if (rows && rows->shape == SHAPE_ROWS)
		return map_rows(ask, rows);
	xs = ask_sequence(ask, 1);
	if (!xs)
		return NULL;
	if (ask->want == 0)
		return ask->params[0] = xs->element;
	if (!rows)
		return mapped(ask, unify_find(ask->typing->unifier,
					      ask->types[0]), NULL,
			      xs->length);
	return type_list_like(ask_ir(ask), rows, ask->types[0]);
}

/* -- parts ----------------------------------------------------------------- */

const Type *ask_element(Ask *ask, int kid)
{
	const Type *type = ask_shaped(ask, kid), *xs;

	if (type && type->shape == SHAPE_ROWS)
		return type_list(ask_ir(ask), type->parts[0]->element,
				 type->parts[0]->length);
	xs = ask_sequence(ask, kid);
	return xs ? xs->element : NULL;
}

const Type *ask_joined(Ask *ask, const Type *rows)
{
	return type_list(ask_ir(ask), rows->parts[0]->element,
			 rows->parts[0]->length);
}

/* -- what makes them ------------------------------------------------------- */

static bool is_index(Ask *ask, int kid, const Type *type, const char *message)
{
	if (ask_is_index(ask, type))
		return true;
	ask_refuse(ask, E0101, kid, "an integer", "%s", message);
	return false;
}

const Type *prim_bucket(Ask *ask)
{
	const Type *xs = ask_sequence(ask, 1);

	if (!xs)
		return NULL;
	if (ask->want == 0)
		return ask->params[0] = xs->element;
	if (!is_index(ask, 0, ask->types[0],
		      "the function of bucket must give an integer"))
		return NULL;
	if (xs->length->known && xs->length->value >= (int64_t)1 << 59)
		return ask_refuse(ask, E0107, 1, "fewer than 2^59 elements",
				  "an array is too large");
	return type_rows(ask_ir(ask), xs->element, xs->length, ask->sizes[0]);
}

static const Type *offsets(Ask *ask, int kid)
{
	const Type *offs = ask_array(ask, kid);

	if (!offs)
		return NULL;
	if (offs->length->known && offs->length->value < 1)
		return ask_refuse(ask, E0104, kid, "at least one offset",
				  "%s needs where the last row ends",
				  prim_name(ask->prim));
	return is_index(ask, kid, offs->element, "offsets must be integers")
		? offs : NULL;
}

const Type *prim_rows_of(Ask *ask)
{
	const Type *offs = offsets(ask, 0);
	const Type *xs = offs ? ask_sequence(ask, 1) : NULL;
	Ir *ir = ask_ir(ask);
	const Size *count = xs ? size_sub(ir, offs->length, size_const(ir, 1))
			       : NULL;

	return count ? type_rows(ir, xs->element, xs->length, count) : NULL;
}

const Type *prim_ascending(Ask *ask)
{
	const Type *offs = offsets(ask, 0);

	return offs ? type_array(ask_ir(ask),
				 type_scalar(ask_ir(ask), SCALAR_I64),
				 offs->length) : NULL;
}

const Type *prim_up_to(Ask *ask)
{
	const Type *xs = ask_sequence(ask, 1);

	if (!xs || !is_index(ask, 0, ask->types[0],
			     "upTo needs a number of elements"))
		return NULL;
	return type_list(ask_ir(ask), xs->element, xs->length);
}

const Type *prim_full(Ask *ask)
{
	const Type *ys = ask_shaped(ask, 1);

	if (!ys || ys->shape != SHAPE_LIST)
		return ask_refuse(ask, E0101, 1, "a list", "full needs a list");
	if (!ask_initial(ask, 0, ys->parts[0]->element))
		return NULL;
	return type_array(ask_ir(ask), ys->parts[0]->element, ask->sizes[0]);
}
