/* The sides of a rule as Coq terms. Variables are named by their level. */
#include "rules/coq_print.h"
#include "rules/pat.h"

static const char *meta(CoqPrint *p, const Pat *pat, const char *const *kids)
{
	const Rule *rule = p->draft->rule;

	if (pat->index == rule->on)
		return "x";
	return pat->kid_count ? coq_apply(p, rule->metas[pat->index].name,
					  pat->kid_count, kids)
			      : rule->metas[pat->index].name;
}

/* \x y. M x y is M. */
static const char *eta(const CoqPrint *p, const Pat *lambda, int depth)
{
	const Pat *body = lambda->kids[0];

	if (body->kind != PAT_META || body->kid_count != lambda->index)
		return NULL;
	for (int i = 0; i < body->kid_count; i++)
		if (body->kids[i]->kind != PAT_VAR
		    || body->kids[i]->index != depth + i)
			return NULL;
	return p->draft->rule->metas[body->index].name;
}

static const char *lambda(CoqPrint *p, const Pat *pat, int depth,
			  const char *body)
{
	const char *term = "(fun", *plain = eta(p, pat, depth);

	if (plain)
		return plain;

	for (int i = 0; i < pat->index; i++)
		term = arena_printf(p->arena, "%s x_%d", term, depth + i);
	return arena_printf(p->arena, "%s => %s)", term, body);
}

static const char *prim(CoqPrint *p, const Pat *pat, const char *const *kids)
{
	const Type **types = ARENA_ARRAY(p->arena, const Type *,
					 pat->kid_count + 1);
	CoqNode node = { .prim = pat->prim, .kid_count = pat->kid_count,
			 .sizes = pat->written, .type = pat->type,
			 .types = types, .kids = kids, .order = "order" };

	for (int i = 0; i < pat->kid_count; i++)
		types[i] = pat->kids[i]->type;
	if (pat->kind == PAT_REORDER) {
		node.prim = PRIM_REORDER;
		node.order = p->draft->rule->vars[pat->index].name;
	}
	return coq_prim(p, &node);
}

const char *coq_pattern(CoqPrint *p, const Pat *pat, int depth)
{
	const char **kids = ARENA_ARRAY(p->arena, const char *,
					pat->kid_count + 1);

	for (int i = 0; i < pat->kid_count; i++)
		kids[i] = coq_pattern(p, pat->kids[i],
				      depth + pat_binds(pat, i));
	switch (pat->kind) {
	case PAT_META: return meta(p, pat, kids);
	case PAT_VAR: return arena_printf(p->arena, "x_%d", pat->index);
	case PAT_LITERAL: return coq_literal(p, pat->type, pat->value);
	case PAT_OP: return coq_op(p, pat->op, pat->kids[0]->type,
				   pat->kid_count, kids);
	case PAT_TUPLE: return coq_tuple(p, pat->kid_count, kids);
	case PAT_GET: return coq_get(p, pat->index, pat->kids[0]->type->count,
				     kids[0]);
	case PAT_LET: return coq_let(p, depth, pat->kids[0]->type, kids);
	case PAT_IF: return arena_printf(p->arena, "(if %s then %s else %s)",
					 kids[0], kids[1], kids[2]);
	case PAT_LAMBDA: return lambda(p, pat, depth, kids[0]);
	default: return prim(p, pat, kids);
	}
}
