/* Types that neither a node nor a left side asks for. */
#include "explore_run.h"

#include "rules/match.h"

enum { CANDIDATES_MAX = 64 };

typedef struct Types {
	Ir *ir;
	const RuleWay *way;
	int count;
	const Type *of[CANDIDATES_MAX];
	const Type *replaced, *by;
} Types;

/* -- types in a node ------------------------------------------------------- */

static void collect_type(Types *t, const Type *type)
{
	int at = 0;

	if (type->kind == TYPE_SCALAR)
		return;
	while (at < t->count && t->of[at] != type)
		at++;
	if (at == t->count && at < CANDIDATES_MAX)
		t->of[t->count++] = type;
	if (type->kind == TYPE_ARRAY)
		collect_type(t, type->element);
	for (int i = 0; type->kind == TYPE_TUPLE && i < type->count; i++)
		collect_type(t, type->parts[i]);
}

static void collect(Types *t, const Expr *e)
{
	if (e->kind == EXPR_INPUT || e->kind == EXPR_VAR
	    || e->kind == EXPR_BITS)
		collect_type(t, e->type);
	for (int i = 0; i < e->kid_count; i++)
		collect(t, e->kids[i]);
}

/* -- another in its place -------------------------------------------------- */

static const Type *type_with(const Types *t, const Type *type)
{
	const Type *parts[64];

	if (type == t->replaced)
		return t->by;
	if (type->kind == TYPE_ARRAY)
		return type_array(t->ir, type_with(t, type->element),
				  type->length);
	if (type->kind != TYPE_TUPLE || type->count > 64)
		return type;
	for (int i = 0; i < type->count; i++)
		parts[i] = type_with(t, type->parts[i]);
	return type_tuple(t->ir, type->count, parts);
}

static const Expr *typed(const Types *t, const Expr *e);

static const Expr *function_typed(const Types *t, const Expr *e)
{
	const Type *params[8];
	const Expr *body = e->index <= 8 ? typed(t, e->kids[0]) : NULL;

	for (int i = 0; body && i < e->index; i++)
		params[i] = type_with(t, e->params[i]);
	return body ? expr_lambda(t->ir, e->index, params, body) : NULL;
}

/* NULL: it has no type so. */
static const Expr *typed(const Types *t, const Expr *e)
{
	const Expr *kids[64];

	switch (e->kind) {
	case EXPR_INPUT: return expr_input(t->ir, e->index,
					   type_with(t, e->type));
	case EXPR_VAR: return expr_var(t->ir, e->index, type_with(t, e->type));
	case EXPR_LAMBDA: return function_typed(t, e);
	default: break;
	}
	if (e->kid_count > 64)
		return NULL;
	for (int i = 0; i < e->kid_count; i++) {
		kids[i] = typed(t, e->kids[i]);
		if (!kids[i])
			return NULL;
	}
	if (e->kind == EXPR_GET && kids[0]->type->kind != TYPE_TUPLE)
		return NULL;
	if (e->kind == EXPR_BITS)
		return expr_bits(t->ir, type_with(t, e->type), kids[0]);
	return expr_rebuild(t->ir, e, kids);
}

static const Expr *one_less(Types *t, const Expr *e)
{
	t->count = 0;
	collect(t, e);
	for (int i = 0; i < t->count; i++) {
		const Expr *made;

		t->replaced = t->of[i];
		made = typed(t, e);
		if (made && explore_matches(t->ir, made, t->way))
			return made;
	}
	return NULL;
}

bool explore_matches(Ir *ir, const Expr *e, const RuleWay *way)
{
	Match match;

	return match_shape(&match, ir, way->rule, way->back, e);
}

const Expr *explore_any_types(Explore *x, const Expr *e, const RuleWay *way)
{
	Types types = { .ir = x->ir, .way = way,
			.by = type_scalar(x->ir, SCALAR_I32) };
	const Expr *made;

	while ((made = one_less(&types, e)))
		e = made;
	return e;
}
