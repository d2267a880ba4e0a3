/* Launch: the local size, which work-groups what all work-items compute is
 * launched in (mapInGroups): the last decision about a program, where it decides
 * how many lanes of the device work and how neighbours share lines. Where one
 * loop is made of a group there is nothing to decide: no block is offered then.
 */
#ifndef SEARCH_SPACE_LAUNCH_H
#define SEARCH_SPACE_LAUNCH_H

#include "search/nest/site.h"
#include "search/space/work.h"

/* The first nest whose groups are not decided; false: there is none, or nothing
 * to decide by. */
bool launch_site(const Task *task, const Expr *root, Site *site);

/* Whether the device would leave lanes idle, whatever is decided next:
 * work-groups of fewer items than it prefers, though there is work for more. */
bool launch_is_narrow(const Task *task, const Expr *root);

/* All nests over the dimensions of the one at a place in groups of so many
 * items, at least one, so many of them neighbours in the first dimension. */
void launch_groups(Work *work, const Path *at, int64_t items, int64_t across);

#endif
