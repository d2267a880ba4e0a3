#include "ir/front/lists_build.h"

#include <assert.h>

static const Type *i64_type(Ir *ir)
{
	return type_scalar(ir, SCALAR_I64);
}

const Expr *plain_number(Ir *ir, int64_t value)
{
	return expr_int(ir, i64_type(ir), value);
}

const Expr *plain_i64(Ir *ir, const Expr *integer)
{
	return expr_convert(ir, i64_type(ir), integer);
}

const Expr *plain_op(Ir *ir, Op op, const Expr *a, const Expr *b)
{
	const Expr *args[] = { a, b };

	return expr_op_of(ir, op, args);
}

/* -- arrays ---------------------------------------------------------------- */

int64_t plain_length(const Expr *array)
{
	return array->type->length->value;
}

const Expr *plain_indices(Ir *ir, int64_t count)
{
	const Size *size = size_const(ir, count);

	return expr_prim(ir, PRIM_GENERATE, 0, &size, 0, NULL);
}

const Expr *plain_at(Ir *ir, const Expr *array, const Expr *index)
{
	const Expr *kids[] = { array, index };

	return expr_prim(ir, PRIM_AT, 0, NULL, 2, kids);
}

static const Expr *zipped_element(Ir *ir, const Expr *zip, const Expr *index)
{
	const Expr *parts[64];

	for (int i = 0; i < zip->kid_count; i++)
		parts[i] = plain_element(ir, zip->kids[i], index);
	return expr_tuple(ir, zip->kid_count, parts);
}

const Expr *plain_element(Ir *ir, const Expr *array, const Expr *index)
{
	const Expr *x;

	if (expr_is(array, PRIM_GENERATE))
		return index;
	if (expr_is(array, PRIM_ZIP))
		return zipped_element(ir, array, index);
	if (!expr_is(array, PRIM_MAP))
		return plain_at(ir, array, index);
	x = plain_element(ir, array->kids[1], index);
	return plain_apply(ir, array->kids[0], 0, &x);
}

const Expr *plain_map(Ir *ir, const Expr *body, const Expr *array)
{
	const Type *const *param = &array->type->element;
	const Expr *kids[] = { expr_lambda(ir, 1, param, body), array };

	return expr_prim(ir, PRIM_MAP, 0, NULL, 2, kids);
}

const Expr *plain_zip(Ir *ir, const Expr *a, const Expr *b)
{
	const Expr *kids[] = { a, b };

	return expr_prim(ir, PRIM_ZIP, 0, NULL, 2, kids);
}

const Expr *plain_numbered(Ir *ir, const Expr *elements)
{
	return plain_zip(ir, elements, plain_indices(ir,
						     plain_length(elements)));
}

static const Expr *fill(Ir *ir, int64_t count, const Expr *value)
{
	const Size *size = size_const(ir, count);

	return expr_prim(ir, PRIM_FILL, 0, &size, 1, &value);
}

const Expr *plain_sums(Ir *ir, const Expr *numbers)
{
	const Type *two[] = { i64_type(ir), i64_type(ir) };
	const Expr *zero = plain_number(ir, 0);
	const Expr *sum = plain_op(ir, OP_ADD, expr_var(ir, 1, two[0]),
				   expr_var(ir, 0, two[0]));
	const Expr *kids[] = { expr_lambda(ir, 2, two, sum), zero, numbers };
	const Expr *parts[] = { fill(ir, 1, zero),
				expr_prim(ir, PRIM_SCAN, 0, NULL, 3, kids) };

	return expr_prim(ir, PRIM_CONCAT, 0, NULL, 2, parts);
}

