/* All pairs of two arrays, each pair reduced, in tiles: where that is offered,
 * and with what numbers. */
#include "search/facts.h"
#include "search/hardware.h"
#include "search/layout.h"
#include "search/macro.h"
#include "search/tiles.h"

/* -- where it fits --------------------------------------------------------- */

static const Expr *reduce_of(const Site *site)
{
	return tiles_pairs(site->node)->kids[0]->kids[0]->kids[0];
}

static int64_t columns_of(const Site *site)
{
	return fact_length(tiles_pairs(site->node)->kids[1]->type);
}

static bool tiles_fit(const Task *task, const Derivation *from,
		      const Site *site)
{
	(void)task;
	(void)from;
	return (site->dims & 3) == 3 && site->length >= 2
	    && tiles_pairs(site->node) && columns_of(site) >= 2;
}

/* -- its numbers ----------------------------------------------------------- */

static void list_rows(const Task *task, const Site *site, const Number *given,
		      Numbers *list)
{
	(void)given;
	numbers_tile_rows(list, &task->device, site->length);
}

static bool takes_vectors(const Site *site)
{
	return reduce_takes_vectors(reduce_of(site));
}

static void list_lanes(const Task *task, const Site *site,
		       const Number *given, Numbers *list)
{
	(void)given;
	if (takes_vectors(site))
		numbers_width(list, &task->device,
			      reduce_of(site)->kids[1]->type,
			      columns_of(site));
	if (list->count > 1)
		list->count--;
	else if (!list->count)
		numbers_add(list, 1, "no vectors");
}

static void list_vectors(const Task *task, const Site *site,
			 const Number *given, Numbers *list)
{
	int64_t rows = given[0].value, lanes = given[1].value;
	int64_t leaves = type_leaves(reduce_of(site)->kids[1]->type);
	int64_t wide = hardware_lanes(&task->device,
				      reduce_of(site)->kids[1]->type);
	int64_t each = lanes > wide ? lanes / wide : 1;
	int64_t most = (hardware_registers(&task->device) - 1)
		     / ((rows * leaves + 1) * each);

	if (most > columns_of(site) / lanes)
		most = columns_of(site) / lanes;
	numbers_tile_vectors(list, most > 1 ? most : 1);
}

/* A group of a single item is worth starting on a CPU only. */
static bool fits_locally(const Task *task, const Site *site,
			 const Number *given)
{
	const Expr *ys = tiles_pairs(site->node)->kids[1];
	int64_t each, width = given[1].value * given[2].value;
	int64_t units = task->device.compute_units;

	return task->device.type == DEVICE_CPU && given[1].value > 1
	    && columns_of(site) / width >= 2 * units
	    && type_scalars(ys->type->element, &each)
	    && each <= hardware_local(&task->device, ys->type) / 2 / width;
}

static void list_packed(const Task *task, const Site *site,
			const Number *given, Numbers *list)
{
	Path inner = path_by(&site->path, "0.0.1");
	Layout layout = layout_of_array(site->root, &inner);

	if (site->level == LEVEL_TOP
	    && columns_of(site) >= 2 * given[1].value * given[2].value
	    && site->length >= 2 * given[0].value)
		numbers_add(list, PANELS_GLOBAL, "in panels");
	if (list->count && fits_locally(task, site, given))
		numbers_add(list, PANELS_LOCAL, "in panels, local");
	if (layout_is_dense(&layout) || !list->count)
		numbers_add(list, PANELS_NONE, "as it is");
}

/* Rows whose elements lie apart: a panel of them is read from one end to the
 * other. */
static void list_left(const Task *task, const Site *site, const Number *given,
		      Numbers *list)
{
	Path rows = path_by(&site->path, "1");
	Layout layout = layout_of_array(site->root, &rows);

	(void)task;
	if (site->level == LEVEL_TOP && !layout_is_dense_inside(&layout)
	    && columns_of(site) >= 2 * given[1].value * given[2].value)
		numbers_add(list, LEFT_STORED, "rows in panels");
	numbers_add(list, LEFT_NONE, "rows as they are");
}

/* Dimension 0 is that of neighbouring items. A CPU computes them one after the
 * other: what they share stays in its cache, best the larger part. */
static void list_dims(const Task *task, const Site *site, const Number *given,
		      Numbers *list)
{
	bool wide = given[1].value * given[2].value > given[0].value;

	(void)site;
	if (given[3].value == PANELS_LOCAL) {
		numbers_add(list, 0, "of groups");
		return;
	}
	if (task->device.type == DEVICE_CPU && wide)
		numbers_add(list, 0, "neighbours share columns");
	numbers_add(list, 1, "neighbours share rows");
	numbers_add(list, 0, "neighbours share columns");
}

/* Several steps share the counting and give the hardware more to look at. */
static void list_steps(const Task *task, const Site *site,
		       const Number *given, Numbers *list)
{
	int64_t length = fact_length(reduce_of(site)->kids[2]->type);
	int64_t most = hardware_code() / 4 / (given[0].value * given[2].value);

	(void)task;
	if (most > length)
		most = length;
	numbers_several(list, 1, most > 1 ? most : 1, 1, "step");
}

static void apply_tiles(Work *work, const Site *site, const Number *given)
{
	const Tile tile = { given[0].value, given[2].value, given[1].value,
			    given[3].value, given[4].value,
			    (int)given[5].value, given[6].value,
			    fact_length(reduce_of(site)->kids[2]->type) };
	Path reduce = path_by(&site->path, "0.0.0.0.0");

	if (tile.rows > site->length
	    || tile.vectors * tile.lanes > columns_of(site)) {
		work_fail(work);
		return;
	}
	work_rule(work, &reduce, "reduce_seq");
	work_tidy(work, &reduce);
	tiles_divide(work, site->path, site->length, columns_of(site), tile);
}

const Macro macro_tiles = {
	.name = "tiles",
	.about = "tiles of accumulators in registers",
	.fits = tiles_fit,
	.count = 7,
	.numbers = { { "rows", list_rows }, { "lanes", list_lanes },
		     { "vectors", list_vectors },
		     { "packed", list_packed }, { "left", list_left },
		     { "dimension", list_dims }, { "steps", list_steps } },
	.apply = apply_tiles,
};
