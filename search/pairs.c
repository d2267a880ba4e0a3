#include "search/pairs.h"

#include "ir/core/algebra.h"
#include "search/nest/facts.h"
#include "search/nest/layout.h"
#include "search/nest/query.h"
#include "search/nest/walk.h"
#include "search/space/hardware.h"

/* An input, a variable, or part of one. */
static const Expr *source_of(const Expr *e)
{
	while (e->kind == EXPR_GET)
		e = e->kids[0];
	return e->kind == EXPR_INPUT || e->kind == EXPR_VAR ? e : NULL;
}

/* Whether e, `depth` binders further inside, is the array. */
static bool is_same(const Expr *e, int depth, const Expr *array)
{
	if (e->kind != array->kind)
		return false;
	if (e->kind == EXPR_GET)
		return e->index == array->index
		    && is_same(e->kids[0], depth, array->kids[0]);
	return e->kind == EXPR_VAR ? e->index - depth == array->index
				   : e == array;
}

/* Whether e reads the array, of which it is `depth` binders further inside. */
static bool reads(const Expr *e, int depth, const Expr *array)
{
	if (is_same(e, depth, array))
		return true;
	for (int i = 0; i < e->kid_count; i++)
		if (reads(e->kids[i], depth + expr_binds(e, i), array))
			return true;
	return false;
}

/* Whether a part of an array, below `depth` binders, and another array read
 * one and the same. */
static bool read_same(const Expr *part, int depth, const Expr *other)
{
	const Expr *source = source_of(part);

	if (source && part->type->kind == TYPE_ARRAY
	    && (source->kind == EXPR_INPUT || source->index >= depth)
	    && reads(other, -depth, part))
		return true;
	for (int i = 0; i < part->kid_count; i++)
		if (read_same(part->kids[i], depth + expr_binds(part, i),
			      other))
			return true;
	return false;
}

/* In the function of a map over columns that a map over rows does for each:
 * how many variables a column has, and a row; none of both outside of such. */
typedef struct Inside {
	int columns, rows;
} Inside;

static bool reads_any(const Expr *e, int first, int count)
{
	for (int i = first; i < first + count; i++)
		if (expr_uses(e, i))
			return true;
	return false;
}

/* Whether it is of a row and a column. */
static bool is_product(const Expr *e, Inside inside)
{
	return reads_any(e, 0, inside.columns)
	    && reads_any(e, inside.columns, inside.rows);
}

/* Whether the pair that was made there of two reductions is worth it: its
 * operator is known, and one array is read once instead of twice, or both are
 * of all pairs of a row and a column, which take tiles only together. */
static bool is_worth(const Task *task, const Expr *made, Inside inside)
{
	const Expr *pair = made->kind == EXPR_LET ? made->kids[0] : made;
	const Expr *reduce, *zip;

	if (!expr_is(pair, PRIM_HEAD))
		return false;
	reduce = pair->kids[0];
	if (!expr_is(reduce, PRIM_REDUCE))
		return false;
	zip = reduce->kids[2];
	return fact_joins_scalars(reduce) && !reduce->kids[0]->open
	    && algebra_monoid(task->program, reduce->kids[0], reduce->kids[1])
	    && expr_is(zip, PRIM_ZIP)
	    && (inside.columns ? is_product(zip->kids[0], inside)
				 && is_product(zip->kids[1], inside)
			       : read_same(zip->kids[0], 0, zip->kids[1]));
}

/* One of a reduction at or below e, outside of functions, and another one below
 * the node at `at`; `depth` variables are bound from there to e. */
static bool make_of(Work *work, const Path *at, const Expr *e, int depth,
		    const Path *path, Inside inside)
{
	if (e->kind == EXPR_LAMBDA || path->depth == PATH_MAX_DEPTH)
		return false;
	if (expr_is(e, PRIM_HEAD) && expr_is(e->kids[0], PRIM_REDUCE)
	    && fact_is_closed_under(e, depth)) {
		Work attempt = *work;

		work_rule_within(&attempt, at, "reduce_pair", path);
		if (attempt.now
		    && is_worth(work->task, work_node(&attempt, at),
				inside)) {
			*work = attempt;
			return true;
		}
	}
	for (int i = 0; i < e->kid_count; i++) {
		const Path kid = path_kid(path, i);

		if (make_of(work, at, e->kids[i], depth + expr_binds(e, i),
			    &kid, inside))
			return true;
	}
	return false;
}

