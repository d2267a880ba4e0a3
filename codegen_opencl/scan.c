/* scanSeq: a loop over a state of any type that stores each state. */
#include "codegen_opencl/lens.h"

void gen_scan_to(Gen *g, const Expr *e, const Env *env, const Lens *to)
{
	const Steps steps = { e, e->kids[0], e->type->element };
	int64_t count = gen_length(e->type);
	const Lens *xs = gen_eval(g, e->kids[2], env);
	const Lens *state = gen_state(g, &steps);
	bool unroll = count <= 64 && (lens_is_static(xs) || lens_is_static(to));
	Loop loop;

	gen_write(g, e->kids[1], env, state);
	for (loop = gen_loop(g, count, unroll, e); gen_next(g, &loop);) {
		const Lens *args[2] = { state, lens_at(g, xs, loop.index) };

		gen_step(g, &steps, env, args);
		gen_copy(g, state, lens_at(g, to, loop.index), steps.type, e);
	}
}

/* Few values are private, more have a place in global memory. */
const Lens *gen_scan(Gen *g, const Expr *e, const Env *env)
{
	const Lens *place = gen_is_long(e) ? gen_temp(g, e->type, e)
						: gen_private(g, e->type, e);

	gen_write(g, e, env, place);
	return place;
}
