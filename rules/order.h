/* What an author's reorder asks of a rule. Which order it is stays open until a
 * rule chooses one (ICFP'15, Figure 7c); were it there twice, each copy could
 * get another. For rules/ only. */
#ifndef RULES_ORDER_H
#define RULES_ORDER_H

#include "rules/match.h"

/* Whether made, which the rule puts in the place of node, has an open order of
 * node's more often than node has. */
bool order_is_copied(const Match *match, const Expr *node, const Expr *made);

#endif
