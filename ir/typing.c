#include "ir/typing.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* One question to a typing rule: the parameters of function kid `want`, or the
 * result when want is -1. */
typedef struct Ask {
	const Typing *typing;
	Prim prim;
	const Size *const *sizes;
	int count;
	const Type *const *types;
	int want;
	const Type *params[2];
	TypingFault *fault;
} Ask;

typedef const Type *PrimTyping(Ask *ask);

static void put_type(const Typing *typing, char *out, size_t size,
		     const Type *type)
{
	Text text = { 0 };

	unify_text(typing->unifier, &text, type);
	snprintf(out, size, "%s", text_string(&text));
	text_free(&text);
}

static const Type *refuse(Ask *ask, DiagCode code, int kid,
			  const char *expected, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

static const Type *refuse(Ask *ask, DiagCode code, int kid,
			  const char *expected, const char *format, ...)
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
		put_type(ask->typing, fault->found, sizeof fault->found,
			 ask->types[kid]);
	return NULL;
}

static const Type *refuse_size(Ask *ask, int size, const Size *found,
			       const char *expected, const char *format,
			       const Size *other)
{
	Text text = { 0 }, all = { 0 };

	refuse(ask, E0104, -1, expected, "%s", prim_name(ask->prim));
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

static Ir *ir_of(const Ask *ask)
{
	return ask->typing->ir;
}

static const Type *array_at(Ask *ask, int kid)
{
	const Type *array = unify_array(ask->typing->unifier, ask->types[kid]);

	if (!array)
		refuse(ask, E0101, kid, "an array", "%s needs an array",
		       prim_name(ask->prim));
	return array;
}

static const Type *nested_at(Ask *ask, int kid)
{
	const Type *outer = array_at(ask, kid), *inner;

	if (!outer)
		return NULL;
	inner = unify_array(ask->typing->unifier, outer->element);
	if (!inner)
		return refuse(ask, E0101, kid, "an array of arrays",
			      "%s needs an array of arrays",
			      prim_name(ask->prim));
	return type_array(ir_of(ask), inner, outer->length);
}

static bool match(Ask *ask, const Type *a, const Type *b)
{
	return unify(ask->typing->unifier, a, b);
}

static const Type *overflow(Ask *ask)
{
	return refuse(ask, E0107, -1, "a length below 2^63",
		      "the length of the result of %s overflows",
		      prim_name(ask->prim));
}

static const Type *array_of(Ask *ask, const Type *element, const Size *length)
{
	return length ? type_array(ir_of(ask), element, length) : overflow(ask);
}

/* -- one function per primitive ------------------------------------------- */

static const Type *prim_map(Ask *ask)
{
	const Type *xs = array_at(ask, 1);

	if (!xs)
		return NULL;
	if (ask->want == 0)
		return ask->params[0] = xs->element;
	return type_array(ir_of(ask), ask->types[0], xs->length);
}

static const Type *prim_zip(Ask *ask)
{
	const Type *first = array_at(ask, 0), *parts[64];

	if (!first)
		return NULL;
	if (ask->count > 64)
		return refuse(ask, E0103, -1, "at most 64", "zip of too many");
	for (int i = 0; i < ask->count; i++) {
		const Type *array = array_at(ask, i);

		if (!array)
			return NULL;
		if (!size_same(array->length, first->length)) {
			Text want = { 0 };

			text_put(&want, "the length ");
			size_explain(&want, first->length);
			refuse(ask, E0105, i, text_string(&want),
			       "zip needs arrays of one length");
			text_free(&want);
			return NULL;
		}
		parts[i] = array->element;
	}
	return type_array(ir_of(ask), type_tuple(ir_of(ask), ask->count, parts),
			  first->length);
}

static const Type *prim_unzip(Ask *ask)
{
	const Type *array = array_at(ask, 0), *tuple, *parts[64];

	if (!array)
		return NULL;
	tuple = unify_find(ask->typing->unifier, array->element);
	if (tuple->kind != TYPE_TUPLE || tuple->count > 64)
		return refuse(ask, E0101, 0, "an array of tuples",
			      "unzip needs an array of tuples");
	for (int i = 0; i < tuple->count; i++)
		parts[i] = type_array(ir_of(ask), tuple->parts[i],
				      array->length);
	return type_tuple(ir_of(ask), tuple->count, parts);
}

static const Type *fold_result(Ask *ask, const Type *state)
{
	char expected[200];

	if (match(ask, ask->types[0], state))
		return state;
	put_type(ask->typing, expected, sizeof expected, state);
	return refuse(ask, E0101, 0, expected,
		      "the function of %s must give what it accumulates",
		      prim_name(ask->prim));
}

static const Type *same_element(Ask *ask, int kid, const Type *element)
{
	char expected[200];

	if (match(ask, ask->types[kid], element))
		return element;
	put_type(ask->typing, expected, sizeof expected, element);
	return refuse(ask, E0101, kid, expected,
		      "%s needs an initial value of the element type",
		      prim_name(ask->prim));
}

static const Type *prim_reduce(Ask *ask)
{
	const Type *xs = array_at(ask, 2);

	if (!xs || !same_element(ask, 1, xs->element))
		return NULL;
	if (ask->want == 0)
		return ask->params[0] = ask->params[1] = xs->element;
	if (!fold_result(ask, xs->element))
		return NULL;
	return type_array(ir_of(ask), xs->element, size_const(ir_of(ask), 1));
}

static const Type *prim_reduce_seq(Ask *ask)
{
	const Type *xs = array_at(ask, 2), *state = ask->types[1];

	if (!xs)
		return NULL;
	if (ask->want == 0) {
		ask->params[0] = state;
		return ask->params[1] = xs->element;
	}
	if (!fold_result(ask, state))
		return NULL;
	return type_array(ir_of(ask), state, size_const(ir_of(ask), 1));
}

static bool positive(Ask *ask)
{
	const Size *n = ask->sizes[0];

	if (!n->known || n->value >= 1)
		return true;
	refuse_size(ask, 0, n, "a size of at least 1", "is too small", NULL);
	return false;
}

static const Size *divided(Ask *ask, const Size *length)
{
	const Size *n = ask->sizes[0], *quotient;
	Text expected = { 0 };

	if (!positive(ask))
		return NULL;
	quotient = size_div(ir_of(ask), length, n);
	if (quotient)
		return quotient;
	text_put(&expected, "a divisor of ");
	size_explain(&expected, length);
	refuse_size(ask, 0, n, text_string(&expected), "does not divide ",
		    length);
	text_free(&expected);
	return NULL;
}

static const Type *prim_reduce_part(Ask *ask)
{
	const Type *xs = array_at(ask, 2);

	if (!xs || !same_element(ask, 1, xs->element))
		return NULL;
	if (ask->want == 0)
		return ask->params[0] = ask->params[1] = xs->element;
	if (!fold_result(ask, xs->element) || !divided(ask, xs->length))
		return NULL;
	return type_array(ir_of(ask), xs->element, ask->sizes[0]);
}

static const Type *prim_split(Ask *ask)
{
	const Type *xs = array_at(ask, 0);
	const Size *rows = xs ? divided(ask, xs->length) : NULL;

	if (!rows)
		return NULL;
	return type_array(ir_of(ask),
			  type_array(ir_of(ask), xs->element, ask->sizes[0]),
			  rows);
}

static const Type *prim_split_into(Ask *ask)
{
	const Type *xs = array_at(ask, 0);
	const Size *columns = xs ? divided(ask, xs->length) : NULL;

	if (!columns)
		return NULL;
	return type_array(ir_of(ask),
			  type_array(ir_of(ask), xs->element, columns),
			  ask->sizes[0]);
}

static const Type *prim_join(Ask *ask)
{
	const Type *xss = nested_at(ask, 0);

	if (!xss)
		return NULL;
	return array_of(ask, xss->element->element,
			size_mul(ir_of(ask), xss->element->length,
				 xss->length));
}

static const Type *prim_transpose(Ask *ask)
{
	const Type *xss = nested_at(ask, 0);

	if (!xss)
		return NULL;
	return type_array(ir_of(ask),
			  type_array(ir_of(ask), xss->element->element,
				     xss->length),
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
	refuse_size(ask, 0, n, text_string(&expected),
		    "is more than the length ", length);
	text_free(&expected);
	return false;
}

static const Type *prim_take(Ask *ask)
{
	const Type *xs = array_at(ask, 0);

	if (!xs || !within(ask, xs->length))
		return NULL;
	return type_array(ir_of(ask), xs->element, ask->sizes[0]);
}

static const Type *prim_drop(Ask *ask)
{
	const Type *xs = array_at(ask, 0);

	if (!xs || !within(ask, xs->length))
		return NULL;
	return array_of(ask, xs->element,
			size_sub(ir_of(ask), xs->length, ask->sizes[0]));
}

static const Type *prim_concat(Ask *ask)
{
	const Type *first = array_at(ask, 0);
	const Size *length;

	if (!first)
		return NULL;
	length = first->length;
	for (int i = 1; i < ask->count; i++) {
		const Type *array = array_at(ask, i);
		char expected[200];

		if (!array)
			return NULL;
		put_type(ask->typing, expected, sizeof expected,
			 first->element);
		if (!match(ask, first->element, array->element))
			return refuse(ask, E0101, i, expected,
				      "concat needs arrays of one element type");
		length = size_add(ir_of(ask), length, array->length);
	}
	return array_of(ask, first->element, length);
}

static const Type *prim_head(Ask *ask)
{
	const Type *xs = array_at(ask, 0);

	if (!xs)
		return NULL;
	if (xs->length->known && xs->length->value < 1)
		return refuse(ask, E0104, 0, "at least one element",
			      "head of an empty array");
	return xs->element;
}

static const Type *prim_keep(Ask *ask)
{
	return ask->types[0];
}

static const Type *prim_keep_array(Ask *ask)
{
	return array_at(ask, 0) ? ask->types[0] : NULL;
}

static bool is_index(Ask *ask, const Type *type)
{
	type = unify_find(ask->typing->unifier, type);
	if (type->kind == TYPE_OPEN)
		return unify_class(ask->typing->unifier, type) <= OPEN_SIZE;
	return type->kind == TYPE_SCALAR && scalar_is_int(type->scalar);
}

static const Type *prim_at(Ask *ask)
{
	const Type *xs = array_at(ask, 0);

	if (!xs)
		return NULL;
	if (!is_index(ask, ask->types[1]))
		return refuse(ask, E0101, 1, "an integer",
			      "an index must be an integer");
	return xs->element;
}

static bool is_width(Ask *ask)
{
	const Size *n = ask->sizes[0];

	if (n->known && type_is_width(n->value))
		return true;
	refuse_size(ask, 0, n, "2, 4, 8 or 16", "is no vector width", NULL);
	return false;
}

static const Type *vector_of(Ask *ask, const Type *lane, int kid)
{
	const Type *closed = unify_close(ask->typing->unifier, lane);
	const Type *vector = type_vector(ir_of(ask), closed,
					 (int)ask->sizes[0]->value);

	if (vector)
		return vector;
	return refuse(ask, E0101, kid, "elements that are no vectors",
		      "%s of vectors", prim_name(ask->prim));
}

static const Type *prim_split_vec(Ask *ask)
{
	const Type *xs = array_at(ask, 0), *vector;
	const Size *rows;

	if (!xs || !is_width(ask))
		return NULL;
	rows = divided(ask, xs->length);
	vector = rows ? vector_of(ask, xs->element, 0) : NULL;
	return vector ? type_array(ir_of(ask), vector, rows) : NULL;
}

static const Type *lane_of(Ask *ask, const Type *type, int kid, int *width)
{
	const Type *lane = unify_lane(ir_of(ask), ask->typing->unifier, type,
				      width);

	if (!lane)
		refuse(ask, E0101, kid, "vectors of one width",
		       "%s needs vectors", prim_name(ask->prim));
	return lane;
}

static const Type *prim_join_vec(Ask *ask)
{
	const Type *xs = array_at(ask, 0), *lane;
	int width;

	lane = xs ? lane_of(ask, xs->element, 0, &width) : NULL;
	if (!lane)
		return NULL;
	return array_of(ask, lane, size_mul(ir_of(ask), xs->length,
					    size_const(ir_of(ask), width)));
}

static const Type *prim_map_vec(Ask *ask)
{
	int width;
	const Type *lane = lane_of(ask, ask->types[1], 1, &width), *vector;

	if (!lane)
		return NULL;
	if (ask->want == 0)
		return ask->params[0] = lane;
	vector = type_vector(ir_of(ask),
			     unify_close(ask->typing->unifier, ask->types[0]),
			     width);
	if (vector)
		return vector;
	return refuse(ask, E0101, 0, "no vectors inside",
		      "the function of mapVec gives a vector");
}

static const Type *prim_lanes(Ask *ask)
{
	int width;
	const Type *lane = lane_of(ask, ask->types[0], 0, &width);

	if (!lane)
		return NULL;
	return type_array(ir_of(ask), lane, size_const(ir_of(ask), width));
}

static const Type *prim_fill(Ask *ask)
{
	if (ask->typing->unifier)
		return unify_open_fill(ask->typing->unifier, ask->types[0],
				       ask->sizes[0]);
	return type_array(ir_of(ask), ask->types[0], ask->sizes[0]);
}

static const Type *prim_splat(Ask *ask)
{
	return is_width(ask) ? vector_of(ask, ask->types[0], 0) : NULL;
}

static const Type *prim_reorder_stride(Ask *ask)
{
	const Type *xs = array_at(ask, 0);

	return xs && divided(ask, xs->length) ? xs : NULL;
}

static PrimTyping *const rules[PRIM_COUNT] = {
#define PRIM(id, name, signature, traits, typing) [PRIM_##id] = prim_##typing,
#include "ir/prim.def"
#undef PRIM
};

bool typing_params(const Typing *typing, Prim prim, const Size *const *sizes,
		   int kid_count, const Type *const *types, int kid,
		   const Type *params[2], TypingFault *fault)
{
	Ask ask = { typing, prim, sizes, kid_count, types, kid, { NULL, NULL },
		    fault };

	if (!rules[prim](&ask))
		return false;
	params[0] = ask.params[0];
	params[1] = ask.params[1];
	return true;
}

const Type *typing_prim(const Typing *typing, Prim prim,
			const Size *const *sizes, int kid_count,
			const Type *const *types, TypingFault *fault)
{
	Ask ask = { typing, prim, sizes, kid_count, types, -1, { NULL, NULL },
		    fault };

	return rules[prim](&ask);
}

/* -- scalar functions ------------------------------------------------------ */

static bool op_takes(const Typing *typing, Op op, const Type *type)
{
	OpDomain domain = op_rows[op].domain;

	if (type->kind == TYPE_OPEN) {
		OpenClass class = unify_class(typing->unifier, type);

		return class != OPEN_FILL && domain != DOMAIN_BOOL
		    && !(class == OPEN_FLOAT && domain == DOMAIN_INT);
	}
	return (type->kind == TYPE_SCALAR || type->kind == TYPE_VECTOR)
	    && op_domain_has(domain, type->scalar);
}

/* Whether the type alone says that op cannot take it; a fill becomes what the
 * other arguments are. */
static bool may_take(const Typing *typing, Op op, const Type *type)
{
	type = unify_find(typing->unifier, type);
	return (type->kind == TYPE_OPEN && op_rows[op].arity > 1
		&& unify_class(typing->unifier, type) == OPEN_FILL)
	    || op_takes(typing, op, type);
}

static const Type *op_refuse(const Typing *typing, Op op, DiagCode code,
			     int argument, const Type *found,
			     const char *expected, TypingFault *fault)
{
	if (!fault)
		return NULL;
	*fault = (TypingFault){ .code = code, .kid = argument, .size = -1 };
	snprintf(fault->message, sizeof fault->message,
		 code == E0101 ? "the arguments of %s must have one type"
			       : "%s does not take this type",
		 op_rows[op].name);
	put_type(typing, fault->found, sizeof fault->found, found);
	snprintf(fault->expected, sizeof fault->expected, "%s", expected);
	return NULL;
}

static const Type *as_float(const Typing *typing, const Type *type)
{
	const Type *open;

	if (type->kind != TYPE_OPEN
	    || unify_class(typing->unifier, type) > OPEN_SIZE)
		return type;
	open = unify_open(typing->unifier, OPEN_FLOAT);
	unify(typing->unifier, type, open);
	return open;
}

const Type *typing_op(const Typing *typing, Op op, const Type *const *types,
		      TypingFault *fault)
{
	const OpRow *row = &op_rows[op];
	const Type *type = unify_find(typing->unifier, types[0]);
	char expected[200];

	for (int i = 0; i < row->arity; i++)
		if (!may_take(typing, op, types[i]))
			return op_refuse(typing, op, E0106, i, types[i],
					 op_domain_name(row->domain), fault);
	for (int i = 1; i < row->arity; i++) {
		put_type(typing, expected, sizeof expected, type);
		if (!unify(typing->unifier, type, types[i]))
			return op_refuse(typing, op, E0101, i, types[i],
					 expected, fault);
		type = unify_find(typing->unifier, type);
	}
	if (!op_takes(typing, op, type))
		return op_refuse(typing, op, E0106, 0, type,
				 op_domain_name(row->domain), fault);
	if (row->domain == DOMAIN_FLOAT)
		type = as_float(typing, type);
	if (row->result == RESULT_SAME)
		return type;
	if (type->kind == TYPE_VECTOR)
		return type_vector(typing->ir,
				   type_scalar(typing->ir, SCALAR_BOOL),
				   type->count);
	return type_scalar(typing->ir, SCALAR_BOOL);
}
