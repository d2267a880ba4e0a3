#include "ir/core/algebra.h"

#include <math.h>

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

enum { PART_DEPTH_MAX = 32 };

/* A component of a component ... of a parameter, the outermost first. */
typedef struct Part {
	int depth;
	int indices[PART_DEPTH_MAX];
} Part;

static bool is_part(const Expr *e, const Part *part, int variable)
{
	for (int i = part->depth - 1; i >= 0; i--) {
		if (e->kind != EXPR_GET || e->index != part->indices[i])
			return false;
		e = e->kids[0];
	}
	return e->kind == EXPR_VAR && e->index == variable;
}

/* Whether e joins that part of both parameters, part by part, by built-in
 * functions that are associative; where that leaves one choice only, in either
 * order. */
static bool joins(const Expr *e, Part part)
{
	if (e->kind == EXPR_TUPLE) {
		if (part.depth == PART_DEPTH_MAX)
			return false;
		for (int i = 0; i < e->kid_count; i++) {
			Part inner = part;

			inner.indices[inner.depth++] = i;
			if (!joins(e->kids[i], inner))
				return false;
		}
		return true;
	}
	return e->kind == EXPR_OP && e->kid_count == 2 && laws[e->op].assoc
	    && ((is_part(e->kids[0], &part, 1) && is_part(e->kids[1], &part, 0))
		|| (!part.depth && laws[e->op].comm
		    && is_part(e->kids[0], &part, 0)
		    && is_part(e->kids[1], &part, 1)));
}

bool algebra_is_segmented(const Expr *body)
{
	static const Part flag = { 1, { 0 } }, value = { 1, { 1 } };
	const Expr *chosen;

	if (body->kind != EXPR_TUPLE || body->kid_count != 2
	    || body->kids[0]->kind != EXPR_OP || body->kids[0]->op != OP_OR
	    || !joins(body->kids[0], flag) || body->kids[1]->kind != EXPR_IF)
		return false;
	chosen = body->kids[1];
	return is_part(chosen->kids[0], &flag, 0)
	    && is_part(chosen->kids[1], &value, 0)
	    && joins(chosen->kids[2], value);
}

static bool is_built_in(const Expr *function)
{
	const Expr *body = function->kids[0];

	return function->index == 2 && body->type == function->params[0]
	    && (joins(body, (Part){ .depth = 0 })
		|| algebra_is_segmented(body));
}

static bool commutes(const Expr *body)
{
	if (body->kind == EXPR_IF)
		return false;
	if (body->kind != EXPR_TUPLE)
		return laws[body->op].comm;
	for (int i = 0; i < body->kid_count; i++)
		if (!commutes(body->kids[i]))
			return false;
	return true;
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

static const Expr *unit_expr(Ir *ir, const Expr *body)
{
	const Type *type = body->type;
	const Expr *parts[64];

	if (body->kind == EXPR_IF)
		return unit_expr(ir, body->kids[2]);
	if (body->kind == EXPR_TUPLE) {
		for (int i = 0; i < body->kid_count; i++)
			parts[i] = unit_expr(ir, body->kids[i]);
		return expr_tuple(ir, body->kid_count, parts);
	}
	if (scalar_is_float(type->scalar))
		return expr_float(ir, type, unit_double(laws[body->op].unit));
	return expr_literal(ir, type,
			    unit_bits(laws[body->op].unit, type->scalar));
}

/* Whether e is the unit in every lane; -0 is as neutral to + on floats as 0
 * is. */
static bool is_lane_unit(Unit unit, const Expr *e)
{
	if (e->kind == EXPR_PRIM && e->prim == PRIM_SPLAT)
		return is_lane_unit(unit, e->kids[0]);
	if (e->kind != EXPR_LITERAL)
		return false;
	if (scalar_is_float(e->type->scalar))
		return expr_literal_double(e) == unit_double(unit);
	return e->bits == unit_bits(unit, e->type->scalar);
}

/* Whether e is neutral to such a body, component by component. */
static bool is_unit(const Expr *body, const Expr *e)
{
	if (body->kind == EXPR_IF)
		return is_unit(body->kids[2], e);
	if (body->kind != EXPR_TUPLE)
		return is_lane_unit(laws[body->op].unit, e);
	if (e->kind != EXPR_TUPLE)
		return false;
	for (int i = 0; i < body->kid_count; i++)
		if (!is_unit(body->kids[i], e->kids[i]))
			return false;
	return true;
}

static bool has_unit(const Expr *function, const Expr *neutral)
{
	return is_built_in(function) && is_unit(function->kids[0], neutral);
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

	return has_unit(function, neutral)
	    || (algebra && algebra->neutral == neutral);
}

const Expr *algebra_unit(Ir *ir, const Expr *function)
{
	return is_built_in(function) ? unit_expr(ir, function->kids[0]) : NULL;
}

AlgebraFacts algebra_facts(const Program *program, const Expr *function)
{
	const Algebra *algebra = declared(program, function);

	if (is_built_in(function))
		return (AlgebraFacts){ true, commutes(function->kids[0]),
				       algebra_unit(program->ir, function) };
	if (algebra)
		return (AlgebraFacts){ algebra->assoc, algebra->comm,
				       algebra->neutral };
	return (AlgebraFacts){ false, false, NULL };
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
	return declared(program, function) && !has_unit(function, neutral);
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

/* Of states that begin with z: no sum of floats is -0 but of -0 alone, and min and
 * max, which ignore a NaN, give none but of NaNs alone. */
static bool keeps(const Expr *body, const Expr *z)
{
	double value;

	if (!touches_float(body->type)
	    || (body->kind == EXPR_OP && body->op == OP_MUL))
		return true;
	if (body->kind == EXPR_IF)
		return false;
	for (int i = 0; body->kind == EXPR_TUPLE && i < body->kid_count; i++)
		if (z->kind != EXPR_TUPLE || !keeps(body->kids[i], z->kids[i]))
			return false;
	if (body->kind == EXPR_TUPLE)
		return true;
	while (expr_is(z, PRIM_SPLAT))
		z = z->kids[0];
	if (z->kind != EXPR_LITERAL)
		return false;
	value = expr_literal_double(z);
	return !isnan(value) && (value != 0 || !signbit(value));
}

const Expr *algebra_unit_exact(Ir *ir, const Expr *function, const Expr *z)
{
	const Expr *unit = algebra_unit(ir, function);

	return unit && keeps(function->kids[0], z) ? unit : NULL;
}

bool algebra_is_exact(const Expr *function)
{
	return !touches_float(function->params[0]);
}
