/* Walk: the one way in which the search goes through expressions: a node, then
 * its kids in order.
 */
#ifndef SEARCH_NEST_WALK_H
#define SEARCH_NEST_WALK_H

#include "search/space/work.h"

typedef enum {
	WALK_ON,   /* to its kids */
	WALK_PAST, /* not to its kids */
	WALK_HERE  /* this is it */
} Walk;

/* Looks at a node below so many binders of where the walk began. */
typedef Walk WalkLook(void *context, const Expr *e, int binders);

/* The first node at or below e at which the walk ends; its place, as that of e
 * becomes longer by it. NULL: there is none, *path is as it was. */
const Expr *walk_first(const Expr *e, WalkLook *look, void *context,
		       Path *path);

/* Whether e or a node below it passes. */
bool walk_finds(const Expr *e, bool (*passes)(const Expr *e));

#endif
