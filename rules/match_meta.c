#include "rules/match_meta.h"

#include "base/arena.h"
#include "rules/solve.h"

/* An argument of a META on the matched side: (part of) a bound variable. */
typedef struct Projection {
	int level;      /* of the variable; -1: a designated argument */
	int depth;
	int parts[8];   /* outermost first */
} Projection;

typedef struct Abstraction {
	Match *match;
	int count;      /* parameters of the META */
	int bound;      /* binders of the pattern around */
	Projection args[RULE_ARITY_MAX];
	const Type *types[RULE_ARITY_MAX];
	bool in_parts;  /* some argument is a part of a variable */
} Abstraction;

static Projection projection_of(const Pat *arg)
{
	Projection p = { .level = -1 };
	const Pat *at = arg;

	for (; at->kind == PAT_GET; at = at->kids[0])
		p.depth++;
	for (int i = p.depth; arg->kind == PAT_GET; arg = arg->kids[0])
		p.parts[--i] = arg->index;
	if (at->kind == PAT_VAR)
		p.level = at->index;
	return p;
}

static bool read_args(Abstraction *a, const Pat *pat)
{
	a->count = pat->kid_count;
	a->bound = a->match->depth;
	for (int i = 0; i < a->count; i++) {
		Projection *p = &a->args[i];
		const Type *type;

		*p = projection_of(pat->kids[i]);
		if (p->level < 0)
			continue;
		type = a->match->bound[p->level];
		for (int k = 0; k < p->depth; k++) {
			if (type->kind != TYPE_TUPLE)
				return false;
			type = type->parts[p->parts[k]];
		}
		a->types[i] = type;
		a->in_parts |= p->depth > 0;
	}
	return true;
}

/* -- the body over its parameters ------------------------------------------ */

/* Every variable is a parameter, in order: nothing is to be renamed. */
static bool is_plain(const Abstraction *a)
{
	if (a->count != a->bound || a->in_parts)
		return false;
	for (int i = 0; i < a->count; i++)
		if (a->args[i].level != i)
			return false;
	return true;
}

static bool is_prefix(const Projection *p, const Projection *of)
{
	if (p->level != of->level || p->depth > of->depth)
		return false;
	for (int i = 0; i < p->depth; i++)
		if (p->parts[i] != of->parts[i])
			return false;
	return true;
}

/* Stands where a part of a variable that is no parameter is put in. */
static const Expr *hole(const Abstraction *a, const Type *type)
{
	return expr_input(a->match->ir, -1, type);
}

static bool has_hole(const Expr *e)
{
	if (e->kind == EXPR_INPUT)
		return e->index < 0;
	for (int i = 0; i < e->kid_count; i++)
		if (has_hole(e->kids[i]))
			return true;
	return false;
}

/* What is put for (part of) a variable: parameters and holes. */
static const Expr *value_for(const Abstraction *a, const Projection *at,
			     const Type *type)
{
	const Expr *parts[64];
	Projection part = *at;
	bool inside = false;

	for (int i = 0; i < a->count; i++) {
		if (!is_prefix(at, &a->args[i]))
			continue;
		if (at->depth == a->args[i].depth)
			return expr_var(a->match->ir, a->count - 1 - i, type);
		inside = true;
	}
	if (!inside || type->kind != TYPE_TUPLE || type->count > 64)
		return hole(a, type);
	part.depth++;
	for (int i = 0; i < type->count; i++) {
		part.parts[at->depth] = i;
		parts[i] = value_for(a, &part, type->parts[i]);
	}
	return expr_tuple(a->match->ir, type->count, parts);
}

/* Everything bound by the pattern is replaced by parameters; NULL when e uses
 * something that is none. The designated arguments are its innermost variables,
 * the last one variable 0. */
static const Expr *renamed(const Abstraction *a, const Expr *e)
{
	const Expr *values[MATCH_BINDERS_MAX + RULE_ARITY_MAX];
	int all = a->bound;

	for (int i = 0; i < a->count; i++)
		if (a->args[i].level < 0)
			values[all++] = expr_var(a->match->ir,
						 a->count - 1 - i, a->types[i]);
	for (int level = 0; level < a->bound; level++) {
		const Projection at = { .level = level };

		values[level] = value_for(a, &at, a->match->bound[level]);
		if (values[level]->kind == EXPR_INPUT
		    && expr_uses(e, all - 1 - level))
			return NULL;
	}
	e = expr_shift(a->match->ir, e, a->count, all);
	e = expr_substitute(a->match->ir, e, all, values);
	return a->in_parts && has_hole(e) ? NULL : e;
}

