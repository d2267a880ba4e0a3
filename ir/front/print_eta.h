/* Lambdas that are printed without a parameter: \x. f (g x) as f . g, and
 * \p. get 0 p + get 1 p as (+). For printers only. */
#ifndef IR_FRONT_PRINT_ETA_H
#define IR_FRONT_PRINT_ETA_H

#include "ir/core/expr.h"

enum { ETA_MAX = 256 };

/* The functions of a composition, outermost first: nodes[i] applied to its kid
 * number inner[i]; to the whole parameter when inner[i] is -1. Empty: id. */
typedef struct Eta {
	int count;
	const Expr *nodes[ETA_MAX];
	int inner[ETA_MAX];
} Eta;

/* Whether a lambda of one parameter is a composition. */
bool eta_chain(const Expr *lambda, Eta *eta);

/* Whether a lambda of two parameters is a scalar function applied to them (to
 * their components, when they are tuples); which one. */
bool eta_binary(const Expr *lambda, Op *op);

#endif
