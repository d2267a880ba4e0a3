/* A map over columns in stages: each number that a column is reduced to for all
 * columns at once, in a kernel of its own, and what is done with the elements
 * then row by row, as they lie in memory. Where no elements are left to be done
 * with, the last number is reduced to by a map of its own, which macro_columns
 * can take. */
#include "search/macro.h"
#include "search/nest/facts.h"
#include "search/nest/layout.h"

/* The first number that is reduced to: what is named at the start of a
 * function's body, or a reduction in it that needs nothing named inside. */
static bool first_fold(const Expr *e, int depth, Path *path)
{
	int length = path->depth;

	if (expr_is(e, PRIM_HEAD) && expr_is(e->kids[0], PRIM_REDUCE)
	    && fact_joins_scalars(e->kids[0]))
		return fact_is_closed_under(e, depth);
	for (int i = 0; i < e->kid_count && length < PATH_MAX_DEPTH; i++) {
		if (e->kids[i]->kind == EXPR_LAMBDA)
			continue;
		path->kids[path->depth++] = (unsigned char)i;
		if (first_fold(e->kids[i], depth + expr_binds(e, i), path)) {
			if (e->kind == EXPR_LET && i == 0 && !depth)
				path->depth = length + 1;
			return true;
		}
		path->depth = length;
	}
	return false;
}

/* An array of elements that a function's body names first, each computed
 * without a loop. */
static bool names_elements(const Expr *body)
{
	return body->kind == EXPR_LET && expr_is(body->kids[0], PRIM_MAP)
	    && !fact_is_heavy(body->kids[0]->kids[0]);
}

static bool fold_of(const Expr *map, const Path *at, Path *fold)
{
	*fold = path_by(at, "0.0");
	return map && expr_is(map, PRIM_MAP) && map->kids[0]->index == 1
	    && first_fold(map->kids[0]->kids[0], 0, fold);
}

/* Whether the elements of each array lie one after the other. */
static bool elements_are_dense(const Site *site)
{
	Path array = path_by(&site->path, "1");
	Layout layout = layout_of_array(site->root, &array);

	return !layout.count || layout_has_dense_rows(&layout);
}

static bool gives_arrays(const Expr *map)
{
	return type_has_array(map->type->element);
}

/* Whether columns are reduced to numbers only, by more than one fold. */
static bool only_folds(const Site *site)
{
	Path reduce;

	return !gives_arrays(site->node)
	    && type_has_array(site->node->kids[1]->type->element)
	    && !reduce_of_map(site->node, &site->path, &reduce);
}

static bool stages_fit(const Task *task, const Derivation *from,
		       const Site *site)
{
	Path fold;

	(void)task;
	(void)from;
	if (site->length < 2
	    || !(gives_arrays(site->node) || only_folds(site))
	    || !(fold_of(site->node, &site->path, &fold)
		 || names_elements(site->node->kids[0]->kids[0])))
		return false;
	return !elements_are_dense(site);
}

/* The numbers of one more stage, stored; those of the stage before, which both
 * it and the map read, get a name. */
static void stage(Work *work, Path *at, const Path *fold, bool first)
{
	const Path before = path_by(at, "1.1.0");
	Path folds;

	keep_folds(work, at, fold);
	if (!first) {
		work_rule_within(work, at, "share", &before);
		*at = path_by(at, "1");
	}
	folds = path_by(at, "1.0");
	work_rule(work, &folds, "store_global");
	work_tidy(work, at);
}

/* The elements by rows, and a name for what each row reads. */
static void by_rows(Work *work, const Path *at, bool paired)
{
	const Path numbers = path_by(at, paired ? "0.0.0.1.0.0"
						: "0.0.0.1.0");

	work_rule(work, at, "map_by_rows");
	work_rule_within(work, at, "share", &numbers);
}

/* Elements that are named are computed again by each stage that reads them. */
static void leave_names(Work *work, const Path *at)
{
	const Path body = path_by(at, "0.0");

	while (work->now && names_elements(work_node(work, &body))) {
		work_rule_back(work, &body, "share");
		work_tidy(work, &body);
	}
}

/* The first number that a stage is to compute. */
static bool next_fold(Work *work, const Path *at, Path *fold)
{
	const Expr *map;
	Path reduce;

	leave_names(work, at);
	map = work_node(work, at);
	return fold_of(map, at, fold)
	    && (gives_arrays(map) || !reduce_of_map(map, at, &reduce));
}

static void apply_stages(Work *work, const Site *site, const Number *given)
{
	Path at = site->path, fold;
	bool paired = false;
	int i;

	(void)given;
	for (i = 0; i < PATH_MAX_DEPTH && next_fold(work, &at, &fold); i++) {
		stage(work, &at, &fold, i == 0);
		if (i > 0)
			paired = work_try(work, &at, "map_zip_pair");
	}
	if (gives_arrays(site->node))
		by_rows(work, &at, paired);
	else if (!i)
		work_fail(work);
}

const Macro macro_stages = {
	.name = "stages",
	.about = "what columns are reduced to first, then their elements by "
		 "rows",
	.fits = stages_fit,
	.apply = apply_stages,
};
