/* A map in one work-item whose function reduces: the reductions of several
 * elements in one loop, so that what they share is read once. */
#include "search/facts.h"
#include "search/layout.h"
#include "search/macro.h"

/* The one reduce in a function's body, or where `folds` also the one sequential
 * fold, that is not inside a further function; false when there is none or are
 * several. */
static bool only_reduce(const Expr *body, bool folds, Path *path)
{
	int depth = path->depth, found = 0;
	Path place = { 0 };

	if (expr_is(body, PRIM_REDUCE)
	    || (folds && expr_is(body, PRIM_REDUCE_SEQ)))
		return true;
	for (int i = 0; i < body->kid_count; i++) {
		if (body->kids[i]->kind == EXPR_LAMBDA)
			continue;
		path->kids[path->depth++] = (unsigned char)i;
		if (only_reduce(body->kids[i], folds, path)) {
			place = *path;
			found++;
		}
		path->depth = depth;
	}
	if (found == 1)
		*path = place;
	return found == 1;
}

static const Expr *only_of_map(const Expr *map, const Path *at, bool folds,
			       Path *path)
{
	const Expr *reduce = map->kids[0]->kids[0];

	*path = path_by(at, "0.0");
	if (!only_reduce(reduce, folds, path))
		return NULL;
	for (int i = at->depth + 2; i < path->depth; i++) {
		if (i + 1 == path->depth && reduce->prim != PRIM_HEAD)
			return NULL;
		reduce = reduce->kids[path->kids[i]];
	}
	return path->depth > at->depth + 2 && fact_joins_scalars(reduce)
		? reduce : NULL;
}

const Expr *reduce_of_map(const Expr *map, const Path *at, Path *path)
{
	return only_of_map(map, at, false, path);
}

const Expr *fold_of_map(const Expr *map, const Path *at, Path *path)
{
	return only_of_map(map, at, true, path);
}

void make_fold(Work *work, const Path *fold)
{
	if (work_is(work, fold, PRIM_REDUCE))
		work_rule(work, fold, "reduce_seq");
	work_tidy(work, fold);
}

void keep_folds(Work *work, const Path *at, const Path *fold)
{
	const Expr *map;

	work_rule_within(work, at, "map_keep", fold);
	map = work_node(work, at);
	if (map && !expr_is(map->kids[1], PRIM_ZIP))
		work_fail(work);
}

static const Expr *reduce_of(const Site *site, Path *path)
{
	return fold_of_map(site->node, &site->path, path);
}

/* -- rows ------------------------------------------------------------------ */

static bool rows_fit(const Task *task, const Derivation *from,
		     const Site *site)
{
	Path path;
	const Expr *reduce;

	(void)task;
	(void)from;
	reduce = site->length >= 2 ? reduce_of(site, &path) : NULL;
	return reduce && fact_is_closed_under(reduce->kids[0], 1);
}

static void list_rows(const Task *task, const Site *site, const Number *given,
		      Numbers *list)
{
	(void)task;
	(void)given;
	numbers_several(list, 2, site->length, 1, "row");
}

static void list_width(const Task *task, const Site *site,
		       const Number *given, Numbers *list)
{
	Path path;
	const Expr *reduce = reduce_of(site, &path);

	(void)given;
	if (expr_is(reduce, PRIM_REDUCE) && reduce_takes_vectors(reduce)
	    && reduce_is_dense(site->root, &path))
		numbers_width_of(list, &task->device, reduce);
	else
		numbers_add(list, 1, "no vectors");
}

static void list_accumulators(const Task *task, const Site *site,
			      const Number *given, Numbers *list)
{
	Path path;
	const Expr *reduce = reduce_of(site, &path);
	int64_t most = most_accumulators(task, reduce, given[1].value,
					 given[0].value);
	int64_t n = fact_length(reduce->kids[2]->type) / given[1].value;

	if (!expr_is(reduce, PRIM_REDUCE))
		most = 1;
	numbers_unroll(list, most < n ? most : n > 0 ? n : 1);
}

/* The map at `at` over a few rows, whose fold is at `fold`: one loop for the
 * folds of all rows, then what is done with their results. */
static void interchange(Work *work, const Path *at, const Path *fold)
{
	Path folds = path_by(at, "1.0"), body = path_by(at, "1.0.0.0.0.0");

	keep_folds(work, at, fold);
	work_rule(work, &folds, "fold_interchange_rows");
	work_tidy(work, &folds);
	work_rule(work, &folds, "store_private");
	work_rule(work, &body, "map_unroll");
	work_try(work, at, "map_zip_left");
	work_rule(work, at, "map_unroll");
}

static void rows_in_one_loop(Work *work, const Path *at, int64_t w, int64_t u)
{
	const Expr *map = work_node(work, at);
	Path reduce, fold;

	if (!map || !fold_of_map(map, at, &reduce)) {
		work_fail(work);
		return;
	}
	if (w * u > 1) {
		accumulate(work, &reduce, w, u, &fold);
	} else {
		make_fold(work, &reduce);
		fold = reduce;
		fold.depth--;
	}
	interchange(work, at, &fold);
}

void folds_in_one_loop(Work *work, const Path *map)
{
	rows_in_one_loop(work, map, 1, 1);
}

/* Blocks of a few elements, *at the map of one of them; what is left over is
 * computed one by one. */
static void in_blocks(Work *work, Path *at, int64_t length, int64_t block)
{
	Arena *arena = work->task->arena;
	Amount n = amount_length(arena, work->task->program, length);

	if (length % block) {
		Path rest;

		work_cut(work, at, "map_cut",
			 amount_multiple(arena, n, block));
		rest = path_by(at, "1");
		work_rule(work, &rest, "map_seq");
		macro_lower(work, &rest);
		*at = path_by(at, "0");
	}
	if (length / block > 1) {
		work_rule_with(work, at, "split_join", "I",
			       amount_number(block));
		*at = path_by(at, "0");
		work_rule(work, at, "map_seq");
		*at = path_by(at, "0.0");
	}
}

static void apply_rows(Work *work, const Site *site, const Number *given)
{
	Path at = site->path;

	in_blocks(work, &at, site->length, given[0].value);
	rows_in_one_loop(work, &at, given[1].value, given[2].value);
}

const Macro macro_rows = {
	.name = "rows",
	.about = "the reductions of several elements in one loop",
	.fits = rows_fit,
	.count = 3,
	.numbers = { { "rows", list_rows }, { "lanes", list_width },
		     { "accumulators", list_accumulators } },
	.apply = apply_rows,
};
