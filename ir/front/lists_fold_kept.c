/* Folds of what a filter keeps. */
#include "ir/core/algebra.h"
#include "ir/front/lists_build.h"

/* The filter (at 0 of one bucket) below maps of lists; NULL: it is none. */
static const Expr *filter_of(const Expr *list)
{
	while (expr_is(list, PRIM_MAP) && type_is(list->type, SHAPE_LIST))
		list = list->kids[1];
	return lists_is_filter(list) ? list->kids[0] : NULL;
}

bool lists_folds_kept(const Expr *e)
{
	const Expr *bucket = expr_is(e, PRIM_REDUCE)
			  || expr_is(e, PRIM_REDUCE_SEQ)
			   ? filter_of(e->kids[2]) : NULL;

	return bucket && bucket->kids[1]->type->kind == TYPE_ARRAY
	    && size_is_const(bucket->kids[1]->type->length)
	    && !type_has_shape(bucket->kids[1]->type)
	    && !type_has_shape(e->type);
}

/* What the maps make of x, which is seen from below `under` binders. */
static const Expr *mapped(Ir *ir, const Expr *list, const Intern *known,
			  int under, const Expr *x)
{
	if (!expr_is(list, PRIM_MAP))
		return x;
	x = mapped(ir, list->kids[1], known, under, x);
	return plain_apply(ir, lists_known(known, list->kids[0]), under, &x);
}

const Expr *lists_fold_kept(Ir *ir, const Expr *e, const Intern *known,
			    const Expr *const *kids)
{
	const Expr *bucket = filter_of(e->kids[2]);
	const Expr *key = lists_known(known, bucket->kids[0]);
	const Expr *xs = lists_known(known, bucket->kids[1]);
	const Expr *x = expr_var(ir, 0, xs->type->element);
	const Expr *neutral = e->prim == PRIM_REDUCE
		? algebra_unit_exact(ir, kids[0], kids[1]) : NULL;
	const int under = neutral ? 1 : 2;
	const Expr *kept = plain_is_first(ir, plain_apply(ir, key, under, &x));
	const Expr *value = mapped(ir, e->kids[2], known, under, x);
	const Type *params[] = { kids[1]->type, xs->type->element };
	const Expr *state = expr_var(ir, 1, kids[1]->type);
	const Expr *args[] = { state, value };
	const Expr *made[] = { kids[0], kids[1], xs };

	if (neutral) {
		made[2] = plain_map(ir, plain_choice(ir, kept, value, neutral),
				    xs);
		return expr_prim(ir, PRIM_REDUCE, 0, NULL, 3, made);
	}
	made[0] = expr_lambda(ir, 2, params, plain_choice(ir, kept,
				plain_apply(ir, kids[0], 2, args), state));
	return expr_prim(ir, PRIM_REDUCE_SEQ, 0, NULL, 3, made);
}
