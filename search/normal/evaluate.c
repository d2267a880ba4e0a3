/* From expressions to values: beta, eta, let and every view are gone by it. */
#include "search/normal/meaning.h"

#include <string.h>

static const Scope *bound(Normal *n, const Scope *up, const Meaning *value)
{
	Scope *scope = ARENA_NEW(n->arena, Scope);

	*scope = (Scope){ up, value };
	return scope;
}

const Meaning *evaluate_call(Normal *n, const Expr *function,
			   const Scope *scope, int count,
			   const Meaning *const *args)
{
	for (int i = 0; i < count; i++)
		scope = bound(n, scope, args[i]);
	return evaluate(n, function->kids[0], scope);
}

static const Meaning *map_element(Normal *n, const Meaning *v, const Form *i)
{
	const Meaning *element = meaning_at(n, v->parts[0], i);

	return evaluate_call(n, v->function, v->scope, 1, &element);
}

static const Meaning *same_lane(Normal *n, const Meaning *v, const Form *i)
{
	(void)n;
	(void)i;
	return v->parts[0];
}

/* A number of that type, or one for all lanes. */
static const Meaning *number(Normal *n, const Type *type, uint64_t bits)
{
	const bool vector = type->kind == TYPE_VECTOR;
	const Meaning *one = meaning_scalar(
		n, form_number(n, vector ? type->element : type, bits));

	return vector ? meaning_array(n, type, same_lane,
				      (Meaning){ .count = 1, .parts = &one })
		      : one;
}

static const Meaning *literal(Normal *n, const Expr *e)
{
	return number(n, e->type, e->bits);
}

static const Meaning *size(Normal *n, const Expr *e)
{
	const int64_t value = e->sizes[0]->value;
	const Type *type = e->type;
	const Type *scalar = type->kind == TYPE_VECTOR ? type->element : type;

	return number(n, type, scalar_is_int(scalar->scalar)
			     ? expr_int(n->ir, scalar, value)->bits
			     : expr_float(n->ir, scalar,
					  (double)value)->bits);
}

static const Meaning *input(Normal *n, const Expr *e)
{
	const ProgramInput *from = &n->program->inputs[e->index];
	const Type *types[FORM_PARTS];
	const Form *leaves[FORM_PARTS];
	const int count = meaning_components(n, e->type, types);

	for (int i = 0; i < count; i++)
		leaves[i] = form_of(n, (Form){ .kind = FORM_INPUT,
					       .number = from->first_port + i,
					       .type = types[i] });
	return meaning_of_leaves(n, e->type, leaves);
}

/* An operation, a conversion or bits of scalars, giving that type. */
static const Form *operation(Normal *n, const Expr *e, const Type *type,
			     const Form *const *args)
{
	if (e->kind == EXPR_OP)
		return form_op(n, e->op, type, args);
	if (e->kind == EXPR_CONVERT)
		return form_convert(n, type, args[0]);
	if (type->kind != TYPE_SCALAR
	    || scalar_bytes(type->scalar)
	       != scalar_bytes(args[0]->type->scalar))
		normal_stop(n, "it reads the bits of tuples or vectors");
	return form_of(n, (Form){ .kind = FORM_BITS, .type = type, .count = 1,
				  .parts = args });
}

static const Meaning *lane(Normal *n, const Meaning *v, const Form *i)
{
	const Form *args[FORM_PARTS];

	for (int k = 0; k < v->count; k++)
		args[k] = meaning_at(n, v->parts[k], i)->form;
	return meaning_scalar(n, operation(n, v->function, v->type->element,
					   args));
}

static const Meaning *scalar(Normal *n, const Expr *e,
			     const Meaning *const *kids)
{
	const Form *args[FORM_PARTS];

	if (e->type->kind == TYPE_VECTOR && kids[0]->element)
		return meaning_array(n, e->type, lane,
				     (Meaning){ .count = e->kid_count,
						.parts = kids,
						.function = e });
	for (int i = 0; i < e->kid_count; i++) {
		args[i] = kids[i]->form;
		if (!args[i])
			normal_stop(n, "it reads the bits of tuples or "
				       "vectors");
	}
	return meaning_scalar(n, operation(n, e, e->type, args));
}

static const Meaning *call(Normal *n, const Expr *e, const Meaning *argument)
{
	const Form *args[FORM_PARTS];
	const int count = meaning_leaves(n, argument, args);

	return meaning_scalar(n, form_of(n, (Form){ .kind = FORM_CALL,
						  .function = e, .count = count,
						  .type = e->type,
						  .parts = args }));
}

