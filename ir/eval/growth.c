#include "ir/eval/growth.h"

#include <math.h>
#include <stdint.h>

#include "base/arena.h"
#include "ir/core/intern.h"

/* The longest chains from each variable of e to e, and from anything else
 * (nothing: -infinity); variables count from the innermost. */
typedef struct Chain {
	const Expr *expr;
	bool rounds; /* a float is rounded in it */
	double rest;
	double vars[];
} Chain;

typedef struct Growth {
	Arena *arena;
	Intern known;
	Scalar of; /* whose steps are counted; SCALAR_COUNT: of any float */
} Growth;

static const int significands[SCALAR_COUNT] = {
	[SCALAR_F16] = 11, [SCALAR_F32] = 24, [SCALAR_F64] = 53,
};

static const Chain *chain_of(Growth *g, const Expr *e);

static bool chain_is_of(const void *stored, const void *wanted)
{
	return ((const Chain *)stored)->expr == wanted;
}

static Chain *chain_new(Growth *g, const Expr *e)
{
	Chain *chain = arena_alloc(g->arena, sizeof *chain
				   + sizeof *chain->vars * (size_t)e->open);

	chain->expr = e;
	chain->rest = -INFINITY;
	for (int i = 0; i < e->open; i++)
		chain->vars[i] = -INFINITY;
	return chain;
}

static double chain_var(const Chain *chain, int i)
{
	return i < chain->expr->open ? chain->vars[i] : -INFINITY;
}

/* to: what `from` leads to, after so many steps more; skip: variables that are
 * bound around `from` and not around `to`. */
static void lead(Chain *to, const Chain *from, double steps, int skip)
{
	to->rest = fmax(to->rest, from->rest + steps);
	to->rounds |= from->rounds;
	for (int i = skip; i < from->expr->open; i++)
		to->vars[i - skip] = fmax(to->vars[i - skip],
					  from->vars[i] + steps);
}

/* -- folds ----------------------------------------------------------------- */

static bool has_float(const Type *type, Scalar of)
{
	bool has = false;

	if (type->kind == TYPE_ARRAY)
		return has_float(type->element, of);
	if (type->kind != TYPE_TUPLE)
		return scalar_is_float(type->scalar)
		    && (of == SCALAR_COUNT || type->scalar == of);
	for (int i = 0; i < type->count; i++)
		has = has || has_float(type->parts[i], of);
	return has;
}

/* Whether rounds of a loop round its state. */
static bool is_rounded(const Expr *loop, const Chain *body)
{
	return body->rounds && chain_var(body, loop->index - 1) >= 0
	    && has_float(loop->params[0], SCALAR_COUNT);
}

/* count rounds of a loop, from kid `initial` and, if >= 0, the elements: what
 * comes in by the first round goes through all that follow. A round that takes no
 * element may add to the state, too, where rounds have a limit (while has none: what
 * such a loop adds is no sum, eval_step.c). */
static void follow_loop(Growth *g, Chain *chain, const Expr *e, double count,
			int initial, int elements)
{
	const Expr *loop = e->kids[initial - 1];
	const Chain *body = chain_of(g, loop->kids[0]);
	int params = loop->index;
	double first = 0, round = 0, rest;

	if (count >= 1 && is_rounded(loop, body)) {
		first = elements >= 0 && has_float(loop->params[0], g->of);
		round = first + chain_var(body, params - 1);
		if (elements < 0 && count < INT32_MAX
		    && has_float(loop->params[0], g->of))
			round = fmax(1, round);
	}
	rest = first + (count - 1) * round;
	lead(chain, body, rest, params);
	lead(chain, chain_of(g, e->kids[initial]), count * round, 0);
	if (elements >= 0)
		lead(chain, chain_of(g, e->kids[elements]),
		     rest + fmax(0, chain_var(body, 0)), 0);
}

static double length_of(const Expr *e)
{
	return (double)e->type->length->value;
}

