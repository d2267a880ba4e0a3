/* Windows: arrays of overlapping parts of another one, each element of which is
 * read several times.
 */
#ifndef SEARCH_NEST_WINDOWS_H
#define SEARCH_NEST_WINDOWS_H

#include "search/space/work.h"

/* Whether a map reads overlapping windows of an array that is computed, with so
 * much for each element that keeping it is less than computing it for each
 * window: path, the map's, is made longer by the array's place. */
bool windows_computed(const Expr *map, Path *path);

#endif
