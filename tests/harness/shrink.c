#include "tests/harness/shrink.h"

#include "rules/locate.h"

typedef struct Shrink {
	Ir *ir;
	const Expr *best;
	int tries;
	ShrinkTest *test;
	void *context;
} Shrink;

static const Expr *zero(Ir *ir, const Type *type)
{
	const Expr *parts[16];

	switch (type->kind) {
	case TYPE_TUPLE:
		if (type->count > 16)
			return NULL;
		for (int i = 0; i < type->count; i++) {
			parts[i] = zero(ir, type->parts[i]);
			if (!parts[i])
				return NULL;
		}
		return expr_tuple(ir, type->count, parts);
	case TYPE_ARRAY:
		parts[0] = zero(ir, type->element);
		return parts[0] ? expr_prim(ir, PRIM_FILL, 0, &type->length, 1,
					    parts) : NULL;
	default:
		return expr_literal(ir, type, 0);
	}
}

static bool accept(Shrink *s, const Path *path, const Expr *part)
{
	const Expr *smaller = part ? locate_replace(s->ir, s->best, path, part)
				   : NULL;

	if (!smaller || smaller == s->best
	    || expr_node_count(smaller) >= expr_node_count(s->best)
	    || s->tries-- <= 0 || !s->test(s->context, smaller))
		return false;
	s->best = smaller;
	return true;
}

/* Whether something at or below the place became smaller. */
static bool visit(Shrink *s, const Path *path, const Expr *e)
{
	if (e->kind != EXPR_LAMBDA) {
		if (e->kind != EXPR_LITERAL
		    && accept(s, path, zero(s->ir, e->type)))
			return true;
		for (int i = 0; i < e->kid_count; i++)
			if (e->kids[i]->kind != EXPR_LAMBDA
			    && !expr_binds(e, i)
			    && e->kids[i]->type == e->type
			    && accept(s, path, e->kids[i]))
				return true;
	}
	for (int i = 0; i < e->kid_count && s->tries > 0; i++) {
		Path below = path_kid(path, i);

		if (visit(s, &below, e->kids[i]))
			return true;
	}
	return false;
}

const Expr *shrink(Ir *ir, const Expr *e, int tries, ShrinkTest *test,
		   void *context)
{
	Shrink s = { ir, e, tries, test, context };
	Path root = path_root();

	while (s.tries > 0 && visit(&s, &root, s.best))
		;
	return s.best;
}
