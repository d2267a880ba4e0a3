/* A map over columns in one work-item whose function folds several times, one
 * fold after the other (a mean, then the distances from it), or maps over
 * windows of a column: the function as a whole for neighbouring columns in the
 * lanes of vectors, where what the lanes read is side by side. A single fold is
 * the schedule columns', code without loops macro_windows's. */
#include "search/macro.h"
#include "search/nest/facts.h"
#include "search/nest/layout.h"
#include "search/nest/straight.h"
#include "search/space/hardware.h"

/* Folds and what leads to them, and nothing that keeps arrays of its own. */
typedef struct Folds {
	const Expr *root;
	const Path *map;
	int count;
	bool good;
} Folds;

static bool is_dense(const Folds *folds, const Expr *reduce, const Path *at)
{
	const Expr *xs = reduce->kids[2];
	Path array = path_by(at, expr_is(xs, PRIM_MAP)
			     ? "2.1" : "2");

	return layout_is_dense_across(folds->root, folds->map, &array);
}

static void see_folds(Folds *folds, const Expr *e, Path *path)
{
	int depth = path->depth;

	if (expr_is(e, PRIM_REDUCE)) {
		folds->count++;
		folds->good &= reduce_takes_vectors(e)
			    && is_dense(folds, e, path);
		return;
	}
	if (e->kind == EXPR_PRIM && (e->prim == PRIM_ITERATE_UNTIL
				     || e->prim == PRIM_SCAN_SEQ
				     || e->prim == PRIM_REDUCE_SEQ))
		folds->good = false;
	for (int i = 0; i < e->kid_count; i++) {
		if (depth == PATH_MAX_DEPTH) {
			folds->good = false;
			return;
		}
		path->kids[path->depth++] = (unsigned char)i;
		see_folds(folds, e->kids[i], path);
		path->depth = depth;
	}
}

static bool has_folds(const Site *site)
{
	const Expr *body = site->node->kids[0]->kids[0];
	Folds folds = { site->root, &site->path, 0, true };
	Path path = path_by(&site->path, "0.0");

	if (type_has_array(body->type)
	    || straight_operations(site->node->kids[0]) <= hardware_code())
		return false;
	see_folds(&folds, body, &path);
	return folds.good && folds.count >= 2;
}

/* Neighbouring columns are neighbours in memory. */
static bool are_columns(const Site *site)
{
	Path array = path_by(&site->path, "1");
	Layout layout = layout_of_array(site->root, &array);

	for (int i = 0; i < layout.count; i++)
		if (layout.leaves[i].unit != 0)
			return false;
	return layout.count
	    && type_has_array(site->node->kids[1]->type->element);
}

/* Windows that are computed without loops, by more than a scalar function of
 * the elements. */
static bool has_windows(const Site *site)
{
	const Expr *body = site->node->kids[0]->kids[0];

	return expr_is(body, PRIM_MAP)
	    && !type_has_array(body->type->element)
	    && !fact_is_scalar_function(body->kids[0])
	    && straight_operations(body->kids[0]) <= hardware_code()
	    && are_columns(site);
}

static bool lanes_fit(const Task *task, const Derivation *from,
		      const Site *site)
{
	(void)task;
	(void)from;
	return site->length >= 2 && (has_folds(site) || has_windows(site));
}

static void list_width(const Task *task, const Site *site,
		       const Number *given, Numbers *list)
{
	(void)given;
	numbers_width_stored(list, &task->device, site->node->type,
			     site->length);
	if (list->count > 1)
		list->count--;
}

static void in_lanes(Work *work, Path at, int64_t length, int64_t w)
{
	int64_t rest;
	Path vectors;

	while (w > length)
		w /= 2;
	if (w < 2) {
		work_rule(work, &at, "map_seq");
		return;
	}
	rest = length % w;
	if (rest) {
		Path after;

		work_cut(work, &at, "map_cut",
			 amount_shorter(work->task->arena, work->task->program,
					length, rest));
		after = path_by(&at, "1");
		in_lanes(work, after, rest, w);
		at = path_by(&at, "0");
	}
	work_rule_with(work, &at, "vectorise", "I", amount_number(w));
	vectors = path_by(&at, "0");
	work_rule(work, &vectors, "map_seq");
}

static void apply_lanes(Work *work, const Site *site, const Number *given)
{
	Path function = path_by(&site->path, "0");
	Path inner = path_by(&function, "0");

	straight_in_order(work, &function);
	if (has_windows(site)) {
		straight_unroll(work, &function);
		work_rule(work, &inner, "map_seq");
	}
	in_lanes(work, site->path, site->length, given[0].value);
}

const Macro macro_lanes = {
	.name = "columns in lanes",
	.about = "neighbouring columns, whatever is done with each, in the "
		 "lanes of vectors",
	.fits = lanes_fit,
	.count = 1,
	.numbers = { { "lanes", list_width } },
	.apply = apply_lanes,
};
