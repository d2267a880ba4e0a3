#include "space_gen.h"

#include <assert.h>

int space_pick(SpaceGen *g, int bound)
{
	return (int)rng_below(g->rng, (uint64_t)bound);
}

const Expr *space_prim(SpaceGen *g, Prim p, int size, const Expr *a,
		       const Expr *b, const Expr *c)
{
	const Expr *kids[] = { a, b, c }, *made;
	const Size *n = size_const(g->ir, size);

	made = expr_prim(g->ir, p, 0, &n, c ? 3 : b ? 2 : a ? 1 : 0, kids);
	assert(made);
	return made;
}

const Expr *space_op(SpaceGen *g, Op o, const Expr *a, const Expr *b)
{
	const Expr *args[] = { a, b };

	return expr_op_of(g->ir, o, args);
}

const Type *space_array_of(SpaceGen *g, const Type *of, int n)
{
	return type_array(g->ir, of, size_const(g->ir, n));
}

static bool is_float(const SpaceGen *g)
{
	return scalar_is_float(g->type->scalar);
}

/* Products of floats would soon be no whole numbers that are exact. */
const Expr *space_joined(SpaceGen *g, const Expr *a, const Expr *b)
{
	static const Op ops[] = { OP_ADD, OP_SUB, OP_MAX, OP_MIN, OP_ADD,
				  OP_MUL, OP_BITXOR };

	return space_op(g, ops[space_pick(g, is_float(g) ? 5 : 7)], a, b);
}

static const Expr *number(SpaceGen *g, double value)
{
	if (is_float(g))
		return expr_float(g->ir, g->type, value);
	return expr_int(g->ir, g->type, (int64_t)value);
}

static const Expr *literal(SpaceGen *g)
{
	bool negative = scalar_is_float(g->type->scalar)
		     || scalar_is_signed(g->type->scalar);

	return number(g, space_pick(g, 7) - (negative ? 3 : 0));
}

/* -- functions ------------------------------------------------------------- */

bool space_enter(SpaceGen *g, const Type *type)
{
	if (g->count == SPACE_SCOPE)
		return false;
	g->scope[g->count++] = type;
	return true;
}

const Expr *space_mapped(SpaceGen *g, SpaceBody *body, int n, int depth,
			 const Expr *xs)
{
	const Type *of = xs->type->element;
	const Expr *made;

	if (!space_enter(g, of))
		return xs;
	made = body(g, expr_var(g->ir, 0, of), n, depth);
	g->count--;
	return space_prim(g, PRIM_MAP, 0, expr_lambda(g->ir, 1, &of, made),
			  xs, NULL);
}

/* To another type and back: what fits into it stays. */
static const Expr *converted(SpaceGen *g, const Expr *x)
{
	static const Scalar whole[] = { SCALAR_I64, SCALAR_U8, SCALAR_I16,
					SCALAR_U32 };
	Scalar over = is_float(g) ? SCALAR_F64 : whole[space_pick(g, 4)];

	x = expr_convert(g->ir, type_scalar(g->ir, over), x);
	return expr_convert(g->ir, g->type, x);
}

static const Expr *iterated(SpaceGen *g, const Expr *x)
{
	const Expr *step = expr_lambda(g->ir, 1, &g->type, space_joined(
		g, expr_var(g->ir, 0, g->type), literal(g)));

	return space_prim(g, PRIM_ITERATE, 1 + space_pick(g, 4), step, x,
			  NULL);
}

static const Expr *chosen(SpaceGen *g, const Expr *x, int depth)
{
	static const Op tests[] = { OP_LT, OP_LE, OP_EQ, OP_NE };
	const Expr *test = space_op(g, tests[space_pick(g, 4)], x,
				    literal(g));

	return expr_if(g->ir, test, space_joined(g, x, literal(g)),
		       space_pick(g, 2) ? x : space_scalar(g, depth - 1));
}

const Expr *space_of_scalar(SpaceGen *g, const Expr *x, int n, int depth)
{
	(void)n;
	switch (space_pick(g, 9)) {
	case 0: return expr_op_of(g->ir, OP_ABS, &x);
	case 1: return space_op(g, OP_MUL, x, number(g, 2));
	case 2: return chosen(g, x, depth);
	case 3: return converted(g, x);
	case 4: return iterated(g, x);
	case 5: case 6:
		return space_joined(g, x, space_scalar(g, depth - 1));
	default: return space_joined(g, x, literal(g));
	}
}

/* Of all parts of a tuple. */
const Expr *space_of_pair(SpaceGen *g, const Expr *p, int n, int depth)
{
	const Expr *made = expr_get(g->ir, 0, p);

	(void)n;
	(void)depth;
	for (int i = 1; i < p->type->count; i++)
		made = space_joined(g, made, expr_get(g->ir, i, p));
	return made;
}

