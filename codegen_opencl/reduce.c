/* reduceSeq: a loop over accumulators of any type. */
#include "codegen_opencl/view.h"
#include "ir/core/size_open.h"

static const View *innermost(const View *state)
{
	while (state->kind == VIEW_DISTRIBUTED)
		state = state->of;
	return state;
}

/* Too much for the private memory of an item. */
static bool is_large(const Gen *g, const Type *type)
{
	enum { PRIVATE_MAX = 4096 };
	int64_t scalars;

	return type_is_open(type) || !type_scalars(type, &scalars)
	    || scalars > PRIVATE_MAX / g->width;
}

/* Where the state is kept. */
const View *gen_state(Gen *g, const Steps *steps)
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
			   const View *const *args)
{
	const Type *type = steps->type;
	const View *fresh;

	if (type->kind == TYPE_SCALAR || type->kind == TYPE_VECTOR) {
		gen_apply_to(g, steps->lambda, env, args, args[0]);
		return;
	}
	fresh = gen_registers(g, type);
	gen_apply_to(g, steps->lambda, env, args, fresh);
	gen_copy(g, fresh, args[0], type, steps->origin);
}

/* Whether each element of the state is read only for itself. */
static bool is_in_place(const Block *block, const View *memory)
{
	for (int i = 0; i < type_leaves(memory->type); i++)
		if (!gen_is_in_place(block, memory->leaves[i].buffer,
				     memory->leaves[i].buffer))
			return false;
	return true;
}

/* The same over arrays: in place where that can be, else through a second
 * array. */
static void step_memory(Gen *g, const Steps *steps, const Env *env,
			const View *const *args)
{
	const Trial trial = gen_try(g);
	Block *block = block_new(g->arena);
	const View *fresh;
	Scope scope;

	gen_open(g, &scope, block);
	gen_apply_to(g, steps->lambda, env, args, args[0]);
	gen_close(g);
	if (g->stopped || is_in_place(block, innermost(args[0]))) {
		block_splice(g->scope->block, block);
		return;
	}
	gen_take_back(g, &trial);
	fresh = gen_state(g, steps);
	gen_apply_to(g, steps->lambda, env, args, fresh);
	gen_copy(g, fresh, args[0], steps->type, steps->origin);
}

/* Distributed state: the items' own registers, through fresh ones of the same
 * shape. */
static void step_owned(Gen *g, const Steps *steps, const Env *env,
		       const View *const *args)
{
	const View *fresh = gen_state(g, steps);

	gen_apply_to(g, steps->lambda, env, args, fresh);
	gen_copy(g, fresh, args[0], steps->type, steps->origin);
}

void gen_step(Gen *g, const Steps *steps, const Env *env,
	      const View *const *args)
{
	if (innermost(args[0])->kind == VIEW_MEMORY)
		step_memory(g, steps, env, args);
	else if (args[0]->kind == VIEW_DISTRIBUTED)
		step_owned(g, steps, env, args);
	else
		step_registers(g, steps, env, args);
}

/* -- the loop -------------------------------------------------------------- */

enum { NESTED_MAX = 4 };

/* The elements of an array in order, as loops in loops: short rows that were
 * joined have one of their own, so that no index is divided by their length. */
typedef struct Rounds {
	int count;
	int64_t extents[NESTED_MAX]; /* the innermost first */
	const Size *open;            /* of the only one, where that is open */
} Rounds;

/* The joined array whose elements, or parts of them, are those of e; the rows
 * that e has as columns. */
static const Expr *joined(const Expr *e)
{
	const Expr *found = NULL;

	while (expr_is(e, PRIM_MAP))
		e = e->kids[1];
	if (e->kind != EXPR_PRIM)
		return NULL;
	if (e->prim == PRIM_JOIN)
		return e;
	if (e->prim == PRIM_TRANSPOSE && expr_is(e->kids[0], PRIM_MAP))
		return joined(e->kids[0]->kids[0]->kids[0]);
	for (int i = 0; e->prim == PRIM_ZIP && !found && i < e->kid_count; i++)
		found = joined(e->kids[i]);
	return found;
}

static Rounds rounds_of(const Expr *xs)
{
	enum { SHORT = 64 };
	int64_t left = gen_length(xs->type);
	Rounds rounds = { .count = 0, .open = gen_open_length(xs->type) };

	for (const Expr *join = rounds.open ? NULL : joined(xs);
	     join && rounds.count < NESTED_MAX - 1;
	     join = joined(join->kids[0])) {
		int64_t row = gen_length(join->kids[0]->type->element);

		if (row < 2 || row > SHORT || left <= row || left % row)
			break;
		rounds.extents[rounds.count++] = row;
		left /= row;
	}
	rounds.extents[rounds.count++] = left;
	return rounds;
}

typedef struct Reduction {
	const Steps *steps;
	const Env *env;
	const View *xs, *state;
	bool unroll;
} Reduction;

/* The rounds from `start` on, in elements of the level around. */
static void reduce_from(Gen *g, const Reduction *r, const Rounds *rounds,
			int level, const Affine *start)
{
	const int64_t extent = rounds->extents[level];
	Loop loop;

	loop = gen_loop(g, extent, r->unroll, r->steps->origin);
	for (loop.open = rounds->open; gen_next(g, &loop);) {
		const Affine *index = rounds->open ? loop.index : affine_add(
			&g->indices, affine_times(&g->indices, start, extent),
			loop.index);

		if (level) {
			reduce_from(g, r, rounds, level - 1, index);
		} else {
			const View *args[2] = { r->state,
						view_at(g, r->xs, index) };

			gen_step(g, r->steps, r->env, args);
		}
	}
}

const View *gen_reduce(Gen *g, const Expr *e, const Env *env)
{
	const Steps steps = { e, e->kids[0], e->kids[1]->type };
	const int64_t count = gen_length(e->kids[2]->type);
	Reduction r = { &steps, env, gen_eval(g, e->kids[2], env),
			gen_state(g, &steps),
			e->prim == PRIM_REDUCE_SEQ_UNROLL };
	Rounds rounds = { .count = 1, .extents = { count } };

	gen_write(g, e->kids[1], env, r.state);
	r.unroll |= gen_unrolls(g, count, r.xs, NULL);
	if (!r.unroll)
		rounds = rounds_of(e->kids[2]);
	reduce_from(g, &r, &rounds, rounds.count - 1,
		    affine_const(&g->indices, 0));
	return view_by(g, VIEW_SINGLE, r.state, 0, 0);
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
