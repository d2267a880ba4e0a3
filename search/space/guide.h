/* Guide: a space with some of its choices made by the user: blocks that a
 * candidate must or must not use, values that a number must have. What is left
 * is a space like any other.
 */
#ifndef SEARCH_SPACE_GUIDE_H
#define SEARCH_SPACE_GUIDE_H

#include "search/space/space.h"

typedef enum { GUIDE_REQUIRE, GUIDE_FORBID, GUIDE_FIX } GuideKind;

enum { GUIDES_MAX = 32 };

typedef struct Guide {
	GuideKind kind;
	const char *name; /* of a block; for FIX of a number, or BLOCK.NUMBER */
	int64_t value;    /* FIX */
} Guide;

typedef struct Guided Guided;

/* The space outlives it; the guides are copied, their names are not. At most
 * GUIDES_MAX. */
Guided *guided_new(const Space *space, const Guide *guides, int count);
void guided_free(Guided *guided);

Space guided_space(Guided *guided);

/* The state of the space within. */
const void *guided_state(const void *state);

/* A choice of that name was there, but is none of the space within any more. */
void guided_meet(Guided *guided, const char *name);

/* The name of a guide that no choice looked at so far had, or NULL: a hint
 * that it is misspelt. */
const char *guided_unmet(const Guided *guided);

#endif
