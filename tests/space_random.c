#include "space_random.h"

#include <assert.h>

enum { SCOPE_MAX = 32, INPUT = 24 };

typedef struct Gen {
	Ir *ir;
	Rng *rng;
	const Type *f32;
	int count;
	const Type *scope[SCOPE_MAX]; /* outermost first */
} Gen;

static const Expr *vector(Gen *g, int n, int depth);
static const Expr *matrix(Gen *g, int rows, int columns, int depth);
static const Expr *scalar(Gen *g, int depth);

static int pick(Gen *g, int bound)
{
	return (int)rng_below(g->rng, (uint64_t)bound);
}

static const Expr *prim(Gen *g, Prim p, int size, const Expr *a,
			const Expr *b, const Expr *c)
{
	const Expr *kids[] = { a, b, c }, *made;
	const Size *n = size_const(g->ir, size);

	made = expr_prim(g->ir, p, 0, &n, c ? 3 : b ? 2 : 1, kids);
	assert(made);
	return made;
}

static const Expr *op(Gen *g, Op o, const Expr *a, const Expr *b)
{
	const Expr *args[] = { a, b };

	return expr_op_of(g->ir, o, args);
}

static const Type *array(Gen *g, const Type *of, int n)
{
	return type_array(g->ir, of, size_const(g->ir, n));
}

/* Both sides of a random operator. */
static const Expr *joined(Gen *g, const Expr *a, const Expr *b)
{
	static const Op ops[] = { OP_ADD, OP_SUB, OP_MAX, OP_MIN, OP_ADD };

	return op(g, ops[pick(g, 5)], a, b);
}

static const Expr *literal(Gen *g)
{
	return expr_float(g->ir, g->f32, pick(g, 7) - 3);
}

/* -- functions ------------------------------------------------------------- */

typedef const Expr *Body(Gen *g, const Expr *parameter, int n, int depth);

static const Expr *function(Gen *g, const Type *of, Body *body, int n,
			    int depth)
{
	const Expr *made;

	if (g->count == SCOPE_MAX)
		return NULL;
	g->scope[g->count++] = of;
	made = body(g, expr_var(g->ir, 0, of), n, depth);
	g->count--;
	return expr_lambda(g->ir, 1, &of, made);
}

static const Expr *of_scalar(Gen *g, const Expr *x, int n, int depth)
{
	(void)n;
	switch (pick(g, 4)) {
	case 0: return expr_op_of(g->ir, OP_ABS, &x);
	case 1: return op(g, OP_MUL, x, expr_float(g->ir, g->f32, 2));
	case 2: return joined(g, x, scalar(g, depth - 1));
	default: return joined(g, x, literal(g));
	}
}

static const Expr *of_pair(Gen *g, const Expr *p, int n, int depth)
{
	(void)n;
	(void)depth;
	return joined(g, expr_get(g->ir, 0, p), expr_get(g->ir, 1, p));
}

static const Expr *reduced(Gen *g, const Expr *xs)
{
	static const Op ops[] = { OP_ADD, OP_ADD, OP_MAX, OP_SUB };
	Op o = ops[pick(g, 4)];
	const Type *params[] = { g->f32, g->f32 };
	const Expr *f, *z;

	f = expr_lambda(g->ir, 2, params, op(g, o,
		expr_var(g->ir, 1, g->f32), expr_var(g->ir, 0, g->f32)));
	z = expr_float(g->ir, g->f32, o == OP_MAX ? -1e30 : pick(g, 2) * 3);
	return prim(g, pick(g, 6) ? PRIM_REDUCE : PRIM_REDUCE_SEQ, 0, f, z,
		    xs);
}

static const Expr *head(Gen *g, const Expr *xs)
{
	return prim(g, PRIM_HEAD, 0, xs, NULL, NULL);
}

/* A number of a row. */
static const Expr *of_row(Gen *g, const Expr *row, int n, int depth)
{
	(void)n;
	switch (pick(g, 4)) {
	case 0:
		return joined(g, head(g, reduced(g, row)),
			      scalar(g, depth - 1));
	case 1:
		return head(g, row);
	default:
		return head(g, reduced(g, prim(g, PRIM_MAP, 0,
			function(g, g->f32, of_scalar, 0, depth - 1), row,
			NULL)));
	}
}

/* A row of n numbers for a row of any length. */
static const Expr *row_of_row(Gen *g, const Expr *row, int n, int depth)
{
	if ((int)row->type->length->value == n && pick(g, 3))
		return prim(g, PRIM_MAP, 0, function(g, g->f32, of_scalar, 0,
						     depth - 1), row, NULL);
	return prim(g, PRIM_MAP, 0, function(g, g->f32, of_scalar, 0,
					     depth - 1),
		    vector(g, n, depth - 1), NULL);
}

static const Expr *row_of_scalar(Gen *g, const Expr *x, int n, int depth)
{
	(void)x;
	return prim(g, PRIM_MAP, 0, function(g, g->f32, of_scalar, 0,
					     depth - 1),
		    vector(g, n, depth - 1), NULL);
}

/* -- values ---------------------------------------------------------------- */

static const Expr *variable(Gen *g, const Type *type)
{
	for (int i = 0; i < g->count; i++)
		if (g->scope[g->count - 1 - i] == type && pick(g, 2))
			return expr_var(g->ir, i, type);
	return NULL;
}

static const Expr *scalar(Gen *g, int depth)
{
	const Expr *x = variable(g, g->f32);

	if (x && pick(g, 2))
		return x;
	if (depth <= 0)
		return literal(g);
	if (pick(g, 3))
		return head(g, reduced(g, vector(g, 1 + pick(g, 12),
						 depth - 1)));
	return joined(g, scalar(g, depth - 1), scalar(g, depth - 1));
}

