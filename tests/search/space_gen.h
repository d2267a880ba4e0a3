/* The inside of the maker of random programs for the search: scalars and
 * functions of them (space_random.c), arrays (space_array.c), folds of low-level
 * programs (space_low.c). */
#ifndef TESTS_SEARCH_SPACE_GEN_H
#define TESTS_SEARCH_SPACE_GEN_H

#include "space_random.h"

enum { SPACE_SCOPE = 32, SPACE_INPUT = 40 };

typedef struct SpaceGen {
	Ir *ir;
	Rng *rng;
	const Type *type; /* of all elements */
	int count;
	const Type *scope[SPACE_SCOPE]; /* outermost first */
} SpaceGen;

int space_pick(SpaceGen *g, int bound);
const Type *space_array_of(SpaceGen *g, const Type *of, int n);

/* A primitive with one size and its kids; NULL for those it has not. */
const Expr *space_prim(SpaceGen *g, Prim p, int size, const Expr *a,
		       const Expr *b, const Expr *c);
const Expr *space_op(SpaceGen *g, Op o, const Expr *a, const Expr *b);

/* Both sides of a random operator. */
const Expr *space_joined(SpaceGen *g, const Expr *a, const Expr *b);

/* The bodies of functions of one parameter; n is what they want it to be. */
typedef const Expr *SpaceBody(SpaceGen *g, const Expr *parameter, int n,
			      int depth);
SpaceBody space_of_scalar, space_of_pair, space_of_row;

/* map of such a function over xs. */
const Expr *space_mapped(SpaceGen *g, SpaceBody *body, int n, int depth,
			 const Expr *xs);

/* \x y. x op y, with an operator and a start for it. */
const Expr *space_fold(SpaceGen *g, Prim prim, const Expr *xs);

/* A variable of the type in scope, or NULL, also at random. */
const Expr *space_variable(SpaceGen *g, const Type *type);
bool space_enter(SpaceGen *g, const Type *type);

/* A low-level program (space_low.c). */
const Expr *space_low(SpaceGen *g);

const Expr *space_scalar(SpaceGen *g, int depth);
const Expr *space_vector(SpaceGen *g, int n, int depth);
const Expr *space_matrix(SpaceGen *g, int rows, int columns, int depth);

#endif
