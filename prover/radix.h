/* Radix: what two indices have in common when they are near each other. Where
 * an index is made of ids and rounds like a number of digits, those of two
 * items are the same, one after the other from the largest: a solver that looks
 * for integers finds that late. */
#ifndef PROVER_RADIX_H
#define PROVER_RADIX_H

#include "prover/term.h"

/* What must be equal, of one item and of another (whose names are those of the
 * map), when the distance is from lo to hi: a truth value, true for nothing. */
const Term *radix_equal(const Term *distance, int64_t lo, int64_t hi,
			TermMap *other);

#endif
