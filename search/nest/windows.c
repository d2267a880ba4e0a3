#include "search/nest/windows.h"

#include "search/nest/facts.h"
#include "search/nest/layout.h"
#include "search/nest/query.h"
#include "search/nest/walk.h"
#include "search/space/hardware.h"

/* -- of what is computed --------------------------------------------------- */

static int64_t step_of(const Expr *slide)
{
	return slide->sizes[1]->known ? slide->sizes[1]->value : 0;
}

/* In how many windows of a slide an element is. */
static int64_t read_times(const Expr *e)
{
	int64_t step = expr_is(e, PRIM_SLIDE) ? step_of(e) : 0;

	return step && fact_length(e->type->element) > step
		? fact_length(e->type->element) / step : 1;
}

/* The same of all slides of a view: those that it is made of, and those that it
 * makes of each element. */
static int64_t all_times(const Expr *e)
{
	int64_t count = read_times(e);

	if (expr_is(e, PRIM_MAP))
		count *= all_times(e->kids[0]->kids[0]);
	return fact_shown(e) ? count * all_times(fact_shown(e)) : count;
}

static bool is_work(const Expr *function, int64_t windows)
{
	return windows > 1
	    && (fact_is_heavy(function)
		|| windows * fact_operations(function) > hardware_code() / 8);
}

/* The first array in e, seen through views, that is computed, if that is work:
 * each of its elements is read in so many windows. */
static bool find_computed(const Expr *e, int64_t windows, Path *path)
{
	const bool map = expr_is(e, PRIM_MAP);
	int length = path->depth;

	if (!fact_shown(e) || length == PATH_MAX_DEPTH)
		return false;
	if (map && !fact_is_view(e->kids[0]))
		return is_work(e->kids[0], windows);
	windows *= map ? all_times(e->kids[0]->kids[0]) : read_times(e);
	for (int i = map; i < e->kid_count; i++) {
		path->kids[path->depth++] = (unsigned char)i;
		if (find_computed(e->kids[i], windows, path))
			return true;
		path->depth = length;
	}
	return false;
}

bool windows_computed(const Expr *map, Path *path)
{
	*path = path_kid(path, 1);
	return find_computed(map->kids[1], 1, path);
}

/* -- what schedules ask ---------------------------------------------------- */

/* Elements that neighbouring windows share. */
static int64_t overlap(const Question *q)
{
	const Expr *e = q->node;
	int64_t step = expr_is(e, PRIM_SLIDE) ? step_of(e) : 0;

	return step && fact_length(e->type->element) > step
		? fact_length(e->type->element) - step : 0;
}

/* Elements of each of its elements. */
static int64_t extent_inside(const Question *q)
{
	const Type *type = q->node->type;

	return type->kind == TYPE_ARRAY ? fact_length(type->element) : 0;
}

/* A map whose function only changes indices. */
static int64_t view(const Question *q)
{
	return expr_is(q->node, PRIM_MAP) && fact_is_view(q->node->kids[0]);
}

static bool is_pieced(const Expr *e)
{
	return expr_is(e, PRIM_SLIDE) || expr_is(e, PRIM_CONCAT)
	    || (e->kind == EXPR_PRIM && prim_mode(e->prim));
}

/* Rows whose elements lie one after the other, all of which are in one place: no
 * windows, no padding, nothing joined. */
static int64_t plain_rows(const Question *q)
{
	Layout layout = layout_of_array(q->root, q->at);

	return !walk_finds(q->node, is_pieced)
	    && layout_has_dense_rows(&layout);
}

const Query window_queries[] = {
	{ "overlap",       overlap,       false },
	{ "extent_inside", extent_inside, false },
	{ "view",          view,          false },
	{ "plain_rows",    plain_rows,    false },
};

const int window_query_count = sizeof window_queries / sizeof *window_queries;
