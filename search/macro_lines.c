/* Columns of short rows in one work-item: several rows at a time as one line,
 * which fills vectors, each lane with a reduction of its own; the lanes of one
 * column are reduced in the end (rule column_lines): sums of points in 3-D. */
#include "search/macro.h"
#include "search/nest/facts.h"
#include "search/nest/layout.h"
#include "search/plain.h"
#include "search/space/hardware.h"

/* Lanes of the vectors that hold the results. */
static int64_t lanes_of(const Task *task, const Expr *reduce)
{
	return hardware_lanes(&task->device, reduce->kids[1]->type);
}

/* The vectors of the shortest line of rows of n elements that fills them. */
static int64_t least_vectors(int64_t n, int64_t lanes)
{
	while (n % 2 == 0 && lanes > 1) {
		n /= 2;
		lanes /= 2;
	}
	return n;
}

/* Whether what is reduced are elements of the column alone, which is all or
 * the first part of what the map goes over. */
static bool takes_elements(const Expr *reduce)
{
	const Expr *array = reduce->kids[2];

	if (expr_is(array, PRIM_MAP) && fact_is_closed_under(array->kids[0], 1))
		array = array->kids[1];
	if (array->kind == EXPR_GET && array->index == 0)
		array = array->kids[0];
	return array->kind == EXPR_VAR && array->index == 0;
}

/* The matrix whose columns the map reads is one of whole rows, one after the
 * other in memory. */
static bool are_whole_rows(const Site *site)
{
	const Expr *columns = site->node->kids[1];
	Path rows = path_by(&site->path, "1.0");
	Layout layout;

	if (expr_is(columns, PRIM_ZIP)) {
		columns = columns->kids[0];
		rows = path_by(&site->path, "1.0.0");
	}
	if (!expr_is(columns, PRIM_TRANSPOSE))
		return false;
	layout = layout_of_array(site->root, &rows);
	return layout_is_dense_inside(&layout)
	    && columns_length(site) == fact_length(columns->type->element);
}

static bool lines_fit(const Task *task, const Derivation *from,
		      const Site *site)
{
	const Expr *reduce;
	int64_t lanes;
	Path at;

	(void)from;
	if (site->length < 2 || !are_whole_rows(site))
		return false;
	reduce = reduce_of_map(site->node, &site->path, &at);
	if (!reduce || !takes_elements(reduce)
	    || !reduce_takes_vectors(reduce))
		return false;
	lanes = lanes_of(task, reduce);
	return lanes > 1 && site->length < 2 * lanes && site->length % lanes
	    && fact_length(reduce->kids[2]->type) >= 2 * lanes
	    && rewrite_fits(task->rewriter, site->root, &at, "reduce_strided",
			    false);
}

/* The most that are good, and half of that. */
static void list_vectors(const Task *task, const Site *site,
			 const Number *given, Numbers *list)
{
	Path at;
	const Expr *reduce = reduce_of_map(site->node, &site->path, &at);
	int64_t lanes = lanes_of(task, reduce), v;
	int64_t most = most_accumulators(task, reduce, lanes, 1);
	int64_t least = least_vectors(site->length, lanes);

	(void)given;
	for (v = least; 2 * v <= most; v *= 2)
		;
	numbers_add(list, v, "a block");
	if (v > least)
		numbers_add(list, v / 2, "half a block");
}

/* The map at `at`, all of its elements in vectors, which are kept. */
static void in_vectors(Work *work, const Path *at, int64_t lanes,
		       int64_t vectors)
{
	const int64_t numbers[] = { lanes, vectors };
	const Path joined = path_by(at, "0");

	macro_run(work, at, "columns_of", 2, numbers);
	work_rule(work, &joined, "store_private");
}

/* The plain columns at a place, of whole lines of k rows. */
static void in_lines(Work *work, const Path *at, int64_t k, int64_t lanes,
		     int64_t vectors)
{
	Path line = path_by(at, "1.0.0");

	work_rule_with(work, at, "column_lines", "k", amount_number(k));
	work_tidy(work, &line);
	in_vectors(work, &line, lanes, vectors);
}

/* The vectors of a line, kept at 1.0.0.0 of the columns at a place, are added
 * up to those of the shortest line. */
static void in_short_lines(Work *work, const Path *at, int64_t k,
			   int64_t lanes, int64_t vectors)
{
	Path fold = path_by(at, "1.0.0.0.0.0"), array = path_by(&fold, "2");

	in_lines(work, at, k, lanes, vectors);
	work_tidy(work, &array);
	work_rule(work, &fold, "reduce_unroll");
}

/* The columns, of n, of whole lines. */
static void whole(Work *work, const Path *at, int64_t n, int64_t lanes,
		  int64_t vectors)
{
	int64_t k = vectors * lanes / n, least = least_vectors(n, lanes);
	Path reduce = path_by(at, "0.0.0");

	in_lines(work, at, k, lanes, vectors);
	if (least < vectors)
		in_short_lines(work, at, k / (vectors / least), lanes, least);
	work_rule(work, &reduce, "reduce_seq");
	work_rule(work, &reduce, "reduce_unroll");
}

static void apply_lines(Work *work, const Site *site, const Number *given)
{
	Arena *arena = work->task->arena;
	Path at = site->path, let, first;
	const Expr *reduce = reduce_of_map(site->node, &at, &first);
	int64_t lanes = lanes_of(work->task, reduce);
	int64_t k = given->value * lanes / site->length;
	Amount rows = amount_length(arena, work->task->program,
				    fact_length(reduce->kids[2]->type));

	if (k > rows.value || plain_columns(work, &at, &let)) {
		work_fail(work);
		return;
	}
	first = at;
	if (rows.value % k) {
		work_rule_with(work, &at, "column_cut", "n1",
			       amount_multiple(arena, rows, k));
		first = path_by(&at, "1.0");
	}
	whole(work, &first, site->length, lanes, given->value);
	work_tidy(work, &site->path);
	work_rule(work, &site->path, "map_unroll");
}

const Macro macro_lines = {
	.name = "lines",
	.about = "the columns of short rows, several rows at a time in the "
		 "lanes of vectors",
	.fits = lines_fit,
	.count = 1,
	.numbers = { { "vectors", list_vectors } },
	.apply = apply_lines,
};
