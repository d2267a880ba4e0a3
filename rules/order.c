#include "rules/order.h"

/* How often it is evaluated, as far as it is written down. */
static int open_orders(const Expr *e)
{
	int count = e->kind == EXPR_PRIM && e->prim == PRIM_REORDER;

	for (int i = 0; e->unordered && i < e->kid_count; i++)
		count += open_orders(e->kids[i]);
	return count;
}

static int orders_written(const Pat *pat)
{
	int count = pat->kind == PAT_REORDER;

	for (int i = 0; i < pat->kid_count; i++)
		count += orders_written(pat->kids[i]);
	return count;
}

bool order_is_copied(const Match *match, const Expr *node, const Expr *made)
{
	const Way *way = match->way;

	return made->unordered
	    && open_orders(made) > open_orders(node)
				   + orders_written(way->to)
				   - orders_written(way->from);
}
