/* Turn: windows of the columns of a matrix as windows of its rows, which lie one
 * after the other in memory: what transposes, works on rows and transposes back
 * is done as if it had been written for columns.
 */
#ifndef SEARCH_TURN_H
#define SEARCH_TURN_H

#include "search/space/work.h"

/* Everywhere at and below a place. */
void turn_windows(Work *work, const Path *at);

#endif