const Expr *plain_begins(Ir *ir, const Expr *offsets)
{
	const Size *count = size_const(ir, plain_length(offsets) - 1);
	const Size *one = size_const(ir, 1);
	const Expr *pairs = plain_zip(ir,
		expr_prim(ir, PRIM_TAKE, 0, &count, 1, &offsets),
		expr_prim(ir, PRIM_DROP, 0, &one, 1, &offsets));
	const Expr *pair = expr_var(ir, 0, pairs->type->element);
	const Expr *begin = expr_get(ir, 0, pair);

	return plain_map(ir, expr_if(ir, plain_op(ir, OP_LT, begin,
						  expr_get(ir, 1, pair)),
				     begin, plain_number(ir, -1)), pairs);
}

/* -- any type -------------------------------------------------------------- */

/* index where c holds, otherwise that number. */
static const Expr *guarded_index(Ir *ir, const Expr *index, const Expr *c,
				 int64_t other)
{
	const Expr *element;

	if (index->kind == EXPR_LITERAL)
		return index;
	if (other < 0 && index->type->kind == TYPE_SCALAR
	    && !scalar_is_signed(index->type->scalar))
		index = plain_i64(ir, index);
	if (index->type->kind != TYPE_ARRAY)
		return expr_if(ir, c, index, expr_int(ir, index->type, other));
	element = expr_var(ir, 0, index->type->element);
	return plain_map(ir, guarded_index(ir, element,
					   expr_shift(ir, c, 1, 0), other),
			 index);
}

/* Whether e computes an array that is the same for all elements: it knows
 * nothing of the function around, of one argument or two, nor of the `under`
 * binders below. A condition of the element would be one of all it computes. */
static bool is_shared(const Expr *e, int under)
{
	bool computes = expr_is(e, PRIM_PERMUTE);

	for (int i = 0; i < e->kid_count; i++)
		computes |= e->kids[i]->kind == EXPR_LAMBDA;
	for (int i = 0; computes && i < under + 2; i++)
		computes = !expr_uses(e, i);
	return computes;
}

/* e, whose indices are 0 where c does not hold: there they may be none of the
 * array's, or twice the same, and e is not taken. */
static const Expr *guarded(Ir *ir, const Expr *e, const Expr *c, int under)
{
	const Expr *kids[64];
	bool same = true;

	if (is_shared(e, under))
		return e;
	for (int i = 0; i < e->kid_count; i++) {
		const int binds = expr_binds(e, i);

		kids[i] = guarded(ir, e->kids[i], expr_shift(ir, c, binds, 0),
				  under + binds);
		same &= kids[i] == e->kids[i];
	}
	if (expr_is(e, PRIM_AT))
		kids[1] = guarded_index(ir, kids[1], c, 0);
	else if (expr_is(e, PRIM_SCAN_BY_INDEX))
		kids[2] = guarded_index(ir, kids[2], c, 0);
	else if (expr_is(e, PRIM_PERMUTE))
		kids[1] = guarded_index(ir, kids[1], c, -1);
	else if (same)
		return e;
	return expr_rebuild(ir, e, kids);
}

/* Both are evaluated. */
static const Expr *choice_of_arrays(Ir *ir, const Expr *c, const Expr *a,
				    const Expr *b)
{
	const Expr *both = plain_zip(ir, guarded(ir, a, c, 0),
			guarded(ir, b, expr_op_of(ir, OP_NOT, &c), 0));
	const Expr *pair = expr_var(ir, 0, both->type->element);

	return plain_map(ir, plain_choice(ir, expr_shift(ir, c, 1, 0),
					  expr_get(ir, 0, pair),
					  expr_get(ir, 1, pair)), both);
}

const Expr *plain_choice(Ir *ir, const Expr *c, const Expr *a, const Expr *b)
{
	const Expr *parts[64];

	if (a->type->kind == TYPE_ARRAY)
		return choice_of_arrays(ir, c, a, b);
	if (a->type->kind != TYPE_TUPLE)
		return expr_if(ir, c, a, b);
	for (int i = 0; i < a->type->count; i++)
		parts[i] = plain_choice(ir, c, expr_get(ir, i, a),
					expr_get(ir, i, b));
	return expr_tuple(ir, a->type->count, parts);
}

