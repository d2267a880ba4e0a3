/* Families: candidates that differ in their structure, for the start of a
 * search: one of each way to combine macros, with the most promising numbers.
 */
#ifndef SEARCH_FAMILIES_H
#define SEARCH_FAMILIES_H

#include "search/tree.h"

/* At most `most` of them, the most promising first. A macro that is not the
 * first of its list costs promise, the more the later it is chosen: what is
 * decided first differs first. One with many times the steps of the cheapest
 * (the feature "cost") is left out. */
int families_of(Tree *tree, TreeNode **found, int most);

#endif
