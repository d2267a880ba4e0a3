/* Families: candidates that differ in their structure, for the start of a
 * search: one of each way to combine blocks, with the most promising numbers.
 */
#ifndef SEARCH_STRATEGY_FAMILIES_H
#define SEARCH_STRATEGY_FAMILIES_H

#include "search/space/tree.h"

/* At most `most` of them, the most promising first. A block that is not the
 * first of its list costs promise, the more the later it is chosen: what is
 * decided first differs first. Of these the one with the fewest steps by static
 * counts comes first (the least time where a model gives one), then the one that has
 * fewest features in common with it, and so on; hopeless ones (point.h) are left
 * out. */
int families_of(Tree *tree, TreeNode **found, int most);

enum { FAMILIES_FIRST = 6 }; /* of a search */

/* The same by a model's times, the fastest first; 0: there is no model. drawn: also
 * of draws and of where steps (moves.h) from the fastest of different structures
 * lead, ten times the work. */
int families_timed(Tree *tree, Rng *rng, bool drawn, TreeNode **found, int most);

/* Whether the candidate is hopeless beside the first of them. */
bool families_beat(Tree *tree, const TreeNode *node);

#endif
