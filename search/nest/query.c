/* What a schedule may ask of a place, by the name of a query in front of it. */
#include <string.h>

#include "rules/forward.h"
#include "search/nest/edges.h"
#include "search/nest/facts.h"
#include "search/nest/grid.h"
#include "search/nest/layout.h"
#include "search/nest/query.h"
#include "search/nest/reduction.h"
#include "search/nest/site.h"
#include "search/nest/straight.h"
#include "search/space/hardware.h"

static int64_t extent(const Question *q)
{
	return place_extent(q->node);
}

static int64_t dense(const Question *q)
{
	Layout layout = layout_of_array(q->root, q->at);

	return layout_is_dense(&layout);
}

static int64_t dense_inside(const Question *q)
{
	Layout layout = layout_of_array(q->root, q->at);

	return layout_is_dense_inside(&layout);
}

/* Scalars that its dense lines begin at multiples of. */
static int64_t aligned(const Question *q)
{
	Layout layout = layout_of_array(q->root, q->at);

	return layout_step(&layout);
}

/* Nothing of a place where nothing is to be decided. */
static bool site_at(const Expr *root, const Path *at, Site *site)
{
	return site_first(root, at, site) && path_same(&site->path, at);
}

static bool is_level(const Expr *root, const Path *at, SiteLevel level)
{
	Site site;

	return site_at(root, at, &site) && site.level == level;
}

static int64_t top(const Question *q)
{
	return is_level(q->root, q->at, LEVEL_TOP);
}

static int64_t group(const Question *q)
{
	return is_level(q->root, q->at, LEVEL_GROUP);
}

static int64_t item(const Question *q)
{
	return is_level(q->root, q->at, LEVEL_ITEM);
}

/* Dimensions of work-items, of which 0 is the last to be taken. */
static int64_t free_dims(const Question *q)
{
	int64_t count = 0;
	Site site;

	if (!site_at(q->root, q->at, &site))
		return 0;
	for (; site.dims; site.dims >>= 1)
		count++;
	return count;
}

/* Views around an array that is to be written, which it is written through. */
static int64_t views(const Question *q)
{
	Site site;

	return site_at(q->root, q->at, &site) && site.kind == SITE_COPY
	     ? q->at->depth - site_whole(&site).depth : 0;
}

static int64_t heavy(const Question *q)
{
	return fact_is_heavy(q->node);
}

static int64_t operations(const Question *q)
{
	return fact_operations(q->node);
}

static int64_t array(const Question *q)
{
	return type_has_array(q->node->type);
}

/* The function of a loop. */
static int64_t scalar(const Question *q)
{
	return forward_is_loop(q->node) && q->node->kids[0]->kind == EXPR_LAMBDA
	    && fact_is_scalar_function(q->node->kids[0]);
}

static int64_t scalars(const Question *q)
{
	int64_t count;

	return type_scalars(q->node->type, &count) ? count
								 : INT32_MAX;
}

/* That a loop reads or writes for each element, the more of both. */
static int64_t each(const Question *q)
{
	const Expr *node = q->node;
	const Expr *array = node->kids[node->kid_count - 1];
	int64_t in, out;

	if (!forward_is_loop(node)
	    || !type_scalars(array->type->element, &in)
	    || !type_scalars(node->type->element, &out))
		return INT32_MAX;
	return in > out ? in : out > 1 ? out : 1;
}

/* The place of the map in whose function a place is. */
static bool map_around(const Expr *root, const Path *at, Path *map)
{
	*map = *at;
	while (map->depth && locate_node(root, map)->kind != EXPR_LAMBDA)
		map->depth--;
	if (!map->depth)
		return false;
	map->depth--;
	return expr_is(locate_node(root, map), PRIM_MAP);
}

/* What a loop goes over, before a function of each, is read by neighbouring
 * elements of a map around it from neighbours in memory. */
static bool is_across(const Expr *root, const Path *map, const Path *at)
{
	Path array = path_kid(at, locate_node(root, at)->kid_count - 1);

	if (expr_is(locate_node(root, &array), PRIM_MAP))
		array = path_kid(&array, 1);
	return layout_is_dense_across(root, map, &array);
}

static int64_t across(const Question *q)
{
	Path map;

	return forward_is_loop(q->node)
	    && map_around(q->root, q->at, &map)
	    && is_across(q->root, &map, q->at);
}

/* Reductions below, all of them to scalars and across the map; -1: not all are,
 * or others loop, too. */