const Expr *plain_zero(Ir *ir, const Type *type)
{
	const Expr *parts[64];

	if (type->kind == TYPE_ARRAY)
		return fill(ir, type->length->value,
			    plain_zero(ir, type->element));
	if (type->kind != TYPE_TUPLE)
		return expr_literal(ir, type, 0);
	for (int i = 0; i < type->count; i++)
		parts[i] = plain_zero(ir, type->parts[i]);
	return expr_tuple(ir, type->count, parts);
}

const Expr *plain_apply(Ir *ir, const Expr *lambda, int under,
			const Expr *const *values)
{
	const Expr *body = expr_shift(ir, lambda->kids[0], under,
				      lambda->index);

	return expr_substitute(ir, body, lambda->index, values);
}

/* -- lists and rows -------------------------------------------------------- */

const Expr *plain_list(Ir *ir, const Expr *elements, const Expr *count)
{
	const Expr *parts[] = { elements, count };

	return expr_tuple(ir, 2, parts);
}

const Expr *list_elements(Ir *ir, const Expr *list)
{
	return expr_get(ir, 0, list);
}

const Expr *list_count(Ir *ir, const Expr *list)
{
	return expr_get(ir, 1, list);
}

const Expr *list_has(Ir *ir, const Expr *count, int under, const Expr *pair)
{
	return plain_op(ir, OP_LT, expr_get(ir, 1, pair),
			expr_shift(ir, count, under, 0));
}

const Expr *rows_total(Ir *ir, const Expr *rows)
{
	const Expr *offsets = expr_get(ir, 1, rows);

	return plain_at(ir, offsets, plain_number(ir,
						  plain_length(offsets) - 1));
}

const Expr *plain_from(Ir *ir, const Expr *elements, const Expr *from)
{
	const int64_t n = plain_length(elements);
	const Expr *i = expr_var(ir, 0, i64_type(ir)), *index;

	if (!n)
		return elements;
	index = plain_op(ir, OP_ADD, i, expr_shift(ir, from, 1, 0));
	index = plain_op(ir, OP_MIN, index, plain_number(ir, n - 1));
	return plain_map(ir, plain_at(ir, expr_shift(ir, elements, 1, 0),
				      index), plain_indices(ir, n));
}

bool plain_is_zero(const Expr *integer)
{
	if (integer->kind == EXPR_CONVERT)
		return plain_is_zero(integer->kids[0]);
	return integer->kind == EXPR_LITERAL && !integer->bits;
}

const Expr *plain_is_first(Ir *ir, const Expr *key)
{
	if (key->kind == EXPR_IF && plain_is_zero(key->kids[1])
	    && key->kids[2]->kind == EXPR_LITERAL && key->kids[2]->bits)
		return key->kids[0];
	return plain_op(ir, OP_EQ, plain_i64(ir, key), plain_number(ir, 0));
}

/* A row that has no elements begins with the first of all: what is read and not wanted
 * is there, also behind the last row that has some. */
const Expr *rows_at(Ir *ir, const Expr *rows, const Expr *j)
{
	const Expr *elements = expr_get(ir, 0, rows);
	const Expr *offsets = expr_get(ir, 1, rows);
	const Expr *from = plain_at(ir, offsets, j);
	const Expr *end = plain_at(ir, offsets, plain_op(ir, OP_ADD, j,
						plain_number(ir, 1)));

	const Expr *begin;

	if (plain_is_zero(j))
		return plain_list(ir, elements, plain_at(ir, offsets,
						plain_number(ir, 1)));
	begin = expr_if(ir, plain_op(ir, OP_LT, from, end), from,
			plain_number(ir, 0));
	return plain_list(ir, plain_from(ir, elements, begin),
			  plain_op(ir, OP_SUB, end, from));
}
