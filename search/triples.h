/* Triples: all pairs of two arrays, reduced together with the elements of a
 * third, as all pairs of two, one of which is made of the third's elements, too:
 * X'WX with a diagonal W. What is known of all pairs then holds for them
 * (search/nest/tiles.h).
 */
#ifndef SEARCH_TRIPLES_H
#define SEARCH_TRIPLES_H

#include "search/space/work.h"

/* Everywhere at and below a place. */
void triples_nest(Work *work, const Path *at);

#endif
