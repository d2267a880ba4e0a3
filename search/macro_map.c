/* A map in the parallel part of a program: how its elements are spread over
 * work-items (ICFP'15, section 4.1, split-join; figure 7a). */
#include "search/facts.h"
#include "search/hardware.h"
#include "search/macro.h"

static int dim_of(const Site *site)
{
	return site->dims & 1 ? 0 : site->dims & 2 ? 1 : 2;
}

/* -- chunks ---------------------------------------------------------------- */

static bool items_fit(const Task *task, const Derivation *from,
		      const Site *site)
{
	(void)task;
	(void)from;
	return site->dims && site->length >= 2;
}

/* Scalars that the map reads or writes for each element. */
static int64_t scalars_each(const Site *site)
{
	int64_t in, out;

	if (!type_scalars(site->node->kids[1]->type->element, &in)
	    || !type_scalars(site->node->type->element, &out))
		return INT32_MAX;
	return in > out ? in : out > 1 ? out : 1;
}

/* What is computed for neighbouring elements fits the lanes of vectors. */
static bool fits_vectors(const Site *site)
{
	return fits_columns(site) || fits_scans(site);
}

/* Few elements, or few of the vectors that their neighbours make. */
static void list_few(const Task *task, const Site *site, Numbers *list)
{
	const Type *element = site->node->kids[1]->type->element;
	int64_t most = site->length / task->device.compute_units;
	int64_t least = (site->length - 1) / hardware_items(&task->device) + 1;
	int64_t lanes = fits_vectors(site)
		? hardware_lanes(&task->device, element) : 1;

	numbers_several(list, (least - 1) / lanes + 1, most / lanes, lanes,
			"element");
	if (least == 1)
		numbers_add(list, 1, "one");
}

/* Lengths of chunks: few elements when each takes long, else as many as make
 * a good number of items. */
static void list_chunks(const Task *task, const Site *site,
			const Number *given, Numbers *list)
{
	const Type *element = site->node->kids[1]->type->element;
	Numbers items = { 0 };

	(void)given;
	if (fact_is_heavy(site->node->kids[0]))
		list_few(task, site, list);
	numbers_items(&items, &task->device, site->length,
		      scalars_each(site));
	for (int i = 0; i < items.count; i++) {
		Amount length = chunk_length(task, element, site->length,
					     items.items[i].value);

		numbers_add(list, length.value, "items %s",
			    items.items[i].origin);
	}
	if (!fact_is_heavy(site->node->kids[0])
	    && site->length <= hardware_items(&task->device))
		numbers_add(list, 1, "one");
}

/* Whether so few elements, or such large ones, have an item each. */
static bool is_worth_items(const Work *work, const Site *site, int64_t left)
{
	const Device *device = &work->task->device;

	return left <= hardware_group(device)
	    || scalars_each(site) >= hardware_worthwhile(device);
}

/* What is left of the array after whole chunks, as the second part of a
 * concat: an item for each element, or one for all. *at becomes the place of
 * the first part. */
static void cut(Work *work, Path *at, const Site *site, Amount whole, int dim)
{
	int64_t left = site->length - whole.value;
	Path rest, map;

	if (!left)
		return;
	work_cut(work, at, "map_cut", whole);
	rest = path_by(at, "1");
	map = path_by(at, "1.0");
	*at = path_by(at, "0");
	if (!is_worth_items(work, site, left)
	    || (left > 1 && fits_vectors(site))) {
		work_rule_with(work, &rest, "split_join", "I",
			       amount_number(left));
		work_tidy(work, &rest);
		work_rule_dim(work, &map, "map_global", dim);
	} else {
		work_rule_dim(work, &rest, "map_global", dim);
	}
	macro_lower(work, &rest);
}

/* In chunks of that many elements, chunks spread by the rule. */
static void spread(Work *work, const Site *site, Amount length,
		   const char *map, int dim)
{
	Arena *arena = work->task->arena;
	Amount n = amount_length(arena, work->task->program, site->length);
	Path at = site->path, array;

	if (length.value < 1 || length.value > n.value) {
		work_fail(work);
		return;
	}
	cut(work, &at, site, amount_multiple(arena, n, length.value), dim);
	if (length.value > 1) {
		work_rule_with(work, &at, "split_join", "I", length);
		at = path_by(&at, "0");
	}
	array = path_by(&at, "1");
	work_tidy(work, &array);
	work_rule_dim(work, &at, map, dim);
}

static void apply_items(Work *work, const Site *site, const Number *given)
{
	spread(work, site, amount_number(given->value), "map_global",
	       dim_of(site));
}

const Macro macro_items = {
	.name = "items",
	.about = "each work-item computes a chunk",
	.fits = items_fit,
	.count = 1, .numbers = { { "chunk", list_chunks } },
	.apply = apply_items,
};

/* -- nested maps ----------------------------------------------------------- */

