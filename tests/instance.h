/* Instances of rules: random sizes (0 and 1 included), types, functions, data;
 * both sides as expressions of a program, and what they evaluate to.
 *
 * Everything is an integer, so that equal means equal; operators are only as
 * good as the rule asks: monoids are also 2x2 matrix products, which do not
 * commute, anything else is a random function of all its arguments.
 */
#ifndef TESTS_INSTANCE_H
#define TESTS_INSTANCE_H

#include "base/rng.h"
#include "ir/array.h"
#include "rules/match.h"
#include "rules/rewrite.h"

enum { INSTANCE_PORTS = 64 };

typedef struct Instance {
	Ir *ir;
	Rng *rng;
	const Rule *rule;
	Program *program;
	Match match;          /* its names bound at random */
	const Expr *left, *right;
	Array inputs[INSTANCE_PORTS];
} Instance;

/* False when the sizes drawn are illegal for the rule (split of 0, ...). */
bool instance_draw(Instance *instance, const Rule *rule, Rng *rng);
void instance_free(Instance *instance);

/* Whether two expressions over the program's inputs have one value. */
bool instance_equal(Instance *instance, const Expr *a, const Expr *b);

/* The text of both sides, for messages. */
const char *instance_text(Instance *instance);

#endif
