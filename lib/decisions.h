/* Decisions: the choices that led to a candidate, read from what is stored of
 * them (search/space/choices.h).
 */
#ifndef LIB_DECISIONS_H
#define LIB_DECISIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct DecisionNumber {
	const char *name;
	int64_t value;
} DecisionNumber;

typedef struct Decision {
	const char *name; /* of a block; of a variant what it is */
	bool variant;     /* of the code (lib/variant.h) */
	const char *text; /* "chunks: items 64 (32 CU), lanes 8" */
	int count;
	const DecisionNumber *numbers;
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
