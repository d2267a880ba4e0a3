#include "ir/core/traits.h"

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

/* What leaves no element of its arguments out. */
static bool takes_all(Prim prim)
{
	static const Prim prims[] = {
		PRIM_MAP, PRIM_ZIP, PRIM_UNZIP, PRIM_REDUCE, PRIM_SPLIT,
		PRIM_JOIN, PRIM_TRANSPOSE, PRIM_CONCAT, PRIM_HEAD,
		PRIM_REDUCE_SEQ, PRIM_MAP_WORKGROUP, PRIM_MAP_LOCAL,
		PRIM_MAP_GLOBAL, PRIM_MAP_IN_GROUPS, PRIM_MAP_SEQ, PRIM_SCAN,
		PRIM_SCAN_SEQ,
	};

	for (size_t i = 0; i < sizeof prims / sizeof *prims; i++)
		if (prims[i] == prim)
			return true;
	return false;
}

/* The first element of a fold is all of it. */
static bool is_fold(const Expr *e)
{
	return expr_is(e, PRIM_REDUCE) || expr_is(e, PRIM_REDUCE_SEQ);
}

/* Which parts of a variable are used: a bit for each. */
static uint64_t parts_used(const Expr *e, int index)
{
	uint64_t used = 0;

	if (e->kind == EXPR_VAR && e->index == index)
		return ~UINT64_C(0);
	if (e->kind == EXPR_GET && e->kids[0]->kind == EXPR_VAR
	    && e->kids[0]->index == index)
		return UINT64_C(1) << (e->index % 64);
	for (int i = 0; i < e->kid_count; i++)
		used |= parts_used(e->kids[i], index + expr_binds(e, i));
	return used;
}

static bool uses_all(const Expr *body, int index, const Type *type)
{
	uint64_t used = parts_used(body, index);
	int count = type->kind == TYPE_TUPLE ? type->count : 1;

	for (int i = 0; i < count; i++)
		if (!(used >> (i % 64) & 1)
		    || (count > 1 && type->parts[i]->kind == TYPE_TUPLE))
			return used == ~UINT64_C(0);
	return true;
}

static bool leaves_nothing_out(const Expr *e)
{
	if (e->kind == EXPR_IF || e->kind == EXPR_BITS)
		return false;
	if (e->kind == EXPR_PRIM && !takes_all(e->prim))
		return false;
	if (expr_is(e, PRIM_HEAD) && !is_fold(e->kids[0]))
		return false;
	for (int i = 0; e->kind == EXPR_LAMBDA && i < e->index; i++)
		if (!uses_all(e->kids[0], e->index - 1 - i, e->params[i]))
			return false;
	return e->kind != EXPR_LET
	    || uses_all(e->kids[1], 0, e->kids[0]->type);
}

static bool is_product(const Expr *e)
{
	return e->kind == EXPR_OP && (e->op == OP_MUL || e->op == OP_FMA)
	    && is_float(e) && e->kids[0]->kind != EXPR_LITERAL
	    && e->kids[1]->kind != EXPR_LITERAL;
}

static void look(Traits *traits, const Expr *e)
{
	traits->reads_all &= leaves_nothing_out(e);
	traits->floats |= is_float(e);
	traits->products += is_product(e);
	if (e->kind == EXPR_OP && is_comparison(e->op)) {
		traits->compares |= is_float(e->kids[0]);
		traits->chooses = true;
	}
	if ((e->kind == EXPR_CONVERT || e->kind == EXPR_BITS)
	    && is_float(e->kids[0]) && !is_float(e))
		traits->to_integers = true;
	for (int i = 0; i < e->kid_count; i++)
		look(traits, e->kids[i]);
}

Traits traits_of(const Expr *e)
{
	Traits traits = { .reads_all = true };

	look(&traits, e);
	return traits;
}

bool traits_mentions(const Expr *e, int input)
{
	if (e->kind == EXPR_INPUT && e->index == input)
		return true;
	for (int i = 0; i < e->kid_count; i++)
		if (traits_mentions(e->kids[i], input))
			return true;
	return false;
}
