#include "ir/front/print_eta.h"

#include <string.h>

static bool is_var(const Expr *e, int index)
{
	return e->kind == EXPR_VAR && e->index == index;
}

static bool is_part(const Expr *e, int part, int index)
{
	return e->kind == EXPR_GET && e->index == part
	    && is_var(e->kids[0], index);
}

/* Whether kids are exactly the parts of variable 0, a tuple of count parts. */
static bool are_parts(const Expr *const *kids, int count)
{
	const Type *whole;

	for (int i = 0; i < count; i++)
		if (!is_part(kids[i], i, 0))
			return false;
	whole = kids[0]->kids[0]->type;
	return whole->kind == TYPE_TUPLE && whole->count == count;
}

/* ((p0 op p1) op p2) op ..., flattened. */
static bool is_op_chain(const Expr *e, const Type *whole)
{
	const Expr *left = e;

	if (!op_rows[e->op].chain || whole->kind != TYPE_TUPLE)
		return false;
	for (int i = whole->count - 1; i > 0; i--) {
		if (left->kind != EXPR_OP || left->op != e->op
		    || !is_part(left->kids[1], i, 0))
			return false;
		left = left->kids[0];
	}
	return is_part(left, 0, 0);
}

static bool takes_all(const Expr *e, const Type *parameter)
{
	if (e->kind == EXPR_OP && e->kid_count > 1)
		return are_parts(e->kids, e->kid_count)
		    || is_op_chain(e, parameter);
	return e->kind == EXPR_PRIM && prim_is_variadic(e->prim)
	    && e->kid_count > 1 && are_parts(e->kids, e->kid_count);
}

static int last_kid(const Expr *e)
{
	const char *signature = prim_rows[e->prim].signature;
	char last = signature[strlen(signature) - 1];

	return last == 'x' && e->prim != PRIM_SPLAT ? e->kid_count - 1 : -1;
}

/* The kid that e is a function of, when it can be written without it. */
static int inner_kid(const Expr *e)
{
	int inner = -1;

	if (e->kind == EXPR_CONVERT
	    || (e->kind == EXPR_GET && !e->kids[0]->type->shape)
	    || (e->kind == EXPR_OP && e->kid_count == 1))
		inner = 0;
	if (e->kind == EXPR_PRIM)
		inner = last_kid(e);
	for (int i = 0; i < e->kid_count; i++)
		if (i != inner && expr_uses(e->kids[i], expr_binds(e, i)))
			return -1;
	return inner;
}

bool eta_chain(const Expr *lambda, Eta *eta)
{
	const Expr *e = lambda->kids[0];

	eta->count = 0;
	if (lambda->index != 1)
		return false;
	while (!is_var(e, 0)) {
		bool all = takes_all(e, lambda->params[0]);
		int inner = all ? -1 : inner_kid(e);

		if ((!all && inner < 0) || eta->count == ETA_MAX)
			return false;
		eta->nodes[eta->count] = e;
		eta->inner[eta->count++] = inner;
		if (all)
			return true;
		e = e->kids[inner];
	}
	return true;
}

static bool same_parts(const Expr *left, const Expr *right)
{
	while (left->kind == EXPR_GET && right->kind == EXPR_GET
	       && left->index == right->index) {
		left = left->kids[0];
		right = right->kids[0];
	}
	return is_var(left, 1) && is_var(right, 0);
}

/* path: parts of the parameters, innermost last. */
static bool matches(const Expr *e, Op op, const int *path, int depth)
{
	const Expr *left;

	if (e->kind == EXPR_TUPLE && (op == OP_ADD || op == OP_SUB)) {
		int longer[32];

		if (depth == 32)
			return false;
		memcpy(longer, path, sizeof *path * (size_t)depth);
		for (int i = 0; i < e->kid_count; i++) {
			longer[depth] = i;
			if (!matches(e->kids[i], op, longer, depth + 1))
				return false;
		}
		return true;
	}
	if (e->kind != EXPR_OP || e->op != op || e->kid_count != 2
	    || !same_parts(e->kids[0], e->kids[1]))
		return false;
	left = e->kids[0];
	for (int i = depth - 1; i >= 0; i--) {
		if (left->kind != EXPR_GET || left->index != path[i])
			return false;
		left = left->kids[0];
	}
	return left->kind == EXPR_VAR;
}

static const Expr *first_op(const Expr *e)
{
	while (e->kind == EXPR_TUPLE)
		e = e->kids[0];
	return e->kind == EXPR_OP ? e : NULL;
}

bool eta_binary(const Expr *lambda, Op *op)
{
	const Expr *first = first_op(lambda->kids[0]);
	const int none[1] = { 0 };

	if (lambda->index != 2 || !first
	    || lambda->kids[0]->type != lambda->params[0])
		return false;
	*op = first->op;
	return matches(lambda->kids[0], *op, none, 0);
}
