/* Usage: which arrays of an expression the evaluator keeps in memory.
 *
 * An array is normally delayed: each element is computed where it is read. That
 * is right when each is read once, and wrong when they are read again and again
 * or in an order in which what they share would be computed anew each time. One
 * walk over the expression finds how each array is read; an array that must be
 * kept is stored where its scope begins. Arrays that compute nothing (views of
 * inputs, say) are never stored.
 */
#ifndef IR_EVAL_EVAL_USAGE_H
#define IR_EVAL_EVAL_USAGE_H

#include "base/arena.h"
#include "ir/core/expr.h"
#include "ir/core/intern.h"

/* How an array is read, in the order of what it asks. */
typedef enum {
	USE_NONE,
	USE_WRITE,   /* as a whole, to be stored: any order is good */
	USE_ONCE,    /* each element at most once, row by row */
	USE_SCATTER, /* each element at most once, in any order */
	USE_MANY
} Use;

typedef struct ExprUse {
	const Expr *expr;
	bool view;       /* computes nothing */
	bool loops;      /* computes once for many elements */
	bool risky;      /* contains `at` */
	bool visited;
	bool store;      /* keep it in memory */
	bool through;    /* join, T, concat, unzip: written through */
	Use use;
	Use params[2];   /* LAMBDA, LET: of what it binds */
	int free_count;  /* free variables, ascending */
	const int *free;
} ExprUse;

typedef struct Usage {
	Arena *arena;
	Intern table;
	int level, capacity; /* binders around */
	int floor; /* how many of them are outside the loop; -1: no loop */
	Use *binders;
} Usage;

/* Of all parts of body, which is closed but for inputs. */
Usage *usage_of(Arena *arena, const Expr *body);
void usage_free(Usage *usage);

/* Never NULL for a part of the body. */
const ExprUse *usage_find(const Usage *usage, const Expr *e);

#endif