static bool follow_fold(Growth *g, Chain *chain, const Expr *e)
{
	switch (e->prim) {
	case PRIM_REDUCE:
	case PRIM_REDUCE_SEQ:
	case PRIM_REDUCE_SEQ_UNROLL:
	case PRIM_SCAN:
	case PRIM_SCAN_SEQ:
		follow_loop(g, chain, e, length_of(e->kids[2]), 1, 2);
		return true;
	case PRIM_SCATTER:
	case PRIM_SCAN_BY_INDEX:
		follow_loop(g, chain, e, length_of(e->kids[3]), 1, 3);
		return true;
	case PRIM_REDUCE_PART:
		follow_loop(g, chain, e, length_of(e->kids[2])
			    / (double)e->sizes[0]->value, 1, 2);
		return true;
	case PRIM_ITERATE:
		follow_loop(g, chain, e, (double)e->sizes[0]->value, 1, -1);
		return true;
	case PRIM_ITERATE_UNTIL:
		lead(chain, chain_of(g, e->kids[0]->kids[0]), 0, 1);
		follow_loop(g, chain, e, (double)e->sizes[0]->value, 2, -1);
		return true;
	default:
		return false;
	}
}

/* -- everything ------------------------------------------------------------ */

static bool is_rounding(const Expr *e)
{
	switch (e->op) {
	case OP_NEG:
	case OP_ABS:
	case OP_SIGN:
	case OP_MIN:
	case OP_MAX:
	case OP_FLOOR:
	case OP_CEIL:
	case OP_ROUND:
	case OP_TRUNC:
		return false;
	default:
		return op_rows[e->op].result == RESULT_SAME
		    && scalar_is_float(e->type->scalar);
	}
}

/* A kid with parameters is a function: what they stand for leads through it. */
static void follow_function(Growth *g, Chain *chain, const Expr *e,
			    const Expr *function)
{
	const Chain *body = chain_of(g, function->kids[0]);
	double through = 0;

	for (int i = 0; i < function->index; i++)
		through = fmax(through, chain_var(body, i));
	lead(chain, body, 0, function->index);
	for (int i = 0; i < e->kid_count; i++)
		if (e->kids[i]->kind != EXPR_LAMBDA)
			lead(chain, chain_of(g, e->kids[i]), through, 0);
}

static void follow_let(Growth *g, Chain *chain, const Expr *e)
{
	const Chain *body = chain_of(g, e->kids[1]);

	lead(chain, body, 0, 1);
	lead(chain, chain_of(g, e->kids[0]), fmax(0, chain_var(body, 0)), 0);
}

static void follow(Growth *g, Chain *chain, const Expr *e)
{
	if (e->kind == EXPR_LET) {
		follow_let(g, chain, e);
		return;
	}
	if (e->kind == EXPR_PRIM && follow_fold(g, chain, e))
		return;
	for (int i = 0; i < e->kid_count; i++)
		if (e->kids[i]->kind == EXPR_LAMBDA)
			follow_function(g, chain, e, e->kids[i]);
		else
			lead(chain, chain_of(g, e->kids[i]), 0, 0);
}

static const Chain *chain_of(Growth *g, const Expr *e)
{
	const Chain *found = intern_find(&g->known, e->hash, e, chain_is_of);
	Chain *chain;

	if (found)
		return found;
	chain = chain_new(g, e);
	chain->rounds = e->kind == EXPR_OP && is_rounding(e);
	if (e->kind == EXPR_VAR)
		chain->vars[e->index] = 0;
	else if (!e->kid_count)
		chain->rest = 0;
	follow(g, chain, e);
	intern_add(&g->known, e->hash, chain);
	return chain;
}

/* Of the steps whose state holds a float of that type. */
static double chain_in(const Expr *e, Scalar of)
{
	Growth g = { .arena = arena_new(), .of = of };
	double chain = chain_of(&g, e)->rest;

	intern_free(&g.known);
	arena_free(g.arena);
	return fmax(chain, 0);
}

double fold_chain(const Expr *e)
{
	return chain_in(e, SCALAR_COUNT);
}

/* g of as many steps as stagnate nowhere. */
static double growth_of(double steps)
{
	return fmin(steps, 8 * sqrt(steps));
}

/* Steps in that type from which on sums may stagnate. */
static double stagnation(Scalar of)
{
	return ldexp(1, significands[of] - 4);
}

static const Scalar floats[] = { SCALAR_F16, SCALAR_F32, SCALAR_F64 };

double fold_growth_decided(const Expr *e)
{
	double most = 1;

	for (int i = 0; i < 3; i++)
		most = fmax(most, growth_of(fmin(chain_in(e, floats[i]),
						 stagnation(floats[i]))));
	return most;
}

double fold_growth(const Expr *low)
{
	double most = 1;

	for (int i = 0; i < 3; i++) {
		double d = chain_in(low, floats[i]);

		most = fmax(most, d > stagnation(floats[i]) ? d
							    : growth_of(d));
	}
	return most;
}
