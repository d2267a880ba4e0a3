#include "search/nest/grid.h"

#include "rules/locate.h"
#include "search/nest/facts.h"
#include "search/nest/site.h"
#include "search/nest/walk.h"

static Walk look_measure(void *context, const Expr *e, int binders)
{
	Grid *grid = context;
	Path inside = path_root();

	(void)binders;
	if (!expr_is(e, PRIM_MAP_GLOBAL))
		return WALK_ON;
	grid->dims |= 1u << e->index;
	if (fact_length(e->type) > grid->lengths[e->index])
		grid->lengths[e->index] = fact_length(e->type);
	walk_first(e->kids[0], look_measure, grid, &inside);
	return WALK_PAST;
}

Grid grid_of(const Expr *e)
{
	Grid grid = { 0, { 1, 1, 1 } };
	Path at = path_root();

	walk_first(e, look_measure, &grid, &at);
	return grid;
}

int grid_dimensions(const Expr *e)
{
	int count = 0;

	for (unsigned dims = grid_of(e).dims; dims; dims >>= 1)
		count += dims & 1;
	return count;
}

int64_t grid_items(const Expr *e)
{
	const Grid grid = grid_of(e);
	int64_t all = 1;

	for (int d = 0; d < DEVICE_DIMS; d++)
		if (grid.lengths[d] < INT32_MAX / all)
			all *= grid.lengths[d];
	return all;
}

static bool is_one_item(const Grid *grid)
{
	for (int d = 0; d < DEVICE_DIMS; d++)
		if (grid->lengths[d] > 1)
			return false;
	return true;
}

typedef struct Wanted {
	unsigned dims;
	bool inside; /* next is the function of a nest that is not wanted */
} Wanted;

static Walk look_nest(void *context, const Expr *e, int binders)
{
	Wanted *wanted = context;
	Grid grid;

	(void)binders;
	if (wanted->inside) {
		wanted->inside = false;
		return WALK_PAST;
	}
	if (!expr_is(e, PRIM_MAP_GLOBAL))
		return WALK_ON;
	grid = grid_of(e);
	wanted->inside = is_one_item(&grid)
		      || (wanted->dims && grid.dims != wanted->dims);
	return wanted->inside ? WALK_ON : WALK_HERE;
}

bool grid_first(const Expr *e, unsigned dims, Path *path)
{
	Wanted wanted = { dims, false };

	return walk_first(e, look_nest, &wanted, path);
}

/* -- work-groups ----------------------------------------------------------- */

enum { WORTHWHILE = 64 }; /* items' work */

typedef struct Groups {
	int64_t groups, items[DEVICE_DIMS];
} Groups;

static Walk look_groups(void *context, const Expr *e, int binders)
{
	Groups *all = context;

	(void)binders;
	if (expr_is(e, PRIM_MAP_WORKGROUP))
		all->groups *= fact_length(e->type);
	if (expr_is(e, PRIM_MAP_LOCAL)
	    && fact_length(e->type) > all->items[e->index])
		all->items[e->index] = fact_length(e->type);
	return WALK_ON;
}

static bool is_narrow(const Expr *groups, int64_t multiple)
{
	Groups all = { fact_length(groups->type), { 1, 1, 1 } };
	Path at = path_root();
	double items = 1;

	walk_first(groups->kids[0], look_groups, &all, &at);
	for (int d = 0; d < DEVICE_DIMS; d++)
		items *= (double)all.items[d];
	return items < (double)multiple
	    && items * (double)all.groups >= WORTHWHILE;
}

typedef struct Narrow {
	const Expr *root;
	int64_t multiple;
	Path path;
} Narrow;

static Walk look_narrow(void *context, const Expr *e, int binders)
{
	const Narrow *narrow = context;
	const Path body = path_kid(&narrow->path, 0); /* not what it is of */

	(void)binders;
	return expr_is(e, PRIM_MAP_WORKGROUP) && is_narrow(e, narrow->multiple)
	    && !site_in_group(narrow->root, &body) ? WALK_HERE : WALK_ON;
}

bool grid_is_narrow(const Expr *root, int64_t multiple)
{
	Narrow narrow = { root, multiple, { 0 } };

	return multiple > 1
	    && walk_first(root, look_narrow, &narrow, &narrow.path);
}
