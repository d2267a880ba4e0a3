/* Lists mapped, folded and scanned. */
#include "ir/front/lists_build.h"

#include <assert.h>

/* (element, its index) for each of an array. */
static const Expr *numbered(Ir *ir, const Expr *elements)
{
	return plain_zip(ir, elements, plain_indices(ir,
						     plain_length(elements)));
}

/* Whether the pair, seen from below `under` binders, is one of the list. */
static const Expr *is_below(Ir *ir, const Expr *count, int under,
			    const Expr *pair)
{
	return plain_op(ir, OP_LT, expr_get(ir, 1, pair),
			expr_shift(ir, count, under, 0));
}

static const Expr *map_list(Ir *ir, const Expr *f, const Expr *list)
{
	const Expr *pairs = numbered(ir, list_elements(ir, list));
	const Expr *pair = expr_var(ir, 0, pairs->type->element);
	const Expr *x = expr_get(ir, 0, pair);
	const Expr *y = plain_apply(ir, f, 1, &x);

	y = plain_choice(ir, is_below(ir, list_count(ir, list), 1, pair), y,
			 plain_zero(ir, y->type));
	return plain_list(ir, plain_map(ir, y, pairs), list_count(ir, list));
}

/* -- over rows, and to rows ------------------------------------------------ */

/* A row's element whose index is known to be one of the row's is read where it is
 * among all: a row is no array of its own that a loop reads. An index that is
 * looked at is an `if` (lists_at). */
static const Expr *read_apart(Ir *ir, const Expr *e, const Expr *row)
{
	const Expr *kids[64];
	bool same = true;

	if (expr_is(e, PRIM_AT) && e->kids[0] == row
	    && e->kids[1]->kind != EXPR_IF)
		return plain_element(ir, row, e->kids[1]);
	for (int i = 0; i < e->kid_count; i++) {
		kids[i] = read_apart(ir, e->kids[i], expr_shift(ir, row,
						expr_binds(e, i), 0));
		same &= kids[i] == e->kids[i];
	}
	return same ? e : expr_rebuild(ir, e, kids);
}

/* What f gives for element j, both seen from below `under` binders. */
static const Expr *applied(Ir *ir, const Expr *f, const Expr *xs, int under,
			   const Expr *j)
{
	const Expr *below = expr_shift(ir, xs, under, 0), *element;

	if (xs->type->kind == TYPE_ARRAY) {
		element = plain_at(ir, below, j);
		return plain_apply(ir, f, under, &element);
	}
	element = rows_at(ir, below, j);
	return read_apart(ir, plain_apply(ir, f, under, &element),
			  list_elements(ir, element));
}

/* Where each row begins, from how many elements f gives for each. */
static const Expr *offsets_of(Ir *ir, const Expr *f, const Expr *xs,
			      int64_t count, int64_t most)
{
	const Size *size = size_const(ir, most);
	const Expr *j = expr_var(ir, 0, type_scalar(ir, SCALAR_I64));
	const Expr *row = applied(ir, f, xs, 1, j);
	const Expr *sums = plain_sums(ir, plain_map(ir, list_count(ir, row),
						    plain_indices(ir, count)));

	return expr_prim(ir, PRIM_ASCENDING, 0, &size, 1, &sums);
}

static const Expr *largest(Ir *ir)
{
	const Type *number = type_scalar(ir, SCALAR_I64);
	const Type *two[] = { number, number };

	return expr_lambda(ir, 2, two, plain_op(ir, OP_MAX,
			   expr_var(ir, 1, number), expr_var(ir, 0, number)));
}

