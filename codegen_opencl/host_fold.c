/* reduceSeq and scanSeq between kernels: each round is kernels of its own, as of
 * iterate, for the next element. A reduceSeq goes from place to place; a scanSeq
 * reads the state where it was stored last and writes the next one where it
 * belongs, so that no state is copied.
 *
 * Rounds in a loop of launches read in the loop's counter, a buffer of one i32,
 * which of them the first of a turn is. A kernel before the loop sets it, one at
 * the end of each turn goes on. */
#include "codegen_opencl/host_rounds.h"

bool host_folds(const Expr *e)
{
	return (expr_is(e, PRIM_REDUCE_SEQ) || expr_is(e, PRIM_SCAN_SEQ))
	    && expr_has(e->kids[0]) & (HAS_GLOBAL | HAS_GROUP)
	    && gen_length(e->kids[2]->type) > 0;
}

static void scan_rounds(Gen *g, const Rounds *fold, const View *start,
			const View *to)
{
	Turns turns = { .first = 1, .times = fold->count - 1, .rounds = 1 };
	const Affine *number = affine_const(&g->indices, 0);

	host_round(g, fold, number, start, view_at(g, to, number));
	if (!turns.times)
		return;
	number = host_turns_begin(g, fold, &turns);
	host_round(g, fold, number,
		   view_at(g, to, affine_plus(&g->indices, number, -1)),
		   view_at(g, to, number));
	host_turns_end(g, &turns);
}

/* A place that states can be read from again, too. */
static const View *readable(Gen *g, const Expr *e, const View *to)
{
	return view_is_place(to) ? to : gen_temp(g, e->type, e);
}

/* No two rounds are joined in one launch: two of them may store to one place,
 * where the later one does not read it. */
void host_fold(Gen *g, const Expr *e, const Env *env, const View *to)
{
	Rounds fold = { .e = e, .lambda = e->kids[0], .env = env,
			.count = gen_length(e->kids[2]->type) };
	const int concat = g->concat;
	const View *start, *place;

	if (fold.count > INT32_MAX) {
		gen_refuse(g, E0303, e, "a number of rounds up to 2147483647",
			   "rounds of kernels, of a number that is open or "
			   "that 31 bits do not count");
		return;
	}
	fold.xs = gen_eval(g, e->kids[2], env);
	start = gen_eval(g, e->kids[1], env);
	if (g->stopped)
		return;
	g->concat = 0;
	if (e->prim == PRIM_REDUCE_SEQ) {
		host_rounds(g, &fold, start,
			    view_at(g, to, affine_const(&g->indices, 0)));
	} else {
		place = readable(g, e, to);
		scan_rounds(g, &fold, start, place);
		if (place != to)
			host_copy(g, place, to, e->type);
	}
	g->concat = concat;
}
