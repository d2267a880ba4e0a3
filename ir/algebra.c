#include "ir/algebra.h"

#include <math.h>

#include "ir/print_eta.h"

/* Neutral elements, as the number of a lane: of integers, of floats. */
typedef enum { UNIT_ZERO, UNIT_ONE, UNIT_TOP, UNIT_BOTTOM, UNIT_ALL,
	       UNIT_TRUE, UNIT_FALSE } Unit;

typedef struct LawRow {
	bool assoc, comm;
	Unit unit;
} LawRow;

static const LawRow laws[OP_COUNT] = {
	[OP_ADD]    = { true, true, UNIT_ZERO },
	[OP_MUL]    = { true, true, UNIT_ONE },
	[OP_MIN]    = { true, true, UNIT_TOP },
	[OP_MAX]    = { true, true, UNIT_BOTTOM },
	[OP_AND]    = { true, true, UNIT_TRUE },
	[OP_OR]     = { true, true, UNIT_FALSE },
	[OP_BITAND] = { true, true, UNIT_ALL },
	[OP_BITOR]  = { true, true, UNIT_ZERO },
	[OP_BITXOR] = { true, true, UNIT_ZERO },
};

/* -- which function it is -------------------------------------------------- */

static bool is_swapped(const Expr *body)
{
	return body->kind == EXPR_OP && body->kid_count == 2
	    && body->kids[0]->kind == EXPR_VAR && body->kids[0]->index == 0
	    && body->kids[1]->kind == EXPR_VAR && body->kids[1]->index == 1;
}

/* The built-in function that the lambda is, in either order of arguments. */
static bool built_in(const Expr *function, Op *op)
{
	const Expr *body = function->kids[0];

	if (function->index != 2)
		return false;
	if (is_swapped(body)) {
		*op = body->op;
		return laws[*op].comm && body->type == function->params[0];
	}
	return eta_binary(function, op) && laws[*op].assoc
	    && (*op == OP_ADD || body->kind != EXPR_TUPLE);
}

/* -- neutral elements ------------------------------------------------------ */

static uint64_t top_bits(Scalar scalar)
{
	int bits = (int)scalar_bytes(scalar) * 8;

	return UINT64_MAX >> (64 - bits + scalar_is_signed(scalar));
}

static uint64_t unit_bits(Unit unit, Scalar scalar)
{
	int bits = (int)scalar_bytes(scalar) * 8;

	switch (unit) {
	case UNIT_ONE: case UNIT_TRUE: return 1;
	case UNIT_TOP: return top_bits(scalar);
	case UNIT_BOTTOM:
		return scalar_is_signed(scalar) ? ~top_bits(scalar) : 0;
	case UNIT_ALL:
		return scalar_is_signed(scalar) ? UINT64_MAX
						: UINT64_MAX >> (64 - bits);
	default: return 0;
	}
}

static double unit_double(Unit unit)
{
	switch (unit) {
	case UNIT_ONE: return 1;
	case UNIT_TOP: return INFINITY;
	case UNIT_BOTTOM: return -INFINITY;
	default: return 0;
	}
}

static const Expr *unit_expr(Ir *ir, Unit unit, const Type *type)
{
	const Expr *parts[64];

	if (type->kind == TYPE_TUPLE) {
		for (int i = 0; i < type->count; i++)
			parts[i] = unit_expr(ir, unit, type->parts[i]);
		return expr_tuple(ir, type->count, parts);
	}
	if (scalar_is_float(type->scalar))
		return expr_float(ir, type, unit_double(unit));
	return expr_literal(ir, type, unit_bits(unit, type->scalar));
}

/* Whether e is the unit in every component and lane; -0 is as neutral to + on
 * floats as 0 is. */
static bool is_unit(Unit unit, const Expr *e)
{
	if (e->kind == EXPR_TUPLE) {
		for (int i = 0; i < e->kid_count; i++)
			if (!is_unit(unit, e->kids[i]))
				return false;
		return true;
	}
	if (e->kind == EXPR_PRIM && e->prim == PRIM_SPLAT)
		return is_unit(unit, e->kids[0]);
	if (e->kind != EXPR_LITERAL)
		return false;
	if (scalar_is_float(e->type->scalar))
		return expr_literal_double(e) == unit_double(unit);
	return e->bits == unit_bits(unit, e->type->scalar);
}

/* -- declared operators ---------------------------------------------------- */

static const Algebra *declared(const Program *program, const Expr *function)
{
	for (int i = 0; i < program->algebra_count; i++)
		if (program->algebra[i].function == function)
			return &program->algebra[i];
	return NULL;
}

static bool is_neutral(const Program *program, const Expr *function,
		       const Expr *neutral)
{
	const Algebra *algebra = declared(program, function);
	Op op;

	if (built_in(function, &op) && is_unit(laws[op].unit, neutral))
		return true;
	return algebra && algebra->neutral == neutral;
}

AlgebraFacts algebra_facts(const Program *program, const Expr *function)
{
	const Algebra *algebra = declared(program, function);
	AlgebraFacts facts = { false, false, NULL };
	Op op;

	if (algebra)
		facts = (AlgebraFacts){ algebra->assoc, algebra->comm,
					algebra->neutral };
	if (built_in(function, &op))
		facts = (AlgebraFacts){ true, laws[op].comm,
					unit_expr(program->ir, laws[op].unit,
						  function->params[0]) };
	return facts;
}

bool algebra_monoid(const Program *program, const Expr *function,
		    const Expr *neutral)
{
	return algebra_facts(program, function).assoc
	    && is_neutral(program, function, neutral);
}

bool algebra_cmonoid(const Program *program, const Expr *function,
		     const Expr *neutral)
{
	return algebra_facts(program, function).comm
	    && algebra_monoid(program, function, neutral);
}

bool algebra_is_declared(const Program *program, const Expr *function,
			 const Expr *neutral)
{
	Op op;

	return declared(program, function)
	    && !(built_in(function, &op) && is_unit(laws[op].unit, neutral));
}

static bool touches_float(const Type *type)
{
	switch (type->kind) {
	case TYPE_ARRAY: return touches_float(type->element);
	case TYPE_TUPLE:
		for (int i = 0; i < type->count; i++)
			if (touches_float(type->parts[i]))
				return true;
		return false;
	default: return scalar_is_float(type->scalar);
	}
}

bool algebra_is_exact(const Expr *function)
{
	return !touches_float(function->params[0]);
}
