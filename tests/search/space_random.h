/* Random programs: maps, zips, reductions, scans, windows, borders, gathers
 * and views, nested, over vectors and matrices of one element type, with one or
 * several results: what the search has something to choose for. The same seed
 * gives the same program. All numbers are whole and small at first, so that
 * sums of floats are exact while they stay small. */
#ifndef TESTS_SEARCH_SPACE_RANDOM_H
#define TESTS_SEARCH_SPACE_RANDOM_H

#include "base/rng.h"
#include "ir/core/program.h"

/* One input, an array of 40, and a body. */
Program *space_random(Ir *ir, Rng *rng, Scalar element, int depth);

/* The same with a low-level body: folds and scans over arrays, in views and
 * vectors of all kinds. */
Program *space_random_low(Ir *ir, Rng *rng, Scalar element);

#endif
