#include "search/facts.h"

static bool is_fold(const Expr *e)
{
	return e->kind == EXPR_PRIM
	    && (e->prim == PRIM_REDUCE || e->prim == PRIM_REDUCE_SEQ
		|| e->prim == PRIM_REDUCE_SEQ_UNROLL
		|| e->prim == PRIM_REDUCE_PART || e->prim == PRIM_SCAN_SEQ
		|| e->prim == PRIM_ITERATE || e->prim == PRIM_ITERATE_UNTIL);
}

bool fact_is_heavy(const Expr *e)
{
	if (is_fold(e))
		return true;
	for (int i = 0; i < e->kid_count; i++)
		if (fact_is_heavy(e->kids[i]))
			return true;
	return false;
}

static bool is_flat(const Type *type)
{
	if (type->kind != TYPE_TUPLE)
		return type->kind == TYPE_SCALAR;
	for (int i = 0; i < type->count; i++)
		if (!is_flat(type->parts[i]))
			return false;
	return true;
}

static bool is_scalar(const Expr *e);

/* Stored arrays, or elements of them: lanes can be gathered. */
static bool is_gathered(const Expr *e)
{
	if (e->kind == EXPR_INPUT || e->kind == EXPR_VAR)
		return true;
	if (e->kind == EXPR_GET)
		return is_gathered(e->kids[0]);
	return e->kind == EXPR_PRIM && e->prim == PRIM_AT
	    && is_gathered(e->kids[0]) && is_scalar(e->kids[1]);
}

/* A loop over a state that stays in registers. */
static bool is_iterated(const Expr *e)
{
	if (e->prim != PRIM_ITERATE && e->prim != PRIM_ITERATE_UNTIL)
		return false;
	for (int i = 0; i + 1 < e->kid_count; i++)
		if (!fact_is_scalar_function(e->kids[i]))
			return false;
	return is_scalar(e->kids[e->kid_count - 1]);
}

static bool is_scalar(const Expr *e)
{
	if (e->kind == EXPR_PRIM)
		return is_flat(e->type) && (is_gathered(e) || is_iterated(e));
	if (e->kind == EXPR_LET && is_gathered(e->kids[0]))
		return is_scalar(e->kids[1]);
	if (!is_flat(e->type) || e->kind == EXPR_LAMBDA)
		return false;
	for (int i = 0; i < e->kid_count; i++)
		if (!is_scalar(e->kids[i]))
			return false;
	return true;
}

bool fact_is_scalar_function(const Expr *lambda)
{
	for (int i = 0; i < lambda->index; i++)
		if (!is_flat(lambda->params[i]))
			return false;
	return is_scalar(lambda->kids[0]);
}

bool fact_is_closed_under(const Expr *e, int depth)
{
	for (int i = 0; i < depth && i < e->open; i++)
		if (expr_uses(e, i))
			return false;
	return true;
}

int64_t fact_length(const Type *array)
{
	return array->kind == TYPE_ARRAY && array->length->known
		? array->length->value : 0;
}

bool fact_joins_scalars(const Expr *reduce)
{
	return is_flat(reduce->kids[1]->type);
}

int fact_operations(const Expr *e)
{
	enum { ENOUGH = 1000 };
	int count = e->kind == EXPR_OP || e->kind == EXPR_IF
		 || e->kind == EXPR_CONVERT;

	for (int i = 0; i < e->kid_count && count < ENOUGH; i++)
		count += fact_operations(e->kids[i]);
	return count;
}
