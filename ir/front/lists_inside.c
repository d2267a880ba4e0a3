/* Functions of rows that leave each element where it is: maps, scans and zips of
 * a row, and of its values beside each element (lists_values.c). They are those of
 * all elements at once, and the rows begin where they did. A scan begins anew where a row does:
 * it is one by segments (algebra_is_segmented), in any order where its function
 * is, and each element is read once. */
#include "ir/front/lists_build.h"

typedef struct Inside {
	Ir *ir;
	const Intern *known;
	int by; /* binders that are not around the function */
	const Expr *rows, *values;
} Inside;

/* -- all elements at once -------------------------------------------------- */

/* A part of the function that knows nothing of the row. */
static const Expr *apart(const Inside *in, const Expr *e)
{
	return expr_shift(in->ir, lists_known(in->known, e), in->by - 2, 0);
}

/* Element i, with what else is known of it; all seen from below one binder. */
typedef struct Element {
	const Expr *pair, *i, *inside;
} Element;

static const Expr *elements_of(const Inside *in)
{
	return list_elements(in->ir, in->rows);
}

static Element element_of(const Inside *in, const Expr *all)
{
	const Expr *pair = expr_var(in->ir, 0, all->type->element);
	const Expr *i = expr_get(in->ir, pair->type->count - 1, pair);
	const Expr *total = rows_total(in->ir, in->rows);

	return (Element){ pair, i, plain_op(in->ir, OP_LT, i,
				expr_shift(in->ir, total, 1, 0)) };
}

static const Expr *with_indices(const Inside *in, const Expr *a,
				const Expr *b)
{
	const Expr *kids[] = { a, b ? b : plain_indices(in->ir,
							plain_length(a)),
			       plain_indices(in->ir, plain_length(a)) };

	return expr_prim(in->ir, PRIM_ZIP, 0, NULL, b ? 3 : 2, kids);
}

static const Expr *mapped(const Inside *in, const Expr *f, const Expr *xs)
{
	const Expr *all = with_indices(in, xs, NULL);
	const Element e = element_of(in, all);
	const Expr *x = expr_get(in->ir, 0, e.pair);
	const Expr *y = plain_apply(in->ir, f, 1, &x);

	return plain_map(in->ir, plain_choice(in->ir, e.inside, y,
				plain_zero(in->ir, y->type)), all);
}

/* -- scans ----------------------------------------------------------------- */

/* Whether each element is the first of its row. */
static const Expr *firsts(const Inside *in)
{
	const Type *flag = type_scalar(in->ir, SCALAR_BOOL);
	const int64_t count = plain_length(expr_get(in->ir, 1, in->rows)) - 1;
	const Size *each = size_const(in->ir, count);
	const Size *most = size_const(in->ir, plain_length(elements_of(in)));
	const Expr *no = expr_literal(in->ir, flag, 0);
	const Expr *yes = expr_literal(in->ir, flag, 1);
	const Expr *kids[] = {
		expr_prim(in->ir, PRIM_FILL, 0, &most, 1, &no),
		plain_begins(in->ir, expr_get(in->ir, 1, in->rows)),
		expr_prim(in->ir, PRIM_FILL, 0, &each, 1, &yes),
	};

	return expr_prim(in->ir, PRIM_PERMUTE, 0, NULL, 3, kids);
}

/* (begins a row or is none, the state there or the element): what is none is a
 * segment of its own, zero. */
static const Expr *flagged(const Inside *in, const Expr *f, const Expr *z,
			   const Expr *xs)
{
	Ir *ir = in->ir;
	const Expr *all = with_indices(in, xs, firsts(in));
	const Element e = element_of(in, all);
	const Expr *first = expr_get(ir, 1, e.pair), *x, *parts[2];
	const Expr *args[] = { expr_shift(ir, z, 1, 0),
			       expr_get(ir, 0, e.pair) };

	x = plain_choice(ir, e.inside, args[1], plain_zero(ir, z->type));
	parts[0] = plain_op(ir, OP_OR, first, plain_op(ir, OP_LE, expr_shift(ir,
			rows_total(ir, in->rows), 1, 0), e.i));
	parts[1] = plain_choice(ir, first, plain_apply(ir, f, 1, args), x);
	return plain_map(ir, expr_tuple(ir, 2, parts), all);
}

