/* iterate between kernels: each round is kernels of its own, which read the
 * state that the round before has left in one of two places and write the other.
 * The first round reads what the iteration starts from, the last one writes the
 * result; those between are the same two rounds again and again, a loop of
 * launches. */
#include "codegen_opencl/view.h"

bool host_iterates(const Expr *e)
{
	return expr_is(e, PRIM_ITERATE)
	    && expr_has(e->kids[0]) & HAS_KERNEL && e->sizes[0]->value > 0;
}

static void one_round(Gen *g, const Expr *e, const Env *env,
		      const View *from, const View *to)
{
	Env *inner = ARENA_NEW(g->arena, Env);

	*inner = (Env){ from, env };
	host_write(g, e->kids[0]->kids[0], inner, to);
}

/* Two rounds, so many times. */
static void rounds(Gen *g, const Expr *e, const Env *env,
		   const View *const *places, int64_t times)
{
	const KernelLoop *around = g->loop;
	KernelLoop *loop = ARENA_NEW(g->arena, KernelLoop);

	if (!times)
		return;
	*loop = (KernelLoop){ around, times };
	if (times > 1)
		g->loop = loop;
	one_round(g, e, env, places[0], places[1]);
	one_round(g, e, env, places[1], places[0]);
	g->loop = around;
}

void host_iterate(Gen *g, const Expr *e, const Env *env, const View *to)
{
	int64_t between = e->sizes[0]->value - 2;
	const View *start = gen_eval(g, e->kids[1], env), *places[2];

	if (between < 0) {
		one_round(g, e, env, start, to);
		return;
	}
	for (int i = 0; i < 2; i++)
		places[i] = gen_temp(g, e->type, e);
	one_round(g, e, env, start, places[0]);
	rounds(g, e, env, places, between / 2);
	if (between % 2)
		one_round(g, e, env, places[0], places[1]);
	one_round(g, e, env, places[between % 2], to);
}
