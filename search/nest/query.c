/* What a schedule may ask of a place, by the name of a query in front of it. */
#include <string.h>

#include "ir/core/placed.h"
#include "rules/forward.h"
#include "search/nest/edges.h"
#include "search/nest/facts.h"
#include "search/nest/grid.h"
#include "search/nest/layout.h"
#include "search/nest/query.h"
#include "search/nest/site.h"
#include "search/nest/straight.h"
#include "search/space/hardware.h"

static int64_t extent(const Question *q)
{
	return place_extent(q->node);
}

/* Elements that are there at all sizes that something is left over of. */
static int64_t least(const Question *q)
{
	return q->task->open ? 1 : place_extent(q->node);
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

/* Whether it has the length of a size that is to have other values, too: no
 * memory of an item or a group has room for all of them. */
static int64_t open_length(const Question *q)
{
	const Program *p = q->task->program;

	for (const Type *type = q->node->type; type->kind == TYPE_ARRAY;
	     type = type->element)
		for (int i = 0; q->task->open && i < p->size_count; i++)
			if (q->task->open[i]
			    && type->length->value == p->sizes[i].value)
				return true;
	return false;
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

static int64_t at_once(const Question *q)
{
	return expr_is(q->node, PRIM_SCATTER) && placed_at_once(q->node);
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
	{ "least",        least,        false },
	{ "before",       before,       false },
	{ "after",        after,        false },
	{ "straight",     straight,     false },
	{ "leaves",       leaves,       false },
	{ "local_room",   local_room,   false },
	{ "at_once",      at_once,      false },
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
	{ "open_length",  open_length,  false },
	{ "columns",      columns,      false },
	{ "in_global",    in_global,    false },
	{ "in_local",     in_local,     false },
	{ "flat",         flat,         false },
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
		{ fold_queries, fold_query_count },
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
