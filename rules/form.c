#include "rules/form.h"

#include <stdio.h>
#include <string.h>

#include "rules/draft.h"
#include "rules/form_node.h"
#include "rules/locate.h"

/* -- fitting --------------------------------------------------------------- */

enum { BINDERS_MAX = 64 };

typedef struct Fit {
	Ir *ir;
	FormVisit *visit;
	void *context;
	Path path;
	int depth; /* binders around */
	int count; /* of the form; how many there are around each: */
	int around[BINDERS_MAX];
	int deepest;
	char *miss;
} Fit;

static bool fits(Fit *f, const FormNode *node, const Expr *e);

static const FormNode *variable_of(const FormNode *node)
{
	while (node->kind == PAT_GET)
		node = node->kids[0];
	return node->kind == PAT_VAR ? node : NULL;
}

static void params_visited(Fit *f, const SynParam *param)
{
	if (param->name && strcmp(param->name, "_"))
		f->visit(f->context, param->name, true, &f->path);
	for (int i = 0; i < param->count; i++)
		params_visited(f, param->parts[i]);
}

/* Uses no bound variable but those that it is applied to. */
static bool is_closed_but(const Fit *f, const FormNode *meta, const Expr *e)
{
	for (int level = 0; level < f->count; level++) {
		bool own = false;

		for (int i = 0; i < meta->kid_count; i++) {
			const FormNode *v = variable_of(meta->kids[i]);

			own |= v && v->index == level;
		}
		if (!own && expr_uses(e, f->depth - 1 - f->around[level]))
			return false;
	}
	return true;
}

/* The first place at or below e that the argument fits. */
static bool fits_below(Fit *f, const FormNode *node, const Expr *e)
{
	int depth = f->depth;

	if (e->kind != EXPR_LAMBDA && fits(f, node, e))
		return true;
	for (int i = 0; i < e->kid_count && f->path.depth < PATH_MAX_DEPTH;
	     i++) {
		f->path.kids[f->path.depth++] = (unsigned char)i;
		f->depth += expr_binds(e, i);
		if (fits_below(f, node, e->kids[i]))
			return true;
		f->depth = depth;
		f->path.depth--;
	}
	return false;
}

static bool fits_meta(Fit *f, const FormNode *node, const Expr *e)
{
	int before = f->path.depth, depth = f->depth;

	for (int i = 0; i < node->kid_count; i++) {
		if (variable_of(node->kids[i]))
			continue;
		if (!fits_below(f, node->kids[i], e))
			return false;
		f->path.depth = before;
		f->depth = depth;
		f->visit(f->context, node->name, false, &f->path);
		return true;
	}
	if (!is_closed_but(f, node, e))
		return false;
	f->visit(f->context, node->name, false, &f->path);
	return true;
}

static bool is_prim(const FormNode *node, const Expr *e)
{
	return e->kind == EXPR_PRIM
	    && (e->prim == node->prim
		|| (prim_mode(e->prim) && prim_mode(node->prim))
		|| (node->any_fold && e->prim == PRIM_REDUCE));
}

static bool is_head(const FormNode *node, const Expr *e)
{
	switch (node->kind) {
	case PAT_LITERAL: return e->kind == EXPR_LITERAL
			      && expr_literal_double(e) == node->value;
	case PAT_OP: return e->kind == EXPR_OP && e->op == node->op;
	case PAT_TUPLE: return e->kind == EXPR_TUPLE;
	case PAT_GET: return e->kind == EXPR_GET && e->index == node->index;
	case PAT_LET: return e->kind == EXPR_LET;
	case PAT_IF: return e->kind == EXPR_IF;
	case PAT_LAMBDA: return e->kind == EXPR_LAMBDA
			     && e->index == node->index;
	default: return is_prim(node, e);
	}
}

/* The binders of one node of the form. */
static bool fits_under(Fit *f, const FormNode *node, const Expr *e, int binds)
{
	bool fit;

	if (f->count + binds > BINDERS_MAX)
		return false;
	for (int i = 0; i < binds; i++)
		f->around[f->count++] = f->depth++;
	fit = fits(f, node, e);
	f->count -= binds;
	f->depth -= binds;
	return fit;
}

static bool fits_kids(Fit *f, const FormNode *node, const Expr *e)
{
	for (int i = 0; i < e->kid_count; i++) {
		const FormNode *kid = node->kids[i];
		bool fit;

		if (f->path.depth == PATH_MAX_DEPTH)
			return false;
		f->path.kids[f->path.depth++] = (unsigned char)i;
		fit = fits_under(f, kid, e->kids[i], expr_binds(e, i));
		if (fit && node->kind == PAT_LET && !i)
			f->visit(f->context, node->name, false, &f->path);
		f->path.depth--;
		if (!fit)
			return false;
		for (int k = 0; kid->params && k < kid->index; k++)
			params_visited(f, kid->params[k]);
	}
	return true;
}

static void missed(Fit *f, const FormNode *node, const Expr *e)
{
	if (f->path.depth <= f->deepest)
		return;
	f->deepest = f->path.depth;
	if (node->kind == PAT_META)
		snprintf(f->miss, 128, "%s may not use a variable that it is "
			 "not applied to", node->name);
	else
		snprintf(f->miss, 128, "%s is wanted, %s stands there",
			 form_node_word(node), expr_word(e));
}

static bool fits_node(Fit *f, const FormNode *node, const Expr *e)
{
	if (node->kind == PAT_META)
		return fits_meta(f, node, e);
	if (node->kind == PAT_VAR)
		return e->kind == EXPR_VAR
		    && e->index == f->depth - 1 - f->around[node->index];
	return is_head(node, e) && e->kid_count == node->kid_count
	    && fits_kids(f, node, e);
}

static bool fits(Fit *f, const FormNode *node, const Expr *e)
{
	if (!fits_node(f, node, e)) {
		missed(f, node, e);
		return false;
	}
	if (node->part)
		f->visit(f->context, node->part, form_node_is_loop(node),
			 &f->path);
	return true;
}

bool form_match(Ir *ir, const Form *form, const Expr *root, const Path *at,
		FormVisit *visit, void *context, char miss[128])
{
	Fit fit = { .ir = ir, .visit = visit, .context = context, .path = *at,
		    .deepest = -1, .miss = miss };

	miss[0] = '\0';
	return fits(&fit, form->node, locate_node(root, at));
}

/* -- names ----------------------------------------------------------------- */

static void param_named(const SynParam *param, FormVisit *visit, void *context)
{
	const Path root = path_root();

	if (param->name)
		visit(context, param->name, true, &root);
	for (int i = 0; i < param->count; i++)
		param_named(param->parts[i], visit, context);
}

static void node_names(const FormNode *node, FormVisit *visit, void *context)
{
	const Path root = path_root();

	if (node->name)
		visit(context, node->name, false, &root);
	if (node->part)
		visit(context, node->part, form_node_is_loop(node), &root);
	for (int i = 0; node->params && i < node->index; i++)
		param_named(node->params[i], visit, context);
	for (int i = 0; i < node->kid_count; i++)
		node_names(node->kids[i], visit, context);
}

void form_names(const Form *form, FormVisit *visit, void *context)
{
	node_names(form->node, visit, context);
}
