/* Reduction: what is asked of reductions and of maps that compute one for each
 * element. Advice only. */
#ifndef SEARCH_NEST_REDUCTION_H
#define SEARCH_NEST_REDUCTION_H

#include "search/nest/site.h"
#include "search/space/number.h"
#include "search/space/work.h"

/* The length of the chunks when n elements are spread over `parts`: a multiple
 * of whole blocks of vectors where that leaves little over. */
Amount chunk_length(const Task *task, const Type *element, int64_t n,
		    int64_t parts);

/* Accumulators of u*w for the reduce that fit the registers: the largest u. */
int64_t most_accumulators(const Task *task, const Expr *reduce, int64_t w,
			  int64_t rows);

/* Whether each element of a reduce takes a loop of its own: nothing is gained by
 * more than one at a time. Whether what it does needs nothing of the element of
 * the map around it. Whether the function it applies to each element (and its
 * operator) can work on vectors; whether its elements are neighbours in
 * memory. */
bool reduce_is_nested(const Expr *reduce);
bool reduce_is_closed(const Expr *reduce);
bool reduce_takes_vectors(const Expr *reduce);
bool reduce_is_dense(const Expr *root, const Path *reduce);

/* Scalars that a step of it takes: of the sum and of an element. */
int64_t reduce_holds(const Expr *reduce);

/* The rows, a map, that an array has one after the other; NULL when it has none:
 * chunks of it would begin and end inside of rows. */
const Expr *reduce_joined_rows(const Expr *array);

/* Lanes for the accumulators of a reduce, at most n. */
void numbers_width_of(Numbers *list, const Device *device,
		      const Expr *reduce, int64_t n);

/* The one reduction, in order or not, that a map computes for each element, with
 * an operator that does not depend on the element; NULL when there is none or are
 * several. */
const Expr *fold_of_map(const Expr *map, const Path *at, Path *fold);

/* The length of the columns that are the elements of a map: of a matrix of
 * scalars that is transposed, or of a part of it; 0 when they are none. */
int64_t columns_length(const Site *map);

#endif
