#include "search/nest/reduction.h"

#include "search/nest/facts.h"
#include "search/nest/layout.h"
#include "search/nest/query.h"
#include "search/space/hardware.h"

/* The function applied to each element by a map in the argument, or NULL. */
static const Expr *mapped(const Expr *reduce)
{
	const Expr *array = reduce->kids[2];

	return expr_is(array, PRIM_MAP)
		? array->kids[0] : NULL;
}

bool reduce_is_nested(const Expr *reduce)
{
	const Expr *function = mapped(reduce);

	return fact_is_heavy(reduce->kids[0])
	    || (function && fact_is_heavy(function));
}

bool reduce_is_closed(const Expr *reduce)
{
	const Expr *function = mapped(reduce);

	return fact_is_closed_under(reduce->kids[0], 1)
	    && fact_is_closed_under(reduce->kids[1], 1)
	    && (!function || fact_is_closed_under(function, 1));
}

bool reduce_takes_vectors(const Expr *reduce)
{
	const Expr *function = mapped(reduce);

	return fact_is_scalar_function(reduce->kids[0])
	    && (!function || fact_gives_scalars(function));
}

/* Arrays of scalars in an element, if any, are so short that neighbouring
 * elements are loaded together and sorted by place. */
static bool has_short_rows(const Type *element)
{
	enum { SHORT = 4 };

	for (int i = 0; element->kind == TYPE_TUPLE && i < element->count; i++)
		if (!has_short_rows(element->parts[i]))
			return false;
	return element->kind != TYPE_ARRAY
	    || (element->element->kind == TYPE_SCALAR
		&& fact_length(element) <= SHORT);
}

bool reduce_is_dense(const Expr *root, const Path *at)
{
	const Expr *function = mapped(locate_node(root, at));
	Path array = *at;
	Layout layout;

	place_go(root, WAY_IN, &array);
	if (function)
		place_go(root, WAY_IN, &array);
	layout = layout_of_array(root, &array);
	return layout_is_dense(&layout)
	    || (function && layout_has_dense_rows(&layout)
		&& has_short_rows(function->params[0]));
}

static const Type *element_of(const Expr *reduce)
{
	const Expr *function = mapped(reduce);

	return function ? function->params[0] : reduce->kids[2]->type->element;
}

int64_t reduce_holds(const Expr *reduce)
{
	return type_leaves(reduce->kids[1]->type)
	     + type_leaves(element_of(reduce));
}

int64_t most_accumulators(const Task *task, const Expr *reduce, int64_t w,
			  int64_t rows)
{
	int64_t lanes = hardware_lanes(&task->device, reduce->kids[1]->type);
	int64_t each = w > lanes ? w / lanes : 1;
	int64_t most = hardware_flight();

	each *= rows * type_leaves(reduce->kids[1]->type)
	      + type_leaves(element_of(reduce));
	while (most > 1 && most * each > hardware_registers(&task->device))
		most /= 2;
	return most;
}

/* Sums of wide integers of narrow ones. */
static bool is_wide(const Type *sum)
{
	for (int i = 0; sum->kind == TYPE_TUPLE && i < sum->count; i++)
		if (!is_wide(sum->parts[i]))
			return false;
	return sum->kind == TYPE_TUPLE
	    || (sum->kind == TYPE_SCALAR && scalar_is_int(sum->scalar)
		&& scalar_bytes(sum->scalar) == 8);
}

void numbers_width_of(Numbers *list, const Device *device,
		      const Expr *reduce, int64_t n)
{
	const Expr *function = mapped(reduce);
	const Type *sum = reduce->kids[1]->type;
	const Type *each = function ? function->params[0] : sum;

	if (is_wide(sum) && !type_has_array(each))
		numbers_width_summed(list, device, sum, each, n);
	else
		numbers_width(list, device, sum, n);
}

/* -- in parts -------------------------------------------------------------- */

/* Chunks of one length for all sizes, many enough that it need not be exact, have
 * a round one. */
static Amount rounded(const Task *task, Amount length, int64_t parts)
{
	int64_t unit = 1;

	if (!task->open
	    || !hardware_is_small(task->device.compute_units, parts))
		return length;
	while (4 * unit <= length.value)
		unit *= 2;
	return amount_number((length.value + unit - 1) / unit * unit);
}

Amount chunk_length(const Task *task, const Type *element, int64_t n,
		    int64_t parts)
{
	Amount length = amount_over(task->scratch, amount_length(n), parts);
	int64_t unit = hardware_block(&task->device, element);

	for (; unit > 1; unit /= 2)
		if (hardware_is_small(unit, length.value))
			return amount_multiple(task->scratch, length, unit);
	return rounded(task, length, parts);
}

const Expr *reduce_joined_rows(const Expr *array)
{
	if (expr_is(array, PRIM_MAP))
		array = array->kids[1];
	if (!expr_is(array, PRIM_JOIN))
		return NULL;
	array = array->kids[0];
	return expr_is(array, PRIM_MAP) ? array : NULL;
}

/* -- of a map's elements --------------------------------------------------- */

/* The one reduction in a function's body, in order or not, that is not inside a
 * further function; false when there is none or are several. */
static bool only_reduction(const Expr *body, Path *path)
{
	int depth = path->depth, found = 0;
	Path place = { 0 };

	if (fact_is_reduction(body))
		return true;
	for (int i = 0; i < body->kid_count; i++) {
		if (body->kids[i]->kind == EXPR_LAMBDA)
			continue;
		path->kids[path->depth++] = (unsigned char)i;
		if (only_reduction(body->kids[i], path)) {
			place = *path;
			found++;
		}
		path->depth = depth;
	}
	if (found == 1)
		*path = place;
	return found == 1;
}

const Expr *fold_of_map(const Expr *map, const Path *at, Path *path)
{
	const Expr *reduce = map->kids[0]->kids[0];

	*path = path_kid(at, 0);
	*path = path_kid(path, 0);
	if (!only_reduction(reduce, path))
		return NULL;
	for (int i = at->depth + 2; i < path->depth; i++) {
		if (i + 1 == path->depth && reduce->prim != PRIM_HEAD)
			return NULL;
		reduce = reduce->kids[path->kids[i]];
	}
	return path->depth > at->depth + 2 && fact_joins_scalars(reduce)
		? reduce : NULL;
}

/* -- of columns ----------------------------------------------------------- */

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
	*at = path_kid(at, 0);
	return e->kind == EXPR_PRIM
	    && (e->prim == PRIM_SPLIT || e->prim == PRIM_TAKE
		|| e->prim == PRIM_DROP || e->prim == PRIM_ZIP);
}

int64_t columns_length(const Site *site)
{
	const Type *column = site->node->kids[1]->type->element;
	Path at = path_kid(&site->path, 1);
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