static const Expr *leaf(Gen *g, int n)
{
	const Type *type = array(g, g->f32, INPUT);
	const Expr *x = variable(g, array(g, g->f32, n));

	if (x)
		return x;
	x = expr_input(g->ir, 0, type);
	if (pick(g, 2))
		return prim(g, PRIM_TAKE, n, x, NULL, NULL);
	return prim(g, PRIM_DROP, INPUT - n, x, NULL, NULL);
}

/* A value named and used twice. */
static const Expr *named(Gen *g, int n, int depth)
{
	const Expr *value = vector(g, n, depth - 1), *body, *zip;
	const Expr *v = expr_var(g->ir, 0, value->type);

	if (g->count == SCOPE_MAX)
		return value;
	g->scope[g->count++] = value->type;
	zip = prim(g, PRIM_ZIP, 0, v, vector(g, n, depth - 1), NULL);
	body = prim(g, PRIM_MAP, 0, function(g, zip->type->element, of_pair,
					     0, 0), zip, NULL);
	body = prim(g, PRIM_ZIP, 0, body, v, NULL);
	body = prim(g, PRIM_MAP, 0, function(g, body->type->element, of_pair,
					     0, 0), body, NULL);
	g->count--;
	return expr_let(g->ir, value, body);
}

static int divisor(Gen *g, int n)
{
	int d = 1 + pick(g, n);

	while (n % d)
		d--;
	return d;
}

static const Expr *vector(Gen *g, int n, int depth)
{
	int k = divisor(g, n);
	const Expr *a, *b;

	if (depth <= 0)
		return leaf(g, n);
	switch (pick(g, 8)) {
	case 0: case 1:
		return prim(g, PRIM_MAP, 0, function(g, g->f32, of_scalar, 0,
						     depth),
			    vector(g, n, depth - 1), NULL);
	case 2:
		a = prim(g, PRIM_ZIP, 0, vector(g, n, depth - 1),
			 vector(g, n, depth - 1), NULL);
		return prim(g, PRIM_MAP, 0, function(g, a->type->element,
						     of_pair, 0, 0), a, NULL);
	case 3:
		return prim(g, PRIM_JOIN, 0, matrix(g, n / k, k, depth - 1),
			    NULL, NULL);
	case 4: case 5:
		a = matrix(g, n, 1 + pick(g, 6), depth - 1);
		return prim(g, PRIM_MAP, 0, function(g, a->type->element,
						     of_row, 0, depth), a,
			    NULL);
	case 6:
		if (n == 1)
			return reduced(g, vector(g, 1 + pick(g, 12),
						 depth - 1));
		a = vector(g, k == n ? 1 : k, depth - 1);
		b = vector(g, n - (k == n ? 1 : k), depth - 1);
		return prim(g, PRIM_CONCAT, 0, a, b, NULL);
	default:
		return named(g, n, depth);
	}
}

static const Expr *matrix(Gen *g, int rows, int columns, int depth)
{
	const Expr *a;

	if (depth > 0)
		switch (pick(g, 4)) {
		case 0:
			return prim(g, PRIM_TRANSPOSE, 0,
				    matrix(g, columns, rows, depth - 1), NULL,
				    NULL);
		case 1:
			a = matrix(g, rows, 1 + pick(g, 5), depth - 1);
			return prim(g, PRIM_MAP, 0,
				    function(g, a->type->element, row_of_row,
					     columns, depth), a, NULL);
		case 2:
			a = vector(g, rows, depth - 1);
			return prim(g, PRIM_MAP, 0,
				    function(g, g->f32, row_of_scalar,
					     columns, depth), a, NULL);
		default:
			break;
		}
	if (rows * columns <= INPUT)
		return prim(g, PRIM_SPLIT, columns,
			    vector(g, rows * columns, depth - 1), NULL, NULL);
	return prim(g, PRIM_FILL, rows, vector(g, columns, depth - 1), NULL,
		    NULL);
}

/* -- programs -------------------------------------------------------------- */

static const Expr *body_of(Gen *g, int depth)
{
	static const int sizes[] = { 1, 2, 3, 4, 6, 7, 12, 24 };
	const Expr *parts[2];

	switch (pick(g, 4)) {
	case 0: return scalar(g, depth);
	case 1: return matrix(g, sizes[pick(g, 6)], sizes[pick(g, 4)], depth);
	case 2:
		parts[0] = scalar(g, depth - 1);
		parts[1] = vector(g, sizes[pick(g, 8)], depth - 1);
		return expr_tuple(g->ir, 2, parts);
	default: return vector(g, sizes[pick(g, 8)], depth);
	}
}

Program *space_random(Ir *ir, Rng *rng, int depth)
{
	Arena *arena = ir_arena(ir);
	Gen g = { .ir = ir, .rng = rng,
		  .f32 = type_scalar(ir, SCALAR_F32) };
	Program *program = ARENA_NEW(arena, Program);
	ProgramInput *input = ARENA_NEW(arena, ProgramInput);
	Port *port = ARENA_NEW(arena, Port);

	*port = (Port){ .name = "x", .ident = "x", .scalar = SCALAR_F32,
			.rank = 1, .dims = { INPUT }, .elements = INPUT,
			.into = -1 };
	*input = (ProgramInput){ .name = "x",
				 .type = array(&g, g.f32, INPUT),
				 .port_count = 1 };
	*program = (Program){ .ir = ir, .name = "random", .concrete = true,
			      .input_count = 1, .inputs = input,
			      .in_port_count = 1, .in_ports = port };
	program->body = body_of(&g, depth);
	return program;
}
