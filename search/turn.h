/* Turn: windows of the columns of a matrix as windows of its rows, which lie one
 * after the other in memory: what transposes, works on rows and transposes back
 * is done as if it had been written for columns.
 */
#ifndef SEARCH_TURN_H
#define SEARCH_TURN_H

#include "search/space/work.h"

/* The rule by which a map inside of a view of rows, windows, padding or the first
 * of them, changes places with it; NULL when it is no such view. */
const char *turn_map_rule(const Expr *view);

/* Everywhere at and below a place. */
void turn_windows(Work *work, const Path *at);

/* transpose (map (\x. v (w x)) xs) at a place: v, windows or padding, and then
 * w behind the transposition, as long as they are such views. */
void turn_views(Work *work, const Path *at);

#endif