/* f by segments. */
static const Expr *segmented(const Inside *in, const Expr *f,
			     const Type *pair)
{
	Ir *ir = in->ir;
	const Type *two[] = { pair, pair };
	const Expr *a = expr_var(ir, 1, pair), *b = expr_var(ir, 0, pair);
	const Expr *args[] = { expr_get(ir, 1, a), expr_get(ir, 1, b) };
	const Expr *parts[] = {
		plain_op(ir, OP_OR, expr_get(ir, 0, a), expr_get(ir, 0, b)),
		plain_choice(ir, expr_get(ir, 0, b), args[1],
			     plain_apply(ir, f, 2, args)),
	};

	return expr_lambda(ir, 2, two, expr_tuple(ir, 2, parts));
}

static const Expr *scanned(const Inside *in, const Expr *f, const Expr *z,
			   const Expr *xs)
{
	Ir *ir = in->ir;
	const Expr *all = flagged(in, f, z, xs), *states, *kids[3];
	const Type *pair = all->type->element;

	kids[0] = segmented(in, f, pair);
	kids[1] = plain_zero(ir, pair);
	kids[2] = all;
	states = expr_prim(ir, PRIM_SCAN, 0, NULL, 3, kids);
	return plain_map(ir, expr_get(ir, 1, expr_var(ir, 0, pair)), states);
}

/* The states of a function whose elements are of another type than they. */
static const Expr *scanned_in_order(const Inside *in, const Expr *f,
				    const Expr *z, const Expr *xs)
{
	Ir *ir = in->ir;
	const Expr *all = with_indices(in, xs, firsts(in));
	const Type *types[] = { z->type, all->type->element };
	const Expr *element = expr_var(ir, 0, types[1]);
	const Expr *total = rows_total(ir, in->rows);
	const Expr *state = plain_choice(ir, expr_get(ir, 1, element),
					 expr_shift(ir, z, 2, 0),
					 expr_var(ir, 1, types[0]));
	const Expr *args[] = { state, expr_get(ir, 0, element) };
	const Expr *next = plain_choice(ir,
		plain_op(ir, OP_LT, expr_get(ir, 2, element),
			 expr_shift(ir, total, 2, 0)),
		plain_apply(ir, f, 2, args), plain_zero(ir, z->type));
	const Expr *kids[] = { expr_lambda(ir, 2, types, next), z, all };

	return expr_prim(ir, PRIM_SCAN_SEQ, 0, NULL, 3, kids);
}

/* -- the function ---------------------------------------------------------- */

static const Expr *all_of(const Inside *in, const Expr *e);

static const Expr *zipped(const Inside *in, const Expr *e)
{
	const Expr *parts[64];

	for (int i = 0; i < e->kid_count; i++)
		parts[i] = all_of(in, e->kids[i]);
	return expr_prim(in->ir, PRIM_ZIP, 0, NULL, e->kid_count, parts);
}

static const Expr *all_of(const Inside *in, const Expr *e)
{
	const Expr *f;

	if (e->kind == EXPR_VAR)
		return e->index ? elements_of(in) : in->values;
	if (e->prim == PRIM_ZIP)
		return zipped(in, e);
	f = apart(in, e->kids[0]);
	if (e->prim == PRIM_MAP)
		return mapped(in, f, all_of(in, e->kids[1]));
	return (e->prim == PRIM_SCAN ? scanned : scanned_in_order)
		(in, f, apart(in, e->kids[1]), all_of(in, e->kids[2]));
}

const Expr *lists_inside(Ir *ir, const Expr *body, const Intern *known,
			 const Expr *rows, const Expr *values, int by)
{
	const Inside in = { ir, known, by, rows, values };

	return plain_list(ir, all_of(&in, body), expr_get(ir, 1, rows));
}
