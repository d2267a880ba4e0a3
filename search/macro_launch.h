/* Launch: which work-groups what all work-items compute is launched in
 * (mapInGroups): the last decision about a program, where the size of groups
 * decides how many lanes of the device work and how neighbours share lines. On
 * CPUs, which make one loop of a group, there is nothing to decide.
 *
 * A nest is a mapGlobal with those inside of its function. Nests over the same
 * dimensions are launched in the same groups, as far as their lengths allow. */
#ifndef SEARCH_MACRO_LAUNCH_H
#define SEARCH_MACRO_LAUNCH_H

#include "search/macro.h"

/* The first nest whose groups are not decided; false: there is none, or nothing
 * to decide. */
bool launch_site(const Task *task, const Expr *root, Site *site);

/* Whether a device that is no CPU would leave lanes idle, whatever is decided
 * next: work-groups of fewer items than it prefers, though there is work for
 * more. */
bool launch_is_narrow(const Task *task, const Expr *root);

extern const Macro macro_launch;

#endif
