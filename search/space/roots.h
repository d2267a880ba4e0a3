/* Roots: the spellings of a program that its space begins with: the canonical one
 * (rules/canonical.h) and the author's, each prepared, equal ones once.
 *
 * The canonical one is first, since all spellings have it. It names no stage that
 * a neighbour computes again (u[i-1] and u[i+1] of a stencil of stencils): where
 * it takes more operations than the author's it comes second, and many more, it
 * is none.
 */
#ifndef SEARCH_SPACE_ROOTS_H
#define SEARCH_SPACE_ROOTS_H

#include "search/space/work.h"

enum { ROOTS_MAX = 2 };

typedef struct Root {
	const char *name; /* DERIVE_CANONICAL, DERIVE_WRITTEN */
	const Derivation *start;
} Root;

typedef struct Roots {
	int count;
	Root items[ROOTS_MAX];
	const char *reason; /* why only the author's; NULL: both */
} Roots;

Roots roots_of(Task *task);

#endif