/* An array that the elements of a pair come from alone. */
static void read_once(Work *work, const Path *zip)
{
	Path array;

	work_tidy(work, zip);
	array = place_of(work, zip, WAY_SECOND);
	if (work_try(work, zip, "zip_same"))
		return;
	if (work_try(work, &array, "zip_same"))
		work_try(work, zip, "map_map");
}

/* A map over so few columns that each is reduced in parts. */
static bool are_few_columns(const Work *work, const Expr *map)
{
	const Expr *columns;

	if (!expr_is(map, PRIM_MAP))
		return false;
	columns = map->kids[1];
	return expr_is(columns, PRIM_TRANSPOSE)
	    && columns->type->element->element->kind == TYPE_SCALAR
	    && fact_length(columns->type)
	       < 2 * hardware_lanes(&work->task->device,
				    columns->type->element->element);
}

/* The array of the pair that was made there, or named. */
static Path paired_array(const Work *work, const Path *made)
{
	const bool named = work_node(work, made)->kind == EXPR_LET;
	const Path head = named ? place_of(work, made, WAY_VALUE) : *made;
	const Path reduce = place_of(work, &head, WAY_FIRST);

	return place_of(work, &reduce, WAY_IN);
}

/* One in the function of a map, its elements read once. */
static bool make_inside(Work *work, const Path *map)
{
	const Path body = place_of(work, map, WAY_BODY);
	Path zip;

	if (!make_of(work, &body, work_node(work, &body), 0, &body,
		     (Inside){ 0 }))
		return false;
	zip = paired_array(work, &body);
	read_once(work, &zip);
	return true;
}

/* A map over rows that lie in memory one after the other. */
static bool are_rows(const Work *work, const Path *at, const Expr *map)
{
	const Path array = place_of(work, at, WAY_IN);
	Layout layout;

	if (!expr_is(map, PRIM_MAP) || type_has_array(map->type->element))
		return false;
	layout = layout_of_array(work->now->expr, &array);
	return layout_has_dense_rows(&layout);
}

/* In the function of a map over rows that accumulators fill: what is read once
 * is worth a loop for both. */
static bool make_in_rows(Work *work, const Path *map)
{
	const Path body = place_of(work, map, WAY_BODY);
	Work attempt = *work;
	const Expr *e;

	if (!make_inside(&attempt, map))
		return false;
	e = work_node(&attempt, &body);
	if (!e || e->kind != EXPR_LET || !expr_is(e->kids[0], PRIM_HEAD))
		return false;
	e = e->kids[0]->kids[0];
	if (fact_length(e->kids[2]->type)
	    < hardware_flight() * hardware_lanes(&work->task->device,
						 e->kids[1]->type))
		return false;
	*work = attempt;
	return true;
}

/* In the function of the map over columns that is the function of a map. */
static bool make_of_products(Work *work, const Path *map, const Expr *e)
{
	const Path columns = place_of(work, map, WAY_BODY);
	const Path body = place_of(work, &columns, WAY_BODY);
	const Expr *inner;

	if (!expr_is(e, PRIM_MAP))
		return false;
	inner = e->kids[0]->kids[0];
	return expr_is(inner, PRIM_MAP)
	    && make_of(work, &body, inner->kids[0]->kids[0], 0, &body,
		       (Inside){ inner->kids[0]->index, e->kids[0]->index });
}

static Walk make_there(Work *work, const Path *at)
{
	const Expr *e = work_node(work, at);

	if (e->kind == EXPR_LAMBDA)
		return WALK_PAST;
	return make_of(work, at, e, 0, at, (Inside){ 0 })
	    || make_of_products(work, at, e)
	    || (are_few_columns(work, e) && make_inside(work, at))
	    || (are_rows(work, at, e) && make_in_rows(work, at))
		? WALK_HERE : WALK_ON;
}

bool pairs_make(Work *work)
{
	const Path root = path_root();

	return walk_changes(work, &root, make_there);
}
