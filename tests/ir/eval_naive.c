#include <string.h>

#include "eval_naive_run.h"

Naive *naive_number(Run *r, Naive value)
{
	Naive *n = ARENA_NEW(r->arena, Naive);

	*n = value;
	return n;
}

Naive *naive_list(Run *r, int64_t count, Naive ***items)
{
	Naive *n = ARENA_NEW(r->arena, Naive);

	*items = ARENA_ARRAY(r->arena, Naive *, count + 1);
	n->count = (int)count;
	n->items = *items;
	return n;
}

static Naive *literal(Run *r, const Expr *e)
{
	Naive n = { .scalar = e->type->scalar, .count = -1 };

	if (scalar_is_float(n.scalar)) {
		n.value = expr_literal_double(e);
	} else {
		n = (Naive){ .scalar = SCALAR_U64, .bits = e->bits,
			     .count = -1 };
		n = naive_convert(e->type->scalar, n, r->domain);
	}
	if (e->type->kind == TYPE_VECTOR)
		return naive_repeated(r, naive_number(r, n), e->type->count);
	return naive_number(r, n);
}

static Naive reinterpreted(Run *r, const Expr *e, Naive from)
{
	Array cell = array_new(from.scalar, 0, NULL);
	Naive to;

	if (scalar_is_float(from.scalar))
		array_set(&cell, 0, from.value);
	else
		memcpy(cell.data, &from.bits, scalar_bytes(from.scalar));
	cell.scalar = e->type->scalar;
	to = naive_read(&cell, 0, r->domain);
	array_free(&cell);
	return to;
}

static Naive of_scalars(Run *r, const Expr *e, const Naive *args)
{
	if (e->kind == EXPR_OP)
		return naive_op(e->op, args, r->domain);
	if (e->kind == EXPR_BITS)
		return reinterpreted(r, e, args[0]);
	return naive_convert(e->type->scalar, args[0], r->domain);
}

static Naive *scalar_function(Run *r, const Expr *e, const Env *env)
{
	Naive *args[3] = { NULL }, **items, *result;

	for (int i = 0; i < e->kid_count; i++) {
		args[i] = naive_eval(r, e->kids[i], env);
		if (e->kind == EXPR_OP && i == 0
		    && ((e->op == OP_AND && args[0]->count < 0
			 && !args[0]->bits)
			|| (e->op == OP_OR && args[0]->count < 0
			    && args[0]->bits)))
			return args[0];
	}
	if (args[0]->count < 0) {
		Naive values[3];

		for (int i = 0; i < e->kid_count; i++)
			values[i] = *args[i];
		return naive_number(r, of_scalars(r, e, values));
	}
	result = naive_list(r, args[0]->count, &items);
	for (int l = 0; l < args[0]->count; l++) {
		Naive values[3];

		for (int i = 0; i < e->kid_count; i++)
			values[i] = *args[i]->items[l];
		items[l] = naive_number(r, of_scalars(r, e, values));
	}
	return result;
}

Naive *naive_eval(Run *r, const Expr *e, const Env *env)
{
	Naive **items, *result;
	Env inner;

	switch (e->kind) {
	case EXPR_INPUT:
		return r->inputs[e->index];
	case EXPR_VAR:
		for (int i = 0; i < e->index; i++)
			env = env->outer;
		return naive_number(r, *env->value);
	case EXPR_LITERAL:
		return literal(r, e);
	case EXPR_SIZE:
		return naive_number(r, naive_convert(e->type->scalar, (Naive){
			.scalar = SCALAR_I64, .count = -1,
			.bits = (uint64_t)e->sizes[0]->value }, r->domain));
	case EXPR_IF:
		result = naive_eval(r, e->kids[0], env);
		return naive_eval(r, e->kids[result->bits ? 1 : 2],
			    env);
	case EXPR_TUPLE:
		result = naive_list(r, e->kid_count, &items);
		for (int i = 0; i < e->kid_count; i++)
			items[i] = naive_eval(r, e->kids[i], env);
		return result;
	case EXPR_GET:
		return naive_eval(r, e->kids[0], env)->items[e->index];
	case EXPR_LET:
		inner = (Env){ naive_eval(r, e->kids[0], env), env };
		return naive_eval(r, e->kids[1], &inner);
	case EXPR_PRIM:
		return naive_prim(r, e, env);
	default:
		return scalar_function(r, e, env);
	}
}

/* -- in and out ------------------------------------------------------------ */

static Naive *read_value(Run *r, const Type *type, const Array *leaves,
			 int64_t *at_leaf)
{
	int64_t count = type->kind == TYPE_ARRAY ? type->length->value
						 : type->count;
	Naive **items, *result;

	if (type->kind == TYPE_SCALAR)
		return naive_number(r, naive_read(leaves, at_leaf[0]++,
						  r->domain));
	result = naive_list(r, count, &items);
	for (int64_t i = 0; i < count; i++) {
		const Type *item = type->kind == TYPE_TUPLE ? type->parts[i]
							    : type->element;

		items[i] = read_value(r, item, leaves, at_leaf);
		if (type->kind == TYPE_TUPLE) {
			leaves += type_leaves(item);
			at_leaf += type_leaves(item);
		}
	}
	return result;
}

static void write_value(const Naive *value, const Type *type, Array *leaves,
			int64_t *at_leaf)
{
	if (value->count < 0) {
		char *data = leaves->data;
		size_t bytes = scalar_bytes(leaves->scalar);

		if (scalar_is_float(leaves->scalar))
			array_set(leaves, at_leaf[0]++, value->value);
		else
			memcpy(data + (size_t)at_leaf[0]++ * bytes,
			       &value->bits, bytes);
		return;
	}
	for (int i = 0; i < value->count; i++) {
		const Type *item = type->kind == TYPE_TUPLE ? type->parts[i]
							    : type->element;

		write_value(value->items[i], item, leaves, at_leaf);
		if (type->kind == TYPE_TUPLE) {
			leaves += type_leaves(item);
			at_leaf += type_leaves(item);
		}
	}
}

bool naive_run(const Program *program, const Expr *body, const Array *inputs,
	       EvalDomain domain, Array *outputs)
{
	Run r = { .arena = arena_new(), .domain = domain };
	Naive **values = ARENA_ARRAY(r.arena, Naive *,
				     program->input_count + 1);
	int64_t at_leaf[64];
	bool whole = false;

	for (int i = 0; i < program->input_count; i++) {
		memset(at_leaf, 0, sizeof at_leaf);
		values[i] = read_value(&r, program->inputs[i].type,
				       inputs + program->inputs[i].first_port,
				       at_leaf);
	}
	r.inputs = values;
	if (!setjmp(r.failed)) {
		memset(at_leaf, 0, sizeof at_leaf);
		write_value(naive_eval(&r, body, NULL), body->type, outputs,
			    at_leaf);
		whole = true;
	}
	arena_free(r.arena);
	return whole;
}
