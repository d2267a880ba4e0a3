/* scanSeq: a loop over a state of any type that stores each state, or what a map
 * makes of it. */
#include "codegen_opencl/lens.h"

static bool is_scan(const Expr *e)
{
	return expr_is(e, PRIM_SCAN_SEQ);
}

/* The loop; map NULL: the states are stored. */
static void scan_to(Gen *g, const Expr *e, const Env *env, const Expr *map,
		    const Lens *to)
{
	const Steps steps = { e, e->kids[0], e->type->element };
	int64_t count = gen_length(e->type);
	const Lens *xs = gen_eval(g, e->kids[2], env);
	const Lens *state = gen_state(g, &steps);
	bool unroll = gen_unrolls(g, count, xs, to);
	Loop loop;

	gen_write(g, e->kids[1], env, state);
	for (loop = gen_loop_over(g, e->type, unroll, e);
	     gen_next(g, &loop);) {
		const Lens *args[2] = { state, lens_at(g, xs, loop.index) };
		const Lens *place = lens_at(g, to, loop.index);

		gen_step(g, &steps, env, args);
		if (map)
			gen_apply_to(g, map->kids[0], env, &state, place);
		else
			gen_copy(g, state, place, steps.type, e);
	}
}

void gen_scan_to(Gen *g, const Expr *e, const Env *env, const Lens *to)
{
	scan_to(g, e, env, NULL, to);
}

bool gen_scan_map_to(Gen *g, const Expr *map, const Env *env, const Lens *to)
{
	if (!is_scan(map->kids[1]) || gen_pinned(g, map->kids[1], env))
		return false;
	scan_to(g, map->kids[1], env, map, to);
	return true;
}

/* Few values are private, more have a place in global memory. */
const Lens *gen_scan(Gen *g, const Expr *e, const Env *env)
{
	const Lens *place = gen_is_long(e) ? gen_temp(g, e->type, e)
						: gen_private(g, e->type, e);

	gen_write(g, e, env, place);
	return place;
}
