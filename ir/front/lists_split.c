/* Maps over rows in steps, each of which is known: of what a filter keeps of each
 * row (every row's are kept of all elements at once, and counted row by row), and
 * maps of that. */
#include "ir/front/lists_build.h"

/* -- functions of a row ---------------------------------------------------- */

/* What a function gives, as something else; NULL: it is not known how. */
typedef const Expr *Change(Ir *ir, const Expr *e);

/* The same below the names of its values, which stay. */
static const Expr *below_names(Ir *ir, const Expr *body, Change *change)
{
	const Expr *made;

	if (body->kind != EXPR_LET)
		return change(ir, body);
	made = below_names(ir, body->kids[1], change);
	return made ? expr_let(ir, body->kids[0], made) : NULL;
}

static const Expr *map(Ir *ir, const Expr *f, const Expr *xs)
{
	const Expr *kids[] = { f, xs };

	return expr_prim(ir, PRIM_MAP, 0, NULL, 2, kids);
}

/* body below one parameter of that type. */
static const Expr *function(Ir *ir, const Type *type, const Expr *body)
{
	return expr_lambda(ir, 1, &type, body);
}

/* A map over e's rows by another function of each. */
static const Expr *map_rows(Ir *ir, const Expr *e, Change *change)
{
	const Expr *f = e->kids[0];
	const Expr *body = below_names(ir, f->kids[0], change);

	return body ? map(ir, function(ir, f->params[0], body), e->kids[1])
		    : NULL;
}

bool lists_map_rows(const Expr *e)
{
	return expr_is(e, PRIM_MAP) && type_is(e->type, SHAPE_ROWS)
	    && type_is(e->kids[1]->type, SHAPE_ROWS);
}

/* -- what is kept of each -------------------------------------------------- */

bool lists_is_filter(const Expr *e)
{
	return expr_is(e, PRIM_AT) && expr_is(e->kids[0], PRIM_BUCKET)
	    && plain_is_zero(e->kids[1])
	    && size_is_const(e->kids[0]->sizes[0])
	    && e->kids[0]->sizes[0]->value == 1;
}

/* Each element of what is filtered, and whether it is kept. */
static const Expr *flagged(Ir *ir, const Expr *e)
{
	const Expr *key, *parts[2];

	if (!lists_is_filter(e))
		return NULL;
	key = e->kids[0]->kids[0];
	parts[0] = expr_var(ir, 0, key->params[0]);
	parts[1] = plain_is_first(ir, key->kids[0]);
	return map(ir, function(ir, key->params[0], expr_tuple(ir, 2, parts)),
		   e->kids[0]->kids[1]);
}

static const Expr *sum(Ir *ir)
{
	const Type *number = type_scalar(ir, SCALAR_I64);
	const Type *two[] = { number, number };

	return expr_lambda(ir, 2, two, plain_op(ir, OP_ADD,
			   expr_var(ir, 1, number), expr_var(ir, 0, number)));
}

/* How many of a row of (element, flag) are kept, as a function. */
static const Expr *counting(Ir *ir, const Type *row)
{
	const Type *pair = row->parts[0]->element;
	const Expr *flag = expr_get(ir, 1, expr_var(ir, 0, pair)), *kids[3];

	kids[0] = sum(ir);
	kids[1] = plain_number(ir, 0);
	kids[2] = map(ir, function(ir, pair, expr_if(ir, flag,
						     plain_number(ir, 1),
						     plain_number(ir, 0))),
		      expr_var(ir, 0, row));
	kids[2] = expr_prim(ir, PRIM_REDUCE, 0, NULL, 3, kids);
	return function(ir, row, expr_prim(ir, PRIM_HEAD, 0, NULL, 1,
					   &kids[2]));
}

const Expr *lists_filter_of(Ir *ir, const Expr *e, const Expr **count)
{
	const Expr *flags = lists_map_rows(e) ? map_rows(ir, e, flagged) : NULL;
	const Expr *values;

	if (!flags || !lists_inside_of(ir, flags, &values))
		return NULL;
	*count = counting(ir, flags->kids[0]->kids[0]->type);
	return flags;
}

/* -- in steps -------------------------------------------------------------- */