const Expr *space_fold(SpaceGen *g, Prim prim, const Expr *xs)
{
	static const Op ops[] = { OP_ADD, OP_ADD, OP_MAX, OP_SUB, OP_MIN };
	Op o = ops[space_pick(g, 5)];
	const Type *params[] = { g->type, g->type };
	const Expr *f, *z;

	f = expr_lambda(g->ir, 2, params, space_op(g, o,
		expr_var(g->ir, 1, g->type), expr_var(g->ir, 0, g->type)));
	z = o == OP_MAX && is_float(g) ? number(g, -1e30) : literal(g);
	return space_prim(g, prim, 0, f, z, xs);
}

static const Expr *reduced(SpaceGen *g, const Expr *xs)
{
	return space_fold(g, space_pick(g, 6) ? PRIM_REDUCE : PRIM_REDUCE_SEQ,
			  xs);
}

static const Expr *head(SpaceGen *g, const Expr *xs)
{
	return space_prim(g, PRIM_HEAD, 0, xs, NULL, NULL);
}

static const Expr *element(SpaceGen *g, const Expr *xs)
{
	int n = (int)xs->type->length->value;

	return space_prim(g, PRIM_AT, 0, xs, expr_int(g->ir,
		type_scalar(g->ir, SCALAR_I32), space_pick(g, n)), NULL);
}

/* A number of a row. */
const Expr *space_of_row(SpaceGen *g, const Expr *row, int n, int depth)
{
	(void)n;
	switch (space_pick(g, 6)) {
	case 0:
		return space_joined(g, head(g, reduced(g, row)),
				    space_scalar(g, depth - 1));
	case 1:
		return head(g, row);
	case 2:
		return space_joined(g, element(g, row), element(g, row));
	default:
		return head(g, reduced(g, space_mapped(
			g, space_of_scalar, 0, depth - 1, row)));
	}
}

/* -- values ---------------------------------------------------------------- */

const Expr *space_variable(SpaceGen *g, const Type *type)
{
	for (int i = 0; i < g->count; i++)
		if (g->scope[g->count - 1 - i] == type && space_pick(g, 2))
			return expr_var(g->ir, i, type);
	return NULL;
}

const Expr *space_scalar(SpaceGen *g, int depth)
{
	const Expr *x = space_variable(g, g->type);

	if (x && space_pick(g, 2))
		return x;
	if (depth <= 0)
		return literal(g);
	if (space_pick(g, 3))
		return head(g, reduced(g, space_vector(
			g, 1 + space_pick(g, 12), depth - 1)));
	if (space_pick(g, 3) == 0)
		return element(g, space_vector(g, 1 + space_pick(g, 12),
					       depth - 1));
	return space_joined(g, space_scalar(g, depth - 1),
			    space_scalar(g, depth - 1));
}

/* -- programs -------------------------------------------------------------- */

static const int sizes[] = { 1, 2, 3, 4, 5, 7, 12, 17, 24, 31, 36 };

static int size(SpaceGen *g, int count)
{
	return sizes[space_pick(g, count)];
}

static const Expr *several(SpaceGen *g, int depth)
{
	const Expr *parts[3];
	int count = 2 + space_pick(g, 2), n = size(g, 11);

	parts[0] = space_scalar(g, depth - 1);
	parts[1] = space_vector(g, n, depth - 1);
	parts[2] = space_pick(g, 2)
		? space_prim(g, PRIM_ZIP, 0, space_vector(g, n, depth - 1),
			     space_vector(g, n, depth - 2), NULL)
		: space_matrix(g, size(g, 6), size(g, 6), depth - 1);
	return expr_tuple(g->ir, count, parts);
}

static const Expr *body_of(SpaceGen *g, int depth)
{
	switch (space_pick(g, 4)) {
	case 0: return space_scalar(g, depth);
	case 1: return space_matrix(g, size(g, 7), size(g, 6), depth);
	case 2: return several(g, depth);
	default: return space_vector(g, size(g, 11), depth);
	}
}

static Program *program_of(SpaceGen *g, Scalar element)
{
	Arena *arena = ir_arena(g->ir);
	Program *program = ARENA_NEW(arena, Program);
	ProgramInput *input = ARENA_NEW(arena, ProgramInput);
	Port *port = ARENA_NEW(arena, Port);

	*port = (Port){ .name = "x", .ident = "x", .scalar = element,
			.rank = 1, .dims = { SPACE_INPUT },
			.elements = SPACE_INPUT, .into = -1 };
	*input = (ProgramInput){ .name = "x",
				 .type = space_array_of(g, g->type,
							SPACE_INPUT),
				 .port_count = 1 };
	*program = (Program){ .ir = g->ir, .name = "random", .concrete = true,
			      .rtol = -1, .atol = -1,
			      .input_count = 1, .inputs = input,
			      .in_port_count = 1, .in_ports = port };
	return program;
}

Program *space_random(Ir *ir, Rng *rng, Scalar element, int depth)
{
	SpaceGen g = { .ir = ir, .rng = rng,
		       .type = type_scalar(ir, element) };
	Program *program = program_of(&g, element);

	program->body = body_of(&g, depth);
	return program;
}

Program *space_random_low(Ir *ir, Rng *rng, Scalar element)
{
	SpaceGen g = { .ir = ir, .rng = rng,
		       .type = type_scalar(ir, element) };
	Program *program = program_of(&g, element);

	program->body = space_low(&g);
	return program;
}