/* -- binding --------------------------------------------------------------- */

static bool bind(Abstraction *a, const Pat *pat, const Expr *body)
{
	Match *m = a->match;
	const Meta *meta = &m->rule->metas[pat->index];

	if (m->metas[pat->index])
		return m->metas[pat->index] == body;
	m->metas[pat->index] = body;
	for (int i = 0; i < a->count; i++) {
		m->params[pat->index][i] = a->types[i];
		if (a->args[i].level >= 0 && !a->args[i].depth)
			m->named[pat->index][i] = m->binders[a->args[i].level];
		if (!match_type(m, meta->params[i], a->types[i]))
			return false;
	}
	return match_type(m, meta->result, body->type);
}

/* -- designated arguments -------------------------------------------------- */

static bool uses_any(const Expr *e, int count)
{
	for (int i = 0; i < count; i++)
		if (expr_uses(e, i))
			return true;
	return false;
}

/* The node at the designated place, seen from e; NULL when there is none or
 * it uses what is bound between. */
static const Expr *designated_node(Match *m, const Expr *e)
{
	const Expr *node = locate_node(e, m->rest);
	int binders;

	if (!node || node->kind == EXPR_LAMBDA)
		return NULL;
	binders = locate_binders(e, m->rest);
	return uses_any(node, binders)
		? NULL : expr_shift(m->ir, node, -binders, 0);
}

/* The first node in e, from left to right, that fits the pattern and uses none
 * of the innermost variables, `own` of e and those bound between; seen from
 * outside of these. */
static const Expr *fitting_node(Match *m, const Pat *pat, const Expr *e,
				int own, MatchPat *go_on)
{
	if (e->kind != EXPR_LAMBDA && !uses_any(e, own)) {
		const Expr *node = expr_shift(m->ir, e, -own, 0);
		const Match before = *m;
		Match solved;

		if (go_on(m, pat, node)) {
			solved = *m;
			if (solve_sizes(&solved))
				return node;
		}
		*m = before;
	}
	for (int i = 0; i < e->kid_count; i++) {
		const Expr *node = fitting_node(m, pat, e->kids[i],
						own + expr_binds(e, i), go_on);

		if (node)
			return node;
	}
	return NULL;
}

typedef struct Replacing {
	Ir *ir;
	bool closed; /* what is replaced has no free variables */
} Replacing;

/* e below depth binders, with a new innermost variable for every wanted. */
static const Expr *abstracted(const Replacing *r, const Expr *e,
			      const Expr *wanted, int depth)
{
	const Expr *kids[64];
	bool changed = false;

	if (e == wanted)
		return expr_var(r->ir, depth, e->type);
	if (e->open <= depth && !r->closed)
		return e;
	if (e->kind == EXPR_VAR && e->index < depth)
		return e;
	if (e->kind == EXPR_VAR)
		return expr_var(r->ir, e->index + 1, e->type);
	if (e->kid_count > 64)
		return expr_shift(r->ir, e, 1, depth);
	for (int i = 0; i < e->kid_count; i++) {
		int binds = expr_binds(e, i);

		kids[i] = abstracted(r, e->kids[i],
				     expr_shift(r->ir, wanted, binds, 0),
				     depth + binds);
		changed |= kids[i] != e->kids[i];
	}
	return changed ? locate_rebuild(r->ir, e, kids) : e;
}

static bool match_designated(Abstraction *a, const Pat *pat, const Expr *e,
			     MatchPat *go_on)
{
	Match *m = a->match;
	int count = 0;

	for (int i = 0; i < a->count; i++) {
		const Pat *argument = pat->kids[i];
		const Expr *node;

		if (a->args[i].level >= 0)
			continue;
		node = count ? fitting_node(m, argument, e, count, go_on)
			     : m->rest ? designated_node(m, e) : NULL;
		if (!node || (!count && !go_on(m, argument, node)))
			return false;
		a->types[i] = node->type;
		e = abstracted(&(Replacing){ m->ir, !node->open }, e,
			       expr_shift(m->ir, node, count, 0), 0);
		count++;
	}
	e = renamed(a, e);
	return e && bind(a, pat, e);
}

bool match_meta(Match *m, const Pat *pat, const Expr *e, MatchPat *go_on)
{
	Abstraction a = { .match = m };
	const Expr *body;

	if (!read_args(&a, pat))
		return false;
	if (pat == m->way->designated)
		return m->shape || match_designated(&a, pat, e, go_on);
	body = is_plain(&a) ? e : renamed(&a, e);
	return body && bind(&a, pat, body);
}