/* The row of each of `most` elements: the last one that begins before it. */
static const Expr *owners(Ir *ir, const Expr *offsets, int64_t most)
{
	const Size *all = size_const(ir, most);
	const Expr *zero = plain_number(ir, 0);
	const Expr *kids[] = { expr_prim(ir, PRIM_FILL, 0, &all, 1, &zero),
			       plain_begins(ir, offsets),
			       plain_indices(ir, plain_length(offsets) - 1) };
	const Expr *scan[] = { largest(ir), zero,
			       expr_prim(ir, PRIM_PERMUTE, 0, NULL, 3, kids) };

	return expr_prim(ir, PRIM_SCAN, 0, NULL, 3, scan);
}

/* Element e of all: that of its row. Seen from below offsets, owners and e. */
static const Expr *element_of(Ir *ir, const Expr *f, const Expr *xs,
			      const Expr *offsets, const Expr *owner)
{
	const Expr *e = expr_var(ir, 0, type_scalar(ir, SCALAR_I64));
	const Expr *j = plain_at(ir, owner, e);
	const Expr *row = applied(ir, f, xs, 3, j), *x;
	const Expr *all = plain_at(ir, offsets, plain_number(ir,
						plain_length(offsets) - 1));

	x = plain_element(ir, list_elements(ir, row),
			  plain_op(ir, OP_SUB, e, plain_at(ir, offsets, j)));
	return plain_choice(ir, plain_op(ir, OP_LT, e, all), x,
			    plain_zero(ir, x->type));
}

/* f gives a list for each of xs, an array or rows; at most `most` elements. */
static const Expr *map_to_rows(Ir *ir, const Expr *f, const Expr *xs,
			       int64_t count, int64_t most)
{
	const Expr *offsets = offsets_of(ir, f, xs, count, most);
	const Expr *offset_var = expr_var(ir, 0, offsets->type);
	const Expr *owner = owners(ir, offset_var, most);
	const Expr *elements = element_of(ir, f, xs,
			expr_var(ir, 2, offsets->type),
			expr_var(ir, 1, owner->type));
	const Expr *rows = plain_list(ir,
		plain_map(ir, elements, plain_indices(ir, most)),
		expr_var(ir, 1, offsets->type));

	return expr_let(ir, offsets, expr_let(ir, owner, rows));
}

static const Expr *map_each(Ir *ir, const Expr *f, const Expr *rows,
			    int64_t count)
{
	const Expr *j = expr_var(ir, 0, type_scalar(ir, SCALAR_I64));

	return plain_map(ir, applied(ir, f, rows, 1, j),
			 plain_indices(ir, count));
}

const Expr *lists_map(Ir *ir, const Expr *e, const Expr *const *kids)
{
	const Type *from = e->kids[1]->type;

	if (type_is(from, SHAPE_LIST))
		return map_list(ir, kids[0], kids[1]);
	if (type_is(e->type, SHAPE_ROWS))
		return map_to_rows(ir, kids[0], kids[1], e->type->length->value,
				   e->type->parts[0]->length->value);
	return map_each(ir, kids[0], kids[1], from->length->value);
}

/* -- folds and scans ------------------------------------------------------- */

/* One step from the state, seen from below (state, pair). */
static const Expr *step_of(Ir *ir, const Expr *f, const Expr *list,
			   const Expr *state, const Expr *pair)
{
	const Expr *args[] = { state, expr_get(ir, 0, pair) };

	return plain_choice(ir, is_below(ir, list_count(ir, list), 2, pair),
			    plain_apply(ir, f, 2, args), state);
}

/* f over all elements that there may be; the others change nothing. */
static const Expr *masked(Ir *ir, Prim prim, const Expr *f, const Expr *z,
			  const Expr *list)
{
	const Expr *pairs = numbered(ir, list_elements(ir, list));
	const Type *params[] = { z->type, pairs->type->element };
	const Expr *next = step_of(ir, f, list, expr_var(ir, 1, params[0]),
				   expr_var(ir, 0, params[1]));
	const Expr *made[] = { expr_lambda(ir, 2, params, next), z, pairs };

	return expr_prim(ir, prim, 0, NULL, 3, made);
}

