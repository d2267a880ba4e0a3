#include "rules/instance_value.h"

int64_t instance_between(Instance *in, int64_t from, int64_t to)
{
	return from + (int64_t)rng_below(in->rng, (uint64_t)(to - from + 1));
}

const Type *instance_i32(Instance *in)
{
	return type_scalar(in->ir, SCALAR_I32);
}

const Size *instance_size(Instance *in, int64_t value)
{
	return size_const(in->ir, value);
}

const Expr *instance_number(Instance *in, int64_t value)
{
	return expr_int(in->ir, instance_i32(in), value);
}

const Expr *instance_op(Instance *in, Op op, const Expr *a, const Expr *b)
{
	const Expr *args[] = { a, b };

	return expr_op_of(in->ir, op, args);
}

static const Expr *prim1(Instance *in, Prim prim, int64_t size, const Expr *xs)
{
	const Size *sizes[] = { instance_size(in, size) };

	return expr_prim(in->ir, prim, 0, sizes, 1, &xs);
}

static const Expr *head_of_vectors(Instance *in, int width, const Expr *xs)
{
	return prim1(in, PRIM_HEAD, 0, prim1(in, PRIM_SPLIT_VEC, width, xs));
}

/* -- data: inputs have no vectors and no empty arrays ---------------------- */

const Type *instance_solid(Instance *in, const Type *type)
{
	const Type *parts[8];
	int64_t length;

	switch (type->kind) {
	case TYPE_ARRAY:
		length = type->length->value;
		return type_array(in->ir, instance_solid(in, type->element),
				  instance_size(in, length ? length : 1));
	case TYPE_VECTOR:
		return type_array(in->ir, type->element,
				  instance_size(in, type->count));
	case TYPE_TUPLE:
		for (int i = 0; i < type->count; i++)
			parts[i] = instance_solid(in, type->parts[i]);
		return type_tuple(in->ir, type->count, parts);
	default:
		return type;
	}
}

static const Expr *mapped_to(Instance *in, const Expr *xs, const Type *type)
{
	const Type *element = xs->type->element;
	const Expr *kids[2];
	const Expr *body = instance_as_type(in, expr_var(in->ir, 0, element),
					    type);

	kids[0] = expr_lambda(in->ir, 1, &element, body);
	kids[1] = xs;
	return expr_prim(in->ir, PRIM_MAP, 0, NULL, 2, kids);
}

const Expr *instance_as_type(Instance *in, const Expr *e, const Type *type)
{
	const Expr *parts[8];

	if (type_same(e->type, type))
		return e;
	if (type->kind == TYPE_VECTOR)
		return head_of_vectors(in, type->count, e);
	if (type->kind == TYPE_TUPLE) {
		for (int i = 0; i < type->count; i++)
			parts[i] = instance_as_type(in, expr_get(in->ir, i, e),
					   type->parts[i]);
		return expr_tuple(in->ir, type->count, parts);
	}
	if (!size_same(e->type->length, type->length))
		e = prim1(in, PRIM_TAKE, type->length->value, e);
	return type_same(e->type, type) ? e : mapped_to(in, e, type->element);
}

/* What has vectors in it, with arrays instead. */
static const Expr *plain_elements(Instance *in, const Expr *xs)
{
	const Type *element = xs->type->element;
	const Expr *kids[2];
	const Expr *body = instance_as_plain(in, expr_var(in->ir, 0, element));

	if (body->type == element)
		return xs;
	kids[0] = expr_lambda(in->ir, 1, &element, body);
	kids[1] = xs;
	return expr_prim(in->ir, PRIM_MAP, 0, NULL, 2, kids);
}

const Expr *instance_as_plain(Instance *in, const Expr *e)
{
	const Expr *parts[8];

	if (e->type->kind == TYPE_VECTOR)
		return prim1(in, PRIM_LANES, 0, e);
	if (e->type->kind == TYPE_ARRAY)
		return plain_elements(in, e);
	if (e->type->kind != TYPE_TUPLE)
		return e;
	for (int i = 0; i < e->type->count; i++)
		parts[i] = instance_as_plain(in, expr_get(in->ir, i, e));
	return expr_tuple(in->ir, e->type->count, parts);
}

/* -- random functions ------------------------------------------------------ */

static const Expr *digit(Instance *in)
{
	return instance_number(in, instance_between(in, 2, 9));
}

