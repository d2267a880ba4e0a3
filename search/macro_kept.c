/* A map over windows of the rows of a matrix that is computed and stored: tiles
 * of rows, for each of which a group computes the rows that the windows need,
 * some of them twice, and keeps them in its memory, so that nothing goes through
 * global memory in between (overlapped tiling, CGO'18). */
#include "search/macro.h"
#include "search/nest/facts.h"
#include "search/space/hardware.h"
#include "search/turn.h"

/* Windows of rows, and the stored map under them, seen through padding and views
 * of each row. */
typedef struct Rows {
	Path windows, stored;
	const Expr *map; /* that computes the rows */
	int64_t overlap; /* rows that two neighbouring windows share */
	int maps;        /* from the windows to the rows' own */
} Rows;

static bool find_stored(const Expr *e, Rows *rows)
{
	rows->maps = 1;
	for (; !expr_is(e, PRIM_TO_GLOBAL); e = fact_shown(e)) {
		bool map = expr_is(e, PRIM_MAP);
		bool rows_view = turn_map_rule(e) && !expr_is(e, PRIM_SLIDE);

		if (!(rows_view || (map && fact_is_view(e->kids[0])))
		    || rows->stored.depth == PATH_MAX_DEPTH)
			return false;
		rows->maps += map;
		rows->stored = path_kid(&rows->stored, map);
	}
	rows->map = e->kids[0];
	return expr_is(rows->map, PRIM_MAP)
	    && type_has_array(rows->map->type->element);
}

static bool find_slide(const Expr *slide, const Path *at, Rows *rows)
{
	rows->windows = *at;
	rows->stored = path_kid(at, 0);
	rows->overlap = fact_length(slide->type->element) - 1;
	return slide->sizes[1]->known && slide->sizes[1]->value == 1
	    && rows->overlap > 0 && find_stored(slide->kids[0], rows);
}

/* The first such windows of those that a map reads together. */
static bool find(const Expr *array, const Path *at, Rows *rows)
{
	if (at->depth >= PATH_MAX_DEPTH - 2)
		return false;
	if (expr_is(array, PRIM_SLIDE))
		return find_slide(array, at, rows);
	if (!expr_is(array, PRIM_ZIP) && !expr_is(array, PRIM_SPLIT)
	    && !expr_is(array, PRIM_TAKE) && !expr_is(array, PRIM_DROP))
		return false;
	for (int i = 0; i < array->kid_count; i++) {
		Path kid = path_kid(at, i);

		if (find(array->kids[i], &kid, rows))
			return true;
	}
	return false;
}

static bool find_in(const Work *work, const Path *map, Rows *rows)
{
	const Path array = path_kid(map, 1);
	const Expr *e = work_node(work, &array);

	return e && find(e, &array, rows);
}

/* Rows of so many windows. */
static bool fits_local(const Device *device, const Rows *rows, int64_t windows)
{
	const Type *row = rows->map->type->element;
	int64_t scalars;

	return type_scalars(row, &scalars)
	    && scalars * (windows + rows->overlap)
	       <= hardware_local(device, row);
}

static int64_t fewest(const Rows *rows)
{
	return rows->overlap > 2 ? rows->overlap : 2;
}

static bool kept_fits(const Task *task, const Derivation *from,
		      const Site *site)
{
	const Path array = path_kid(&site->path, 1);
	Rows rows;

	(void)from;
	return task->device.type == DEVICE_CPU
	    && find(site->node->kids[1], &array, &rows)
	    && rows.stored.depth < PATH_MAX_DEPTH / 2
	    && expr_is(site->node->kids[0]->kids[0], PRIM_MAP)
	    && fewest(&rows) * task->device.compute_units <= site->length
	    && fits_local(&task->device, &rows, fewest(&rows));
}

/* As many windows as there is room for, and fewer. */
static void list_windows(const Task *task, const Site *site,
			 const Number *given, Numbers *list)
{
	const Path array = path_kid(&site->path, 1);
	int64_t most, least;
	Rows rows;

	(void)given;
	if (!find(site->node->kids[1], &array, &rows))
		return;
	least = most = fewest(&rows);
	while (2 * most * task->device.compute_units <= site->length
	       && fits_local(&task->device, &rows, 2 * most))
		most *= 2;
	for (; most >= least; most /= 2)
		numbers_add(list, most, "%lld rows kept",
			    (long long)(most + rows.overlap));
}

