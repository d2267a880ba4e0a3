/* Expressions taken apart and put together: substitution and counting. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "ir/core/expr.h"

static bool same_kids(const Expr *e, const Expr *const *kids)
{
	for (int i = 0; i < e->kid_count; i++)
		if (e->kids[i] != kids[i])
			return false;
	return true;
}

const Expr *expr_rebuild(Ir *ir, const Expr *e, const Expr *const *kids)
{
	if (same_kids(e, kids))
		return e;
	switch (e->kind) {
	case EXPR_OP: return expr_op_of(ir, e->op, kids);
	case EXPR_CONVERT: return expr_convert(ir, e->type, kids[0]);
	case EXPR_BITS: return expr_bits(ir, e->type, kids[0]);
	case EXPR_IF: return expr_if(ir, kids[0], kids[1], kids[2]);
	case EXPR_TUPLE: return expr_tuple(ir, e->kid_count, kids);
	case EXPR_GET: return expr_get(ir, e->index, kids[0]);
	case EXPR_LET: return expr_let(ir, kids[0], kids[1]);
	case EXPR_LAMBDA: return expr_lambda(ir, e->index, e->params, kids[0]);
	case EXPR_PRIM: return expr_prim(ir, e->prim, e->index, e->sizes,
					 e->kid_count, kids);
	default: return e;
	}
}

/* What happens to a free variable: a step of one walk over an expression. */
typedef struct Walk {
	Ir *ir;
	const Expr *(*variable)(struct Walk *walk, const Expr *var, int depth);
	int by, cutoff;              /* shift */
	int count;                   /* substitute */
	const Expr *const *values;
} Walk;

/* Types never change here, so nodes are rebuilt with the type they have;
 * except that a node whose form changes is built by its constructor. */
static const Expr *rebuilt(Ir *ir, const Expr *e, const Expr *const *kids)
{
	if (e->kind == EXPR_PRIM)
		return expr_prim_typed(ir, e->prim, e->index, e->type,
				       e->sizes, e->kid_count, kids);
	if (e->kind == EXPR_OP)
		return expr_op(ir, e->op, e->type, kids);
	return expr_rebuild(ir, e, kids);
}

static const Expr *walk(Walk *w, const Expr *e, int depth)
{
	const Expr *few[8], **kids = few, *result;
	bool changed = false;

	if (e->open <= depth)
		return e;
	if (e->kind == EXPR_VAR)
		return w->variable(w, e, depth);
	if (e->kid_count > 8)
		kids = base_calloc((size_t)e->kid_count, sizeof *kids);
	for (int i = 0; i < e->kid_count; i++) {
		kids[i] = walk(w, e->kids[i], depth + expr_binds(e, i));
		changed |= kids[i] != e->kids[i];
	}
	result = changed ? rebuilt(w->ir, e, kids) : e;
	if (changed && (e->kind == EXPR_LAMBDA || e->kind == EXPR_LET)
	    && result->kind == e->kind)
		expr_hint_copy(w->ir, e, result);
	if (kids != few)
		free(kids);
	return result;
}

static const Expr *shift_variable(Walk *w, const Expr *var, int depth)
{
	(void)depth;
	return expr_var(w->ir, var->index + w->by, var->type);
}

const Expr *expr_shift(Ir *ir, const Expr *e, int by, int cutoff)
{
	Walk w = { .ir = ir, .variable = shift_variable, .by = by };

	return by ? walk(&w, e, cutoff) : e;
}

static const Expr *substitute_variable(Walk *w, const Expr *var, int depth)
{
	int index = var->index - depth;

	if (index >= w->count)
		return expr_var(w->ir, var->index - w->count, var->type);
	return expr_shift(w->ir, w->values[w->count - 1 - index], depth, 0);
}

const Expr *expr_substitute(Ir *ir, const Expr *body, int count,
			    const Expr *const *values)
{
	Walk w = { .ir = ir, .variable = substitute_variable, .count = count,
		   .values = values };

	return walk(&w, body, 0);
}

const Expr *expr_apply(Ir *ir, const Expr *lambda, const Expr *const *args)
{
	assert(lambda->kind == EXPR_LAMBDA);
	return expr_substitute(ir, lambda->kids[0], lambda->index, args);
}

bool expr_uses(const Expr *e, int index)
{
	if (e->open <= index)
		return false;
	if (e->kind == EXPR_VAR)
		return e->index == index;
	for (int i = 0; i < e->kid_count; i++)
		if (expr_uses(e->kids[i], index + expr_binds(e, i)))
			return true;
	return false;
}

int expr_use_count(const Expr *e, int index)
{
	enum { MANY = 1000 };
	int uses = 0;

	if (e->open <= index)
		return 0;
	if (e->kind == EXPR_VAR)
		return e->index == index;
	for (int i = 0; i < e->kid_count && uses < MANY; i++)
		uses += expr_use_count(e->kids[i], index + expr_binds(e, i));
	return e->kind == EXPR_LAMBDA && uses ? MANY : uses;
}

static int id_compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

typedef struct Seen {
	uint32_t *ids;
	int count, capacity;
} Seen;

static void see(Seen *seen, const Expr *e)
{
	if (seen->count >= 1 << 20)
		return;
	if (seen->count == seen->capacity) {
		seen->capacity = seen->capacity ? seen->capacity * 2 : 64;
		seen->ids = base_realloc(seen->ids, sizeof *seen->ids
						    * (size_t)seen->capacity);
	}
	seen->ids[seen->count++] = e->id;
	for (int i = 0; i < e->kid_count; i++)
		see(seen, e->kids[i]);
}

int expr_node_count(const Expr *e)
{
	Seen seen = { 0 };
	int distinct = 0;

	see(&seen, e);
	qsort(seen.ids, (size_t)seen.count, sizeof *seen.ids, id_compare);
	for (int i = 0; i < seen.count; i++)
		distinct += !i || seen.ids[i] != seen.ids[i - 1];
	free(seen.ids);
	return distinct;
}
