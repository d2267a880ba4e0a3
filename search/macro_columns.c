/* A map in one work-item whose function reduces: neighbouring elements as the
 * lanes of vectors, each lane with a reduction of its own. */
#include "search/macro.h"
#include "search/nest/facts.h"
#include "search/nest/layout.h"
#include "search/space/hardware.h"

static const Expr *reduce_of(const Site *site, Path *path)
{
	return fold_of_map(site->node, &site->path, path);
}

bool fits_columns(const Site *site)
{
	Path path, array;
	const Expr *reduce;

	reduce = site->length >= 2 ? reduce_of(site, &path) : NULL;
	if (!reduce || !reduce_takes_vectors(reduce))
		return false;
	array = path_by(&path, expr_is(reduce->kids[2], PRIM_MAP) ? "2.1" : "2");
	return layout_is_dense_across(site->root, &site->path, &array);
}

/* *at, of a variable, becomes the place of the array that it is an element of;
 * false when it is none of a map's. */
static bool leave_function(const Expr *root, Path *at)
{
	int index = locate_node(root, at)->index;

	while (at->depth > 1) {
		int kid = at->kids[--at->depth];
		const Expr *e = locate_node(root, at);

		if (index >= expr_binds(e, kid)) {
			index -= expr_binds(e, kid);
			continue;
		}
		at->depth -= e->kind == EXPR_LAMBDA;
		e = locate_node(root, at);
		*at = path_kid(at, 1);
		return e->kind == EXPR_PRIM && prim_is_map(e->prim);
	}
	return false;
}

/* The same for a part of an array: the place of what it is a part of. */
static bool leave_part(const Expr *root, Path *at)
{
	const Expr *e = locate_node(root, at);

	if (e->kind == EXPR_VAR)
		return leave_function(root, at);
	*at = path_by(at, "0");
	return e->kind == EXPR_PRIM
	    && (e->prim == PRIM_SPLIT || e->prim == PRIM_TAKE
		|| e->prim == PRIM_DROP || e->prim == PRIM_ZIP);
}

int64_t columns_length(const Site *site)
{
	const Type *column = site->node->kids[1]->type->element;
	Path at = path_by(&site->path, "1");
	const Expr *e = site->node->kids[1];

	if (column->kind == TYPE_TUPLE)
		column = column->parts[0];
	if (column->kind != TYPE_ARRAY || type_has_array(column->element))
		return 0;
	while (!expr_is(e, PRIM_TRANSPOSE)) {
		if (!leave_part(site->root, &at))
			return 0;
		e = locate_node(site->root, &at);
	}
	return fact_length(column);
}

static bool columns_fit(const Task *task, const Derivation *from,
			const Site *site)
{
	(void)task;
	(void)from;
	return fits_columns(site);
}

/* So few that all of them have registers, but not as many as any vector has
 * lanes: side by side in one loop, instead of some after the others. */
static bool fit_no_vector(const Task *task, const Site *site,
			  int64_t widest)
{
	return site->length > widest && site->length % widest != 0
	    && site->length <= hardware_registers(&task->device) / 2;
}

static void list_width(const Task *task, const Site *site,
		       const Number *given, Numbers *list)
{
	Path path;
	const Type *type = reduce_of(site, &path)->kids[1]->type;
	Numbers widths = { 0 };

	(void)given;
	numbers_width(&widths, &task->device, type, site->length);
	if (fit_no_vector(task, site, widths.items[0].value))
		numbers_add(list, 1, "no vectors");
	numbers_width(list, &task->device, type, site->length);
	if (list->items[0].value > 1)
		list->count--;
}

static void list_vectors(const Task *task, const Site *site,
			 const Number *given, Numbers *list)
{
	Path path;
	const Expr *reduce = reduce_of(site, &path);
	int64_t w = given[0].value;
	int64_t most = w > 1 ? most_accumulators(task, reduce, w, 1)
			     : hardware_registers(&task->device) / 2;

	if (most > site->length / w)
		most = site->length / w;
	if (w == 1)
		numbers_add(list, most, "each alone");
	else
		numbers_several(list, 1, most, 1, "vector");
}

/* -- one block ------------------------------------------------------------- */

static void interchange(Work *work, const Path *folds)
{
	if (!work_try(work, folds, "fold_interchange_rows")
	    && !work_try(work, folds, "map_fold_interchange"))
		work_rule(work, folds, "fold_interchange_each");
	work_tidy(work, folds);
}

/* What is done with each result, in vectors when it can be. */
static void finish(Work *work, const Path *at, int64_t w)
{
	Path inner = path_by(at, "0");
	const Expr *map;

	work_try(work, at, "map_zip_left");
	if (work_try(work, at, "map_id"))
		return;
	map = work_node(work, at);
	if (!map || w == 1 || !fact_is_scalar_function(map->kids[0])) {
		work_rule(work, at, "map_unroll");
		return;
	}
	work_rule_with(work, at, "vectorise", "I", amount_number(w));
	work_tidy(work, &inner);
	work_rule(work, &inner, "map_unroll");
}

static void in_vectors(Work *work, const Path *at, int64_t w)
{
	const Expr *map = work_node(work, at);
	Path folds = path_by(at, "1.0"), body, reduce, fold;

	if (!map || !fold_of_map(map, at, &reduce)) {
		work_fail(work);
		return;
	}
	make_fold(work, &reduce);
	fold = reduce;
	fold.depth--;
	keep_folds(work, at, &fold);
	interchange(work, &folds);
	if (w > 1)
		work_rule_with(work, &folds, "view_vectors", "w",
			       amount_number(w));
	work_tidy(work, &folds);
	body = path_by(&folds, w > 1 ? "0.0.0.0" : "0.0.0");
	work_rule(work, &body, "map_unroll");
	finish(work, at, w);
}

/* -- all of the array ------------------------------------------------------ */

/* What is left over, in one block of as many vectors as it fills, or of the
 * widest vector that it fills. */
static void smaller(int64_t length, int64_t *w, int64_t *v)
{
	*v = length / *w;
	if (*v)
		return;
	*v = 1;
	while (*w > length)
		*w /= 2;
}

static void columns(Work *work, Path at, int64_t length, int64_t w, int64_t v)
{
	Arena *arena = work->task->arena;
	Amount n = amount_length(arena, work->task->program, length);
	int64_t block = w * v, rest = length % block;

	if (rest) {
		int64_t rest_w = w, rest_v;
		Path after;

		work_cut(work, &at, "map_cut",
			 amount_multiple(arena, n, block));
		after = path_by(&at, "1");
		smaller(rest, &rest_w, &rest_v);
		columns(work, after, rest, rest_w, rest_v);
		at = path_by(&at, "0");
	}
	if (length / block > 1) {
		work_rule_with(work, &at, "split_join", "I",
			       amount_number(block));
		at = path_by(&at, "0");
		work_rule(work, &at, "map_seq");
		at = path_by(&at, "0.0");
	}
	in_vectors(work, &at, w);
}

static void apply_columns(Work *work, const Site *site, const Number *given)
{
	int64_t w = given[0].value, v = given[1].value;

	if ((w == 1 && v < 2) || w * v > site->length)
		work_fail(work);
	columns(work, site->path, site->length, w, v);
}

const Macro macro_columns = {
	.name = "columns",
	.about = "the reductions of neighbouring elements in the lanes of "
		 "vectors",
	.fits = columns_fit,
	.count = 2,
	.numbers = { { "lanes", list_width }, { "vectors", list_vectors } },
	.apply = apply_columns,
};
