/* Lists and rows mapped, zipped and scattered. */
#include "ir/front/lists_build.h"

static const Expr *map_list(Ir *ir, const Expr *f, const Expr *list)
{
	const Expr *pairs = plain_numbered(ir, list_elements(ir, list));
	const Expr *pair = expr_var(ir, 0, pairs->type->element);
	const Expr *x = expr_get(ir, 0, pair);
	const Expr *y = plain_apply(ir, f, 1, &x);

	y = plain_choice(ir, list_has(ir, list_count(ir, list), 1, pair), y,
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
const Expr *lists_owners(Ir *ir, const Expr *offsets, int64_t most)
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
	const Expr *owner = lists_owners(ir, offset_var, most);
	const Expr *elements = element_of(ir, f, xs,
			expr_var(ir, 2, offsets->type),
			expr_var(ir, 1, owner->type));
	const Expr *rows = plain_list(ir,
		plain_map(ir, elements, plain_indices(ir, most)),
		expr_var(ir, 1, offsets->type));

	return expr_let(ir, offsets, expr_let(ir, owner, rows));
}

const Expr *lists_map_each(Ir *ir, const Expr *f, const Expr *rows,
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
	return lists_map_each(ir, kids[0], kids[1], from->length->value);
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
	const Expr *pairs = plain_numbered(ir, list_elements(ir, list));
	const Expr *pair = expr_var(ir, 0, pairs->type->element);

	return plain_map(ir, expr_if(ir, list_has(ir, list_count(ir, list), 1,
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
