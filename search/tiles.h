/* Tiles: all pairs of two arrays, each pair folded, as tiles of accumulators in
 * registers, updated by one column of one array and one row of the other at a
 * time. */
#ifndef SEARCH_TILES_H
#define SEARCH_TILES_H

#include "search/work.h"

/* Where the second array's panels, as wide as a tile, are kept by columns. */
typedef enum {
	PANELS_NONE,
	PANELS_GLOBAL, /* stored by a kernel of its own */
	PANELS_LOCAL   /* a group of one item goes down its panel */
} Panels;

/* The rows of the first array, in panels as high as a tile. */
typedef enum {
	LEFT_NONE,
	LEFT_STORED, /* by a kernel of its own, before a part */
	LEFT_SHARED  /* stored with another part's, which has the same */
} Left;

typedef struct Tile {
	int64_t rows, vectors, lanes;
	int64_t packed; /* a Panels */
	int64_t left;   /* a Left */
	int dim;       /* of the work-items for the rows of tiles */
	int64_t steps; /* of the fold in a round of its loop */
	int64_t length; /* of the fold */
} Tile;

/* What is reduced, when e is
 *     map (\x. map (\y. head (reduce M e what)) ys) xs
 * with the same ys for all x; else NULL. */
const Expr *tiles_reduced(const Expr *e);

/* The inner map when a map is
 *     map (\x. map (\y. head (reduce M e (map g (zip x y)))) ys) xs
 * or the same without g; else NULL. */
const Expr *tiles_pairs(const Expr *map);

/* map (\x. map (\y. fold of x and y) ys) xs at a place, of m and n elements,
 * in tiles; what does not fill one in smaller ones. */
void tiles_divide(Work *work, Path at, int64_t m, int64_t n, Tile tile);

#endif
