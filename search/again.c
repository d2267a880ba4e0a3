#include "search/again.h"

#include "rules/locate.h"
#include "search/nest/facts.h"
#include "search/nest/query.h"
#include "search/nest/walk.h"
#include "search/nest/windows.h"

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
	Path array = place_of(work, at, WAY_IN);

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
		array = place_of(work, at, WAY_SECOND);
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
	if (is_map(e) && !fact_is_view(e->kids[0]) && windows_computed(e, &array))
		work_try(work, &array, "store_global");
	return WALK_ON;
}

void again_store(Work *work)
{
	const Path root = path_root();

	walk_changes(work, &root, store_reread);
	walk_changes(work, &root, store_windowed);
}