/* The list that e makes a list of; NULL: of none, or of several. */
static const Expr *list_of(const Expr *e)
{
	const Expr *list = lists_is_filter(e) ? e->kids[0]->kids[1]
			 : expr_is(e, PRIM_MAP) ? e->kids[1]
			 : expr_is(e, PRIM_SCAN) || expr_is(e, PRIM_SCAN_SEQ)
			   ? e->kids[2] : NULL;

	return list && type_is(list->type, SHAPE_LIST) ? list : NULL;
}

/* e of another list, with what else it is made of moved by so many binders. */
static const Expr *of_list(Ir *ir, const Expr *e, const Expr *list, int by)
{
	const Expr *kids[3];
	int last = e->kid_count - 1;

	if (lists_is_filter(e)) {
		kids[0] = of_list(ir, e->kids[0], list, by);
		kids[1] = e->kids[1];
		return expr_prim(ir, PRIM_AT, 0, NULL, 2, kids);
	}
	for (int i = 0; i < last; i++)
		kids[i] = expr_shift(ir, e->kids[i], by, 0);
	kids[last] = list;
	return expr_prim(ir, e->prim, 0, e->sizes, e->kid_count, kids);
}

/* As a Change: that list alone. */
static const Expr *inner(Ir *ir, const Expr *e)
{
	(void)ir;
	return list_of(e);
}

/* What is below all names, of which the row is one. */
static const Expr *below_all(const Expr *body, int *names)
{
	for (*names = 1; body->kind == EXPR_LET; body = body->kids[1])
		++*names;
	return body;
}

/* Whether e, below so many names, knows one of them, but for that list. */
static bool knows(Ir *ir, const Expr *e, int names, const Expr *list)
{
	e = of_list(ir, e, expr_var(ir, names, list->type), 0);
	for (int i = 0; i < names; i++)
		if (expr_uses(e, i))
			return true;
	return false;
}

/* What the list becomes, apart, where nothing else knows the row. */
static const Expr *in_two(Ir *ir, const Expr *e)
{
	int names;
	const Expr *body = below_all(e->kids[0]->kids[0], &names);
	const Expr *list = list_of(body), *first;
	const Type *row;

	if (!list || list->kind == EXPR_VAR || knows(ir, body, names, list))
		return NULL;
	first = map_rows(ir, e, inner);
	if (!first || !type_is(first->type, SHAPE_ROWS))
		return NULL;
	row = first->kids[0]->kids[0]->type;
	return map(ir, function(ir, row, of_list(ir, body,
				expr_var(ir, 0, row), 1 - names)), first);
}

/* A map of what is kept, before it is: (element, what it becomes). */
static const Expr *mapped_first(Ir *ir, const Expr *e)
{
	const Expr *f, *key, *element, *kept, *kids[2];
	const Type *types[2], *type;

	if (!expr_is(e, PRIM_MAP) || !lists_is_filter(e->kids[1]))
		return NULL;
	f = e->kids[0];
	types[0] = f->params[0];
	types[1] = f->type;
	type = type_tuple(ir, 2, types);
	kids[0] = expr_var(ir, 0, types[0]);
	kids[1] = f->kids[0];
	kids[1] = map(ir, function(ir, types[0], expr_tuple(ir, 2, kids)),
		      list_of(e->kids[1]));
	kept = e->kids[1]->kids[0];
	key = kept->kids[0];
	element = expr_get(ir, 0, expr_var(ir, 0, type));
	kids[0] = function(ir, type, plain_apply(ir, key, 1, &element));
	kids[0] = expr_prim(ir, PRIM_BUCKET, 0, kept->sizes, 2, kids);
	kids[1] = e->kids[1]->kids[1];
	return map(ir, function(ir, type, expr_get(ir, 1, expr_var(ir, 0, type))),
		   expr_prim(ir, PRIM_AT, 0, NULL, 2, kids));
}

const Expr *lists_split(Ir *ir, const Expr *e)
{
	const Expr *steps;

	if (!lists_map_rows(e))
		return NULL;
	steps = in_two(ir, e);
	return steps ? steps : map_rows(ir, e, mapped_first);
}
