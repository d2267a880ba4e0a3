/* Solving a match's sizes: what its equations determine, and what is left to
 * choose, the rule's parameters. For rules/ only. */
#ifndef RULES_SOLVE_H
#define RULES_SOLVE_H

#include "rules/match.h"
#include "rules/rewrite.h"

/* Finds every size that follows from the equations and what is known. False:
 * they contradict each other. */
bool solve_sizes(Match *match);

/* The first variable that is left to choose, and what it may be; false when
 * nothing is left. */
bool solve_open(const Match *match, int *var, RuleParam *param);

/* Whether every equation holds; all variables are known. */
bool solve_holds(const Match *match);

bool solve_value(const Match *match, const SizePattern *size, int64_t *value);

#endif
