#include "search/indexed.h"

#include "search/nest/facts.h"

/* A map over indices while its arrays become its elements: zip of what was
 * found and, at the end of `found` pairs, the indices. */
typedef struct Indexed {
	Work *work;
	Path map;
	int found;
	int depth; /* binders around what was looked for */
	int rows;  /* binders around a map over rows */
	const Expr *refused; /* the last array of which others are taken */
} Indexed;

/* The index, `depth` binders inside of the function. */
static bool is_index(const Indexed *in, const Expr *e, int depth)
{
	for (int i = 0; i < in->found; i++, e = e->kids[0])
		if (e->kind != EXPR_GET || e->index != 1)
			return false;
	return e->kind == EXPR_VAR && e->index == depth;
}

static bool is_at_index(const Indexed *in, const Expr *e, int depth)
{
	return expr_is(e, PRIM_AT) && is_index(in, e->kids[1], depth);
}

/* The array that an element, a row, ... is taken of, by so many indices. */
static const Expr *root_of(const Expr *e, int *indices)
{
	for (*indices = 0; expr_is(e, PRIM_AT); ++*indices)
		e = e->kids[0];
	return e;
}

/* Elements, by the same number of indices, of one array. */
static bool is_kin(const Expr *a, const Expr *b)
{
	int of_a, of_b;

	return root_of(a, &of_a) == root_of(b, &of_b) && of_a == of_b;
}

/* Whether e, `depth` binders inside of the function, takes other elements near
 * that of the index, too, or of the array's element at the index those that only
 * loops inside know: a stencil, which windows are. */
static bool takes_others(const Indexed *in, const Expr *e, int depth,
			 const Expr *array)
{
	Ir *ir = in->work->task->program->ir;

	if (expr_is(e, PRIM_AT) && is_kin(e->kids[0], array)
	    && !is_index(in, e->kids[1], depth)
	    && !fact_is_closed_under(e->kids[1], depth + 1))
		return true;
	if (expr_is(e, PRIM_AT) && is_at_index(in, e->kids[0], depth)
	    && e->kids[0]->kids[0] == array
	    && !fact_is_closed_under(e->kids[1], depth))
		return true;
	for (int i = 0; i < e->kid_count; i++) {
		int binds = expr_binds(e, i);

		if (takes_others(in, e->kids[i], depth + binds,
				 expr_shift(ir, array, binds, 0)))
			return true;
	}
	return false;
}

/* -- what is looked for ---------------------------------------------------- */

typedef bool Wanted(Indexed *in, const Expr *e, int depth);

/* The first such node in e, `depth` binders inside of the function. */
static bool find(Indexed *in, const Expr *e, int depth, Wanted *wanted,
		 Path *path)
{
	int length = path->depth;

	in->depth = depth;
	if (wanted(in, e, depth))
		return true;
	for (int i = 0; i < e->kid_count && length < PATH_MAX_DEPTH - 8; i++) {
		path->kids[path->depth++] = (unsigned char)i;
		if (find(in, e->kids[i], depth + expr_binds(e, i), wanted,
			 path))
			return true;
		path->depth = length;
	}
	return false;
}

static const Expr *body_of(const Indexed *in)
{
	return work_node(in->work, &in->map)->kids[0]->kids[0];
}

/* The element at the index of an array around the map. */
static bool is_element(Indexed *in, const Expr *e, int depth)
{
	const Expr *array;

	if (!is_at_index(in, e, depth)
	    || !fact_is_closed_under(e->kids[0], depth + 1))
		return false;
	array = expr_shift(in->work->task->program->ir, e->kids[0], -depth, 0);
	if (array == in->refused)
		return false;
	if (!takes_others(in, body_of(in), 0, array))
		return true;
	in->refused = array;
	return false;
}

static bool is_parameter(const Expr *e, int depth)
{
	while (e->kind == EXPR_GET)
		e = e->kids[0];
	return e->kind == EXPR_VAR && e->index == depth;
}

/* The element at the index of a row, or of a part of it, in the function of the
 * map over rows. */
static bool is_of_row(Indexed *in, const Expr *e, int depth)
{
	return is_at_index(in, e, depth)
	    && is_parameter(e->kids[0], depth - in->rows - 1);
}

/* The first such in the body of that function, at *place, which becomes its own:
 * the row, as the function sees it; NULL when there is none. */