/* The map that gives the result of a map's function, seen through views, or
 * NULL; path, of the map, becomes its place. */
static const Expr *inner_map(const Expr *map, Path *path)
{
	const Expr *body = map->kids[0]->kids[0];

	*path = path_by(path, "0.0");
	while (expr_is(body, PRIM_JOIN) || expr_is(body, PRIM_TRANSPOSE)
	       || expr_is(body, PRIM_SPLIT)) {
		*path = path_by(path, "0");
		body = body->kids[0];
	}
	return expr_is(body, PRIM_MAP) ? body : NULL;
}

/* How many maps are directly inside one another. */
static int nested(const Expr *map)
{
	Path path = path_root();
	int count = 0;

	for (; map; count++)
		map = inner_map(map, &path);
	return count;
}

static bool grid_fits(const Task *task, const Derivation *from,
		      const Site *site)
{
	(void)task;
	(void)from;
	return (site->dims & 6) && nested(site->node) >= 2;
}

/* Dimension 0 is that of neighbouring items. */
static void list_dims(const Task *task, const Site *site, const Number *given,
		      Numbers *list)
{
	(void)task;
	(void)given;
	numbers_add(list, (site->dims & 4) && nested(site->node) >= 3 ? 2 : 1,
		    "inner neighbours");
	if (site->level == LEVEL_TOP)
		numbers_add(list, 0, "outer neighbours");
}

static void apply_grid(Work *work, const Site *site, const Number *given)
{
	Path inner = site->path;

	if (!given->value && inner_map(site->node, &inner))
		work_rule_dim(work, &inner, "map_global", 1);
	work_rule_dim(work, &site->path, "map_global", (int)given->value);
}

const Macro macro_grid = {
	.name = "grid",
	.about = "a dimension of work-items for each of the nested maps",
	.fits = grid_fits,
	.count = 1, .numbers = { { "dimension", list_dims } },
	.apply = apply_grid,
};

/* Two nested maps whose order does not matter, not turned before. */
static bool turned_fits(const Task *task, const Derivation *from,
			const Site *site)
{
	const Expr *inner = site->node->kids[0]->kids[0];
	Path around = site->path;

	(void)task;
	if (!expr_is(inner, PRIM_MAP) || site->level != LEVEL_TOP
	    || !fact_is_closed_under(inner->kids[1], 1))
		return false;
	around.depth -= around.depth > 0;
	return !expr_is(locate_node(from->expr, &around), PRIM_TRANSPOSE);
}

static void apply_turned(Work *work, const Site *site, const Number *given)
{
	(void)given;
	work_rule(work, &site->path, "map_interchange");
}

const Macro macro_turned = {
	.name = "turned",
	.about = "two nested maps in the other order",
	.fits = turned_fits,
	.apply = apply_turned,
};

/* -- work-groups ----------------------------------------------------------- */

static bool group_items_fit(const Task *task, const Derivation *from,
			    const Site *site)
{
	(void)task;
	(void)from;
	return site->level == LEVEL_TOP && site->length >= 2;
}

/* Lengths of a group's chunk. */
static void list_group_chunks(const Task *task, const Site *site,
			      const Number *given, Numbers *list)
{
	Numbers groups = { 0 }, sizes = { 0 };

	(void)given;
	if (fact_is_heavy(site->node->kids[0])
	    && site->length <= hardware_items(&task->device))
		numbers_add(list, 1, "one");
	numbers_group_few(&sizes, &task->device, site->length);
	for (int i = 0; i < sizes.count; i++)
		numbers_add(list, sizes.items[i].value, "group size");
	numbers_groups(&groups, &task->device, site->length / 2,
		       scalars_each(site));
	for (int i = 0; i < groups.count; i++) {
		int64_t length = site->length / groups.items[i].value;
		int64_t unit = hardware_unit(&task->device, length);

		if (length / unit * unit > task->device.max_group_size)
			numbers_add(list, length / unit * unit, "groups %s",
				    groups.items[i].origin);
	}
}

static void apply_group_items(Work *work, const Site *site,
			      const Number *given)
{
	spread(work, site, amount_number(given->value), "map_workgroup", 0);
}

const Macro macro_group_items = {
	.name = "groups",
	.about = "each work-group computes a chunk",
	.fits = group_items_fit,
	.count = 1, .numbers = { { "chunk", list_group_chunks } },
	.apply = apply_group_items,
};

/* -- no parallelism -------------------------------------------------------- */

static bool alone_fits(const Task *task, const Derivation *from,
		       const Site *site)
{
	(void)task;
	(void)from;
	return site->level == LEVEL_TOP;
}

static void apply_alone(Work *work, const Site *site, const Number *given)
{
	(void)given;
	work_rule(work, &site->path, "map_seq");
}

const Macro macro_alone = {
	.name = "one item",
	.about = "one work-item computes everything",
	.fits = alone_fits,
	.apply = apply_alone,
};
