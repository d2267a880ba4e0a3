/* Site: a place in an expression where something is still to be decided: a
 * high-level map, reduce or scan that is not lowered, a scatter, an array that is
 * to be written and is not computed by anything, a value that should be kept in
 * memory.
 *
 * What is decided shows in the expression itself (mapGlobal, reduceSeq,
 * toGlobal), so a derivation needs no agenda: the next decision is the first
 * site from outside in, and a program that is partly low-level just has fewer
 * of them. A plain map in an argument is no site: it is computed where it is
 * read. */
#ifndef SEARCH_NEST_SITE_H
#define SEARCH_NEST_SITE_H

#include "ir/front/print.h"

/* Which work-items the code at a place runs in. */
typedef enum {
	LEVEL_TOP,   /* nothing is spread yet */
	LEVEL_GROUP, /* in every work-item of a group together */
	LEVEL_ITEM   /* in one work-item */
} SiteLevel;

typedef enum {
	SITE_MAP,    /* map whose result is written */
	SITE_REDUCE, /* reduce */
	SITE_SCAN,   /* scan */
	SITE_PUT,    /* scatter, scanByIndex or permute that is not kept yet */
	SITE_COPY,   /* an array written that nothing computes */
	SITE_NAMED,  /* a let at the top whose value should be stored */
	SITE_LAUNCH  /* mapGlobal whose groups are not decided (launch.h) */
} SiteKind;

typedef struct Site {
	SiteKind kind;
	SiteLevel level;
	const Expr *root; /* the whole expression */
	Path path;
	const Expr *node; /* at path */
	unsigned dims; /* MAP: dimensions of mapGlobal still free here */
	int64_t length; /* of the array that MAP, REDUCE, SCAN go over */
} Site;

/* The first site at or below a place of an expression. */
bool site_first(const Expr *root, const Path *below, Site *site);

/* Whether there is one that a work-group decides together: it may make the group
 * larger. */
bool site_in_group(const Expr *root, const Path *below);

/* The largest place around a COPY that is the same array in another order: all
 * between them are views that it is written through. */
Path site_whole(const Site *copy);

#endif