static int64_t count_across(const Expr *root, const Path *map, Path *at)
{
	const Expr *e = locate_node(root, at);
	int64_t count = 0;

	if (expr_is(e, PRIM_REDUCE))
		return reduce_takes_vectors(e) && is_across(root, map, at)
		     ? 1 : -1;
	if (expr_is(e, PRIM_ITERATE_UNTIL) || expr_is(e, PRIM_SCAN_SEQ)
	    || expr_is(e, PRIM_REDUCE_SEQ) || at->depth == PATH_MAX_DEPTH)
		return -1;
	for (int i = 0; i < e->kid_count && count >= 0; i++) {
		int64_t below;

		at->kids[at->depth++] = (unsigned char)i;
		below = count_across(root, map, at);
		at->depth--;
		count = below < 0 ? -1 : count + below;
	}
	return count;
}

/* So many reductions in a map's function, and nothing else that loops, each
 * across the map; 0 where that is not so. */
static int64_t all_across(const Question *q)
{
	const Expr *node = q->node;
	Path body = path_kid(q->at, 0);
	int64_t count;

	if (!expr_is(node, PRIM_MAP))
		return 0;
	count = count_across(q->root, q->at, &body);
	return count > 0 ? count : 0;
}

/* An array of columns, neighbours of which are neighbours in memory. */
static int64_t columns(const Question *q)
{
	const Type *type = q->node->type;
	Layout layout = layout_of_array(q->root, q->at);

	for (int i = 0; i < layout.count; i++)
		if (layout.leaves[i].unit != 0)
			return false;
	return layout.count && type->kind == TYPE_ARRAY
	    && type_has_array(type->element);
}

/* Of the elements that a loop goes over, at either end: those that touch
 * padding. */
static int64_t before(const Question *q)
{
	return edges_of_map(q->root, q->at, q->node).before;
}

static int64_t after(const Question *q)
{
	return edges_of_map(q->root, q->at, q->node).after;
}

/* Operations of a loop's function without further loops; more than any code
 * may have where it cannot do without. */
static int64_t straight(const Question *q)
{
	return forward_is_loop(q->node) ? straight_operations(q->node->kids[0])
				     : INT32_MAX;
}

static int64_t leaves(const Question *q)
{
	return type_leaves(q->node->type);
}

/* Scalars of its type that local memory has room for. */
static int64_t local_room(const Question *q)
{
	return hardware_local(&q->task->device, q->node->type);
}

static bool is_loop(const Expr *e)
{
	return expr_is(e, PRIM_ITERATE) || expr_is(e, PRIM_ITERATE_UNTIL);
}

static int64_t loops_in(const Expr *e)
{
	int64_t count = 0;

	if (is_loop(e))
		return 1;
	for (int i = 0; i < e->kid_count; i++)
		if (e->kids[i]->kind != EXPR_LAMBDA)
			count += loops_in(e->kids[i]);
	return count;
}

/* Loops of steps, none in another one or in a function. */
static int64_t loops(const Question *q)
{
	return loops_in(q->node);
}

/* Steps of such a loop, at most. */
static int64_t rounds(const Question *q)
{
	return is_loop(q->node) ? q->node->sizes[0]->value : 0;
}

/* An array of indices. */
static int64_t indices(const Question *q)
{
	return fact_is_indices(q->node);
}

static int64_t lanes(const Question *q)
{
	return hardware_lanes(&q->task->device, q->node->type);
}

/* Maps directly inside one another, seen through views. */
static int64_t nested(const Question *q)
{
	const Expr *e = q->node;
	int64_t count = 0;

	for (; expr_is(e, PRIM_MAP); count++)
		for (e = e->kids[0]->kids[0];
		     expr_is(e, PRIM_JOIN) || expr_is(e, PRIM_TRANSPOSE)
		     || expr_is(e, PRIM_SPLIT);)
			e = e->kids[0];
	return count;
}

/* It is read by columns. */
static int64_t transposed(const Question *q)
{
	Path around = *q->at;

	around.depth -= around.depth > 0;
	return expr_is(locate_node(q->root, &around), PRIM_TRANSPOSE);
}

static int64_t fits_local(const Question *q)
{
	return hardware_fits_local(&q->task->device, q->node->type);
}

/* -- of reductions --------------------------------------------------------- */

static const Expr *fold_at(const Expr *root, const Path *at)
{
	const Expr *node = locate_node(root, at);

	return expr_is(node, PRIM_REDUCE) || expr_is(node, PRIM_REDUCE_SEQ)
	     ? node : NULL;
}

/* Its functions take scalars. */
static int64_t scalar_fold(const Question *q)
{
	const Expr *fold = fold_at(q->root, q->at);

	return fold && reduce_takes_vectors(fold);
}

/* Scalars that a step of it takes: of the sum and of an element. */
static int64_t held(const Question *q)
{
	const Expr *fold = fold_at(q->root, q->at);

	return fold ? reduce_holds(fold) : INT32_MAX;
}

static int64_t joins_scalars(const Question *q)
{
	const Expr *fold = fold_at(q->root, q->at);

	return fold && fact_joins_scalars(fold);
}

