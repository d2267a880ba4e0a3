/* Layout: along which of its dimensions an array lies in memory without gaps,
 * seen through views and delayed maps: whether the lanes of a vector would be
 * neighbours. Advice only. */
#ifndef SEARCH_NEST_LAYOUT_H
#define SEARCH_NEST_LAYOUT_H

#include "ir/front/print.h"

enum { LAYOUT_LEAVES = 16 };

/* One scalar component of a value. */
typedef struct LayoutLeaf {
	int unit;  /* dimension along which it is dense, 0 the outermost;
		    * LAYOUT_SCALAR, LAYOUT_STRIDED */
	int level; /* binders around the innermost variable it depends on; 0:
		    * it depends on none */
	int64_t step; /* what is dense begins at multiples of so many scalars
		       * of its buffer; 0: at its beginning */
} LayoutLeaf;

enum { LAYOUT_STRIDED = -1, LAYOUT_SCALAR = -2 };

typedef struct Layout {
	int count; /* 0: not known */
	LayoutLeaf leaves[LAYOUT_LEAVES];
} Layout;

/* Of the node at a place. */
Layout layout_of_array(const Expr *root, const Path *at);

/* Neighbouring elements of the array are neighbours in memory, or equal. */
bool layout_is_dense(const Layout *array);

/* So many scalars that whatever is dense in it begins at multiples of them; 0:
 * at the beginning of a buffer. 1 where nothing is known. */
int64_t layout_step(const Layout *array);

/* Of an array of arrays: the elements of each one are neighbours in memory. */
bool layout_is_dense_inside(const Layout *array);

/* Of an array of rows, or of arrays of them: the elements of each row lie one
 * after the other. False where that is not known. */
bool layout_has_dense_rows(const Layout *array);

/* The array at `array`, a kid of the map at `map`, is read by each element of
 * the map along its first dimension: whether for neighbouring elements of the
 * map the same places of it are neighbours in memory, or the same. */
bool layout_is_dense_across(const Expr *root, const Path *map,
			    const Path *array);

#endif
