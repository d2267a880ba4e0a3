#include "search/again.h"

#include "rules/locate.h"
#include "search/nest/facts.h"
#include "search/nest/walk.h"
#include "search/space/hardware.h"

static bool is_map(const Expr *e)
{
	return expr_is(e, PRIM_MAP);
}

/* -- arrays that take reductions to compute -------------------------------- */

/* The first map in an argument, seen through views, that reduces for each
 * element; or the first reduction. */
static Walk look_heavy(void *context, const Expr *e, int binders)
{
	(void)context;
	(void)binders;
	if (fact_is_reduction(e) || (is_map(e) && fact_is_heavy(e->kids[0])))
		return WALK_HERE;
	return e->kind == EXPR_PRIM && !is_map(e)
	    && prim_is(e->prim, TRAIT_VIEW) ? WALK_ON : WALK_PAST;
}

/* Whether the map computes with an element of its array again and again. */
static bool rereads(const Expr *map)
{
	const Expr *lambda = map->kids[0];

	return map->kids[1]->type->element->kind != TYPE_SCALAR
	    && fact_is_used_inside(lambda->kids[0], lambda->index);
}

/* Stores them where a map that `stores` says so of reads them, outside of
 * functions. */
static Walk store_heavy(Work *work, const Path *at,
			bool (*stores)(const Expr *map))
{
	const Expr *e = work_node(work, at);
	Path array = path_kid(at, 1);

	if (e->kind == EXPR_LAMBDA)
		return WALK_PAST;
	if (is_map(e) && stores(e)
	    && walk_first(e->kids[1], look_heavy, NULL, &array))
		work_try(work, &array, "store_global");
	return WALK_ON;
}

static Walk store_reread(Work *work, const Path *at)
{
	return store_heavy(work, at, rereads);
}

/* It may read them more than once. */
static bool reads_view(const Expr *map)
{
	return !is_map(map->kids[1]) && fact_length(map->kids[1]->type) > 1;
}

static Walk store_viewed(Work *work, const Path *at)
{
	return store_heavy(work, at, reads_view);
}

static double elements(const Type *type)
{
	double count = 1;

	for (; type->kind == TYPE_ARRAY; type = type->element)
		count *= (double)type->length->value;
	return count;
}

/* A result that shows those of a reduction more than once: also the elements of
 * one that is an array, each of which takes the whole fold. */
static void store_repeated(Work *work, const Path *at)
{
	const Expr *e = work_node(work, at);
	Path array = *at;

	if (e->kind == EXPR_LET) {
		array = path_kid(at, 1);
		store_repeated(work, &array);
	} else if (e->kind == EXPR_TUPLE) {
		for (int i = 0; i < e->kid_count; i++) {
			array = path_kid(at, i);
			store_repeated(work, &array);
		}
	} else if (!is_map(e) && walk_first(e, look_heavy, NULL, &array)
		   && fact_is_reduction(work_node(work, &array))
		   && elements(e->type)
		      > (double)fact_length(work_node(work, &array)->type)) {
		work_try(work, &array, "store_global");
	}
}

void again_store_views(Work *work)
{
	const Path root = path_root();

	walk_changes(work, &root, store_viewed);
	store_repeated(work, &root);
}

/* -- arrays under windows -------------------------------------------------- */

/* In how many windows of a slide an element is. */
static int64_t overlap(const Expr *e)
{
	int64_t step;

	if (!expr_is(e, PRIM_SLIDE)
	    || !e->sizes[1]->known)
		return 1;
	step = e->sizes[1]->value;
	return fact_length(e->type->element) > step
		? fact_length(e->type->element) / step : 1;
}

/* The same of all slides of a view: those that it is made of, and those that it
 * makes of each element. */
static int64_t overlaps(const Expr *e)
{
	int64_t count = overlap(e);

	if (is_map(e))
		count *= overlaps(e->kids[0]->kids[0]);
	return fact_shown(e) ? count * overlaps(fact_shown(e)) : count;
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
	int length = path->depth;

	if (!fact_shown(e) || length == PATH_MAX_DEPTH)
		return false;
	if (is_map(e) && !fact_is_view(e->kids[0]))
		return is_work(e->kids[0], windows);
	windows *= is_map(e) ? overlaps(e->kids[0]->kids[0]) : overlap(e);
	for (int i = is_map(e); i < e->kid_count; i++) {
		path->kids[path->depth++] = (unsigned char)i;
		if (find_computed(e->kids[i], windows, path))
			return true;
		path->depth = length;
	}
	return false;
}

bool again_windowed(const Expr *map, Path *path)
{
	*path = path_kid(path, 1);
	return find_computed(map->kids[1], 1, path);
}

/* A function that a loop over arrays goes on with: its rounds are done one
 * after the other. */
static bool is_round(const Work *work, const Path *at)
{
	Path loop = *at;

	return loop.depth-- && at->kids[loop.depth] == 0
	    && fact_iterates_arrays(work_node(work, &loop));
}

/* Stores it where a map reads it, outside of functions but of such. */
static Walk store_windowed(Work *work, const Path *at)
{
	const Expr *e = work_node(work, at);
	Path array = *at;

	if (e->kind == EXPR_LAMBDA)
		return is_round(work, at) ? WALK_ON : WALK_PAST;
	if (is_map(e) && !fact_is_view(e->kids[0]) && again_windowed(e, &array))
		work_try(work, &array, "store_global");
	return WALK_ON;
}

void again_store(Work *work)
{
	const Path root = path_root();

	walk_changes(work, &root, store_reread);
	walk_changes(work, &root, store_windowed);
}
