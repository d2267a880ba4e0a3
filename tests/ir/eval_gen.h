/* The inside of the maker of random programs. */
#ifndef TESTS_IR_EVAL_GEN_H
#define TESTS_IR_EVAL_GEN_H

#include "eval_random.h"

typedef struct Gen {
	Ir *ir;
	Rng *rng;
	const Program *program;
	const Type *scope[64]; /* of the variables, outermost first */
	int level;
} Gen;

int gen_pick(Gen *g, int bound);
Prim gen_map(Gen *g);
const Expr *gen_prim(Gen *g, Prim p, int64_t size, int count,
		     const Expr *const *kids);
const Expr *gen_prim1(Gen *g, Prim p, int64_t size, const Expr *x);
const Expr *gen_op2(Gen *g, Op op, const Expr *a, const Expr *b);

/* A variable in scope or an input of which `wanted` holds, or NULL. */
const Expr *gen_named(Gen *g, bool (*wanted)(const Type *type));

/* NULL where nothing was found. */
const Expr *gen_scalar(Gen *g, Scalar type, int depth);
const Expr *gen_value_of(Gen *g, const Type *type, int depth);
const Expr *gen_array(Gen *g, int depth);
const Expr *gen_value(Gen *g, int depth);

#endif
