/* Planes: all pairs of two arrays whose elements are in several arrays each,
 * real parts in one and imaginary parts in another, as all pairs of two arrays
 * of tuples. What is known of all pairs then holds for them
 * (search/nest/tiles.h).
 */
#ifndef SEARCH_PLANES_H
#define SEARCH_PLANES_H

#include "search/space/work.h"

/* Everywhere at and below a place. */
void planes_join(Work *work, const Path *at);

#endif