static const Expr *digest(Instance *in, const Expr *e);

static const Expr *digest_array(Instance *in, const Expr *xs)
{
	const Type *params[] = { instance_i32(in), xs->type->element };
	const Expr *kids[3];
	const Expr *sum = instance_op(in, OP_MUL,
				      expr_var(in->ir, 1, params[0]),
			      instance_number(in, instance_between(in, 2, 9)));

	sum = instance_op(in, OP_ADD, sum,
		  digest(in, expr_var(in->ir, 0, params[1])));
	kids[0] = expr_lambda(in->ir, 2, params, sum);
	kids[1] = instance_number(in, instance_between(in, 0, 9));
	kids[2] = xs;
	return prim1(in, PRIM_HEAD, 0,
		     expr_prim(in->ir, PRIM_REDUCE_SEQ, 0, NULL, 3, kids));
}

/* A number that depends on everything in e. */
static const Expr *digest(Instance *in, const Expr *e)
{
	const Expr *sum = instance_number(in, instance_between(in, 0, 9));

	if (e->type->kind == TYPE_SCALAR)
		return expr_convert(in->ir, instance_i32(in), e);
	if (e->type->kind == TYPE_VECTOR)
		return digest_array(in, prim1(in, PRIM_LANES, 0, e));
	if (e->type->kind == TYPE_ARRAY)
		return digest_array(in, e);
	for (int i = 0; i < e->type->count; i++) {
		sum = instance_op(in, OP_MUL, sum, digit(in));
		sum = instance_op(in, OP_ADD, sum,
			  digest(in, expr_get(in->ir, i, e)));
	}
	return sum;
}

static const Expr *random_number(Instance *in, int count,
				 const Expr *const *args)
{
	const Expr *sum = instance_number(in, instance_between(in, 0, 9));

	for (int i = 0; i < count; i++) {
		sum = instance_op(in, OP_MUL, sum, digit(in));
		sum = instance_op(in, instance_between(in, 0, 1) ? OP_ADD
								 : OP_SUB, sum,
			  digest(in, args[i]));
	}
	return instance_op(in, OP_BITXOR, sum,
			   instance_number(in, instance_between(in, 0, 99)));
}

static const Expr *seeds(Instance *in, int64_t length)
{
	const Type *type = type_array(in->ir, instance_i32(in),
				      instance_size(in, INSTANCE_SEEDS));

	return prim1(in, PRIM_TAKE, length, expr_input(in->ir, 0, type));
}

static const Expr *random_array(Instance *in, const Type *type, int count,
				const Expr *const *args)
{
	const Type *element = instance_i32(in);
	const Expr *moved[8], *kids[2];

	for (int i = 0; i < count; i++)
		moved[i] = expr_shift(in->ir, args[i], 1, 0);
	moved[count] = expr_var(in->ir, 0, element);
	kids[0] = expr_lambda(in->ir, 1, &element,
			      instance_value(in, type->element, count + 1,
					   moved));
	kids[1] = seeds(in, type->length->value);
	return expr_prim(in->ir, PRIM_MAP, 0, NULL, 2, kids);
}

/* True or false, both often. */
static const Expr *random_choice(Instance *in, int count,
				 const Expr *const *args)
{
	const Expr *bit = instance_op(in, OP_BITAND,
				      random_number(in, count, args),
				      instance_number(in, 4));

	return expr_convert(in->ir, type_scalar(in->ir, SCALAR_BOOL), bit);
}

const Expr *instance_value(Instance *in, const Type *type, int count,
			 const Expr *const *args)
{
	const Expr *parts[8];
	const Type *lanes;

	switch (type->kind) {
	case TYPE_ARRAY:
		return random_array(in, type, count, args);
	case TYPE_VECTOR:
		lanes = type_array(in->ir, type->element,
				   instance_size(in, type->count));
		return head_of_vectors(in, type->count,
				       random_array(in, lanes, count, args));
	case TYPE_TUPLE:
		for (int i = 0; i < type->count; i++)
			parts[i] = instance_value(in, type->parts[i], count,
						args);
		return expr_tuple(in->ir, type->count, parts);
	default:
		if (type->scalar == SCALAR_BOOL)
			return random_choice(in, count, args);
		return expr_convert(in->ir, type,
				    random_number(in, count, args));
	}
}
