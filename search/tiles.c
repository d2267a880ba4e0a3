#include "search/tiles.h"

#include "search/facts.h"

const Expr *tiles_reduced(const Expr *map)
{
	const Expr *e;

	if (!expr_is(map, PRIM_MAP))
		return NULL;
	e = map->kids[0]->kids[0];
	if (!expr_is(e, PRIM_MAP) || !fact_is_closed_under(e->kids[1], 1))
		return NULL;
	e = e->kids[0]->kids[0];
	return expr_is(e, PRIM_HEAD) && expr_is(e->kids[0], PRIM_REDUCE)
		? e->kids[0]->kids[2] : NULL;
}

const Expr *tiles_pairs(const Expr *map)
{
	const Expr *inner = map->kids[0]->kids[0], *reduce;
	const Expr *array = tiles_reduced(map);

	if (!array)
		return NULL;
	reduce = inner->kids[0]->kids[0]->kids[0];
	if (!fact_joins_scalars(reduce)
	    || !fact_is_closed_under(reduce->kids[0], 2))
		return NULL;
	if (expr_is(array, PRIM_MAP))
		array = array->kids[1];
	return expr_is(array, PRIM_ZIP) && array->kid_count == 2
	    && array->kids[0]->kind == EXPR_VAR && array->kids[0]->index == 1
	    && array->kids[1]->kind == EXPR_VAR && array->kids[1]->index == 0
		? inner : NULL;
}
