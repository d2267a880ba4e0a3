/* All pairs of two arrays, each pair reduced: tiles of accumulators in
 * registers, updated by one column of one array and one row of the other at a
 * time (derivations.md, sections 3 and 4: outer_product, gemm). */
#include "search/facts.h"
#include "search/hardware.h"
#include "search/layout.h"
#include "search/macro.h"

/* Where the second array's panels, as wide as a tile, are kept by columns. */
typedef enum {
	PANELS_NONE,
	PANELS_GLOBAL, /* stored by a kernel of its own */
	PANELS_LOCAL   /* a group of one item goes down its panel */
} Panels;

typedef struct Tile {
	int64_t rows, vectors, lanes;
	int64_t packed; /* a Panels */
	int dim;       /* of the work-items for the rows of tiles */
	int64_t steps; /* of the fold in a round of its loop */
	int64_t length; /* of the fold */
} Tile;

/* -- where it fits --------------------------------------------------------- */

static bool is_prim(const Expr *e, Prim prim)
{
	return e->kind == EXPR_PRIM && e->prim == prim;
}

/* map (\x. map (\y. head (reduce M e (map g (zip x y)))) ys) xs, or the same
 * without g; the inner map, or NULL. */
static const Expr *pairs(const Expr *map)
{
	const Expr *inner = map->kids[0]->kids[0], *array;

	if (!is_prim(inner, PRIM_MAP)
	    || !fact_is_closed_under(inner->kids[1], 1)
	    || !is_prim(inner->kids[0]->kids[0], PRIM_HEAD))
		return NULL;
	array = inner->kids[0]->kids[0]->kids[0];
	if (!is_prim(array, PRIM_REDUCE) || !fact_joins_scalars(array)
	    || !fact_is_closed_under(array->kids[0], 2))
		return NULL;
	array = array->kids[2];
	if (is_prim(array, PRIM_MAP))
		array = array->kids[1];
	return is_prim(array, PRIM_ZIP) && array->kid_count == 2
	    && array->kids[0]->kind == EXPR_VAR && array->kids[0]->index == 1
	    && array->kids[1]->kind == EXPR_VAR && array->kids[1]->index == 0
		? inner : NULL;
}

static const Expr *reduce_of(const Site *site)
{
	return pairs(site->node)->kids[0]->kids[0]->kids[0];
}

static int64_t columns_of(const Site *site)
{
	return fact_length(pairs(site->node)->kids[1]->type);
}

