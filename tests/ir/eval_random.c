#include "eval_gen.h"

int gen_pick(Gen *g, int bound)
{
	return (int)rng_below(g->rng, (uint64_t)bound);
}

/* -- inputs ---------------------------------------------------------------- */

static const char *const input_types[] = {
	"[f32; 24]", "[[f32; 6]; 4]", "[i32; 12]", "[(f32, i32); 8]",
	"[[[f32; 2]; 3]; 4]", "f32", "i32", "[f32; 1]", "[f64; 12]",
	"[f32; 7]", "[<f32; 4>; 3]", "[u8; 12]",
};

enum { INPUTS = sizeof input_types / sizeof *input_types };

static void add_ports(Arena *arena, Program *p, ProgramInput *input,
		      Port *ports)
{
	input->first_port = p->in_port_count;
	input->port_count = type_leaves(input->type);
	for (int k = 0; k < input->port_count; k++) {
		const Type *type = input->type;
		Port *port = &ports[p->in_port_count++];

		*port = (Port){ .elements = 1 };
		while (type->kind != TYPE_SCALAR) {
			int64_t n = type->kind == TYPE_ARRAY
				? type->length->value : type->count;

			if (type->kind == TYPE_TUPLE) {
				type = type->parts[k];
				continue;
			}
			port->dims[port->rank++] = n;
			port->elements *= n;
			type = type->element;
		}
		port->scalar = type->scalar;
		port->name = port->ident = arena_printf(arena, "p%d",
							p->in_port_count);
	}
}

Program *random_inputs(Ir *ir)
{
	Arena *arena = ir_arena(ir);
	Program *p = ARENA_NEW(arena, Program);
	ProgramInput *inputs = ARENA_ARRAY(arena, ProgramInput, INPUTS);
	Port *ports = ARENA_ARRAY(arena, Port, 64);
	TypeFault fault;

	*p = (Program){ .ir = ir, .name = "random", .concrete = true,
			.input_count = INPUTS, .inputs = inputs,
			.in_ports = ports };
	for (int i = 0; i < INPUTS; i++) {
		inputs[i].name = input_types[i];
		inputs[i].type = type_parse(ir, input_types[i], NULL, NULL,
					    &fault);
		add_ports(arena, p, &inputs[i], ports);
	}
	return p;
}

/* -- building blocks ------------------------------------------------------- */

static const Type *scalar_type(Gen *g, Scalar s)
{
	return type_scalar(g->ir, s);
}

const Expr *gen_prim(Gen *g, Prim p, int64_t size, int count,
			const Expr *const *kids)
{
	const Size *n = size_const(g->ir, size);
	static const char dims[] = "\0\1\2";
	int dim = prim_is(p, TRAIT_DIM) ? dims[gen_pick(g, 3)] : 0;

	for (int i = 0; i < count; i++)
		if (!kids[i])
			return NULL;
	return expr_prim(g->ir, p, dim, &n, count, kids);
}

const Expr *gen_prim1(Gen *g, Prim p, int64_t size, const Expr *x)
{
	return gen_prim(g, p, size, 1, &x);
}

static bool is_array(const Type *type)
{
	return type->kind == TYPE_ARRAY;
}

static int64_t length_of(const Expr *x)
{
	return x->type->length->value;
}

Prim gen_map(Gen *g)
{
	static const Prim maps[] = { PRIM_MAP, PRIM_MAP, PRIM_MAP_GLOBAL,
		PRIM_MAP_WORKGROUP, PRIM_MAP_LOCAL, PRIM_MAP_SEQ,
		PRIM_MAP_SEQ_UNROLL };

	return maps[gen_pick(g, 7)];
}

/* A variable in scope or an input of which `wanted` holds, or NULL. */
const Expr *gen_named(Gen *g, bool (*wanted)(const Type *type))
{
	for (int tries = 0; tries < 8; tries++) {
		int i = g->level && gen_pick(g, 3) ? gen_pick(g, g->level)
					       : gen_pick(g, g->level + INPUTS);
		const Type *type = i < g->level ? g->scope[i]
				 : g->program->inputs[i - g->level].type;

		if (!wanted(type))
			continue;
		return i < g->level
			? expr_var(g->ir, g->level - 1 - i, type)
			: expr_input(g->ir, i - g->level, type);
	}
	return NULL;
}

/* -- scalars --------------------------------------------------------------- */

static bool is_anything(const Type *type)
{
	return type != NULL;
}

const Expr *gen_op2(Gen *g, Op op, const Expr *a, const Expr *b)
{
	const Expr *args[] = { a, b };

	return a && b ? expr_op_of(g->ir, op, args) : NULL;
}

static const Expr *scalar_literal(Gen *g, Scalar type)
{
	if (type == SCALAR_BOOL)
		return expr_int(g->ir, scalar_type(g, type), gen_pick(g, 2));
	return expr_int(g->ir, scalar_type(g, type),
			gen_pick(g, 9) - (scalar_is_signed(type) ? 4 : 0));
}

static const Expr *element_at(Gen *g, const Expr *xs, int64_t i)
{
	const Expr *kids[] = { xs, expr_int(g->ir, scalar_type(g, SCALAR_U8),
					    i) };

	return i ? gen_prim(g, PRIM_AT, 0, 2, kids)
		 : gen_prim1(g, PRIM_HEAD, 1, xs);
}

