/* Solve: for which ids and rounds an index is a given element: from the largest
 * factor down, like digits of a number. A guess: whoever asks proves that it is
 * right. */
#ifndef PROVER_SOLVE_H
#define PROVER_SOLVE_H

#include "prover/term.h"

/* Puts terms for those names of `index` for which the map has none, such that
 * it is `wanted`, or less by no more than the slack, in the ranges that the
 * condition `when` leaves them. When they are: a truth value, false for
 * never. */
const Term *solve_index(TermMap *map, const Term *index, const Term *wanted,
			int64_t slack, const Term *when);

/* The least value that the condition leaves to a name. */
int64_t solve_least(const Term *name, const Term *when);

#endif
