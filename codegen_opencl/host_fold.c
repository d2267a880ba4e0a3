/* reduceSeq and scanSeq between kernels: each round is kernels of its own, as of
 * iterate, for the next element. A reduceSeq goes from one of two places to the
 * other; a scanSeq reads the state where it was stored last and writes the next
 * one where it belongs, so that no state is copied.
 *
 * Rounds in a loop of launches read in the loop's counter, a buffer of one i32,
 * which of them the first of a turn is. A kernel before the loop sets it, one at
 * the end of each turn goes on. */
#include "codegen_opencl/code.h"
#include "codegen_opencl/view.h"

bool host_folds(const Expr *e)
{
	return (expr_is(e, PRIM_REDUCE_SEQ) || expr_is(e, PRIM_SCAN_SEQ))
	    && expr_has(e->kids[0]) & (HAS_GLOBAL | HAS_GROUP)
	    && gen_length(e->kids[2]->type) > 0;
}

typedef struct Fold {
	const Expr *e;
	const Env *env;
	const View *xs;
	int64_t count;
} Fold;

static void one_round(Gen *g, const Fold *fold, const Affine *number,
		      const View *from, const View *to)
{
	const View *x = view_at(g, fold->xs, number);
	const Env *inner = gen_named(g, x, gen_named(g, from, fold->env));

	host_write(g, fold->e->kids[0]->kids[0], inner, to);
}

static const Affine *fixed(Gen *g, int64_t number)
{
	return affine_const(&g->indices, number);
}

/* -- turns of a loop ------------------------------------------------------- */

/* So many turns of so many rounds, the first of which has that number. */
typedef struct Turns {
	int64_t first, times;
	int rounds;
	const View *counter;
} Turns;

static void set_counter(Gen *g, const Turns *turns, bool next)
{
	const Code *pair[2] = { NULL, code_int(g->arena, SCALAR_I32,
				next ? turns->rounds : turns->first) };

	kernel_open(g);
	if (next)
		pair[0] = view_value(g, turns->counter);
	view_put(g, turns->counter, next ? code_op(g->arena, OP_ADD, pair)
					 : pair[1]);
	kernel_close(g);
}

/* The number of the first round of a turn. What is made between the two is in
 * the loop; a single turn needs none. */
static const Affine *turns_begin(Gen *g, const Fold *fold, Turns *turns)
{
	KernelLoop *loop = ARENA_NEW(g->arena, KernelLoop);

	if (turns->times == 1)
		return fixed(g, turns->first);
	turns->counter = gen_temp(g, type_scalar(g->ir, SCALAR_I32), fold->e);
	set_counter(g, turns, false);
	*loop = (KernelLoop){
		.outer = g->loop, .times = turns->times, .every = 1,
		.counter = turns->counter->leaves[0].buffer,
		.number = var_new(g->arena, VAR_TEMP, SCALAR_I32, 1, 0) };
	g->loop = loop;
	return affine_var(&g->indices, loop->number, turns->first,
			  turns->first + (turns->times - 1) * turns->rounds);
}

static void turns_end(Gen *g, const Turns *turns)
{
	if (turns->times == 1 || g->stopped)
		return;
	set_counter(g, turns, true);
	g->loop = g->loop->outer;
}

/* -- the two --------------------------------------------------------------- */

static void fold_rounds(Gen *g, const Fold *fold, const View *start,
			const View *to)
{
	const int64_t between = fold->count - 2;
	Turns turns = { .first = 1, .times = between / 2, .rounds = 2 };
	const View *places[2];
	const Affine *number;

	if (between < 0) {
		one_round(g, fold, fixed(g, 0), start, to);
		return;
	}
	for (int i = 0; i < 2; i++)
		places[i] = gen_temp(g, fold->e->kids[1]->type, fold->e);
	one_round(g, fold, fixed(g, 0), start, places[0]);
	if (turns.times) {
		number = turns_begin(g, fold, &turns);
		one_round(g, fold, number, places[0], places[1]);
		one_round(g, fold, affine_plus(&g->indices, number, 1),
			  places[1], places[0]);
		turns_end(g, &turns);
	}
	if (between % 2)
		one_round(g, fold, fixed(g, between), places[0], places[1]);
	one_round(g, fold, fixed(g, between + 1), places[between % 2], to);
}

static void scan_rounds(Gen *g, const Fold *fold, const View *start,
			const View *to)
{
	Turns turns = { .first = 1, .times = fold->count - 1, .rounds = 1 };
	const Affine *number;

	one_round(g, fold, fixed(g, 0), start, view_at(g, to, fixed(g, 0)));
	if (!turns.times)
		return;
	number = turns_begin(g, fold, &turns);
	one_round(g, fold, number,
		  view_at(g, to, affine_plus(&g->indices, number, -1)),
		  view_at(g, to, number));
	turns_end(g, &turns);
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
	const int64_t count = gen_length(e->kids[2]->type);
	const int concat = g->concat;
	const View *start, *place;
	Fold fold = { e, env, NULL, count };

	if (count > INT32_MAX) {
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
		fold_rounds(g, &fold, start, view_at(g, to, fixed(g, 0)));
	} else {
		place = readable(g, e, to);
		scan_rounds(g, &fold, start, place);
		if (place != to)
			host_copy(g, place, to, e->type);
	}
	g->concat = concat;
}
