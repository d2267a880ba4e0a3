/* Loops of launches, and the counters of those whose rounds have elements. */
#include "codegen_opencl/host_rounds.h"

#include "codegen_opencl/code.h"
#include "codegen_opencl/pass.h"

static void set_counter(Gen *g, const Turns *turns, bool goes_on)
{
	const Code *pair[2] = { NULL, code_int(g->arena, SCALAR_I32, goes_on
				? turns->rounds : turns->first) };

	kernel_open(g);
	if (goes_on)
		pair[0] = view_value(g, turns->counter);
	view_put(g, turns->counter, goes_on ? code_op(g->arena, OP_ADD, pair)
					    : pair[1]);
	kernel_close(g);
	g->kernels[g->kernel_count - 1]->counts = goes_on;
}

/* The number of the first round of the last turn. */
static int64_t last_of(const Turns *turns)
{
	return turns->first + (turns->times - 1) * turns->rounds;
}

const Affine *host_turns_begin(Gen *g, const Rounds *rounds, Turns *turns)
{
	KernelLoop *loop;

	if (turns->times == 1)
		return rounds->xs ? affine_const(&g->indices, turns->first)
				  : NULL;
	loop = ARENA_NEW(g->arena, KernelLoop);
	*loop = (KernelLoop){ .outer = g->loop, .times = turns->times,
			      .every = 1 };
	if (rounds->xs) {
		turns->counter = gen_temp(g, type_scalar(g->ir, SCALAR_I32),
					  rounds->e);
		set_counter(g, turns, false);
		loop->counter = turns->counter->leaves[0].buffer;
		loop->number = var_new(g->arena, VAR_TEMP, SCALAR_I32, 1, 0);
		loop->round = affine_var(&g->indices, loop->number,
					 turns->first, last_of(turns));
		loop->rounds = turns->rounds;
	}
	g->loop = loop;
	return loop->round;
}

static Turn turn_of(const Gen *g, const Turns *turns)
{
	int from = g->kernel_count;

	while (from && kernel_is_within(g->kernels[from - 1], g->loop))
		from--;
	return (Turn){ g->loop, g->kernels + from, g->kernel_count - from,
		       turns->rounds, turns->first, last_of(turns) };
}

void host_turns_end(Gen *g, const Turns *turns)
{
	Turn turn;

	if (turns->times == 1 || g->stopped)
		return;
	if (turns->counter) {
		set_counter(g, turns, true);
		turn = turn_of(g, turns);
		pass_standing(&turn, &g->indices);
	}
	g->loop = g->loop->outer;
}
