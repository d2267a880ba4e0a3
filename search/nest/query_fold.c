/* What a schedule may ask of reductions: of their operators and elements. Advice
 * only. */
#include "ir/core/algebra.h"
#include "rules/forward.h"
#include "search/nest/facts.h"
#include "search/nest/layout.h"
#include "search/nest/query.h"
#include "search/nest/reduction.h"

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

/* Its operator, which needs nothing around it, and its initial value are known to
 * be a monoid. */
static int64_t monoid(const Question *q)
{
	const Expr *fold = fold_at(q->root, q->at);

	return fold && !fold->kids[0]->open
	    && algebra_monoid(q->task->program, fold->kids[0], fold->kids[1]);
}

/* Such an operator has a neutral value, whatever the initial one is. */
static int64_t neutral(const Question *q)
{
	const Expr *fold = fold_at(q->root, q->at);

	return fold && !fold->kids[0]->open
	    && algebra_facts(q->task->program, fold->kids[0]).neutral;
}

/* The elements of a reduction are neighbours in memory. */
static int64_t neighbours(const Question *q)
{
	return expr_is(q->node, PRIM_REDUCE)
	    && reduce_is_dense(q->root, q->at);
}

static int64_t folds_below(const Expr *e, int depth)
{
	int64_t count = 0;

	if (e->kind == EXPR_LAMBDA)
		return 0;
	if (expr_is(e, PRIM_HEAD) && expr_is(e->kids[0], PRIM_REDUCE)
	    && fact_joins_scalars(e->kids[0]))
		return fact_is_closed_under(e, depth);
	for (int i = 0; i < e->kid_count; i++)
		count += folds_below(e->kids[i], depth + expr_binds(e, i));
	return count;
}

/* Reductions to scalars, outside of functions, of nothing that it names. */
static int64_t folds(const Question *q)
{
	return folds_below(q->node, 0);
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

/* -- across a map around ---------------------------------------------------- */

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

const Query fold_queries[] = {
	{ "scalar_fold",   scalar_fold,   false },
	{ "across",        across,        false },
	{ "all_across",    all_across,    false },
	{ "held",          held,          false },
	{ "joins_scalars", joins_scalars, false },
	{ "heavy_each",    heavy_each,    false },
	{ "closed",        closed,        false },
	{ "takes_vectors", vectors,       false },
	{ "rows_joined",   rows_joined,   true },
	{ "row_joined",    row_joined,    true },
	{ "neighbours",    neighbours,    false },
	{ "folds",         folds,         false },
	{ "monoid",        monoid,        false },
	{ "neutral",       neutral,       false },
};

const int fold_query_count = sizeof fold_queries / sizeof *fold_queries;
