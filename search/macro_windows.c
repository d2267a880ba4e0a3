/* A map of windows, or of rows of windows, in one work-item: elements of a row
 * in the lanes of vectors, several rows at once, so that they share what they
 * load, and what touches padding apart, so that nothing else looks at
 * borders. */
#include "search/folds.h"
#include "search/macro.h"
#include "search/nest/edges.h"
#include "search/nest/facts.h"
#include "search/nest/layout.h"
#include "search/nest/straight.h"
#include "search/nest/windows.h"
#include "search/space/hardware.h"

/* -- where it fits --------------------------------------------------------- */

static Edges edges_of_row(const Site *site)
{
	Path path = site->path;
	const Expr *row = windows_row(site->node, &path);

	return edges_of_map(site->root, &path, row);
}

static bool fits(const Site *site)
{
	Path path = site->path;
	const Expr *row = windows_row(site->node, &path);
	Edges edges = edges_of_row(site);

	return site->length >= 1 && fact_length(row->type) >= 2
	    && !windows_are_scanned(row->kids[1])
	    && windows_operations(site) <= hardware_code()
	    && columns_length(site) <= hardware_flight()
	    && (windows_have_rows(site) || edges.before + edges.after > 0
		|| !fact_is_scalar_function(row->kids[0]));
}

static bool windows_fit(const Task *task, const Derivation *from,
			const Site *site)
{
	Edges edges = edges_of_row(site);

	(void)from;
	return fits(site) && !windows_reduce_rows(&task->device, site)
	    && (!windows_give_arrays(site) || edges.before + edges.after > 0);
}

/* -- its numbers ----------------------------------------------------------- */

static void list_rows(const Task *task, const Site *site, const Number *given,
		      Numbers *list)
{
	Path path = site->path;
	const Expr *row = windows_row(site->node, &path);
	int64_t most = hardware_code() / windows_operations(site);

	(void)task;
	(void)given;
	if (!windows_have_rows(site) || !fact_is_closed_under(row->kids[0], 1))
		most = 1;
	numbers_copies(list, most < site->length ? most : site->length,
		       "row");
}

static void list_width(const Task *task, const Site *site,
		       const Number *given, Numbers *list)
{
	Path path = site->path;
	const Type *row = windows_row(site->node, &path)->type;

	(void)given;
	if (windows_give_arrays(site))
		numbers_add(list, 1, "no vectors");
	else
		numbers_width_stored(list, &task->device, row,
				     fact_length(row));
}

static void list_vectors(const Task *task, const Site *site,
			 const Number *given, Numbers *list)
{
	Path path = site->path;
	int64_t n = fact_length(windows_row(site->node, &path)->type);

	(void)task;
	numbers_add(list, 1, "1 vector");
	if (2 * given[1].value <= n && given[1].value > 1
	    && 2 * given[0].value * windows_operations(site) <= hardware_code())
		numbers_add(list, 2, "2 vectors");
}

/* Elements before the first vector: those that touch padding, or as many as
 * leave all vectors aligned when rows are. */
static void list_before(const Task *task, const Site *site,
			const Number *given, Numbers *list)
{
	Path path = site->path;
	int64_t n = fact_length(windows_row(site->node, &path)->type);
	int64_t before = edges_of_row(site).before, w = given[1].value;
	int64_t aligned = (before + w - 1) / w * w;
	bool rows_are = !windows_have_rows(site) || n % w == 0;

	(void)task;
	if (!rows_are || (aligned != before && aligned < n
			  && !hardware_is_small(w, n)))
		numbers_add(list, before, "borders");
	if (aligned < n)
		numbers_add(list, aligned, "vectors aligned");
	numbers_add(list, before, "borders");
}

/* Inner folds at a time. */
static void list_folds(const Task *task, const Site *site,
		       const Number *given, Numbers *list)
{
	Path path = site->path;
	const Expr *row = windows_row(site->node, &path);
	int64_t length = folds_length(row->kids[0]);
	int64_t lanes = hardware_lanes(&task->device, row->type->element);
	int64_t size = given[1].value > lanes ? given[1].value / lanes : 1;

	if (length && !windows_give_arrays(site))
		numbers_several(list, 1, length, size, "fold");
	else
		numbers_add(list, 1, "1 fold");
}

/* -- a row ----------------------------------------------------------------- */

/* The map over a row, or over a few rows' columns. */
typedef struct Row {
	int64_t length, lanes, vectors;
	Edges edges;
	bool small;    /* there need not be a loop anywhere; */
	bool unrolled; /* nor in the loop over vectors; */
	bool once;     /* nor in what is computed once for a row */
} Row;

