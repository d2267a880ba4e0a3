/* Prim: a data-parallel primitive. One row of prim.def each; from it come the
 * enumeration, the names, how JSON forms are read and printed, and the typing.
 */
#ifndef IR_CORE_PRIM_H
#define IR_CORE_PRIM_H

#include <stdbool.h>

typedef enum {
#define PRIM(id, name, signature, traits, typing) PRIM_##id,
#include "ir/core/prim.def"
#undef PRIM
	PRIM_COUNT
} Prim;

enum {
	TRAIT_DIM = 1, TRAIT_LOW = 2, TRAIT_VIEW = 4, TRAIT_PARMAP = 8,
	TRAIT_SEQMAP = 16,
};

enum { PRIM_SIZES_MAX = 2 };

typedef struct PrimRow {
	const char *name, *signature;
	unsigned traits;
} PrimRow;

extern const PrimRow prim_rows[PRIM_COUNT];

/* The primitive of that name, or PRIM_COUNT. "mapLocal(1)" is found, too, and
 * gives its dimension; a dimension out of 0..2 is not found. SPLAT is never
 * found: fill becomes it where a vector is asked for. */
Prim prim_named(const char *name, int *dim);

static inline const char *prim_name(Prim prim)
{
	return prim_rows[prim].name;
}

static inline bool prim_is(Prim prim, unsigned trait)
{
	return (prim_rows[prim].traits & trait) != 0;
}

/* The word that tells primitives of one name apart: how to pad; or NULL. */
const char *prim_mode(Prim prim);

/* The primitive of the same name and that mode (NULL: none), or PRIM_COUNT. */
Prim prim_with_mode(Prim prim, const char *mode);

/* The signature letters without sizes: one per kid ('*' for any more). */
int prim_kid_min(Prim prim);
bool prim_is_variadic(Prim prim);
int prim_size_count(Prim prim); /* at most PRIM_SIZES_MAX */

/* Parameters of the function at that kid: 0 when the kid is a value. */
int prim_kid_arity(Prim prim, int kid);

/* Spread over all work-items: mapGlobal, and with groups of a size. */
static inline bool prim_is_global(Prim prim)
{
	return prim == PRIM_MAP_GLOBAL || prim == PRIM_MAP_IN_GROUPS;
}

/* map in any of its forms: plain, sequential, parallel (not mapVec). */
static inline bool prim_is_map(Prim prim)
{
	return prim == PRIM_MAP || prim_is(prim, TRAIT_PARMAP | TRAIT_SEQMAP);
}

#endif
