/* What functions of rows know of the row as a whole: values of scalars and arrays of
 * known lengths, as a row's sum or its length. They are computed for each row first,
 * and stand beside each of its elements:
 *
 *   map (\r. let m = s r in map (\v. g v m) r) rs
 *     => map (\r w. map (\(v, m). g v m) (zip r w)) rs (a list w of m for each r)
 *
 * so that what is left leaves each element where it is (lists_inside.c). */
#include "ir/front/lists_build.h"

enum { VALUES_MAX = 64 };

/* Below the row, and `lets` names of values of it. */
typedef struct Values {
	Ir *ir;
	const Expr *row; /* its function */
	int lets, count;
	const Expr *values[VALUES_MAX]; /* seen from below the names */
	const Type *type;               /* of all of them; NULL: only counted */
} Values;

/* -- what knows the row ---------------------------------------------------- */

/* Whether e, seen from below `depth` binders more, knows the row or its values. */
static bool knows(const Values *v, const Expr *e, int depth)
{
	for (int i = depth; i <= depth + v->lets; i++)
		if (expr_uses(e, i))
			return true;
	return false;
}

static bool is_value(const Values *v, const Expr *e, int depth)
{
	if (e->kind == EXPR_LAMBDA || type_has_shape(e->type)
	    || !knows(v, e, depth))
		return false;
	for (int i = 0; i < depth; i++)
		if (expr_uses(e, i))
			return false;
	return true;
}

static int number_of(Values *v, const Expr *value)
{
	for (int i = 0; i < v->count; i++)
		if (v->values[i] == value)
			return i;
	if (v->count == VALUES_MAX)
		return 0; /* with_values sees that they are too many */
	v->values[v->count] = value;
	return v->count++;
}

/* -- functions of one element ---------------------------------------------- */

/* e of a function's body: its values counted, or those of (element, values), the
 * function's parameter then. */
static const Expr *replaced(Values *v, const Expr *e, int depth,
			    const Type *pair)
{
	const Expr *kids[64], *both;
	bool same = true;
	int value;

	if (is_value(v, e, depth)) {
		value = number_of(v, expr_shift(v->ir, e, -depth, 0));
		if (!pair)
			return e;
		both = expr_get(v->ir, 1, expr_var(v->ir, depth - 1, pair));
		return v->count == 1 ? both : expr_get(v->ir, value, both);
	}
	if (pair && e->kind == EXPR_VAR && e->index == depth - 1)
		return expr_get(v->ir, 0, expr_var(v->ir, e->index, pair));
	for (int i = 0; i < e->kid_count; i++) {
		kids[i] = replaced(v, e->kids[i], depth + expr_binds(e, i),
				   pair);
		same &= kids[i] == e->kids[i];
	}
	return same ? e : expr_rebuild(v->ir, e, kids);
}

/* The same below the row and its list of values, not below their names. */
static const Expr *lowered(const Values *v, const Expr *e)
{
	return expr_shift(v->ir, e, 1 - v->lets, 0);
}

static const Expr *function(Values *v, const Expr *f, const Type *element)
{
	const Type *parts[] = { element, v->type };
	const Type *pair = type_tuple(v->ir, 2, parts);

	return expr_lambda(v->ir, 1, &pair, replaced(v, f->kids[0], 1, pair));
}

/* -- what leaves each element where it is ---------------------------------- */

static const Expr *row_var(const Values *v, int index)
{
	return expr_var(v->ir, index, v->row->params[0]);
}

static const Expr *elements(Values *v, const Expr *e);

/* A map of elements, whose function may know the row. */
static const Expr *mapped(Values *v, const Expr *e)
{
	const Expr *f = e->kids[0], *all[2], *kids[2];

	all[0] = elements(v, e->kids[1]);
	if (!all[0])
		return NULL;
	if (!knows(v, f, 0)) {
		kids[0] = lowered(v, f);
		kids[1] = all[0];
		return expr_prim(v->ir, PRIM_MAP, 0, NULL, 2, kids);
	}
	if (!v->type) {
		replaced(v, f->kids[0], 1, NULL);
		return e;
	}
	kids[0] = function(v, f, f->params[0]);
	if (knows(v, kids[0], 0))
		return NULL;
	kids[0] = lowered(v, kids[0]);
	all[1] = expr_var(v->ir, 0, type_list_like(v->ir, v->row->params[0],
						   v->type));
	kids[1] = expr_prim(v->ir, PRIM_ZIP, 0, NULL, 2, all);
	return kids[1] ? expr_prim(v->ir, PRIM_MAP, 0, NULL, 2, kids) : NULL;
}

