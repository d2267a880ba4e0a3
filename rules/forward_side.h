/* What the two sides of a rule say about places: the inside of forward.c. */
#ifndef RULES_FORWARD_SIDE_H
#define RULES_FORWARD_SIDE_H

#include "rules/forward.h"
#include "rules/match.h"

/* Where a place below the matched node is on the left side. */
typedef struct SidePlace {
	enum { SIDE_NOWHERE, SIDE_META, SIDE_NODE } kind;
	const Pat *pat; /* META, NODE */
	Path rest;      /* META: from there on */
} SidePlace;

/* rel leads there from the node; rest from the designating META to its first
 * argument, NULL when the way has none. */
SidePlace side_place(const Way *way, const Expr *node, const Path *rel,
		     const Path *rest);

/* Where the place rel below the matched node is in what the designating META
 * stands for: a let whose value is the designated node vanishes there, so the
 * node is matched again with a mark. rest as in side_place; false: nowhere. */
bool side_designated(const Match *match, bool back, const Expr *node,
		     const Path *rel, const Path *rest, Path *moved);

/* The loops of the right side as which one of the left side goes on, at most
 * max; how many. */
int side_loops(const Way *way, const Pat *loop, const Pat **found, int max);

/* Everything that the right side names. */
typedef void SideVisit(void *context, const char *name, bool loop,
		       const Pat *pat);
void side_names(const Rule *rule, const Pat *side, SideVisit *visit,
		void *context);

#endif