/* Each element takes a loop of its own. */
static int64_t heavy_each(const Question *q)
{
	const Expr *fold = fold_at(q->root, q->at);

	return fold && reduce_is_nested(fold);
}

/* What it does needs nothing of the element that it is computed for; a map's
 * function. */
static int64_t closed(const Question *q)
{
	const Expr *fold = fold_at(q->root, q->at), *node = q->node;

	return fold ? reduce_is_closed(fold)
		    : expr_is(node, PRIM_MAP)
		      && fact_is_closed_under(node->kids[0], 1);
}

/* Neighbouring elements can be summed up in the lanes of vectors. */
static int64_t vectors(const Question *q)
{
	const Expr *fold = fold_at(q->root, q->at);

	return fold && reduce_takes_vectors(fold)
	    && reduce_is_dense(q->root, q->at)
	    && rewrite_fits(q->task->rewriter, q->root, q->at, "reduce_lanes",
			    false);
}

/* -- of arrays ------------------------------------------------------------- */

static int64_t in_global(const Question *q)
{
	return expr_is(q->node, PRIM_TO_GLOBAL);
}

static int64_t in_local(const Question *q)
{
	return expr_is(q->node, PRIM_TO_LOCAL);
}

/* Its elements hold no arrays. */
static int64_t flat(const Question *q)
{
	const Type *type = q->node->type;

	return type->kind == TYPE_ARRAY && !type_has_array(type->element);
}

/* Rows that it has one after the other; of how many elements each is. */
static int64_t rows_joined(const Question *q)
{
	const Expr *rows = reduce_joined_rows(q->node);

	return rows ? fact_length(rows->type) : 0;
}

static int64_t row_joined(const Question *q)
{
	const Expr *rows = reduce_joined_rows(q->node);

	return rows ? fact_length(rows->type->element) : 0;
}

/* So many elements are worth a barrier. */
static int64_t shared(const Question *q)
{
	return hardware_is_shared(&q->task->device, place_extent(q->node));
}

/* Work-items that it is spread over. */
static int64_t spread_items(const Question *q)
{
	return grid_items(q->node);
}

static int64_t spread_dimensions(const Question *q)
{
	return grid_dimensions(q->node);
}

static const Query queries[] = {
	{ "extent",       extent,       true },
	{ "dense",        dense,        false },
	{ "dense_inside", dense_inside, false },
	{ "aligned",      aligned,      false },
	{ "top",          top,          false },
	{ "group",        group,        false },
	{ "item",         item,         false },
	{ "free",         free_dims,    false },
	{ "each",         each,         false },
	{ "lanes",        lanes,        false },
	{ "count",        extent,       false },
	{ "before",       before,       false },
	{ "after",        after,        false },
	{ "straight",     straight,     false },
	{ "leaves",       leaves,       false },
	{ "scalar_fold",  scalar_fold,  false },
	{ "local_room",   local_room,   false },
	{ "loops",        loops,        false },
	{ "rounds",       rounds,       false },
	{ "indices",      indices,      false },
	{ "nested",       nested,       false },
	{ "transposed",   transposed,   false },
	{ "views",        views,        false },
	{ "heavy",        heavy,        false },
	{ "operations",   operations,   false },
	{ "array",        array,        false },
	{ "scalar",       scalar,       false },
	{ "scalars",      scalars,      false },
	{ "across",       across,       false },
	{ "all_across",   all_across,   false },
	{ "columns",      columns,      false },
	{ "held",         held,         false },
	{ "joins_scalars", joins_scalars, false },
	{ "heavy_each",   heavy_each,   false },
	{ "closed",       closed,       false },
	{ "takes_vectors", vectors,     false },
	{ "in_global",    in_global,    false },
	{ "in_local",     in_local,     false },
	{ "flat",         flat,         false },
	{ "rows_joined",  rows_joined,  true },
	{ "row_joined",   row_joined,   true },
	{ "shared",       shared,       false },
	{ "fits_local",   fits_local,   false },
	{ "grid_items",   spread_items, false },
	{ "grid_dimensions", spread_dimensions, false },
};

const Query *query_at(int i)
{
	const struct {
		const Query *list;
		int count;
	} all[] = {
		{ queries, sizeof queries / sizeof *queries },
		{ code_queries, code_query_count },
		{ scalar_queries, scalar_query_count },
		{ window_queries, window_query_count },
	};

	for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
		if (i < all[k].count)
			return &all[k].list[i];
		i -= all[k].count;
	}
	return NULL;
}

const Query *query_named(const char *name, int length)
{
	const Query *query;

	for (int i = 0; (query = query_at(i)); i++)
		if (!strncmp(query->name, name, (size_t)length)
		    && !query->name[length])
			return query;
	return NULL;
}
