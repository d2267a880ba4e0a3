/* Instances of rules: random sizes (0 and 1 included), types, functions, data;
 * both sides as expressions of a program, and what they evaluate to.
 *
 * Equal means equal bit by bit; where scalar functions occur, on zeros of both
 * signs, infinities and NaNs, too. Only laws of the reals (`where rounding`) are
 * held against ordinary numbers and up to rounding, and choices of an order
 * (`where unordered`) up to the order. Operators are only as good as the rule
 * asks: monoids are also 2x2 matrix products, which do not commute, anything
 * else is a random function of all its arguments.
 */
#ifndef RULES_INSTANCE_H
#define RULES_INSTANCE_H

#include "base/rng.h"
#include "ir/data/array.h"
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
	bool field;           /* floats are residues (ir/core/residue.h) */
	Array inputs[INSTANCE_PORTS];
} Instance;

/* False when the sizes or types drawn are illegal for the rule (split of 0,
 * sqrt of an integer, ...). */
bool instance_draw(Instance *instance, const Rule *rule, Rng *rng);
void instance_free(Instance *instance);

/* From now on its floats are residues; other data for them. */
void instance_to_field(Instance *instance);

/* Whether two expressions over the program's inputs have one value; so has
 * anything that stands for an a that has none (a promise is broken). */
bool instance_equal(Instance *instance, const Expr *a, const Expr *b);

/* What an expression evaluates to, one array for each scalar component of its
 * type; their number, or -1 when it cannot be evaluated. Arrays are the
 * caller's to free. */
int instance_value_of(Instance *instance, const Expr *e,
		      Array outputs[INSTANCE_PORTS]);

/* Its sizes and types: "n = 2, A = i32". */
void instance_text(Instance *instance, Text *text);

#endif
