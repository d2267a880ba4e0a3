/* Amount: a size with the size expression it comes from, so that a derivation
 * can be followed again at other sizes (rules/rewrite.h, RuleValue).
 */
#ifndef SEARCH_SPACE_AMOUNT_H
#define SEARCH_SPACE_AMOUNT_H

#include "base/arena.h"
#include "ir/core/program.h"

typedef struct Amount {
	int64_t value;
	const char *origin; /* "N//64"; NULL: just this number */
} Amount;

Amount amount_number(int64_t value);

/* A length: a size variable with that value, or the product of two of them;
 * otherwise just a number. Strings live in the arena. */
Amount amount_length(Arena *arena, const Program *program, int64_t value);

/* What is left of such a length without so much of it. */
Amount amount_shorter(Arena *arena, const Program *program, int64_t value,
		      int64_t by);

Amount amount_over(Arena *arena, Amount a, int64_t divisor); /* rounds down */
Amount amount_times(Arena *arena, Amount a, int64_t factor);

/* The largest multiple of unit that is at most a. */
Amount amount_multiple(Arena *arena, Amount a, int64_t unit);

#endif
