/* iterate and iterateUntil between kernels: each round is kernels of its own,
 * which read the state where the round before has left it. The first round reads
 * what the iteration starts from, the last one writes the result; those between
 * are the same few rounds again and again, a loop of launches.
 *
 * With a condition the state goes from one of two places to the other. All rounds
 * are in the loop, from a copy of what the iteration starts from, and a kernel
 * before each round asks the condition. It keeps the number v of rounds so far in
 * the loop's flag, as -1 - v once there is to be no other round. After the loop
 * the state is copied from the place where that number of rounds has left it. */
#include "codegen_opencl/code.h"
#include "codegen_opencl/host_rounds.h"

static bool is_until(const Expr *e)
{
	return expr_is(e, PRIM_ITERATE_UNTIL);
}

static bool function_has_kernel(const Expr *e)
{
	for (int i = 0; i + 1 < e->kid_count; i++)
		if (expr_has(e->kids[i]) & HAS_KERNEL)
			return true;
	return false;
}

bool host_iterates(const Expr *e)
{
	return (expr_is(e, PRIM_ITERATE) || is_until(e))
	    && function_has_kernel(e) && e->sizes[0]->value > 0;
}

static void one_round(Gen *g, const Expr *e, const Env *env,
		      const View *from, const View *to)
{
	Env *inner = ARENA_NEW(g->arena, Env);

	*inner = (Env){ from, env };
	host_write(g, e->kids[e->kid_count - 2]->kids[0], inner, to);
}

/* -- with a condition ------------------------------------------------------ */

enum { LOOK_ROUNDS = 32 };

static const Code *number(Gen *g, int64_t value)
{
	return code_int(g->arena, SCALAR_I32, value);
}

static const Code *apply(Gen *g, Op op, const Code *a, const Code *b)
{
	return code_op(g->arena, op, (const Code *const[]){ a, b });
}

/* A kernel of one item that stores in the flag. */
static void set_flag(Gen *g, const View *flag, const Code *value)
{
	view_put(g, flag, value);
	kernel_close(g);
}

/* Before a round: one more, or none. */
static void ask(Gen *g, const Expr *e, const Env *env, const View *place,
		const View *flag)
{
	Env *inner = ARENA_NEW(g->arena, Env);
	const Code *ends, *rounds;
	const View *over;

	*inner = (Env){ place, env };
	over = host_eval(g, e->kids[0]->kids[0], inner);
	if (g->stopped)
		return;
	kernel_open(g);
	ends = view_value(g, over);
	rounds = gen_name(g, view_value(g, flag), VAR_TEMP);
	if (e->sizes[0]->value % 2)
		ends = apply(g, OP_OR, ends, apply(g, OP_LE, number(g,
			     e->sizes[0]->value), rounds));
	set_flag(g, flag, code_choose(g->arena, ends,
				      apply(g, OP_SUB, number(g, -1), rounds),
				      apply(g, OP_ADD, rounds, number(g, 1))));
}

static void copy_element(Gen *g, const View *from, const View *to,
			 const Type *type)
{
	Loop loop;

	if (type->kind == TYPE_TUPLE) {
		for (int i = 0; i < type->count; i++)
			copy_element(g, view_get(g, from, i),
				     view_get(g, to, i), type->parts[i]);
	} else if (type->kind == TYPE_ARRAY) {
		for (loop = gen_loop_over(g, type, false, NULL);
		     gen_next(g, &loop);)
			copy_element(g, view_at(g, from, loop.index),
				     view_at(g, to, loop.index),
				     type->element);
	} else {
		view_put(g, to, view_value(g, from));
	}
}

/* Whether the number of rounds is. */
static const Code *is_odd(Gen *g, const View *flag)
{
	const Code *v = gen_name(g, view_value(g, flag), VAR_TEMP);
	const Code *rounds = code_choose(g->arena,
		apply(g, OP_LT, v, number(g, 0)),
		apply(g, OP_SUB, number(g, -1), v), v);

	return apply(g, OP_NE, number(g, 0),
		     apply(g, OP_BITAND, rounds, number(g, 1)));
}

/* From the one of two places where the rounds have left it; without a flag, from
 * the first. */
