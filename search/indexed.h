/* Indexed: arrays of which a map over the indices 0, 1, ... takes the element at
 * each index, or of whose rows it takes that element: maps of their elements, of
 * their columns.
 */
#ifndef SEARCH_INDEXED_H
#define SEARCH_INDEXED_H

#include "search/space/work.h"

/* All of them at and below a place. An array of which other elements are taken,
 * too, stays as it is. */
void indexed_elements(Work *work, const Path *at);

#endif
