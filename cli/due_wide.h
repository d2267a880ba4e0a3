/* Wide: integers so large that sums of them use most of a significand, and yet
 * every order of adding them up is exact. What adds up in a narrower type shows,
 * which small integers let through, and random data where the bound of a long
 * sum is as wide as the errors of that type.
 *
 * How large they may be follows from the program: the steps of its longest chain
 * of folds, and how many products are in it. Whether that was right is seen from
 * the bound of what they gave: were anything rounded, it would be by more than
 * the lowest bit of what came out. If so, smaller ones are tried once.
 *
 * What is made of such sums and rounded then, as a quotient by one, is off by
 * these last roundings only: the bound says so (folds is 0), and an element that
 * is lost or taken twice among millions is more than that. It shows where the sum
 * is small, on numbers of either sign (WIDE, and EXACT, which are small, for more
 * elements); sums in a narrower type where it is large (TALL). Where a mean is 0
 * (EVEN), squares of what is taken off it are whole, too.
 */
#ifndef CLI_DUE_WIDE_H
#define CLI_DUE_WIDE_H

#include "cli/due_data.h"

/* Whether an output is exact on small integers or has bounds, and sums are long
 * enough for these to be too small; of TALL data, of EXACT and EVEN ones. */
bool due_wide_applies(const DueData *data);
bool due_tall_applies(const DueData *data);
bool due_small_applies(const DueData *data);

/* EXACT and EVEN. */
bool due_wide_is_small(TestdataKind kind);

/* Of these kinds. */
Array *due_wide_draw(const DueData *data, TestdataKind kind);

/* Of a set that is evaluated: fits, and by how much products of its numbers are
 * too large for all outputs (at most 1: one fits; infinite: none ever will). */
double due_wide_excess(const DueData *data, DueSet *set);

#endif
