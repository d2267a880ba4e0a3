/* reduceSeq: a loop over accumulators of any type (C5). */
#include "codegen_opencl/lens.h"

static const Lens *innermost(const Lens *state)
{
	while (state->kind == LENS_DISTRIBUTED)
		state = state->of;
	return state;
}

/* Too much for the private memory of an item. */
static bool is_large(const Gen *g, const Type *type)
{
	enum { PRIVATE_MAX = 4096 };
	int64_t scalars;

	return !type_scalars(type, &scalars)
	    || scalars > PRIVATE_MAX / g->width;
}

/* Where the state is kept. */
const Lens *gen_state(Gen *g, const Steps *steps)
{
	const Expr *lambda = steps->lambda;

	if (expr_has(lambda) & HAS_LOCAL && type_has_array(steps->type))
		return gen_owned(g, steps->type, lambda->kids[0],
				 steps->origin);
	if (is_large(g, steps->type) && g->width == 1)
		return gen_temp(g, steps->type, steps->origin);
	return gen_private(g, steps->type, steps->origin);
}

/* One round over registers: all components of the new state before any of the
 * old one is overwritten. */
static void step_registers(Gen *g, const Steps *steps, const Env *env,
			   const Lens *const *args)
{
	const Type *type = steps->type;
	const Lens *fresh;

	if (type->kind == TYPE_SCALAR || type->kind == TYPE_VECTOR) {
		gen_apply_to(g, steps->lambda, env, args, args[0]);
		return;
	}
	fresh = gen_registers(g, type);
	gen_apply_to(g, steps->lambda, env, args, fresh);
	gen_copy(g, fresh, args[0], type, steps->origin);
}

/* The same over arrays: in place where each element is read only for itself,
 * else through a second array. */
static void step_memory(Gen *g, const Steps *steps, const Env *env,
			const Lens *const *args)
{
	const Expr *origin = steps->origin;
	Block *block = block_new(g->arena);
	const Lens *state = args[0], *fresh;
	const Lens *memory = innermost(state);
	Scope scope;

	if (gen_knows(g, LESSON_COPY, origin, 0)) {
		fresh = gen_state(g, steps);
		gen_apply_to(g, steps->lambda, env, args, fresh);
		gen_copy(g, fresh, state, steps->type, origin);
		return;
	}
	gen_open(g, &scope, block);
	gen_apply_to(g, steps->lambda, env, args, state);
	gen_close(g);
	for (int i = 0; i < type_leaves(memory->type); i++)
		if (!gen_is_in_place(block, memory->leaves[i].buffer,
				     memory->leaves[i].buffer))
			gen_learn(g, LESSON_COPY, origin, 0);
	block_splice(g->scope->block, block);
}

/* Distributed state: the items' own registers, through fresh ones of the same
 * shape. */
static void step_owned(Gen *g, const Steps *steps, const Env *env,
		       const Lens *const *args)
{
	const Lens *fresh = gen_state(g, steps);

	gen_apply_to(g, steps->lambda, env, args, fresh);
	gen_copy(g, fresh, args[0], steps->type, steps->origin);
}

void gen_step(Gen *g, const Steps *steps, const Env *env,
	      const Lens *const *args)
{
	if (innermost(args[0])->kind == LENS_MEMORY)
		step_memory(g, steps, env, args);
	else if (args[0]->kind == LENS_DISTRIBUTED)
		step_owned(g, steps, env, args);
	else
		step_registers(g, steps, env, args);
}

const Lens *gen_reduce(Gen *g, const Expr *e, const Env *env)
{
	const Steps steps = { e, e->kids[0], e->kids[1]->type };
	bool unroll = e->prim == PRIM_REDUCE_SEQ_UNROLL;
	int64_t count = gen_length(e->kids[2]->type);
	const Lens *xs = gen_eval(g, e->kids[2], env);
	const Lens *state = gen_state(g, &steps);
	Loop loop;

	gen_write(g, e->kids[1], env, state);
	unroll |= count <= 64 && lens_is_static(xs);
	for (loop = gen_loop(g, count, unroll, e); gen_next(g, &loop);) {
		const Lens *args[2] = { state, lens_at(g, xs, loop.index) };

		gen_step(g, &steps, env, args);
	}
	return lens_of(g, LENS_SINGLE, state, 0, 0);
}

/* -- reducePart ------------------------------------------------------------ */

const Expr *gen_reduce_part(Gen *g, const Expr *e)
{
	Ir *ir = g->ir;
	const Expr *xs = e->kids[2], *kids[3], *body;
	const Size *each = size_div(ir, xs->type->length, e->sizes[0]);
	const Expr *parts;

	if (each->value == 0)
		return expr_prim(ir, PRIM_FILL, 0, e->sizes, 1, &e->kids[1]);
	parts = expr_prim(ir, PRIM_SPLIT, 0, &each, 1, &xs);
	kids[0] = expr_shift(ir, e->kids[0], 1, 0);
	kids[1] = expr_shift(ir, e->kids[1], 1, 0);
	kids[2] = expr_var(ir, 0, parts->type->element);
	body = expr_prim(ir, PRIM_REDUCE_SEQ, 0, NULL, 3, kids);
	kids[0] = expr_lambda(ir, 1, &parts->type->element, body);
	kids[1] = parts;
	body = expr_prim(ir, PRIM_MAP_SEQ, 0, NULL, 2, kids);
	return expr_prim(ir, PRIM_JOIN, 0, NULL, 1, &body);
}
