/* Forward: where places of an expression are after a step of its derivation.
 *
 * What a rule leaves alone stays what it is and may move or be copied, so a
 * place becomes a set of them. Below the place of the rule:
 *   in what a name of the left side stands for, it goes with that to wherever
 *   it stands on the right side, and ends where it stands nowhere;
 *   a loop of the left side goes on as the loops of the right side that bind a
 *   name that it binds, else as the innermost one around the same functions;
 *   the root stays the root: what is computed there is the same;
 *   anything else of the left side ends.
 * Nothing is guessed: the step is made again with marks around the places
 * (mark.h), so that lets which vanish and parts of tuples move them, too.
 */
#ifndef RULES_FORWARD_H
#define RULES_FORWARD_H

#include "rules/rewrite.h"

/* Some places. A loop is the place of a map, fold or the like, and follows what
 * is repeated; a value stays where its value is computed. */
typedef struct Places {
	const char *name; /* forward_step keeps it */
	bool loop;
	int count;
	const Path *const *items; /* shortened copies, in reading order */
} Places;

enum { FORWARD_NAMES_MAX = 32 };

/* places, of the expression before a step, become those after it, in the arena;
 * a loop is only at nodes that are loops. names are the places of what the
 * right side of the rule names, its loops, its functions and values, at most
 * FORWARD_NAMES_MAX, or NULL: not asked for; their number. */
int forward_step(Rewriter *rewriter, Arena *arena, const Derivation *step,
		 int count, Places *places, Places *names);

/* Whether a node repeats a function. */
bool forward_is_loop(const Expr *node);

#endif