/* Some scalar of a value. */
static const Expr *first_scalar(Gen *g, const Expr *e)
{
	while (e && e->type->kind != TYPE_SCALAR) {
		if (e->type->kind == TYPE_TUPLE)
			e = expr_get(g->ir, gen_pick(g, e->type->count), e);
		else if (!is_array(e->type))
			e = gen_prim1(g, PRIM_LANES, 1, e);
		else if (length_of(e))
			e = element_at(g, e, gen_pick(g, (int)length_of(e)));
		else
			e = NULL;
	}
	return e;
}

/* at, in range always or only when it is evaluated. */
static const Expr *scalar_at(Gen *g, int depth)
{
	const Expr *xs = gen_array(g, depth - 1), *i, *kids[2], *index[2];
	const Type *i32 = scalar_type(g, SCALAR_I32);

	if (!xs || !length_of(xs))
		return NULL;
	i = gen_scalar(g, SCALAR_I32, depth - 1);
	kids[0] = xs;
	if (!i)
		return NULL;
	if (gen_pick(g, 2)) {
		const Expr *n = expr_int(g->ir, i32, length_of(xs));

		i = gen_op2(g, OP_REM, i, n);
		i = gen_op2(g, OP_REM, gen_op2(g, OP_ADD, i, n), n);
		kids[1] = i;
		return first_scalar(g, gen_prim(g, PRIM_AT, 0, 2, kids));
	}
	index[0] = gen_op2(g, OP_GE, i, expr_int(g->ir, i32, 0));
	index[1] = gen_op2(g, OP_LT, i, expr_int(g->ir, i32, length_of(xs)));
	kids[1] = i;
	i = first_scalar(g, gen_prim(g, PRIM_AT, 0, 2, kids));
	if (!i)
		return NULL;
	return expr_if(g->ir, gen_op2(g, OP_AND, index[0], index[1]), i,
		       scalar_literal(g, i->type->scalar));
}

static const Expr *scalar_choice(Gen *g, Scalar type, int depth)
{
	const Expr *c = gen_scalar(g, SCALAR_BOOL, depth - 1),
		   *a = gen_scalar(g, type, depth - 1),
		   *b = gen_scalar(g, type, depth - 1);

	return c && a && b ? expr_if(g->ir, c, a, b) : NULL;
}

static const Expr *scalar_compound(Gen *g, Scalar type, int depth)
{
	static const Op numbers[] = { OP_ADD, OP_SUB, OP_MUL, OP_MIN, OP_MAX },
			tests[] = { OP_LT, OP_LE, OP_EQ, OP_NE };
	const Expr *a;

	switch (gen_pick(g, 6)) {
	case 0:
		return scalar_choice(g, type, depth);
	case 1:
		return first_scalar(g, gen_array(g, depth - 1));
	case 2:
		return scalar_at(g, depth);
	case 3:
		a = gen_scalar(g, SCALAR_F32, depth - 1);
		return a ? expr_convert(g->ir, scalar_type(g, type), a) : NULL;
	default:
		if (type != SCALAR_BOOL)
			return gen_op2(g, numbers[gen_pick(g, 5)],
				   gen_scalar(g, type, depth - 1),
				   gen_scalar(g, type, depth - 1));
		if (gen_pick(g, 3) == 0)
			return gen_op2(g, gen_pick(g, 2) ? OP_AND : OP_OR,
				   gen_scalar(g, type, depth - 1),
				   gen_scalar(g, type, depth - 1));
		return gen_op2(g, tests[gen_pick(g, 4)],
			   gen_scalar(g, SCALAR_F32, depth - 1),
			   gen_scalar(g, SCALAR_F32, depth - 1));
	}
}

const Expr *gen_scalar(Gen *g, Scalar type, int depth)
{
	const Expr *e = NULL;

	if (depth > 0)
		e = scalar_compound(g, type, depth);
	if (!e)
		e = first_scalar(g, gen_named(g, is_anything));
	if (!e || gen_pick(g, 12) == 0)
		return scalar_literal(g, type);
	if (e->type->scalar == type)
		return e;
	return expr_convert(g->ir, scalar_type(g, type), e);
}

const Expr *gen_value_of(Gen *g, const Type *type, int depth)
{
	const Expr *parts[16];

	switch (type->kind) {
	case TYPE_TUPLE:
		for (int i = 0; i < type->count; i++) {
			parts[i] = gen_value_of(g, type->parts[i], depth);
			if (!parts[i])
				return NULL;
		}
		return expr_tuple(g->ir, type->count, parts);
	case TYPE_ARRAY:
		return gen_prim1(g, PRIM_FILL, type->length->value,
			     gen_value_of(g, type->element, depth - 1));
	case TYPE_VECTOR:
		return gen_prim1(g, PRIM_SPLAT, type->count,
			     gen_scalar(g, type->scalar, depth - 1));
	default:
		return gen_scalar(g, type->scalar, depth);
	}
}

const Expr *random_body(const Program *program, Rng *rng, int depth)
{
	Gen g = { .ir = program->ir, .rng = rng, .program = program };

	return gen_value(&g, depth);
}
