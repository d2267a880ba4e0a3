/* Arrays that are computed and that maps read again and again: what makes each
 * element is worth doing once.
 */
#ifndef SEARCH_AGAIN_H
#define SEARCH_AGAIN_H

#include "search/space/work.h"

/* Stores, where a map outside of functions computes with each of their elements
 * again and again, arrays that take reductions to compute; and those that
 * overlapping windows are made of. */
void again_store(Work *work);

/* The first where a map reads them through views, or a result shows them more
 * than once: each of its items would do all of it again. */
void again_store_views(Work *work);

#endif
