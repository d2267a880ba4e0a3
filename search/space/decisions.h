/* Decisions: the choices that led to a candidate, read from what is stored of
 * them (choices.h).
 */
#ifndef SEARCH_SPACE_DECISIONS_H
#define SEARCH_SPACE_DECISIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct DecisionNumber {
	const char *name, *from; /* "rows", "8 rows" */
	int64_t value;
} DecisionNumber;

typedef struct Decision {
	const char *name, *at; /* of a block, where it is; of a variant what */
	bool variant;          /* of the code, not of the derivation: numbers */
	int count;             /* are sizes that are open */
	const DecisionNumber *numbers;
	const char *text;      /* as it was stored before there was JSON */
} Decision;

/* In their order, *count of them, in the arena. JSON is read by its fields; of
 * the text that earlier versions stored a name ends at a colon, and a number is
 * the first word of digits behind its name. */
const Decision *decisions_read(Arena *arena, const char *stored, int *count);

/* The first block that is chosen in one and not in the other; NULL: there is
 * none, or one of both is no JSON. */
const char *decisions_missing(Arena *arena, const char *stored,
			      const char *other);

#endif