static Amount shorter(const Work *work, int64_t length, int64_t by)
{
	return amount_shorter(work->task->arena, work->task->program, length,
			      by);
}

static void by_element(Work *work, const Path *at)
{
	work_rule(work, at, "map_seq");
}

/* What is before and after the rest of a map at *at apart; *at becomes the place
 * of the rest. */
static void cut_edges(Work *work, Path *at, int64_t length, Edges edges)
{
	Path edge;

	if (edges.before) {
		work_cut(work, at, "map_cut", amount_number(edges.before));
		edge = path_by(at, "0");
		by_element(work, &edge);
		*at = path_by(at, "1");
	}
	if (edges.after) {
		work_cut(work, at, "map_cut",
			 shorter(work, length - edges.before, edges.after));
		edge = path_by(at, "1");
		by_element(work, &edge);
		*at = path_by(at, "0");
	}
}

/* A number of whole blocks of vectors. */
static void in_vectors(Work *work, const Path *map, const Row *row)
{
	Path at = path_by(map, "0"), function = path_by(map, "0"), array, inner;

	if (row->length > row->lanes * row->vectors ? row->unrolled
						    : row->once)
		straight_unroll(work, &function);
	work_rule_with(work, map, "vectorise", "I", amount_number(row->lanes));
	array = path_by(&at, "1");
	work_tidy(work, &array);
	if (row->vectors > 1) {
		work_rule_with(work, &at, "split_join", "I",
			       amount_number(row->vectors));
		at = path_by(&at, "0");
		inner = path_by(&at, "0.0");
		work_rule(work, &inner, "map_unroll");
	}
	work_rule(work, &at, "map_seq");
}

/* One vector, of the last elements: some are computed twice where they are
 * fewer. *at becomes the place of what comes before. */
static void last_vector(Work *work, Path *at, Row row)
{
	int64_t left = row.length % row.lanes;
	Amount before = shorter(work, row.length, row.lanes);
	Path last;

	if (left)
		work_overlap(work, at, before,
			     amount_number(row.lanes - left));
	else
		work_cut(work, at, "map_cut", before);
	last = path_by(at, left ? "1.0" : "1");
	row.vectors = 1;
	row.length = row.lanes;
	in_vectors(work, &last, &row);
	*at = path_by(at, "0");
}

/* Blocks of vectors, and what is left over in single ones. */
static void interior(Work *work, Path at, Row row)
{
	while (row.length < row.lanes)
		row.lanes /= 2;
	if (row.lanes < 2) {
		by_element(work, &at);
		return;
	}
	if (row.length % row.lanes) {
		last_vector(work, &at, row);
		row.length -= row.length % row.lanes;
	}
	if (row.length > row.lanes
	    && row.length % (row.lanes * row.vectors)) {
		last_vector(work, &at, row);
		row.length -= row.lanes;
	}
	if (row.length == row.lanes)
		row.vectors = 1;
	in_vectors(work, &at, &row);
}

static void one_row(Work *work, Path at, Row row)
{
	int64_t edges = row.edges.before + row.edges.after;

	if (edges >= row.length) {
		by_element(work, &at);
		return;
	}
	cut_edges(work, &at, row.length, row.edges);
	row.length -= edges;
	interior(work, at, row);
}

/* -- rows ------------------------------------------------------------------ */

/* Of a few rows that are left over: code as short as can be. */
static Row as_rest(Row row)
{
	row.unrolled = row.once = row.small;
	return row;
}

/* All rows of a map over rows at once. */
static void together(Work *work, const Path *at, const Row *row)
{
	Path columns = path_by(at, "0"), body = path_by(at, "0.0.0");
	Path rows = path_by(at, "0.1.0");

	work_rule(work, at, "map_columns");
	work_try(work, &rows, "map_id");
	work_rule(work, &body, "map_unroll");
	one_row(work, columns, *row);
}

static void one_by_one(Work *work, const Path *at, const Row *row)
{
	Path inner = path_by(at, "0.0");

	work_rule(work, at, "map_seq");
	one_row(work, inner, *row);
}