static const Meaning *unset(Normal *n, const Expr *e, const Meaning *array)
{
	const Form *leaves[FORM_PARTS];
	const int count = meaning_leaves(n, array, leaves);

	for (int i = 0; i < count; i++)
		leaves[i] = form_of(n, (Form){ .kind = FORM_UNSET, .count = 1,
					       .type = leaves[i]->type,
					       .parts = leaves + i });
	return meaning_of_leaves(n, e->type, leaves);
}

/* A function of each lane. */
static const Meaning *lanewise(Normal *n, const Expr *e, const Scope *scope,
			       const Meaning *vector)
{
	const Meaning *lanes = meaning_lanes(n, vector);
	const Type *type = type_array(n->ir, e->kids[0]->type,
				      lanes->type->length);

	return meaning_vector(n, e->type, meaning_array(
		n, type, map_element,
		(Meaning){ .count = 1, .parts = &lanes,
			   .function = e->kids[0], .scope = scope }));
}

static const Meaning *prim(Normal *n, const Expr *e, const Scope *scope)
{
	const Meaning *kids[FORM_PARTS];

	for (int i = 0; i < e->kid_count; i++)
		kids[i] = e->kids[i]->kind == EXPR_LAMBDA ? NULL
			: evaluate(n, e->kids[i], scope);
	if (e->prim == PRIM_MAP_VEC)
		return lanewise(n, e, scope, kids[1]);
	if (prim_is_map(e->prim))
		return meaning_array(n, e->type, map_element,
				   (Meaning){ .count = 1, .parts = kids + 1,
					    .function = e->kids[0],
					    .scope = scope });
	switch (e->prim) {
	case PRIM_TO_LOCAL:
	case PRIM_TO_GLOBAL:
	case PRIM_TO_PRIVATE: return kids[0];
	case PRIM_REDUCE:
	case PRIM_REDUCE_SEQ:
	case PRIM_REDUCE_SEQ_UNROLL:
	case PRIM_SCAN_SEQ:
	case PRIM_SCAN:
	case PRIM_ITERATE:
	case PRIM_ITERATE_UNTIL: return state_of(n, e, scope, kids);
	case PRIM_REDUCE_PART: return state_part(n, e, scope, kids);
	case PRIM_PERMUTE:
	case PRIM_SCATTER: return scatter_of(n, e, scope, kids);
	case PRIM_OPENCL: return call(n, e, kids[1]);
	case PRIM_UNSET: return unset(n, e, kids[0]);
	default: break;
	}
	kids[0] = view_of(n, e, kids);
	if (!kids[0])
		normal_stop(n, "it has a primitive that no form has");
	return kids[0];
}

static const Meaning *variable(const Scope *scope, int index)
{
	while (index--)
		scope = scope->up;
	return scope->value;
}

static const Meaning *evaluate_new(Normal *n, const Expr *e, const Scope *scope)
{
	const Meaning *kids[FORM_PARTS];

	switch (e->kind) {
	case EXPR_INPUT: return input(n, e);
	case EXPR_VAR: return variable(scope, e->index);
	case EXPR_LITERAL: return literal(n, e);
	case EXPR_SIZE: return size(n, e);
	case EXPR_PRIM: return prim(n, e, scope);
	case EXPR_LET:
		kids[0] = evaluate(n, e->kids[0], scope);
		return evaluate(n, e->kids[1], bound(n, scope, kids[0]));
	default: break;
	}
	if (e->kid_count > FORM_PARTS / 2)
		normal_stop(n, "a tuple has too many components");
	for (int i = 0; i < e->kid_count; i++)
		kids[i] = evaluate(n, e->kids[i], scope);
	switch (e->kind) {
	case EXPR_IF: return meaning_choice(n, kids[0]->form, kids[1], kids[2]);
	case EXPR_TUPLE: return meaning_tuple(n, e->type, e->kid_count, kids);
	case EXPR_GET: return meaning_part(kids[0], e->index);
	default: return scalar(n, e, kids);
	}
}

const Meaning *evaluate(Normal *n, const Expr *e, const Scope *scope)
{
	const Meaning *value;

	if (++n->depth > FORM_DEPTH)
		normal_stop(n, "it is nested too deeply");
	if (e->kid_count > FORM_PARTS / 2)
		normal_stop(n, "it has too many parts");
	value = evaluate_new(n, e, scope);
	n->depth--;
	return value;
}
