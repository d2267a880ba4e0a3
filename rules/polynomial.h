/* Polynomials for a rule's sizes, where open sizes take part (ir/core/size.h).
 *
 * A match is solved in numbers, at the witnesses (solve.h). Then it must hold
 * for all values: each variable gets a polynomial, exact quotients among them,
 * and every equation must be one of polynomials. What the quotients ask of the
 * sizes is in the types of what is built (ir/core/size_open.h, guards). For
 * rules/ only.
 */
#ifndef RULES_POLYNOMIAL_H
#define RULES_POLYNOMIAL_H

#include "ir/core/program.h"
#include "rules/match.h"
#include "rules/rewrite.h"

/* What a value stands for at a node of a program with open sizes: its origin,
 * with exact quotients where these are, or the number. NULL: no size is open. */
const Size *polynomial_given(const Program *program, const Expr *node,
			     const RuleValue *value);

/* Fills match->sizes; all variables are known. False: it holds at the
 * witnesses only. */
bool polynomials_solve(Match *match);

/* NULL: overflow. */
const Size *polynomial_value(const Match *match, const SizePattern *size);

#endif