/* Kids from that one on have an element for each of the row; those before know
 * nothing of it. */
static const Expr *kept(Values *v, const Expr *e, int first)
{
	const Expr *kids[64];

	for (int i = 0; i < e->kid_count; i++) {
		if (i < first && knows(v, e->kids[i], 0))
			return NULL;
		kids[i] = i < first ? lowered(v, e->kids[i])
				    : elements(v, e->kids[i]);
		if (!kids[i])
			return NULL;
	}
	return v->type ? expr_prim(v->ir, e->prim, 0, NULL, e->kid_count, kids)
		       : e;
}

/* e below the row and the list of its values; while they are counted, e. NULL: it
 * moves elements, or knows more of the row. */
static const Expr *elements(Values *v, const Expr *e)
{
	if (e->kind == EXPR_VAR)
		return e->index == v->lets ? row_var(v, 1) : NULL;
	if (e->kind != EXPR_PRIM)
		return NULL;
	switch (e->prim) {
	case PRIM_ZIP: return kept(v, e, 0);
	case PRIM_MAP: return mapped(v, e);
	case PRIM_SCAN:
	case PRIM_SCAN_SEQ: return kept(v, e, 2);
	default: return NULL;
	}
}

/* -- the function ---------------------------------------------------------- */

/* What the body gives, below names of the row's values; lists that have names are
 * put where they are used. */
static const Expr *named(Values *v, const Expr *body, const Expr **names)
{
	while (body->kind == EXPR_LET && v->lets < VALUES_MAX) {
		const Expr *value = body->kids[0];

		if (type_has_shape(value->type)) {
			body = expr_substitute(v->ir, body->kids[1], 1, &value);
			continue;
		}
		names[v->lets++] = value;
		body = body->kids[1];
	}
	return body;
}

/* Whether it reads elements one by one, which an empty row does not have. */
static bool reads(const Expr *e)
{
	bool found = (expr_is(e, PRIM_AT) || expr_is(e, PRIM_HEAD))
		  && type_has_shape(e->kids[0]->type);

	for (int i = 0; !found && i < e->kid_count; i++)
		found = reads(e->kids[i]);
	return found;
}

/* e, below `depth` names; zero for a row without elements, where nobody asks. */
static const Expr *guarded(const Values *v, const Expr *e, int depth)
{
	const Expr *length = expr_get(v->ir, 1, row_var(v, depth));

	return !reads(e) ? e : plain_choice(v->ir,
		plain_op(v->ir, OP_LT, plain_number(v->ir, 0), length), e,
		plain_zero(v->ir, e->type));
}

/* The function of a row that gives its values. */
static const Expr *values_of(Values *v, const Expr *const *names)
{
	const Expr *values[VALUES_MAX], *all;

	for (int i = 0; i < v->count; i++)
		values[i] = guarded(v, v->values[i], v->lets);
	all = v->count == 1 ? values[0] : expr_tuple(v->ir, v->count, values);
	v->type = all->type;
	for (int i = v->lets - 1; i >= 0; i--)
		all = expr_let(v->ir, guarded(v, names[i], i), all);
	return expr_lambda(v->ir, 1, v->row->params, all);
}

const Expr *lists_inside_of(Ir *ir, const Expr *e, const Expr **values)
{
	const Expr *names[VALUES_MAX], *body;
	Values v = { .ir = ir };

	*values = NULL;
	if (!lists_map_rows(e))
		return NULL;
	v.row = e->kids[0];
	body = named(&v, v.row->kids[0], names);
	if (body->kind != EXPR_PRIM || body->prim == PRIM_ZIP
	    || !elements(&v, body) || v.count == VALUES_MAX)
		return NULL;
	v.type = type_scalar(ir, SCALAR_I64); /* of a list that nobody reads */
	if (v.count)
		*values = values_of(&v, names);
	return elements(&v, body);
}
