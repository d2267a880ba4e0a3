/* Bands: which maps of a program read one matrix both by its columns and by its
 * rows, so that a band of rows can serve both at once. Syntactic and only
 * advice, as all facts (search/nest/facts.h).
 */
#ifndef SEARCH_NEST_BANDS_H
#define SEARCH_NEST_BANDS_H

#include "search/space/work.h"

typedef enum {
	BANDS_ALONE,  /* only a map that reduces columns */
	BANDS_BESIDE, /* and another map, of the rows: A x beside A'r */
	BANDS_FED     /* and one that it reads, by a name: A'(A x) */
} BandsKind;

typedef struct Bands {
	BandsKind kind;
	Path columns; /* map (\c. ... reduce M e (... c ...)) (transpose xs) */
	Path rows;    /* map f xs, where there is one */
} Bands;

/* The maps of which the one at a place is one, outside of functions; of which
 * the one that is named by the let there is the rows'. False: there are
 * none. */
bool bands_of_map(const Task *task, const Expr *root, const Path *map,
		  Bands *bands);
bool bands_of_let(const Task *task, const Expr *root, const Path *let,
		  Bands *bands);

/* The let around a place that binds the variable with that index there; false:
 * a function does. How often a variable stands in e. */
bool bands_let_of(const Expr *root, const Path *at, int index, Path *let);
int bands_uses(const Expr *e, int index);

/* Number of rows. */
int64_t bands_length(const Expr *root, const Bands *bands);

#endif
