#include "search/nest/tiles.h"

#include "search/nest/facts.h"

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