static void in_blocks(Work *work, Path at, int64_t length, int64_t block,
		      const Row *row)
{
	int64_t left = length % block;
	Path rest, function;

	if (left && left < length) {
		const Row few = as_rest(*row);

		work_cut(work, &at, "map_cut", shorter(work, length, left));
		rest = path_by(&at, "1");
		in_blocks(work, rest, left, left, &few);
		at = path_by(&at, "0");
		length -= left;
	}
	function = path_by(&at, "0.0.0");
	if (row->once)
		straight_unroll(work, &function);
	if (block == 1) {
		one_by_one(work, &at, row);
		return;
	}
	if (length > block) {
		work_rule_with(work, &at, "split_join", "I",
			       amount_number(block));
		at = path_by(&at, "0");
		work_rule(work, &at, "map_seq");
		at = path_by(&at, "0.0");
	}
	together(work, &at, row);
}

/* -- all of it ------------------------------------------------------------- */

static Row row_at(const Work *work, const Site *site, const Number *given)
{
	Path path = site->path;
	const Expr *map = windows_row(site->node, &path);
	Row row = { fact_length(map->type), given[1].value, given[2].value,
		    { given[3].value, edges_of_row(site).after },
		    windows_small(site), windows_unrolled(site, given),
		    windows_leave_room(site, given) };

	row.once |= row.small;
	row.unrolled |= row.once;
	return work->rest ? as_rest(row) : row;
}

static void apply_windows(Work *work, const Site *site, const Number *given)
{
	const Row row = row_at(work, site, given);
	Path path = site->path, function;
	bool kept;

	windows_row(site->node, &path);
	function = path_by(&path, "0");
	if (given[4].value > 1)
		folds_in_blocks(work, &function, given[4].value);
	straight_in_order(work, &function);
	kept = straight_keep_named(work, &function);
	if (windows_have_rows(site)) {
		in_blocks(work, site->path, site->length, given[0].value,
			  &row);
		return;
	}
	if (row.once)
		straight_unroll(work, &function);
	else if (!kept && straight_reads_again(&work->task->device, site->node))
		straight_keep(work, &function);
	one_row(work, site->path, row);
}

const Macro macro_windows = {
	.name = "windows",
	.about = "vectors of neighbouring windows, several rows at once, "
		 "borders apart",
	.fits = windows_fit,
	.count = 5,
	.numbers = { { "rows", list_rows }, { "lanes", list_width },
		     { "vectors", list_vectors },
		     { "before", list_before }, { "folds", list_folds } },
	.apply = apply_windows,
};

/* -- what stands in for vectors, and for windows --------------------------- */

/* A row of scalars: windows of one. */
static bool scalars_fit(const Task *task, const Derivation *from,
			const Site *site)
{
	Path array = path_by(&site->path, "1");
	Layout layout = layout_of_array(site->root, &array);

	(void)task;
	(void)from;
	return site->length >= 2 && !windows_have_rows(site)
	    && windows_operations(site) <= hardware_code()
	    && fact_is_scalar_function(site->node->kids[0])
	    && layout_is_dense(&layout);
}

const Macro macro_scalar_windows = {
	.name = "windows",
	.about = "vectors of neighbouring elements, the last of which may "
		 "begin before the end of the others",
	.fits = scalars_fit,
	.count = 5,
	.numbers = { { "rows", list_rows }, { "lanes", list_width },
		     { "vectors", list_vectors },
		     { "before", list_before }, { "folds", list_folds } },
	.apply = apply_windows,
};

/* A row of windows without padding. */
static bool vectors_fit(const Task *task, const Derivation *from,
			const Site *site)
{
	Edges edges = edges_of_row(site);

	(void)task;
	(void)from;
	return site->length >= 2 && !windows_have_rows(site) && fits(site)
	    && !windows_give_arrays(site)
	    && edges.before + edges.after == 0;
}

static void apply_vectors(Work *work, const Site *site, const Number *given)
{
	const Path function = path_by(&site->path, "0");

	straight_in_order(work, &function);
	straight_unroll(work, &function);
	macro_apply(work, site, macro_block(work->task->blocks, "vector_loop"),
		    given);
}

static void list_lanes(const Task *task, const Site *site,
		       const Number *given, Numbers *list)
{
	list_width(task, site, given, list);
	if (list->count > 1)
		list->count--;
}

static void list_blocks(const Task *task, const Site *site,
			const Number *given, Numbers *list)
{
	(void)task;
	numbers_add(list, 1, "1 vector");
	if (2 * given[0].value <= site->length
	    && 2 * windows_operations(site) <= hardware_code())
		numbers_add(list, 2, "2 vectors");
}

const Macro macro_window_vectors = {
	.name = "vectors of windows",
	.about = "a loop over vectors of neighbouring windows",
	.fits = vectors_fit,
	.count = 2,
	.numbers = { { "lanes", list_lanes }, { "vectors", list_blocks } },
	.apply = apply_vectors,
};
