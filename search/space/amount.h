/* Amount: a number with what it comes from, so that a derivation can be
 * followed again at other sizes (rules/rewrite.h, RuleValue).
 *
 * What it comes from is the length of some array, whatever that is: a size of
 * the program, what a cut or a border leaves of one, a part. Where a rule is
 * given the number, that array is the one at the rule's place, or that of its
 * elements; else the length is written by the program's sizes.
 */
#ifndef SEARCH_SPACE_AMOUNT_H
#define SEARCH_SPACE_AMOUNT_H

#include "rules/rewrite.h"

typedef struct Amount {
	int64_t value;
	const char *origin; /* "@//64", @ for the length; NULL: just a number */
	int64_t length;
} Amount;

Amount amount_number(int64_t value);

/* The length of an array. Strings of what follows live in the arena. */
Amount amount_length(int64_t length);

Amount amount_over(Arena *arena, Amount a, int64_t divisor); /* rounds down */
Amount amount_times(Arena *arena, Amount a, int64_t factor);
Amount amount_plus(Arena *arena, Amount a, int64_t more); /* or less */

/* The largest multiple of unit that is at most a. */
Amount amount_multiple(Arena *arena, Amount a, int64_t unit);

/* What the multiple of unit behind that is more than a: 1 to unit. */
Amount amount_missing(Arena *arena, Amount a, int64_t unit);

/* As a size expression over the program's sizes: the length is one of them or
 * the product of two. NULL: a number, or another length. */
const char *amount_text(Arena *arena, const Program *program, Amount a);

/* As the value that a rule is given at a node. */
RuleValue amount_given(Arena *arena, const Program *program, const Expr *node,
		       const char *name, Amount a);

#endif
