/* Rows that a work-item keeps, of which it then computes with windows: what a
 * program has in two steps (separable filters); and reductions of windows of two
 * dimensions, of the columns of a few rows first, then of a few of these beside
 * each other: n + m steps instead of n*m for each window. */
#include "search/again.h"
#include "search/macro.h"
#include "search/nest/facts.h"
#include "search/pairs.h"
#include "search/space/hardware.h"
#include "search/turn.h"

/* A map of rows to their windows, seen through padding. */
static bool is_windows_of_rows(const Expr *e)
{
	while (turn_map_rule(e) && e->prim != PRIM_SLIDE)
		e = e->kids[0];
	return expr_is(e, PRIM_MAP)
	    && expr_is(e->kids[0]->kids[0], PRIM_SLIDE);
}

/* Windows of such rows, which are the array of a map or part of a zip. */
static bool find_windows(const Expr *array, Path *path)
{
	if (expr_is(array, PRIM_SLIDE))
		return is_windows_of_rows(array->kids[0]);
	if (!expr_is(array, PRIM_ZIP))
		return false;
	for (int i = 0; i < array->kid_count; i++) {
		Path kid = path_kid(path, i);

		if (find_windows(array->kids[i], &kid)) {
			*path = kid;
			return true;
		}
	}
	return false;
}

/* The map inside of a map that reduces windows, and the reduction; whether that
 * is all it does. */
typedef struct Separable {
	Path inner, reduce;
	int64_t width;
	bool plain;
} Separable;

/* What is joined of a window: perhaps a function of each element. */
static const Expr *joined(const Expr *reduce)
{
	const Expr *list = reduce->kids[2];

	if (expr_is(list, PRIM_MAP))
		list = list->kids[1];
	return expr_is(list, PRIM_JOIN) ? list->kids[0] : NULL;
}

/* A parameter of a function, or part of one. */
static bool is_parameter(const Expr *e)
{
	while (e->kind == EXPR_GET)
		e = e->kids[0];
	return e->kind == EXPR_VAR;
}

static bool find(const Expr *map, const Path *at, Separable *found)
{
	const Expr *inner = map->kids[0]->kids[0], *reduce, *window;

	found->inner = path_by(at, "0.0");
	reduce = expr_is(inner, PRIM_MAP)
		? reduce_of_map(inner, &found->inner, &found->reduce) : NULL;
	window = reduce ? joined(reduce) : NULL;
	if (!window || !is_parameter(window))
		return false;
	found->width = fact_length(window->type->element);
	found->plain = expr_is(inner->kids[0]->kids[0], PRIM_HEAD);
	return found->width > 1 && fact_length(window->type) > 2;
}

/* The same, several reductions of the window made one. */
static bool find_paired(Work *work, const Path *at, Separable *found)
{
	const Path inner = path_by(at, "0.0");
	const Expr *map = work_node(work, at);

	while (map && !find(map, at, found)) {
		if (!work_is(work, &inner, PRIM_MAP)
		    || !pairs_make_inside(work, &inner))
			return false;
		map = work_node(work, at);
	}
	return map;
}

/* Rows of two steps: the place of the first one's. */
static bool find_steps(const Expr *map, const Path *at, Path *row)
{
	const Expr *inner = map->kids[0]->kids[0];

	*row = path_by(at, "0.0");
	return expr_is(inner, PRIM_MAP) && again_windowed(inner, row);
}

/* A few times what a work-item has of its own elsewhere: they are all it
 * keeps. */
static bool fits_item(const Task *task, const Type *element,
		      int64_t length)
{
	int64_t scalars;

	return type_scalars(element, &scalars)
	    && scalars * length <= 4 * hardware_private(&task->device);
}

static bool steps_fit(const Task *task, const Site *site)
{
	Path row;
	const Type *type;

	if (!find_steps(site->node, &site->path, &row))
		return false;
	type = locate_node(site->root, &row)->type;
	return fits_item(task, type->element, fact_length(type));
}

static bool windows_fit(const Task *task, const Derivation *from,
			const Site *site)
{
	Path windows = path_by(&site->path, "1");
	Work paired = { .task = task, .now = from };
	Separable found;

	return find_windows(site->node->kids[1], &windows)
	    && find_paired(&paired, &site->path, &found)
	    && fits_item(task,
			 work_node(&paired, &found.reduce)->type->element,
			 fact_length(site->node->kids[0]->kids[0]
					     ->kids[1]->type))
	    && rewrite_fits(task->rewriter, paired.now->expr, &found.reduce,
			    "reduce_strided", false);
}

static bool separable_fits(const Task *task, const Derivation *from,
			   const Site *site)
{
	return task->device.type == DEVICE_CPU && site->length >= 2
	    && (steps_fit(task, site) || windows_fit(task, from, site));
}

/* The map inside of the views at a place, around them. */
static void move_map_out(Work *work, const Path *at)
{
	const Path inner = path_kid(at, 0);
	const Expr *e = work_node(work, at);

	if (!e || !turn_map_rule(e))
		return;
	move_map_out(work, &inner);
	work_rule(work, at, turn_map_rule(e));
}

/* The columns of the windows at `at`, reduced and kept; then a few of them. */
static void separate(Work *work, const Path *at, int64_t width)
{
	const Path reduce = path_by(at, "0.0.0"), array = path_by(at, "1");
	const Path columns = path_by(at, "0.0.0.2");
	const Path kept = path_by(at, "1.0");

	work_rule_with(work, &reduce, "reduce_strided", "k",
		       amount_number(width));
	turn_views(work, &array);
	work_tidy(work, at);
	work_rule_back_within(work, at, "map_map", &columns);
	work_rule_back(work, &array, "slide_map");
	work_rule(work, &kept, "store_private");
}

static void separate_windows(Work *work, const Path *at)
{
	Path windows = path_by(at, "1"), folds;
	Separable found;

	find_windows(work_node(work, at)->kids[1], &windows);
	move_map_out(work, &windows);
	work_tidy(work, at);
	if (!find_paired(work, at, &found)) {
		work_fail(work);
		return;
	}
	folds = found.inner;
	if (!found.plain) {
		found.reduce.depth--;
		keep_folds(work, &found.inner, &found.reduce);
		folds = path_by(&found.inner, "1.0");
		work_tidy(work, &folds);
	}
	separate(work, &folds, found.width);
	work_tidy(work, at);
}

static void apply_separable(Work *work, const Site *site, const Number *given)
{
	Path row;

	(void)given;
	if (find_steps(site->node, &site->path, &row))
		work_rule(work, &row, "store_private");
	else
		separate_windows(work, &site->path);
}

const Macro macro_separable = {
	.name = "separable",
	.about = "rows of two steps, the first one kept",
	.fits = separable_fits,
	.apply = apply_separable,
};
