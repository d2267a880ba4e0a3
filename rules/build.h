/* Building the other side of a matched and solved rule. For rules/ only. */
#ifndef RULES_BUILD_H
#define RULES_BUILD_H

#include "rules/match.h"

/* The expression, around which the node's own variables are free; NULL when it
 * is ill-typed (a size that is no vector width, fma of integers). */
const Expr *build_side(Match *match);

/* A function that the match found, as a LAMBDA; meta has parameters. */
const Expr *build_function(Match *match, int meta);

#endif