/* A view of rows: all maps inside of it, around it. */
static void move_maps_out(Work *work, Path at)
{
	const Expr *e = work_node(work, &at);
	const char *rule = e ? turn_map_rule(e) : NULL;

	if (!rule)
		return;
	move_maps_out(work, path_kid(&at, 0));
	while (work->now && expr_is(work_node(work, &at)->kids[0], PRIM_MAP)) {
		work_rule(work, &at, rule);
		at = path_kid(&at, 1);
	}
}

/* split[t] of windows, perhaps of the first ones of them, as windows of tiles;
 * *tiles is the place of these, and false when there are none. */
static bool tile(Work *work, const Path *map, int64_t t, Path *tiles)
{
	Rows rows;
	Path at;

	if (!find_in(work, map, &rows))
		return false;
	at = rows.windows;
	at.depth--;
	if (work_is(work, &at, PRIM_TAKE)) {
		work_rule(work, &at, "take_slide");
		rows.windows = at;
		at.depth--;
	}
	work_rule_with(work, &rows.windows, "slide_tile", "t",
		       amount_number(t));
	work_rule(work, &at, "split_join_id");
	*tiles = path_kid(&at, 1);
	return work->now != NULL;
}

/* The rows of a tile, kept. */
static void keep(Work *work, const Path *map, int64_t t)
{
	Path tiles, body;
	Rows rows;

	if (!tile(work, map, t, &tiles)) {
		work_fail(work);
		return;
	}
	rows.stored = path_kid(&tiles, 0);
	if (!find_stored(work_node(work, &rows.stored), &rows)) {
		work_fail(work);
		return;
	}
	work_rule_back(work, &rows.stored, "store_global");
	move_maps_out(work, path_kid(&tiles, 0));
	for (int i = 0; i < rows.maps; i++) {
		work_rule(work, &tiles, "slide_map");
		body = path_by(&tiles, "0.0");
		tiles = path_kid(&tiles, 1);
	}
	work_rule(work, &body, "store_local");
	work_tidy(work, map);
}

/* A map in a group, by its only item. */
static void by_one_item(Work *work, Path at)
{
	static const int64_t one[] = { 1 };

	macro_run(work, &at, "group_items", 1, one);
}

static void by_groups(Work *work, const Path *map)
{
	const Path body = path_by(map, "0.0");
	Path local = body;

	if (!work_find(work, &local, PRIM_TO_LOCAL)) {
		work_fail(work);
		return;
	}
	by_one_item(work, path_kid(&local, 0));
	by_one_item(work, body);
	work_rule_dim(work, map, "map_workgroup", 0);
}

/* The windows that fill no tile: their rows are computed where they are read.
 * *at becomes the place of the others. */
static void cut_rest(Work *work, Path *at, Amount whole)
{
	Path rest;
	Rows rows;

	work_rule_with(work, at, "map_cut", "n1", whole);
	rest = path_kid(at, 1);
	*at = path_kid(at, 0);
	if (!find_in(work, &rest, &rows)) {
		work_fail(work);
		return;
	}
	work_rule_back(work, &rows.stored, "store_global");
	work_tidy(work, &rest);
	macro_lower(work, &rest);
}

static void apply_kept(Work *work, const Site *site, const Number *given)
{
	const Amount n = amount_length(work->task->arena, work->task->program,
				       site->length);
	int64_t t = given->value;
	Path at = site->path, array;

	if (site->length % t)
		cut_rest(work, &at, amount_multiple(work->task->arena, n, t));
	array = path_kid(&at, 1);
	work_tidy(work, &array);
	work_rule_with(work, &at, "split_join", "I", amount_number(t));
	at = path_kid(&at, 0);
	array = path_kid(&at, 1);
	if (work_try(work, &array, "split_zip"))
		work_tidy(work, &at);
	keep(work, &at, t);
	by_groups(work, &at);
}

const Macro macro_kept = {
	.name = "kept tiles",
	.about = "tiles of rows, what their windows are made of kept by the "
		 "group",
	.fits = kept_fits,
	.count = 1, .numbers = { { "rows", list_windows } },
	.apply = apply_kept,
};
