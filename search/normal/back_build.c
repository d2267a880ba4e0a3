/* Expressions while a form is read back. */
#include "search/normal/back.h"

static const Expr *must(const Back *b, const Expr *e)
{
	if (!e)
		normal_stop(b->n, "it cannot be read back");
	return e;
}

const Expr *back_shift(const Back *b, const Expr *e, int from, int to)
{
	return from == to ? e : expr_shift(b->ir, e, to - from, 0);
}

const Expr *back_variable(const Back *b, const Spot *at, int level,
			  const Type *type)
{
	return expr_var(b->ir, at->depth - 1 - level, type);
}

const Expr *back_prim(const Back *b, Prim prim, int64_t first, int64_t second,
		      int count, const Expr *const *kids)
{
	const Size *sizes[] = { size_const(b->ir, first),
				size_const(b->ir, second) };

	return must(b, expr_prim(b->ir, prim, 0, sizes, count, kids));
}

const Expr *back_prim1(const Back *b, Prim prim, int64_t size,
		       const Expr *array)
{
	return back_prim(b, prim, size, 0, 1, &array);
}

const Expr *back_at(const Back *b, const Expr *array, const Expr *index)
{
	const Expr *kids[] = { array, index };

	return back_prim(b, PRIM_AT, 0, 0, 2, kids);
}

const Expr *back_offset(const Back *b, int64_t number)
{
	return expr_int(b->ir, number > INT32_MAX
			       ? b->n->i64 : type_scalar(b->ir, SCALAR_I32),
			number);
}

static const Expr *both(const Back *b, Op op, const Expr *x, const Expr *y)
{
	const Expr *args[] = { x, y }, *parts[FORM_PARTS];

	if (x->type->kind != TYPE_TUPLE)
		return must(b, expr_op_of(b->ir, op, args));
	for (int i = 0; i < x->type->count; i++)
		parts[i] = both(b, op, expr_get(b->ir, i, x),
				expr_get(b->ir, i, y));
	return expr_tuple(b->ir, x->type->count, parts);
}

const Expr *back_function(const Back *b, Op op, const Type *type)
{
	const Type *types[] = { type, type };

	return expr_lambda(b->ir, 2, types,
			   both(b, op, expr_var(b->ir, 1, type),
				expr_var(b->ir, 0, type)));
}

const Expr *back_neutral(Back *b, const Spot *at, Op op, const Type *type)
{
	const Expr *parts[FORM_PARTS];

	if (type->kind != TYPE_TUPLE)
		return back_term(b, at, domain_neutral(b->n, op, type));
	for (int i = 0; i < type->count; i++)
		parts[i] = back_neutral(b, at, op, type->parts[i]);
	return expr_tuple(b->ir, type->count, parts);
}

const Expr *back_deep(const Back *b, int depth, const Expr *array,
		      Deep *deep, const void *what)
{
	const bool mapped = expr_is(array, PRIM_MAP);
	const Expr *rows = mapped ? array->kids[1] : array;
	const Type *row;
	const Expr *kids[2], *body;

	if (!depth)
		return must(b, deep(b, array, what));
	row = rows->type->element;
	body = mapped ? array->kids[0]->kids[0] : expr_var(b->ir, 0, row);
	kids[0] = expr_lambda(b->ir, 1, &row,
			      back_deep(b, depth - 1, body, deep, what));
	kids[1] = rows;
	return back_prim(b, PRIM_MAP, 0, 0, 2, kids);
}

const Expr *back_value(const Back *b, const Type *type,
		       const Expr *const **parts)
{
	const Expr *kids[FORM_PARTS];

	if (type->kind != TYPE_TUPLE)
		return *(*parts)++;
	for (int i = 0; i < type->count; i++)
		kids[i] = back_value(b, type->parts[i], parts);
	return expr_tuple(b->ir, type->count, kids);
}

typedef struct Component {
	int number;
} Component;

static const Expr *component_of(const Back *b, const Expr *value,
				const void *what)
{
	int number = ((const Component *)what)->number;

	while (value->type->kind == TYPE_TUPLE) {
		int i = 0;

		while (number >= value->type->parts[i]->leaves)
			number -= value->type->parts[i++]->leaves;
		value = expr_get(b->ir, i, value);
	}
	if (value->type->kind == TYPE_ARRAY && value->type->leaves > 1)
		return back_component(b, value, number);
	return value;
}

const Expr *back_component(const Back *b, const Expr *value, int component)
{
	const Component what = { component };
	int depth = 0;

	for (const Type *type = value->type; type->kind == TYPE_ARRAY;
	     type = type->element)
		depth++;
	return value->type->leaves == 1 ? value
	     : back_deep(b, depth, value, component_of, &what);
}
