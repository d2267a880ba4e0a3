/* Tiles: all pairs of two arrays, each pair reduced: what the blocks of
 * schedules/products.schedules compute in tiles of accumulators. */
#ifndef SEARCH_NEST_TILES_H
#define SEARCH_NEST_TILES_H

#include "ir/core/expr.h"

/* What is reduced, when e is
 *     map (\x. map (\y. head (reduce M e what)) ys) xs
 * with the same ys for all x; else NULL. */
const Expr *tiles_reduced(const Expr *e);

#endif