static const Expr *find_row(Indexed *in, const Expr *body, int depth,
			    Path *place)
{
	const Expr *row;
	int from = place->depth;
	Path within = { 0 };

	in->rows = depth;
	if (!find(in, body, depth + 1, is_of_row, place))
		return NULL;
	for (int i = from; i < place->depth; i++)
		within = path_kid(&within, place->kids[i]);
	row = locate_node(body, &within)->kids[0];
	row = expr_shift(in->work->task->program->ir, row,
			 depth + 1 - in->depth, 0);
	in->depth = depth;
	return row;
}

/* The rows, which are a part of what the map is over. */
static const Expr *rows_of(const Expr *row, const Expr *array)
{
	const Expr *whole;

	if (row->kind != EXPR_GET)
		return array;
	whole = rows_of(row->kids[0], array);
	return expr_is(whole, PRIM_ZIP) ? whole->kids[row->index] : whole;
}

/* A map over rows around the map, of each of which it takes that element. */
static bool is_over_rows(Indexed *in, const Expr *e, int depth)
{
	Path place = { 0 };
	const Expr *row;

	if (!expr_is(e, PRIM_MAP))
		return false;
	row = find_row(in, e->kids[0]->kids[0], depth, &place);
	return row && fact_is_closed_under(rows_of(row, e->kids[1]), depth + 1)
	    && !takes_others(in, e->kids[0]->kids[0], depth + 1, row);
}

/* -- rules ----------------------------------------------------------------- */

/* map (\i. f i (g i)) becomes a map of pairs at that place; *made that of
 * map g of the indices. */
static void keep(Indexed *in, const Path *place, Path *made)
{
	work_rule_within(in->work, &in->map, "map_keep", place);
	*made = path_by(&in->map, "1.0");
	for (int i = 0; i < in->found; i++)
		work_rule(in->work, made, "map_zip_right");
	in->found++;
}

static bool take_element(Indexed *in)
{
	Path place = path_by(&in->map, "0.0"), made;

	if (!find(in, body_of(in), 0, is_element, &place))
		return false;
	keep(in, &place, &made);
	work_rule(in->work, &made, "take_elements");
	return true;
}

/* A map that needs only that part of pairs. */
static void of_rows(Work *work, const Path *map, const Expr *row)
{
	if (row->kind != EXPR_GET)
		return;
	of_rows(work, map, row->kids[0]);
	work_try(work, map, row->index ? "map_zip_right" : "map_zip_left");
}

/* Of a map over rows: its columns. */
static bool take_columns(Indexed *in)
{
	Path rows = path_by(&in->map, "0.0"), place, made, each;
	const Expr *row;

	if (!find(in, body_of(in), 0, is_over_rows, &rows))
		return false;
	place = path_by(&rows, "0.0");
	row = find_row(in, work_node(in->work, &place), in->depth, &place);
	if (!row)
		return false;
	work_rule_within(in->work, &rows, "map_keep", &place);
	place = path_by(&rows, work_try(in->work, &rows, "map_zip_left")
			       ? "1" : "1.0");
	of_rows(in->work, &place, row);
	keep(in, &place, &made);
	work_rule(in->work, &made, "map_interchange");
	each = path_by(&made, "0.0.0");
	work_rule(in->work, &each, "take_elements");
	return true;
}

/* Indices that nothing uses any more. */
static void drop_indices(Work *work, const Path *map, int found)
{
	Work attempt = *work;

	for (int i = 2; i < found; i++)
		work_rule(&attempt, map, "map_zip_pair");
	if (found)
		work_rule(&attempt, map, found == 1 ? "map_zip_left"
						    : "map_zip_first");
	if (attempt.now)
		*work = attempt;
}

/* A let around the map ends when what it names is used once; then the map is
 * elsewhere. */
static void elements_of(Work *work, const Path *at)
{
	enum { ARRAYS_MAX = 8 };
	Work attempt = *work;
	Indexed in = { .work = &attempt, .map = *at };
	int found = 0;

	while (found < ARRAYS_MAX && work_is(&attempt, at, PRIM_MAP)
	       && (take_element(&in) || take_columns(&in)) && attempt.now) {
		*work = attempt;
		found = in.found;
	}
	drop_indices(work, at, found);
}

void indexed_elements(Work *work, const Path *at)
{
	const Expr *e = work_node(work, at);

	if (!e || at->depth >= PATH_MAX_DEPTH - 8)
		return;
	for (int i = 0; i < e->kid_count; i++) {
		const Path kid = path_kid(at, i);

		indexed_elements(work, &kid);
	}
	e = work_node(work, at);
	if (e && expr_is(e, PRIM_MAP) && expr_is(e->kids[1], PRIM_GENERATE))
		elements_of(work, at);
}
