/* Matching a function or value of the rule: higher-order patterns, and
 * arguments that are no variables: the place of the first is designated, the
 * others are the first places that fit. For rules/ only. */
#ifndef RULES_MATCH_META_H
#define RULES_MATCH_META_H

#include "rules/match.h"

typedef bool MatchPat(Match *match, const Pat *pat, const Expr *e);

/* go_on matches the pattern of a designated argument. */
bool match_meta(Match *match, const Pat *pat, const Expr *e,
		MatchPat *go_on);

#endif
