/* Guards: whether a matched rule may be used here: what its `where` asks, by
 * ir/core/algebra.h and the options. For rules/ only. */
#ifndef RULES_GUARD_H
#define RULES_GUARD_H

#include "rules/match.h"
#include "rules/rewrite.h"

/* Sets what the step rests on, and a neutral element that the match did not
 * determine; false, with a reason in plain words, when it may not be made. */
bool guard_allows(Match *match, const Program *program,
		  const RewriteOptions *options, Assumption *assumption,
		  const char **reason);

#endif
