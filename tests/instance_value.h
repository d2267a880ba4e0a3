/* Values for instances of rules: random functions, and data without vectors or
 * empty arrays made into what a rule's types ask. */
#ifndef TESTS_INSTANCE_VALUE_H
#define TESTS_INSTANCE_VALUE_H

#include "tests/instance.h"

enum { SEEDS = 64 }; /* elements of input 0, "seed" */

int64_t draw(Instance *in, int64_t from, int64_t to);
const Type *i32(Instance *in);
const Size *size_of(Instance *in, int64_t value);
const Expr *number(Instance *in, int64_t value);
const Expr *op2(Instance *in, Op op, const Expr *a, const Expr *b);

/* The type with arrays for vectors, and no empty arrays. */
const Type *solid(Instance *in, const Type *type);

/* e, of the solid type, as the type itself. */
const Expr *as_type(Instance *in, const Expr *e, const Type *type);

/* e with arrays for its vectors. */
const Expr *as_plain(Instance *in, const Expr *e);

/* A value of the type that depends on everything in the arguments. */
const Expr *random_value(Instance *in, const Type *type, int count,
			 const Expr *const *args);

#endif
