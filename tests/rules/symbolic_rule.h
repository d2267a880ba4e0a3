/* Both sides of a rule as expressions over symbols: its values are inputs, its
 * functions terms of all their arguments that equal nothing else, its operators
 * free (symbolic.h): what holds then holds of all functions, operators and
 * data, at these sizes and types. */
#ifndef TESTS_RULES_SYMBOLIC_RULE_H
#define TESTS_RULES_SYMBOLIC_RULE_H

#include "rules/match.h"

/* What a rule's type variables stand for. */
typedef enum { SIDES_SCALAR, SIDES_PAIR, SIDES_ARRAY, SIDES_TYPES } SidesTypes;

typedef struct Sides {
	Match match;
	const Expr *left, *right;
} Sides;

/* match.vars holds the sizes. operator: what stands where the rule asks for a
 * monoid, on i32, with 0. False: illegal for the rule at these sizes. */
bool sides_made(Sides *sides, Ir *ir, const Rule *rule, SidesTypes types,
		Op operator);

/* Whether the rule asks for that. */
bool rule_needs(const Rule *rule, Needs needs);

#endif
