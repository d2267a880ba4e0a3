#include "search/macro_launch.h"

#include "rules/locate.h"
#include "search/nest/facts.h"
#include "search/nest/walk.h"
#include "search/space/hardware.h"

typedef struct Nest {
	unsigned dims;                 /* a bit for each */
	int64_t lengths[DEVICE_DIMS];  /* the greatest of each, at least 1 */
} Nest;

/* -- nests ----------------------------------------------------------------- */

/* A map that is spread counts, and those in its function; what it reads does
 * not. */
static Walk look_measure(void *context, const Expr *e, int binders)
{
	Nest *nest = context;
	Path inside = path_root();

	(void)binders;
	if (!expr_is(e, PRIM_MAP_GLOBAL))
		return WALK_ON;
	nest->dims |= 1u << e->index;
	if (fact_length(e->type) > nest->lengths[e->index])
		nest->lengths[e->index] = fact_length(e->type);
	walk_first(e->kids[0], look_measure, nest, &inside);
	return WALK_PAST;
}

static Nest nest_of(const Expr *e)
{
	Nest nest = { 0, { 1, 1, 1 } };
	Path at = path_root();

	walk_first(e, look_measure, &nest, &at);
	return nest;
}

static bool is_one_item(const Nest *nest)
{
	for (int d = 0; d < DEVICE_DIMS; d++)
		if (nest->lengths[d] > 1)
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
	Nest nest;

	(void)binders;
	if (wanted->inside) {
		wanted->inside = false;
		return WALK_PAST;
	}
	if (!expr_is(e, PRIM_MAP_GLOBAL))
		return WALK_ON;
	nest = nest_of(e);
	wanted->inside = is_one_item(&nest)
		      || (wanted->dims && nest.dims != wanted->dims);
	return wanted->inside ? WALK_ON : WALK_HERE;
}

/* The first nest of several items over these dimensions (0: over any) at or
 * below e, whose path is made longer. */
static bool find(const Expr *e, unsigned dims, Path *path)
{
	Wanted wanted = { dims, false };

	return walk_first(e, look_nest, &wanted, path);
}

bool launch_site(const Task *task, const Expr *root, Site *site)
{
	*site = (Site){ .kind = SITE_LAUNCH, .level = LEVEL_TOP, .root = root };
	if (hardware_is_cpu(&task->device)
	    || macro_is_forbidden(task, macro_launch.name)
	    || !find(root, 0, &site->path))
		return false;
	site->node = locate_node(root, &site->path);
	return true;
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

	(void)binders;
	return expr_is(e, PRIM_MAP_WORKGROUP) && is_narrow(e, narrow->multiple)
	    && !site_in_group(narrow->root, &narrow->path) ? WALK_HERE
							   : WALK_ON;
}

bool launch_is_narrow(const Task *task, const Expr *root)
{
	Narrow narrow = { root, hardware_multiple(&task->device), { 0 } };

	return !hardware_is_cpu(&task->device)
	    && walk_first(root, look_narrow, &narrow, &narrow.path);
}

/* -- numbers --------------------------------------------------------------- */

static int dimensions(const Nest *nest)
{
	int count = 0;

	for (int d = 0; d < DEVICE_DIMS; d++)
		count += nest->dims >> d & 1;
	return count;
}

static void list_items(const Task *task, const Site *site, const Number *given,
		       Numbers *list)
{
	const Nest nest = nest_of(site->node);
	int64_t all = 1;

	(void)given;
	for (int d = 0; d < DEVICE_DIMS; d++)
		if (nest.dims >> d & 1 && nest.lengths[d] < INT32_MAX / all)
			all *= nest.lengths[d];
	numbers_launch(list, &task->device, all, dimensions(&nest) > 1);
}

static void list_across(const Task *task, const Site *site,
			const Number *given, Numbers *list)
{
	const Nest nest = nest_of(site->node);

	if (dimensions(&nest) > 1)
		numbers_across(list, &task->device, given[0].value);
	else
		numbers_add(list, given[0].value, "all");
}

/* -- steps ----------------------------------------------------------------- */

static int64_t power_for(int64_t length)
{
	int64_t power = 1;

	while (power < length && power <= INT32_MAX)
		power *= 2;
	return power;
}

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Of `items`, so many in the first dimension as are wanted there; no more in any
 * than there are elements. What one cannot use the others get. */
static void spread_group(const Device *device, const Nest *nest, int64_t items,
			 int64_t across, int64_t sizes[DEVICE_DIMS])
{
	int64_t left = items, wanted = across;

	for (int pass = 0; pass < 2; pass++)
		for (int d = 0; d < DEVICE_DIMS; d++) {
			int64_t most = least(power_for(nest->lengths[d]),
					     device->max_item_sizes[d]);
			int64_t old = pass ? sizes[d] : 1;

			if (!(nest->dims >> d & 1))
				continue;
			sizes[d] = least(least(wanted, left) * old, most);
			left /= sizes[d] / old > 1 ? sizes[d] / old : 1;
			wanted = left;
		}
}

/* Every map of the nest at a place. */
static void set(Work *work, const Path *at, const int64_t sizes[DEVICE_DIMS])
{
	const Path body = path_by(at, "0");
	Path map = *at;
	const Expr *e = work_node(work, &map);

	do {
		work_rule_with(work, &map, "map_in_groups", "I",
			       amount_number(sizes[e->index]));
		map = body;
		e = work_node(work, &map);
	} while (e && find(e, 0, &map) && (e = work_node(work, &map)));
}

static void apply(Work *work, const Site *site, const Number *given)
{
	const unsigned dims = nest_of(site->node).dims;
	Path path = path_root();

	while (work->now && find(work->now->expr, dims, &path)) {
		const Nest nest = nest_of(work_node(work, &path));
		int64_t sizes[DEVICE_DIMS] = { 1, 1, 1 };

		spread_group(&work->task->device, &nest, given[0].value,
			     given[1].value, sizes);
		set(work, &path, sizes);
		path = path_root();
	}
}

static bool fits(const Task *task, const Derivation *from, const Site *site)
{
	(void)task;
	(void)from;
	(void)site;
	return true;
}

const Macro macro_launch = {
	.name = "launch",
	.about = "work-groups of so many items, so many of them neighbours in "
		 "the first dimension",
	.fits = fits,
	.count = 2,
	.numbers = { { "items", list_items }, { "across", list_across } },
	.apply = apply,
};
