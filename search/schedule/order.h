/* Order: which blocks are offered at which sites, the most promising first, a
 * table for some classes of devices:
 *
 *   order cpu, gpu
 *     copy top group item : reordered, copied ; ...
 */
#ifndef SEARCH_SCHEDULE_ORDER_H
#define SEARCH_SCHEDULE_ORDER_H

#include "search/nest/site.h"
#include "search/schedule/schedule.h"

/* The blocks for such a site of a class of devices: how many. */
int schedules_order(const Schedules *schedules, const char *device,
		    SiteKind kind, SiteLevel level,
		    const Block *const **blocks);

#endif
