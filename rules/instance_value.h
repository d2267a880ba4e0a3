/* Values for instances of rules: random functions, and data without vectors or
 * empty arrays made into what a rule's types ask. */
#ifndef RULES_INSTANCE_VALUE_H
#define RULES_INSTANCE_VALUE_H

#include "rules/instance.h"

enum { INSTANCE_SEEDS = 64 }; /* elements of input 0, "seed" */

int64_t instance_between(Instance *in, int64_t from, int64_t to);
const Type *instance_i32(Instance *in);
const Size *instance_size(Instance *in, int64_t value);
const Expr *instance_number(Instance *in, int64_t value);
const Expr *instance_op(Instance *in, Op op, const Expr *a, const Expr *b);

bool instance_needs(const Instance *in, Needs what);

/* Draws the data of the program's inputs. */
void instance_data(Instance *in);

/* The type with arrays for vectors, and no empty arrays. */
const Type *instance_solid(Instance *in, const Type *type);

/* e, of the solid type, as the type itself. */
const Expr *instance_as_type(Instance *in, const Expr *e, const Type *type);

/* e with arrays for its vectors. */
const Expr *instance_as_plain(Instance *in, const Expr *e);

/* A value of the type that depends on everything in the arguments. */
const Expr *instance_value(Instance *in, const Type *type, int count,
			 const Expr *const *args);

#endif
