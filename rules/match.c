#include "rules/match.h"

#include "rules/match_meta.h"

static bool match(Match *m, const Pat *pat, const Expr *e);

/* -- sizes and types ------------------------------------------------------- */

bool match_equation(Match *m, const SizePattern *left, int64_t right)
{
	if (m->equation_count == MATCH_EQUATIONS_MAX)
		return false;
	m->equations[m->equation_count++] = (Equation){ left, right, NULL };
	return true;
}

static bool match_size(Match *m, const SizePattern *left, const Size *size)
{
	if (!size->known || !match_equation(m, left, size->value))
		return false;
	if (size->open)
		m->equations[m->equation_count - 1].open = size;
	m->open |= size->open;
	return true;
}

static bool match_parts(Match *m, const TypePattern *pattern, const Type *type)
{
	if (type->kind != TYPE_TUPLE || type->count != pattern->count)
		return false;
	for (int i = 0; i < type->count; i++)
		if (!match_type(m, pattern->parts[i], type->parts[i]))
			return false;
	return true;
}

static bool match_vector(Match *m, const TypePattern *pattern,
			 const Type *type)
{
	int width;
	const Type *lane = type_lane(m->ir, type, &width);

	return lane && match_equation(m, pattern->length, width)
	    && match_type(m, pattern->parts[0], lane);
}

bool match_type(Match *m, const TypePattern *pattern, const Type *type)
{
	switch (pattern->kind) {
	case TP_VAR:
		if (m->types[pattern->var])
			return type_same(m->types[pattern->var], type);
		m->types[pattern->var] = type;
		return true;
	case TP_SCALAR:
		return type->kind == TYPE_SCALAR
		    && type->scalar == pattern->scalar;
	case TP_TUPLE:
		return match_parts(m, pattern, type);
	case TP_ARRAY:
		return type->kind == TYPE_ARRAY
		    && match_size(m, pattern->length, type->length)
		    && match_type(m, pattern->parts[0], type->element);
	default:
		return match_vector(m, pattern, type);
	}
}

/* -- nodes ----------------------------------------------------------------- */

static bool bind_var(Match *m, int var, int64_t value)
{
	if (m->known[var])
		return m->vars[var] == value;
	m->known[var] = true;
	m->vars[var] = value;
	return true;
}

static bool match_under(Match *m, const Pat *pat, const Expr *binder,
			const Expr *body, int count, const Type *const *types)
{
	bool fits;

	if (m->depth + count > MATCH_BINDERS_MAX)
		return false;
	for (int i = 0; i < count; i++) {
		m->bound[m->depth + i] = types[i];
		m->binders[m->depth + i] = (Binder){ binder, i };
	}
	m->depth += count;
	fits = match(m, pat, body);
	m->depth -= count;
	return fits;
}

static bool match_lambda(Match *m, const Pat *pat, const Expr *e)
{
	return e->kind == EXPR_LAMBDA && e->index == pat->index
	    && match_under(m, pat->kids[0], e, e->kids[0], e->index,
			   e->params);
}

static bool match_let(Match *m, const Pat *pat, const Expr *e)
{
	return e->kind == EXPR_LET && match(m, pat->kids[0], e->kids[0])
	    && match_under(m, pat->kids[1], e, e->kids[1], 1,
			   &e->kids[0]->type);
}

static bool match_kids(Match *m, const Pat *pat, const Expr *e)
{
	if (e->kid_count != pat->kid_count)
		return false;
	for (int i = 0; i < e->kid_count; i++)
		if (!match(m, pat->kids[i], e->kids[i]))
			return false;
	return true;
}

static bool match_prim(Match *m, const Pat *pat, const Expr *e)
{
	if (e->kind != EXPR_PRIM || e->prim != pat->prim)
		return false;
	if (pat->dim < 0 ? e->index != -1 - pat->dim
			 : !bind_var(m, pat->dim, e->index))
		return false;
	for (int i = 0; i < pat->size_count; i++)
		if (!match_size(m, pat->sizes[i], e->sizes[i]))
			return false;
	return match_kids(m, pat, e);
}

static bool match_reorder(Match *m, const Pat *pat, const Expr *e)
{
	if (e->kind != EXPR_PRIM)
		return false;
	if (e->prim == PRIM_REORDER)
		return bind_var(m, pat->index, 0) && match_kids(m, pat, e);
	return e->prim == PRIM_REORDER_STRIDE && e->sizes[0]->known
	    && !e->sizes[0]->open
	    && bind_var(m, pat->index, e->sizes[0]->value)
	    && match_kids(m, pat, e);
}

/* A tuple that is no TUPLE is that of its parts. */
static bool match_tuple(Match *m, const Pat *pat, const Expr *e)
{
	if (e->type->kind != TYPE_TUPLE || e->type->count != pat->kid_count)
		return false;
	for (int i = 0; i < pat->kid_count; i++)
		if (!match(m, pat->kids[i], expr_get(m->ir, i, e)))
			return false;
	return true;
}

static bool match_literal(const Pat *pat, const Expr *e)
{
	return e->kind == EXPR_LITERAL && expr_literal_double(e) == pat->value;
}

static bool match_variable(const Match *m, const Pat *pat, const Expr *e)
{
	return e->kind == EXPR_VAR && e->index == m->depth - 1 - pat->index;
}

static bool match(Match *m, const Pat *pat, const Expr *e)
{
	switch (pat->kind) {
	case PAT_META: return match_meta(m, pat, e, match);
	case PAT_VAR: return match_variable(m, pat, e);
	case PAT_LITERAL: return match_literal(pat, e);
	case PAT_OP: return e->kind == EXPR_OP && e->op == pat->op
			 && match_kids(m, pat, e);
	case PAT_TUPLE: return match_tuple(m, pat, e);
	case PAT_GET: return e->kind == EXPR_GET && e->index == pat->index
			  && match_kids(m, pat, e);
	case PAT_LET: return match_let(m, pat, e);
	case PAT_IF: return e->kind == EXPR_IF && match_kids(m, pat, e);
	case PAT_LAMBDA: return match_lambda(m, pat, e);
	case PAT_PRIM: return match_prim(m, pat, e);
	case PAT_REORDER: return match_reorder(m, pat, e);
	}
	return false;
}

bool match_node(Match *m, Ir *ir, const Rule *rule, bool back,
		const Expr *node, const Path *rest)
{
	*m = (Match){ .ir = ir, .rule = rule, .way = &rule->ways[back],
		      .node = node, .rest = rest };
	return match(m, m->way->from, node);
}

bool match_shape(Match *m, Ir *ir, const Rule *rule, bool back,
		 const Expr *node)
{
	*m = (Match){ .ir = ir, .rule = rule, .way = &rule->ways[back],
		      .node = node, .shape = true };
	return match(m, m->way->from, node);
}
