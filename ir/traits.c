#include "ir/traits.h"

static bool is_scalar(const Type *type)
{
	return type->kind == TYPE_SCALAR || type->kind == TYPE_VECTOR;
}

static bool is_float(const Expr *e)
{
	return is_scalar(e->type) && scalar_is_float(e->type->scalar);
}

static bool is_comparison(Op op)
{
	return op == OP_MIN || op == OP_MAX
	    || (op >= OP_ISNAN && op <= OP_NE);
}

static void look(Traits *traits, const Expr *e)
{
	traits->floats |= is_float(e);
	if (e->kind == EXPR_OP && is_float(e->kids[0]))
		traits->compares |= is_comparison(e->op);
	if ((e->kind == EXPR_CONVERT || e->kind == EXPR_BITS)
	    && is_float(e->kids[0]) && !is_float(e))
		traits->to_integers = true;
	for (int i = 0; i < e->kid_count; i++)
		look(traits, e->kids[i]);
}

Traits traits_of(const Expr *e)
{
	Traits traits = { 0 };

	look(&traits, e);
	return traits;
}
