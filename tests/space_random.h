/* Random programs of maps, zips, reductions and views, nested, over vectors and
 * matrices of f32: what the search has something to choose for. The same seed
 * gives the same program. */
#ifndef TESTS_SPACE_RANDOM_H
#define TESTS_SPACE_RANDOM_H

#include "base/rng.h"
#include "ir/program.h"

/* One input, [f32; 24], and a body. */
Program *space_random(Ir *ir, Rng *rng, int depth);

#endif
