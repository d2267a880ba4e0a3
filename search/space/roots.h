/* Roots: what the space of a program begins with, equal ones once: the canonical
 * spelling (rules/canonical.h) and the author's, each prepared; then, where they
 * are asked for, clusterings of its graph (clustered.h).
 *
 * The canonical one is first, since all spellings have it. It names no stage that
 * a neighbour computes again (u[i-1] and u[i+1] of a stencil of stencils): where
 * it takes more operations than the author's it comes second, and many more, it
 * is none.
 */
#ifndef SEARCH_SPACE_ROOTS_H
#define SEARCH_SPACE_ROOTS_H

#include "search/space/work.h"

enum { ROOTS_SPELLINGS = 2, ROOTS_CLUSTERED = 3,
       ROOTS_MAX = ROOTS_SPELLINGS + ROOTS_CLUSTERED };

typedef struct Root {
	const char *name; /* DERIVE_CANONICAL, DERIVE_WRITTEN; of a clustering
			   * DERIVE_CLUSTERED and its kernels */
	const Derivation *start;
} Root;

typedef struct Roots {
	int count;
	Root items[ROOTS_MAX];
	const char *reason; /* why only the author's; NULL: both */
} Roots;

Roots roots_of(Task *task);

/* Adds those of the best clusterings of the program as it is written that prepare to
 * others than the roots that there are, the fewest bytes first, and nothing fused
 * as the last. None where the best is one kernel, nor of a graph of more operations
 * than a solver is asked for; no solver is asked. */
void roots_add_clustered(Task *task, Roots *roots);

#endif