static void take_element(Gen *g, const View *flag, const View *const *places,
			 const View *to, const Type *type)
{
	Block *blocks[2];
	const Code *odd;
	Scope scope;

	if (!flag) {
		copy_element(g, places[0], to, type);
		return;
	}
	odd = is_odd(g, flag);
	for (int i = 0; i < 2; i++) {
		blocks[i] = block_new(g->arena);
		gen_open(g, &scope, blocks[i]);
		copy_element(g, places[i], to, type);
		gen_close(g);
	}
	gen_add(g, (Stmt){ .kind = STMT_IF, .value = odd, .body = blocks[1],
			   .other = blocks[0] });
}

/* A kernel for each array, with an item for each element. */
static void take(Gen *g, const View *flag, const View *first,
		 const View *second, const View *to, const Type *type)
{
	const View *places[] = { first, second };
	const Affine *index;
	Region region;

	if (type->kind == TYPE_TUPLE) {
		for (int i = 0; i < type->count && !g->stopped; i++)
			take(g, flag, view_get(g, first, i),
			     view_get(g, second, i), view_get(g, to, i),
			     type->parts[i]);
		return;
	}
	kernel_open(g);
	if (type->kind == TYPE_ARRAY) {
		index = gen_spread_over(g, &region, LEVEL_GLOBAL, 0, type);
		for (int i = 0; i < 2; i++)
			places[i] = view_at(g, places[i], index);
		take_element(g, flag, places, view_at(g, to, index),
			     type->element);
		gen_gather(g, &region);
	} else {
		take_element(g, flag, places, to, type);
	}
	kernel_close(g);
}

void host_copy(Gen *g, const View *from, const View *to, const Type *type)
{
	take(g, NULL, from, from, to, type);
}

/* What the iteration starts from, at the first place. */
static void put_start(Gen *g, const Expr *start, const Env *env,
		      const View *place)
{
	const View *from;

	if (expr_has(start) & HAS_KERNEL || !type_has_array(start->type)) {
		host_write(g, start, env, place);
		return;
	}
	from = gen_eval(g, start, env);
	if (!g->stopped)
		host_copy(g, from, place, start->type);
}

static void iterate_until(Gen *g, const Expr *e, const Env *env,
			  const View *to)
{
	const int concat = g->concat;
	const KernelLoop *around = g->loop;
	const View *flag = gen_temp(g, type_scalar(g->ir, SCALAR_I32), e);
	const View *places[] = { gen_temp(g, e->type, e),
				 gen_temp(g, e->type, e) };
	KernelLoop *loop = ARENA_NEW(g->arena, KernelLoop);

	if (e->sizes[0]->value > INT32_MAX) {
		gen_refuse(g, E0303, e, "at most 2147483647 rounds",
			   "rounds of kernels that 31 bits do not count");
		return;
	}
	g->concat = 0;
	put_start(g, e->kids[2], env, places[0]);
	if (g->stopped)
		return;
	kernel_open(g);
	set_flag(g, flag, number(g, 0));
	*loop = (KernelLoop){ .outer = around,
			      .times = (e->sizes[0]->value + 1) / 2,
			      .flag = flag->leaves[0].buffer,
			      .every = LOOK_ROUNDS / 2 };
	g->loop = loop;
	for (int i = 0; i < 2 && !g->stopped; i++) {
		ask(g, e, env, places[i], flag);
		one_round(g, e, env, places[i], places[1 - i]);
	}
	g->loop = around;
	if (!g->stopped)
		take(g, flag, places[0], places[1], to, e->type);
	g->concat = concat;
}

/* -- either ---------------------------------------------------------------- */

void host_iterate(Gen *g, const Expr *e, const Env *env, const View *to)
{
	const Rounds rounds = { .e = e, .lambda = e->kids[0], .env = env,
				.count = e->sizes[0]->value };
	const int concat = g->concat;
	const View *start;

	if (is_until(e)) {
		iterate_until(g, e, env, to);
		return;
	}
	start = gen_eval(g, e->kids[1], env);
	if (g->stopped)
		return;
	g->concat = 0;
	host_rounds(g, &rounds, start, to);
	g->concat = concat;
}
