#include "search/space/launch.h"

#include "base/least.h"
#include "rules/locate.h"
#include "search/nest/grid.h"
#include "search/nest/query.h"
#include "search/space/hardware.h"
#include "search/space/offer.h"

bool launch_site(const Task *task, const Expr *root, Site *site)
{
	*site = (Site){ .kind = SITE_LAUNCH, .level = LEVEL_TOP, .root = root };
	if (!offer_may_decide(task, site)
	    || !grid_first(root, 0, &site->path))
		return false;
	site->node = locate_node(root, &site->path);
	return true;
}

bool launch_is_narrow(const Task *task, const Expr *root)
{
	return grid_is_narrow(root, hardware_multiple(&task->device));
}

static int64_t power_for(int64_t length)
{
	int64_t power = 1;

	while (power < length && power <= INT32_MAX)
		power *= 2;
	return power;
}

/* Of `items`, so many in the first dimension as are wanted there; no more in any
 * than there are elements. What one cannot use the others get. */
static void spread_group(const Device *device, const Grid *grid, int64_t items,
			 int64_t across, int64_t sizes[DEVICE_DIMS])
{
	int64_t left = items, wanted = across;

	for (int pass = 0; pass < 2; pass++)
		for (int d = 0; d < DEVICE_DIMS; d++) {
			int64_t most = least(power_for(grid->lengths[d]),
					     device->max_item_sizes[d]);
			int64_t old = pass ? sizes[d] : 1;

			if (!(grid->dims >> d & 1))
				continue;
			sizes[d] = least(least(wanted, left) * old, most);
			left /= sizes[d] / old > 1 ? sizes[d] / old : 1;
			wanted = left;
		}
}

/* Every map of the nest at a place. */
static void set(Work *work, const Path *at, const int64_t sizes[DEVICE_DIMS])
{
	Path map = *at;
	const Expr *e = work_node(work, &map);

	do {
		work_rule_with(work, &map, "map_in_groups", "I",
			       amount_number(sizes[e->index]));
		map = place_of(work, at, WAY_BODY);
		e = work_node(work, &map);
	} while (e && grid_first(e, 0, &map) && (e = work_node(work, &map)));
}

void launch_groups(Work *work, const Path *at, int64_t items, int64_t across)
{
	const unsigned dims = grid_of(work_node(work, at)).dims;
	Path path = path_root();

	if (items < 1 || across < 1 || items > INT32_MAX)
		work_fail(work);
	for (; work->now && grid_first(work->now->expr, dims, &path);
	     path = path_root()) {
		const Grid grid = grid_of(work_node(work, &path));
		int64_t sizes[DEVICE_DIMS] = { 1, 1, 1 };

		spread_group(&work->task->device, &grid, items, across, sizes);
		set(work, &path, sizes);
	}
}
