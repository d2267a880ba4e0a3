#include "rules/build.h"

#include <string.h>

#include "ir/core/typing.h"
#include "rules/mark.h"
#include "rules/polynomial.h"
#include "rules/solve.h"

enum { BUILD_KIDS_MAX = 16 };

static const Expr *build(Match *m, const Pat *pat);

static bool build_all(Match *m, const Pat *pat, const Expr **kids)
{
	if (pat->kid_count > BUILD_KIDS_MAX)
		return false;
	for (int i = 0; i < pat->kid_count; i++) {
		kids[i] = build(m, pat->kids[i]);
		if (!kids[i])
			return false;
	}
	return true;
}

/* -- functions applied ----------------------------------------------------- */

/* Parts of e as written, at most `most` + 1; a loop counts as many, a mark as
 * nothing. */
static int weight(const Expr *e, int most)
{
	int parts = mark_number(e) < 0;

	if (e->kind == EXPR_PRIM && !prim_is(e->prim, TRAIT_VIEW))
		return most + 1;
	for (int i = 0; i < e->kid_count && parts <= most; i++)
		parts += weight(e->kids[i], most - parts);
	return parts;
}

/* Whether an argument put in for every use would be computed, and written,
 * over and over: fusing n functions must not make 2^n of the first. */
static bool is_shared(const Expr *body, int variable, const Expr *arg)
{
	enum { SMALL = 32 };
	int uses = expr_use_count(body, variable);

	return uses > 1 && !type_has_array(arg->type)
	    && weight(arg, SMALL) > SMALL / uses;
}

/* body under count parameters with args put in for them, or named by let. */
static const Expr *applied(Ir *ir, const Expr *body, int count,
			   const Expr *const *args)
{
	const Expr *values[BUILD_KIDS_MAX], *named[BUILD_KIDS_MAX];
	int names = 0;

	for (int i = 0; i < count; i++)
		if (is_shared(body, count - 1 - i, args[i]))
			named[names++] = args[i];
	for (int i = 0, name = 0; i < count; i++)
		values[i] = name < names && args[i] == named[name]
			? expr_var(ir, names - 1 - name++, args[i]->type)
			: expr_shift(ir, args[i], names, 0);
	body = expr_shift(ir, body, names, count);
	body = expr_substitute(ir, body, count, values);
	while (names--)
		body = expr_let(ir, expr_shift(ir, named[names], names, 0),
				body);
	return body;
}

/* What the meta stands for, moved below the binders built so far, with the
 * arguments put in. */
static const Expr *build_meta(Match *m, const Pat *pat)
{
	const Expr *args[BUILD_KIDS_MAX], *body = m->metas[pat->index];

	if (!build_all(m, pat, args))
		return NULL;
	body = expr_shift(m->ir, body, m->depth, pat->kid_count);
	return pat->kid_count ? applied(m->ir, body, pat->kid_count, args)
			      : body;
}

static const Expr *build_under(Match *m, const Pat *body, int count,
			       const Type *const *types)
{
	const Expr *built;

	if (m->depth + count > MATCH_BINDERS_MAX)
		return NULL;
	for (int i = 0; i < count; i++)
		m->bound[m->depth + i] = types[i];
	m->depth += count;
	built = build(m, body);
	m->depth -= count;
	return built;
}

/* The name that the author's function had for what is now bound at level:
 * in map (M . N), that of N's parameter. */
static const char *inherited(const Match *m, const Pat *pat, int level)
{
	const char *name = NULL;

	for (int i = 0; !name && i < pat->kid_count; i++) {
		const Pat *kid = pat->kids[i];
		const Binder *named;

		if (pat->kind != PAT_META || kid->kind != PAT_VAR
		    || kid->index != level) {
			name = inherited(m, kid, level);
			continue;
		}
		named = &m->named[pat->index][i];
		if (named->binder)
			name = expr_hinted(m->ir, named->binder,
					   named->parameter);
	}
	return name;
}

static void hint(Match *m, const Pat *pat, const Expr *binder, int i)
{
	const char *name = pat->names[i];

	if (!name)
		name = inherited(m, pat->kids[pat->kid_count - 1],
				 m->depth + i);
	if (name && strcmp(name, "_"))
		expr_hint(m->ir, binder, i, name);
}

static const Expr *build_lambda(Match *m, const Pat *pat,
				const Type *const *types)
{
	const Expr *body = build_under(m, pat->kids[0], pat->index, types);
	const Expr *lambda;

	if (!body)
		return NULL;
	lambda = expr_lambda(m->ir, pat->index, types, body);
	for (int i = 0; i < pat->index; i++)
		hint(m, pat, lambda, i);
	return lambda;
}

static const Expr *build_let(Match *m, const Pat *pat)
{
	const Expr *value = build(m, pat->kids[0]), *body, *let;

	body = value ? build_under(m, pat->kids[1], 1, &value->type) : NULL;
	if (!body)
		return NULL;
	let = expr_let(m->ir, value, body);
	if (let->kind == EXPR_LET && let->kids[0] == value)
		hint(m, pat, let, 0);
	return let;
}

/* -- primitives ------------------------------------------------------------ */

typedef struct PrimParts {
	const Size *sizes[PRIM_SIZES_MAX];
	const Expr *kids[BUILD_KIDS_MAX];
	const Type *types[BUILD_KIDS_MAX];
} PrimParts;

static bool build_sizes(Match *m, const Pat *pat, PrimParts *parts)
{
	int64_t value;

	for (int i = 0; i < pat->size_count; i++) {
		if (!solve_value(m, pat->sizes[i], &value))
			return false;
		parts->sizes[i] = m->open
				  ? polynomial_value(m, pat->sizes[i])
				  : size_const(m->ir, value);
		if (!parts->sizes[i])
			return false;
	}
	return true;
}

