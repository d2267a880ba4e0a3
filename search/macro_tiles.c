/* All pairs of two arrays, each pair reduced: tiles of accumulators in
 * registers, updated by one column of one array and one row of the other at a
 * time (derivations.md, sections 3 and 4: outer_product, gemm). */
#include "search/facts.h"
#include "search/hardware.h"
#include "search/layout.h"
#include "search/macro.h"

typedef struct Tile {
	int64_t rows, vectors, lanes;
	bool packed; /* the second array is stored in panels first */
	int dim;     /* of the work-items for the rows of tiles */
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

/* -- products on their own ------------------------------------------------- */

/* The reduce inside of two nested maps with something done with its result. */
static bool find_product(const Expr *map, const Path *at, Path *inner,
			 Path *fold)
{
	const Expr *within = map->kids[0]->kids[0];

	*inner = path_by(at, "0.0");
	if (!is_prim(within, PRIM_MAP)
	    || is_prim(within->kids[0]->kids[0], PRIM_HEAD)
	    || !reduce_of_map(within, inner, fold))
		return false;
	fold->depth--;
	return true;
}

/* A reduction that is a few operations, in code without loops. */
static bool is_small(const Expr *function)
{
	int64_t operations = fact_straight(function);

	return operations >= 0 && operations <= hardware_code();
}

static bool apart_fits(const Task *task, const Derivation *from,
		       const Site *site)
{
	Path inner, fold;

	(void)task;
	(void)from;
	return site->length >= 2
	    && find_product(site->node, &site->path, &inner, &fold)
	    && !is_small(site->node->kids[0]->kids[0]->kids[0]);
}

static void apply_apart(Work *work, const Site *site, const Number *given)
{
	Path inner, fold, folds, product = path_by(&site->path, "1.0");

	(void)given;
	find_product(site->node, &site->path, &inner, &fold);
	folds = path_by(&inner, "1.0");
	keep_folds(work, &inner, &fold);
	keep_folds(work, &site->path, &folds);
	work_rule(work, &product, "store_global");
	work_tidy(work, &site->path);
	work_try(work, &site->path, "map_flatten_zip");
}

const Macro macro_apart = {
	.name = "products first",
	.about = "all reductions are computed to memory before their results "
		 "are used",
	.fits = apart_fits,
	.apply = apply_apart,
};

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

static void list_packed(const Task *task, const Site *site,
			const Number *given, Numbers *list)
{
	Path inner = path_by(&site->path, "0.0.1");
	Layout layout = layout_of_array(site->root, &inner);

	(void)task;
	if (site->level == LEVEL_TOP
	    && columns_of(site) >= 2 * given[1].value * given[2].value
	    && site->length >= 2 * given[0].value)
		numbers_add(list, 1, "in panels");
	if (layout_is_dense(&layout) || !list->count)
		numbers_add(list, 0, "as it is");
}

/* Dimension 0 is that of neighbouring items. A CPU computes them one after the
 * other: what they share stays in its cache, best the larger part. */
static void list_dims(const Task *task, const Site *site, const Number *given,
		      Numbers *list)
{
	bool wide = given[1].value * given[2].value > given[0].value;

	(void)site;
	if (task->device.type == DEVICE_CPU && wide)
		numbers_add(list, 0, "neighbours share columns");
	numbers_add(list, 1, "neighbours share rows");
	numbers_add(list, 0, "neighbours share columns");
}

/* -- one part that divides into tiles -------------------------------------- */

/* The accumulators of a tile at `at`, in vectors. */
static void in_registers(Work *work, const Path *at, int64_t lanes)
{
	Path body = path_by(at, "0.0.0"), row;

	work_rule(work, at, "outer_product");
	work_tidy(work, at);
	if (lanes > 1) {
		work_rule_with(work, at, "view_row_vectors", "w",
			       amount_number(lanes));
		work_tidy(work, at);
		body = path_by(at, "1.0.0.0");
	}
	row = path_by(&body, "0.0");
	work_rule(work, &row, "map_unroll");
	work_rule(work, &body, "map_unroll");
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
	in_registers(work, &tile_at, tile->lanes);
	work_rule_dim(work, &columns, "map_global", !tile->dim);
	work_rule_dim(work, &rows, "map_global", tile->dim);
	if (tile->packed)
		store_panels(work, at, &array);
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
	tile.packed = false;
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
	tile.packed = false;
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
	cut_rows(work, &at, m, n, tile);
	cut_columns(work, &at, m, n, tile);
	whole(work, &at, &tile);
}

static void apply_tiles(Work *work, const Site *site, const Number *given)
{
	const Tile tile = { given[0].value, given[2].value, given[1].value,
			    given[3].value, (int)given[4].value };
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
	.count = 5,
	.numbers = { { "rows", list_rows }, { "lanes", list_lanes },
		     { "vectors", list_vectors },
		     { "packed", list_packed },
		     { "dimension", list_dims } },
	.apply = apply_tiles,
};
