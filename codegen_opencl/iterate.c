/* iterate and iterateUntil: a loop over a state of any type, left as soon as
 * the condition holds. In the lanes of vectors a lane whose condition holds
 * keeps its state, and the loop is left when all do. */
#include "codegen_opencl/code.h"
#include "codegen_opencl/view.h"

static void leave_when(Gen *g, const Code *condition)
{
	gen_add(g, (Stmt){ .kind = STMT_LEAVE,
			   .value = code_all(g->arena, condition) });
}

/* to = condition ? to : from, for everything in it. */
static void keep_where(Gen *g, const Code *condition, const View *from,
		       const View *to, const Type *type)
{
	const Code *values[2];
	Loop loop;

	if (g->stopped)
		return;
	if (type->kind == TYPE_TUPLE) {
		for (int i = 0; i < type->count; i++)
			keep_where(g, condition, view_get(g, from, i),
				   view_get(g, to, i), type->parts[i]);
	} else if (type->kind == TYPE_ARRAY) {
		for (loop = gen_loop_over(g, type, true, NULL);
		     gen_next(g, &loop);)
			keep_where(g, condition, view_at(g, from, loop.index),
				   view_at(g, to, loop.index), type->element);
	} else {
		values[0] = view_value(g, to);
		values[1] = view_value(g, from);
		view_put(g, to, code_choose(g->arena, condition, values[0],
					    values[1]));
	}
}

/* One step of the lanes that go on. */
static void step_lanes(Gen *g, const Steps *steps, const Env *env,
		       const View *state, const Code *condition)
{
	const View *fresh = gen_registers(g, steps->type);

	g->guarded++;
	gen_apply_to(g, steps->lambda, env, &state, fresh);
	g->guarded--;
	keep_where(g, condition, fresh, state, steps->type);
}

static void round_until(Gen *g, const Steps *steps, const Env *env,
			const View *state, const Expr *stop)
{
	const View *over = gen_apply(g, stop, env, &state);
	const Code *condition = view_value(g, over);

	if (g->stopped)
		return;
	if (condition->width > 1) {
		condition = gen_name(g, condition, VAR_TEMP);
		leave_when(g, condition);
		step_lanes(g, steps, env, state, condition);
		return;
	}
	leave_when(g, condition);
	gen_step(g, steps, env, &state);
}

const View *gen_iterate(Gen *g, const Expr *e, const Env *env)
{
	const Expr *initial = e->kids[e->kid_count - 1];
	const Expr *stop = e->prim == PRIM_ITERATE_UNTIL ? e->kids[0] : NULL;
	const Steps steps = { e, e->kids[e->kid_count - 2], e->type };
	const View *state = gen_state(g, &steps);
	Loop loop = gen_loop(g, e->sizes[0]->value, false, e);

	gen_write(g, initial, env, state);
	loop.unrolled = stop && loop.count > 0 ? false : loop.unrolled;
	while (gen_next(g, &loop)) {
		if (stop)
			round_until(g, &steps, env, state, stop);
		else
			gen_step(g, &steps, env, &state);
	}
	return state;
}