static bool build_values(Match *m, const Pat *pat, PrimParts *parts)
{
	for (int i = 0; i < pat->kid_count; i++) {
		if (pat->kids[i]->kind == PAT_LAMBDA)
			continue;
		parts->kids[i] = build(m, pat->kids[i]);
		if (!parts->kids[i])
			return false;
		parts->types[i] = parts->kids[i]->type;
	}
	return true;
}

static bool build_functions(Match *m, const Pat *pat, PrimParts *parts)
{
	const Typing typing = { m->ir, NULL };

	for (int i = 0; i < pat->kid_count; i++) {
		const Type *params[2];

		if (pat->kids[i]->kind != PAT_LAMBDA)
			continue;
		if (!typing_params(&typing, pat->prim, parts->sizes,
				   pat->kid_count, parts->types, i, params,
				   NULL))
			return false;
		parts->kids[i] = build_lambda(m, pat->kids[i], params);
		if (!parts->kids[i])
			return false;
		parts->types[i] = parts->kids[i]->type;
	}
	return true;
}

static const Expr *build_prim(Match *m, const Pat *pat)
{
	const Typing typing = { m->ir, NULL };
	PrimParts parts = { { NULL }, { NULL }, { NULL } };
	const Type *type;
	int dim = pat->dim < 0 ? -1 - pat->dim : (int)m->vars[pat->dim];

	if (pat->kid_count > BUILD_KIDS_MAX || !build_sizes(m, pat, &parts)
	    || !build_values(m, pat, &parts)
	    || !build_functions(m, pat, &parts))
		return NULL;
	type = typing_prim(&typing, pat->prim, parts.sizes, pat->kid_count,
			   parts.types, NULL);
	return type ? expr_prim_typed(m->ir, pat->prim, dim, type, parts.sizes,
				      pat->kid_count, parts.kids) : NULL;
}

static const Expr *build_reorder(Match *m, const Pat *pat)
{
	const Expr *xs = build(m, pat->kids[0]);
	const Size *stride = size_const(m->ir, m->vars[pat->index]);

	if (!xs)
		return NULL;
	return m->vars[pat->index]
	     ? expr_prim(m->ir, PRIM_REORDER_STRIDE, 0, &stride, 1, &xs)
	     : expr_prim(m->ir, PRIM_REORDER, 0, NULL, 1, &xs);
}

/* -- scalars --------------------------------------------------------------- */

static const Expr *build_op(Match *m, const Pat *pat)
{
	const Expr *kids[3] = { NULL };
	const Type *type = NULL;

	for (int i = 0; i < pat->kid_count; i++) {
		if (pat->kids[i]->kind == PAT_LITERAL)
			continue;
		kids[i] = build(m, pat->kids[i]);
		if (!kids[i])
			return NULL;
		type = kids[i]->type;
	}
	if (!type || (type->kind != TYPE_SCALAR && type->kind != TYPE_VECTOR))
		return NULL;
	for (int i = 0; i < pat->kid_count; i++)
		if (!kids[i])
			kids[i] = expr_int(m->ir, type,
					   (int64_t)pat->kids[i]->value);
	return expr_op_of(m->ir, pat->op, kids);
}

/* Of a type that the rule itself names. */
static const Expr *build_literal(Match *m, const Pat *pat)
{
	return expr_int(m->ir, type_scalar(m->ir, pat->type->scalar),
			(int64_t)pat->value);
}

static const Expr *build_if(Match *m, const Pat *pat)
{
	const Expr *kids[BUILD_KIDS_MAX];

	return build_all(m, pat, kids)
	     ? expr_if(m->ir, kids[0], kids[1], kids[2]) : NULL;
}

static const Expr *build_tuple(Match *m, const Pat *pat)
{
	const Expr *kids[BUILD_KIDS_MAX];

	return build_all(m, pat, kids)
	     ? expr_tuple(m->ir, pat->kid_count, kids) : NULL;
}

static const Expr *build_get(Match *m, const Pat *pat)
{
	const Expr *tuple = build(m, pat->kids[0]);

	return tuple ? expr_get(m->ir, pat->index, tuple) : NULL;
}

static const Expr *build_var(const Match *m, const Pat *pat)
{
	return expr_var(m->ir, m->depth - 1 - pat->index, m->bound[pat->index]);
}

static const Expr *build_node(Match *m, const Pat *pat)
{
	switch (pat->kind) {
	case PAT_META: return build_meta(m, pat);
	case PAT_VAR: return build_var(m, pat);
	case PAT_OP: return build_op(m, pat);
	case PAT_LITERAL: return build_literal(m, pat);
	case PAT_IF: return build_if(m, pat);
	case PAT_TUPLE: return build_tuple(m, pat);
	case PAT_GET: return build_get(m, pat);
	case PAT_LET: return build_let(m, pat);
	case PAT_PRIM: return build_prim(m, pat);
	case PAT_REORDER: return build_reorder(m, pat);
	default: return NULL;
	}
}

static const Expr *build(Match *m, const Pat *pat)
{
	const Expr *built = build_node(m, pat);

	for (int i = 0; built && i < m->mark_count; i++)
		if (m->marks[i].pat == pat)
			built = mark(m->ir, m->marks[i].number, built);
	return built;
}

const Expr *build_side(Match *m)
{
	m->depth = 0;
	return build(m, m->way->to);
}

const Expr *build_function(Match *m, int meta)
{
	return expr_lambda(m->ir, m->rule->metas[meta].arity, m->params[meta],
			   m->metas[meta]);
}