static bool tiles_fit(const Task *task, const Derivation *from,
		      const Site *site)
{
	(void)task;
	(void)from;
	return (site->dims & 3) == 3 && site->length >= 2
	    && pairs(site->node) && columns_of(site) >= 2;
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
	const Expr *ys = pairs(site->node)->kids[1];
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

/* -- one part that divides into tiles -------------------------------------- */

/* Several steps of the fold at `at` in a round; what is left over one by
 * one. */
static void in_steps(Work *work, Path at, int64_t length, int64_t steps)
{
	Amount all = amount_length(work->task->arena, work->task->program,
				   length);
	Path inner;

	if (steps < 2)
		return;
	if (length % steps) {
		work_cut(work, &at, "fold_cut",
			 amount_multiple(work->task->arena, all, steps));
		at = path_by(&at, "1.0");
	}
	inner = path_by(&at, "0.0.0");
	work_rule_with(work, &at, "fold_blocks", "k", amount_number(steps));
	work_rule(work, &inner, "reduce_unroll");
}

/* The accumulators of a tile at `at`, in vectors. */
static void in_registers(Work *work, const Path *at, const Tile *tile)
{
	int64_t lanes = tile->lanes;
	Path fold = path_by(at, "0"), body = path_by(at, "0.0.0"), row;

	work_rule(work, at, "outer_product");
	work_tidy(work, at);
	if (lanes > 1) {
		work_rule_with(work, at, "view_row_vectors", "w",
			       amount_number(lanes));
		work_tidy(work, at);
		fold = path_by(at, "1.0");
		body = path_by(at, "1.0.0.0");
	}
	row = path_by(&body, "0.0");
	work_rule(work, &row, "map_unroll");
	work_rule(work, &body, "map_unroll");
	in_steps(work, fold, tile->length, tile->steps);
}

/* The panels at `panels`, kept in memory before the whole part at `at`. */
static void store_panels(Work *work, const Path *at, const Path *panels)
{
	Path value = path_by(at, "0"), map = path_by(at, "0.0");

	work_rule_within(work, at, "share", panels);
	work_tidy(work, &value);
	work_rule_dim(work, &map, "map_global", 0);
	macro_lower(work, &value);
}

static void whole(Work *work, const Path *at, const Tile *tile)
{
	Path rows = path_by(at, "0"), columns = path_by(at, "0.0.0.1.0");
	Path array = path_by(&columns, "1"), tile_at = path_by(&columns, "0.0");

	work_rule_two(work, at, "map_map_tile",
		      "m", amount_number(tile->rows),
		      "n", amount_number(tile->vectors * tile->lanes));
	work_rule(work, &rows, "map_map");
	if (tile->packed) {
		work_rule(work, &array, "pack");
		work_rule(work, &columns, "map_map");
	}
	in_registers(work, &tile_at, tile);
	work_rule_dim(work, &columns, "map_global", !tile->dim);
	work_rule_dim(work, &rows, "map_global", tile->dim);
	if (tile->packed)
		store_panels(work, at, &array);
}

/* -- panels in groups ------------------------------------------------------ */

/* The panel at `panel` is copied to local memory at the start of the function
 * with the body `body`, by the group's one item. */
static void keep_panel(Work *work, const Path *body, const Path *panel,
		       int64_t length)
{
	Path kept = path_by(panel, "0"), copy = path_by(body, "0.0");
	Path value = path_by(body, "0"), chunk = path_by(&copy, "0");

	work_rule(work, panel, "pack_local");
	work_rule_within(work, body, "share", &kept);
	work_rule_with(work, &copy, "split_join", "I", amount_number(length));
	work_tidy(work, &copy);
	work_rule_dim(work, &chunk, "map_local", 0);
	macro_lower(work, &value);
}

/* A number of whole tiles, computed by the group's one item. */
static void down(Work *work, const Path *at, int64_t m, const Tile *tile)
{
	Path blocks = path_by(at, "0"), tile_at = path_by(&blocks, "0.0");
	Path item = path_by(&blocks, "0"), all = path_by(&item, "0.0");

	work_rule_with(work, at, "split_join", "I",
		       amount_number(tile->rows));
	in_registers(work, &tile_at, tile);
	work_rule_with(work, &blocks, "split_join", "I",
		       amount_number(m / tile->rows));
	work_rule_dim(work, &item, "map_local", 0);
	work_rule(work, &all, "map_seq");
}

static void local_rows(Work *work, Path at, int64_t m, Tile tile)
{
	int64_t left = m % tile.rows;
	Path rest = path_by(&at, "1"), whole;

	if (left) {
		work_cut(work, &at, "map_cut", amount_multiple(
			work->task->arena,
			amount_length(work->task->arena,
				      work->task->program, m), tile.rows));
		whole = path_by(&at, "0");
		down(work, &whole, m - left, &tile);
		tile.rows = left;
		tile.steps = 1;
		down(work, &rest, left, &tile);
	} else {
		down(work, &at, m, &tile);
	}
}

static void locally(Work *work, const Path *at, int64_t m, const Tile *tile)
{
	Path columns = path_by(at, "0"), panels = path_by(at, "0.0");
	Path body = path_by(&panels, "0.0"), rows = path_by(&body, "1.0");
	Path panel = path_by(&body, "0.0.0.1");

	work_rule(work, at, "map_interchange");
	work_rule_with(work, &columns, "split_join", "I",
		       amount_number(tile->vectors * tile->lanes));
	work_rule(work, &body, "map_interchange");
	keep_panel(work, &body, &panel, tile->length);
	local_rows(work, rows, m, *tile);
	work_rule_dim(work, &panels, "map_workgroup", 0);
}

/* -- all of it ------------------------------------------------------------- */

static void tiles(Work *work, Path at, int64_t m, int64_t n, Tile tile);

/* Splits off the rows that do not fill a tile. */
static void cut_rows(Work *work, Path *at, int64_t m, int64_t n, Tile tile)
{
	Path rest = path_by(at, "1");
	int64_t left = m % tile.rows;

	if (!left)
		return;
	work_rule_with(work, at, "map_cut", "n1", amount_multiple(
		work->task->arena,
		amount_length(work->task->arena, work->task->program, m),
		tile.rows));
	tile.rows = left;
	tile.packed = PANELS_NONE;
	tile.steps = 1;
	tiles(work, rest, left, n, tile);
	*at = path_by(at, "0");
}

static void cut_columns(Work *work, Path *at, int64_t m, int64_t n, Tile tile)
{
	int64_t width = tile.vectors * tile.lanes, left = n % width;
	Path both = path_by(at, "0"), first = path_by(at, "0.0");
	Path second = path_by(at, "0.1"), rest = path_by(at, "0.1.0");

	if (!left)
		return;
	work_rule(work, at, "map_interchange");
	work_rule_with(work, &both, "map_cut", "n1", amount_multiple(
		work->task->arena,
		amount_length(work->task->arena, work->task->program, n),
		width));
	work_rule(work, &first, "map_interchange");
	work_rule(work, &second, "map_interchange");
	tile.packed = PANELS_NONE;
	tile.steps = 1;
	tile.vectors = left / tile.lanes;
	while (!tile.vectors) {
		tile.lanes /= 2;
		tile.vectors = left / tile.lanes;
	}
	tiles(work, rest, m, left, tile);
	*at = path_by(at, "0.0.0");
}

static void tiles(Work *work, Path at, int64_t m, int64_t n, Tile tile)
{
	if (!work->now)
		return;
	if (tile.packed != PANELS_LOCAL)
		cut_rows(work, &at, m, n, tile);
	cut_columns(work, &at, m, n, tile);
	if (tile.packed == PANELS_LOCAL)
		locally(work, &at, m, &tile);
	else
		whole(work, &at, &tile);
}

static void apply_tiles(Work *work, const Site *site, const Number *given)
{
	const Tile tile = { given[0].value, given[2].value, given[1].value,
			    given[3].value, (int)given[4].value,
			    given[5].value,
			    fact_length(reduce_of(site)->kids[2]->type) };
	Path reduce = path_by(&site->path, "0.0.0.0.0");

	if (tile.rows > site->length
	    || tile.vectors * tile.lanes > columns_of(site)) {
		work_fail(work);
		return;
	}
	work_rule(work, &reduce, "reduce_seq");
	work_tidy(work, &reduce);
	tiles(work, site->path, site->length, columns_of(site), tile);
}

const Macro macro_tiles = {
	.name = "tiles",
	.about = "tiles of accumulators in registers",
	.fits = tiles_fit,
	.count = 6,
	.numbers = { { "rows", list_rows }, { "lanes", list_lanes },
		     { "vectors", list_vectors },
		     { "packed", list_packed },
		     { "dimension", list_dims }, { "steps", list_steps } },
	.apply = apply_tiles,
};
