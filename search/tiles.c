#include "search/tiles.h"

#include "search/facts.h"
#include "search/macro.h"

const Expr *tiles_reduced(const Expr *map)
{
	const Expr *e;

	if (!expr_is(map, PRIM_MAP))
		return NULL;
	e = map->kids[0]->kids[0];
	if (!expr_is(e, PRIM_MAP) || !fact_is_closed_under(e->kids[1], 1))
		return NULL;
	e = e->kids[0]->kids[0];
	return expr_is(e, PRIM_HEAD) && expr_is(e->kids[0], PRIM_REDUCE)
		? e->kids[0]->kids[2] : NULL;
}

const Expr *tiles_pairs(const Expr *map)
{
	const Expr *inner = map->kids[0]->kids[0], *reduce;
	const Expr *array = tiles_reduced(map);

	if (!array)
		return NULL;
	reduce = inner->kids[0]->kids[0]->kids[0];
	if (!fact_joins_scalars(reduce)
	    || !fact_is_closed_under(reduce->kids[0], 2))
		return NULL;
	if (expr_is(array, PRIM_MAP))
		array = array->kids[1];
	return expr_is(array, PRIM_ZIP) && array->kid_count == 2
	    && array->kids[0]->kind == EXPR_VAR && array->kids[0]->index == 1
	    && array->kids[1]->kind == EXPR_VAR && array->kids[1]->index == 0
		? inner : NULL;
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

/* The array at `array`, of which the map around it reads panels, in the order
 * in which it reads them. */
static void pack(Work *work, const Path *array)
{
	Path map = *array;

	map.depth--;
	work_rule(work, array, "pack");
	work_rule(work, &map, "map_map");
}

/* The panels at `panels`, kept in memory before the part at `at`; panels that
 * one map reads, which is in no function, stay where they are. */
static void store_panels(Work *work, const Path *at, const Path *panels)
{
	const RuleUse share = { .rule = "share", .within = panels };
	const Derivation *named;
	Path value = *panels, map;

	if (!work->now)
		return;
	named = rewrite_use(work->task->rewriter, work->now, at, &share);
	if (named) {
		work->now = named;
		value = path_by(at, "0");
	}
	map = path_by(&value, "0");
	work_tidy(work, &value);
	work_rule_dim(work, &map, "map_global", 0);
	macro_lower(work, &value);
}

/* All of the part; where the panels of its rows are. */
static Path whole(Work *work, const Path *at, const Tile *tile)
{
	Path rows = path_by(at, "0"), columns = path_by(at, "0.0.0.1.0");
	Path array = path_by(&columns, "1"), tile_at = path_by(&columns, "0.0");
	Path left = path_by(&rows, "1");

	work_rule_two(work, at, "map_map_tile",
		      "m", amount_number(tile->rows),
		      "n", amount_number(tile->vectors * tile->lanes));
	work_rule(work, &rows, "map_map");
	if (tile->packed)
		pack(work, &array);
	if (tile->left)
		pack(work, &left);
	in_registers(work, &tile_at, tile);
	work_rule_dim(work, &columns, "map_global", !tile->dim);
	work_rule_dim(work, &rows, "map_global", tile->dim);
	if (!tile->packed)
		return left;
	store_panels(work, at, &array);
	return path_by(at, "1.0.1");
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

/* A number of whole tiles, computed by the group's one item; the panels of
 * their rows are at 0.0.1.0. */
static void down(Work *work, const Path *at, int64_t m, const Tile *tile)
{
	Path blocks = path_by(at, "0"), tile_at = path_by(&blocks, "0.0");
	Path item = path_by(&blocks, "0"), all = path_by(&item, "0.0");
	Path panels = path_by(&blocks, "1");

	work_rule_with(work, at, "split_join", "I",
		       amount_number(tile->rows));
	if (tile->left)
		pack(work, &panels);
	in_registers(work, &tile_at, tile);
	work_rule_with(work, &blocks, "split_join", "I",
		       amount_number(m / tile->rows));
	work_rule_dim(work, &item, "map_local", 0);
	work_rule(work, &all, "map_seq");
}

static Path local_rows(Work *work, Path at, int64_t m, Tile tile)
{
	int64_t left = m % tile.rows;
	Path rest = path_by(&at, "1");

	if (left) {
		work_cut(work, &at, "map_cut", amount_multiple(
			work->task->arena,
			amount_length(work->task->arena,
				      work->task->program, m), tile.rows));
		at = path_by(&at, "0");
	}
	down(work, &at, m - left, &tile);
	if (left) {
		tile.rows = left;
		tile.steps = 1;
		tile.left = LEFT_NONE;
		down(work, &rest, left, &tile);
	}
	return path_by(&at, "0.0.1.0");
}

static Path locally(Work *work, const Path *at, int64_t m, const Tile *tile)
{
	Path left, columns = path_by(at, "0"), panels = path_by(at, "0.0");
	Path body = path_by(&panels, "0.0"), rows = path_by(&body, "1.0");
	Path panel = path_by(&body, "0.0.0.1");

	work_rule(work, at, "map_interchange");
	work_rule_with(work, &columns, "split_join", "I",
		       amount_number(tile->vectors * tile->lanes));
	work_rule(work, &body, "map_interchange");
	keep_panel(work, &body, &panel, tile->length);
	left = local_rows(work, rows, m, *tile);
	work_rule_dim(work, &panels, "map_workgroup", 0);
	return left;
}

/* -- what does not fill a tile --------------------------------------------- */

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
	tile.left = LEFT_NONE;
	tile.steps = 1;
	tiles_divide(work, rest, left, n, tile);
	*at = path_by(at, "0");
}

/* Splits off the columns that do not fill a tile; in vectors, as few as hold
 * them, they begin in the columns before, which are computed twice. */
static void part_columns(Work *work, const Path *both, int64_t n,
			 const Tile *tile, int64_t left, int64_t wide)
{
	Arena *arena = work->task->arena;

	if (wide > left)
		work_rule_two(work, both, "map_overlap",
			      "q", amount_number(n - wide),
			      "d", amount_number(wide - left));
	else
		work_rule_with(work, both, "map_cut", "n1", amount_multiple(
			arena, amount_length(arena, work->task->program, n),
			tile->vectors * tile->lanes));
}

static void cut_columns(Work *work, Path *at, int64_t m, int64_t n, Tile tile)
{
	int64_t left = n % (tile.vectors * tile.lanes), wide;
	Path both = path_by(at, "0"), first = path_by(at, "0.0");
	Path second = path_by(at, "0.1");

	if (!left)
		return;
	work_rule(work, at, "map_interchange");
	wide = (left + tile.lanes - 1) / tile.lanes * tile.lanes;
	part_columns(work, &both, n, &tile, left, wide);
	if (wide > left)
		second = path_by(&second, "0");
	work_rule(work, &first, "map_interchange");
	work_rule(work, &second, "map_interchange");
	tile.packed = PANELS_NONE;
	if (tile.left)
		tile.left = LEFT_SHARED;
	tile.steps = 1;
	tile.vectors = wide / tile.lanes;
	tiles_divide(work, path_by(&second, "0"), m, wide, tile);
	*at = path_by(at, "0.0.0");
}

void tiles_divide(Work *work, Path at, int64_t m, int64_t n, Tile tile)
{
	Path part, left;

	if (!work->now)
		return;
	if (tile.packed != PANELS_LOCAL) {
		cut_rows(work, &at, m, n, tile);
		m -= m % tile.rows;
	}
	part = at;
	cut_columns(work, &at, m, n, tile);
	left = tile.packed == PANELS_LOCAL ? locally(work, &at, m, &tile)
	     : whole(work, &at, &tile);
	if (tile.left == LEFT_STORED)
		store_panels(work, &part, &left);
}
