/* Finished expressions as Coq terms. Variables are named by their level. */
#include <inttypes.h>

#include "rules/coq_certificate.h"

typedef struct Around {
	Certificate *certificate;
	const Path *place; /* of the hole; NULL: none */
	const char *hole;
} Around;

static const char *literal(CoqPrint *p, const Expr *e)
{
	const bool vector = e->type->kind == TYPE_VECTOR;
	const Type *scalar = vector ? e->type->element : e->type;
	const char *truth = e->bits ? "true" : "false";

	if (scalar->scalar == SCALAR_BOOL)
		return vector ? arena_printf(p->arena, "(fill %d %s)",
					     e->type->count, truth) : truth;
	if (scalar_is_float(scalar->scalar))
		return coq_literal(p, e->type, expr_literal_double(e));
	return arena_printf(p->arena, "(o_lit %s (%" PRId64 ")%%Z)",
			    coq_ops(p, e->type), (int64_t)e->bits);
}

/* A function of scalars; of vectors, of each lane. */
static const char *applied(CoqPrint *p, const Type *type, const char *function,
			   const char *value)
{
	return arena_printf(p->arena, type->kind == TYPE_VECTOR
				      ? "(map %s %s)" : "(%s %s)",
			    function, value);
}

static const char *lambda(CoqPrint *p, const Expr *e, int depth,
			  const char *body)
{
	const char *term = "(fun";

	for (int i = 0; i < e->index; i++)
		term = arena_printf(p->arena, "%s (x_%d : %s)", term,
				    depth + i, coq_type(p, e->params[i]));
	return arena_printf(p->arena, "%s => %s)", term, body);
}

static const char *prim(Certificate *c, const Expr *e,
			const char *const *kids)
{
	CoqPrint *p = &c->print;
	const Type **types = ARENA_ARRAY(p->arena, const Type *,
					 e->kid_count + 1);
	CoqNode node = { .prim = e->prim, .kid_count = e->kid_count,
			 .sizes = e->sizes, .type = e->type, .types = types,
			 .kids = kids, .order = "missing" };

	for (int i = 0; i < e->kid_count; i++)
		types[i] = e->kids[i]->type;
	if (e->prim == PRIM_OPENCL)
		return arena_printf(p->arena, "(%s %s)",
				    coq_foreign(c, e->index), kids[1]);
	if (e->prim == PRIM_REORDER)
		node.order = arena_printf(p->arena, "(order %s)",
					  coq_size(p, e->type->length));
	return coq_prim(p, &node);
}

static const char *put(const Around *a, const Expr *e, int depth, int at)
{
	Certificate *c = a->certificate;
	CoqPrint *p = &c->print;
	const char **kids;

	if (a->place && at == a->place->depth)
		return a->hole;
	kids = ARENA_ARRAY(p->arena, const char *, e->kid_count + 1);
	for (int i = 0; i < e->kid_count; i++) {
		Around kid = *a;

		if (a->place && a->place->kids[at] != i)
			kid.place = NULL;
		kids[i] = put(&kid, e->kids[i], depth + expr_binds(e, i),
			      at + 1);
	}
	switch (e->kind) {
	case EXPR_INPUT: return arena_printf(p->arena, "in_%d", e->index);
	case EXPR_VAR: return arena_printf(p->arena, "x_%d",
					   depth - 1 - e->index);
	case EXPR_LITERAL: return literal(p, e);
	case EXPR_SIZE: return arena_printf(p->arena, "(o_lit %s (Z.of_nat %s))",
					    coq_ops(p, e->type),
					    coq_size(p, e->sizes[0]));
	case EXPR_OP: return coq_op(p, e->op, e->kids[0]->type, e->kid_count,
				    kids);
	case EXPR_CONVERT: return applied(p, e->type, coq_convert(
			c, e->kids[0]->type->scalar, e->type->scalar), kids[0]);
	case EXPR_BITS: return applied(p, e->type, coq_bits(
			c, e->kids[0]->type->scalar, e->type->scalar), kids[0]);
	case EXPR_IF: return arena_printf(p->arena, "(if %s then %s else %s)",
					  kids[0], kids[1], kids[2]);
	case EXPR_TUPLE: return coq_tuple(p, e->kid_count, kids);
	case EXPR_GET: return coq_get(p, e->index, e->kids[0]->type->count,
				      kids[0]);
	case EXPR_LET: return coq_let(p, depth, e->kids[0]->type, kids);
	case EXPR_LAMBDA: return lambda(p, e, depth, kids[0]);
	case EXPR_PRIM: return prim(c, e, kids);
	default: return coq_missing(c, expr_word(e));
	}
}

const char *coq_expr(Certificate *c, const Expr *e, int depth)
{
	const Around a = { c, NULL, NULL };

	return put(&a, e, depth, 0);
}

const char *coq_expr_around(Certificate *c, const Expr *e, const Path *place,
			    const char *hole)
{
	const Around a = { c, place, hole };

	return put(&a, e, 0, 0);
}
