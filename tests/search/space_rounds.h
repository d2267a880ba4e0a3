/* Random documents of rounds: folds, scans and iterations over a state of one to
 * three arrays (all vectors, or all matrices), whose rounds are kernels. A round
 * maps over the state and its neighbours, permutes, scatters, has a loop of rounds
 * in it, or an array between two kernels; it passes parts on, exchanged perhaps,
 * or computes them under conditions on the number of the round. The same seed
 * gives the same text. */
#ifndef TESTS_SEARCH_SPACE_ROUNDS_H
#define TESTS_SEARCH_SPACE_ROUNDS_H

#include "base/rng.h"
#include "base/text.h"
#include "ir/core/type.h"

void space_rounds(Text *text, Rng *rng, Scalar element);

#endif
