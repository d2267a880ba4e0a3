/* Pairs: two reductions that read the same array become one of pairs, so that
 * it is read once; two of all pairs of a row and a column, so that they take
 * tiles.
 */
#ifndef SEARCH_PAIRS_H
#define SEARCH_PAIRS_H

#include "search/space/work.h"

/* Makes one pair, outside of functions, in that of a map over a few columns, over
 * long rows or over columns for each row, where both operators are built in: then
 * theirs is known to be a monoid, too. False where there is none left. */
bool pairs_make(Work *work);

#endif
