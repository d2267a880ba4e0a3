/* Plain: a map that reduces the columns of a matrix, whatever is computed of
 * their elements before and of the results afterwards, as one that only
 * reduces: what is computed before becomes part of the matrix.
 */
#ifndef SEARCH_PLAIN_H
#define SEARCH_PLAIN_H

#include "search/space/work.h"

/* The map at *at, of which reduce_of_map (search/macro.h) finds the reduce;
 * *at becomes the place of map (head . reduce M e) (transpose xs). Whether xs
 * are made with the elements of one more array, map F (zip rows b), not of
 * elements alone; a name for b may be gone then, which was at *let. */
bool plain_columns(Work *work, Path *at, Path *let);

/* The path when the let above it at `let` is gone. */
Path plain_without(Path path, const Path *let);

#endif