/* A loop that ends where the list does: (state, index) from step to step. */
static const Expr *fold_until(Ir *ir, const Expr *f, const Expr *z,
			      const Expr *list)
{
	const Expr *elements = list_elements(ir, list);
	const Size *most = elements->type->length;
	const Expr *start = plain_list(ir, z, plain_number(ir, 0));
	const Expr *now = expr_var(ir, 0, start->type);
	const Expr *i = expr_get(ir, 1, now);
	const Expr *args[] = { expr_get(ir, 0, now),
			plain_element(ir, expr_shift(ir, elements, 1, 0), i) };
	const Expr *next = plain_list(ir, plain_apply(ir, f, 1, args),
			plain_op(ir, OP_ADD, i, plain_number(ir, 1)));
	const Expr *over = plain_op(ir, OP_LE, expr_shift(ir,
			list_count(ir, list), 1, 0), i);
	const Expr *kids[] = { expr_lambda(ir, 1, &start->type, over),
			       expr_lambda(ir, 1, &start->type, next), start };

	return expr_get(ir, 0, expr_prim(ir, PRIM_ITERATE_UNTIL, 0, &most, 3,
					 kids));
}

/* A row is much shorter than all rows: it is gone through alone. */
const Expr *lists_fold(Ir *ir, const Expr *e, const Expr *const *kids)
{
	const Size *one = size_const(ir, 1);
	const Expr *result;

	if (size_is_const(e->kids[2]->type->parts[0]->length))
		return masked(ir, PRIM_REDUCE_SEQ, kids[0], kids[1], kids[2]);
	result = fold_until(ir, kids[0], kids[1], kids[2]);
	return expr_prim(ir, PRIM_FILL, 0, &one, 1, &result);
}

const Expr *lists_scan(Ir *ir, const Expr *e, const Expr *const *kids)
{
	(void)e;
	return plain_list(ir, masked(ir, PRIM_SCAN_SEQ, kids[0], kids[1],
				     kids[2]), list_count(ir, kids[2]));
}

/* -- lists of one length --------------------------------------------------- */

const Expr *lists_zip(Ir *ir, const Expr *e, const Expr *const *kids)
{
	const Expr *all[64];

	for (int i = 0; i < e->kid_count; i++)
		all[i] = list_elements(ir, kids[i]);
	return plain_list(ir, expr_prim(ir, PRIM_ZIP, 0, NULL, e->kid_count,
					all), list_count(ir, kids[0]));
}

const Expr *lists_unzip(Ir *ir, const Expr *e, const Expr *const *kids)
{
	const Expr *elements = list_elements(ir, kids[0]), *parts[64];
	const Expr *count = list_count(ir, kids[0]);

	elements = expr_prim(ir, PRIM_UNZIP, 0, NULL, 1, &elements);
	for (int i = 0; i < e->type->count; i++)
		parts[i] = plain_list(ir, expr_get(ir, i, elements), count);
	return expr_tuple(ir, e->type->count, parts);
}

/* Where elements go: those beyond the list's end nowhere. */
static const Expr *places(Ir *ir, const Expr *list)
{
	const Expr *pairs = numbered(ir, list_elements(ir, list));
	const Expr *pair = expr_var(ir, 0, pairs->type->element);

	return plain_map(ir, expr_if(ir, is_below(ir, list_count(ir, list), 1,
						  pair),
				     plain_i64(ir, expr_get(ir, 0, pair)),
				     plain_number(ir, -1)), pairs);
}

const Expr *lists_scatter(Ir *ir, const Expr *e, const Expr *const *kids)
{
	const int last = e->kid_count - 1;
	const Expr *made[4];

	for (int i = 0; i < last - 1; i++)
		made[i] = kids[i];
	made[last - 1] = places(ir, kids[last - 1]);
	made[last] = list_elements(ir, kids[last]);
	return expr_prim(ir, e->prim, 0, NULL, e->kid_count, made);
}
