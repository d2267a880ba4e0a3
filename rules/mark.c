#include "rules/mark.h"

/* A view in a dimension that no parallel map has. */
enum { MARK_FIRST = 1 << 20 };

const Expr *mark(Ir *ir, int number, const Expr *e)
{
	return expr_prim_typed(ir, PRIM_JOIN, MARK_FIRST + number, e->type,
			       NULL, 1, &e);
}

int mark_number(const Expr *e)
{
	return e->kind == EXPR_PRIM && e->index >= MARK_FIRST
	     ? e->index - MARK_FIRST : -1;
}

const Expr *mark_inside(const Expr *e)
{
	while (mark_number(e) >= 0)
		e = e->kids[0];
	return e;
}
