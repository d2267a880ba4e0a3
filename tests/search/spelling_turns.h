/* Turns: spellings of one node that no rule can say, since they ask for an
 * operator without a name, or for a size as a number. */
#ifndef TESTS_SEARCH_SPELLING_TURNS_H
#define TESTS_SEARCH_SPELLING_TURNS_H

#include "ir/core/expr.h"

typedef struct SpellingTurn {
	const char *name;

	/* The same value, written otherwise; NULL: it is no such node. */
	const Expr *(*turn)(Ir *ir, const Expr *node);
} SpellingTurn;

/* Ends with one without name. */
extern const SpellingTurn spelling_turns[];

#endif
