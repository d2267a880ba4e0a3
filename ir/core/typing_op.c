/* Typing of scalar functions, also on vectors. */
#include <stdio.h>

#include "ir/core/typing_rule.h"

static bool op_takes(const Typing *typing, Op op, const Type *type)
{
	OpDomain domain = op_rows[op].domain;

	if (type->kind == TYPE_VECTOR && type->open)
		return op_takes(typing, op,
				unify_find(typing->unifier, type->element));
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
	typing_put(typing, fault->found, sizeof fault->found, found);
	snprintf(fault->expected, sizeof fault->expected, "%s", expected);
	return NULL;
}

static const Type *as_float(const Typing *typing, const Type *type)
{
	const Type *open;

	if (type->kind == TYPE_VECTOR && type->open) {
		as_float(typing, unify_find(typing->unifier, type->element));
		return type;
	}
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
		typing_put(typing, expected, sizeof expected, type);
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
