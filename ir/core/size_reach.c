/* How far indices reach: from the lengths of what they were generated for. */
#include "ir/core/size_reach.h"

#include "ir/core/traits.h"

enum { DEPTH = 64 };

/* What an integer lies between, both included, NULL where that is not known; of a
 * tuple its parts; of an array any of its elements. */
typedef struct Reach {
	const Size *least, *most;
	int count;
	const struct Reach *const *parts;
} Reach;

/* Variables, the innermost first. */
typedef struct Known {
	const Reach *reach;
	const struct Known *outer;
} Known;

typedef struct Walk {
	Ir *ir;
	SizeGuards *guards;
	int depth;
} Walk;

static const Reach unknown;

static const Reach *reach_of(Walk *w, const Expr *e, const Known *known);

static const Reach *between(const Walk *w, const Size *least, const Size *most)
{
	Reach *made = ARENA_NEW(w->guards->arena, Reach);

	*made = (Reach){ .least = least, .most = most };
	return made;
}

static const Known *named(const Walk *w, const Reach *reach, const Known *outer)
{
	Known *made = ARENA_NEW(w->guards->arena, Known);

	*made = (Known){ reach, outer };
	return made;
}

/* -- numbers --------------------------------------------------------------- */

static const Size *sum(const Walk *w, const Size *a, const Size *b)
{
	return a && b ? size_add(w->ir, a, b) : NULL;
}

static const Size *difference(const Walk *w, const Size *a, const Size *b)
{
	return a && b ? size_sub(w->ir, a, b) : NULL;
}

static const Size *product(const Walk *w, const Size *a, const Size *b)
{
	return a && b ? size_mul(w->ir, a, b) : NULL;
}

static bool is_natural(const Walk *w, const Reach *reach)
{
	return reach->least && size_is_natural(w->ir, reach->least);
}

/* Of whole numbers by one of 1 or more, rounded down. */
static const Reach *quotient(const Walk *w, const Reach *a, const Reach *b)
{
	if (!is_natural(w, a) || !a->most || !b->least || b->least != b->most
	    || !size_is_const(b->least) || b->least->value < 1)
		return &unknown;
	return between(w, size_floordiv(w->ir, a->least, b->least),
		       size_floordiv(w->ir, a->most, b->least));
}

static const Reach *of_literal(const Walk *w, const Expr *e)
{
	const int64_t value = (int64_t)e->bits, limit = INT64_C(1) << 40;
	const Size *size;

	if (e->type->kind != TYPE_SCALAR || !scalar_is_int(e->type->scalar)
	    || value <= -limit || value >= limit)
		return &unknown;
	size = size_const(w->ir, value);
	return between(w, size, size);
}

static const Reach *of_op(Walk *w, const Expr *e, const Known *known)
{
	const Reach *a, *b;

	if (e->kid_count != 2 || e->type->kind != TYPE_SCALAR
	    || !scalar_is_int(e->type->scalar))
		return &unknown;
	a = reach_of(w, e->kids[0], known);
	b = reach_of(w, e->kids[1], known);
	switch (e->op) {
	case OP_ADD:
		return between(w, sum(w, a->least, b->least),
			       sum(w, a->most, b->most));
	case OP_SUB:
		return between(w, difference(w, a->least, b->most),
			       difference(w, a->most, b->least));
	case OP_MUL:
		return is_natural(w, a) && is_natural(w, b)
		       ? between(w, product(w, a->least, b->least),
				 product(w, a->most, b->most)) : &unknown;
	case OP_DIV:
		return quotient(w, a, b);
	default:
		return &unknown;
	}
}

/* -- arrays ---------------------------------------------------------------- */

/* 0 to below n. */
static const Reach *below(const Walk *w, const Size *n)
{
	return between(w, size_const(w->ir, 0),
		       size_sub(w->ir, n, size_const(w->ir, 1)));
}

static bool maps(const Expr *prim)
{
	return prim_is_map(prim->prim) || prim->prim == PRIM_MAP_VEC;
}

/* What a function of a primitive sees: elements in the last parameter; what is
 * gathered in the others is not known. */
static const Known *inside(Walk *w, const Expr *prim, const Expr *lambda,
			   const Known *known)
{
	const Expr *xs = prim->kids[prim->kid_count - 1];
	const bool one = maps(prim) || prim->prim == PRIM_REDUCE_SEQ
		      || prim->prim == PRIM_REDUCE_SEQ_UNROLL
		      || prim->prim == PRIM_SCAN_SEQ;
	const Reach *last = one ? reach_of(w, xs, known) : &unknown;

	for (int i = 0; i + 1 < lambda->index; i++)
		known = named(w, &unknown, known);
	return lambda->index ? named(w, last, known) : known;
}

static const Reach *of_tuple(Walk *w, const Expr *e, const Known *known)
{
	const Reach **parts = ARENA_ARRAY(w->guards->arena, const Reach *,
					  e->kid_count + 1);
	Reach *made = ARENA_NEW(w->guards->arena, Reach);

	for (int i = 0; i < e->kid_count; i++)
		parts[i] = reach_of(w, e->kids[i], known);
	*made = (Reach){ .count = e->kid_count, .parts = parts };
	return made;
}

static const Reach *of_prim(Walk *w, const Expr *e, const Known *known)
{
	const Expr *last = e->kid_count ? e->kids[e->kid_count - 1] : NULL;

	if (e->prim == PRIM_GENERATE)
		return below(w, e->sizes[0]);
	if (!last)
		return &unknown;
	if (e->prim == PRIM_ZIP)
		return of_tuple(w, e, known);
	if (maps(e))
		return reach_of(w, e->kids[0]->kids[0],
				inside(w, e, e->kids[0], known));
	if (e->prim == PRIM_AT)
		return reach_of(w, e->kids[0], known);
	if ((prim_is(e->prim, TRAIT_VIEW) && e->kid_count == 1)
	    || e->prim == PRIM_TO_LOCAL || e->prim == PRIM_TO_PRIVATE
	    || e->prim == PRIM_TO_GLOBAL)
		return reach_of(w, last, known);
	return &unknown;
}

static const Reach *of_get(const Reach *tuple, int part)
{
	return part < tuple->count ? tuple->parts[part] : &unknown;
}

static const Reach *of_kind(Walk *w, const Expr *e, const Known *known)
{
	switch (e->kind) {
	case EXPR_VAR:
		for (int i = 0; i < e->index && known; i++)
			known = known->outer;
		return known ? known->reach : &unknown;
	case EXPR_LITERAL:
		return of_literal(w, e);
	case EXPR_SIZE:
		return between(w, e->sizes[0], e->sizes[0]);
	case EXPR_OP:
		return of_op(w, e, known);
	case EXPR_CONVERT:
		return e->type->kind == TYPE_SCALAR
		       && scalar_is_int(e->type->scalar)
		       ? reach_of(w, e->kids[0], known) : &unknown;
	case EXPR_TUPLE:
		return of_tuple(w, e, known);
	case EXPR_GET:
		return of_get(reach_of(w, e->kids[0], known), e->index);
	case EXPR_LET:
		return reach_of(w, e->kids[1],
				named(w, reach_of(w, e->kids[0], known),
				      known));
	case EXPR_PRIM:
		return of_prim(w, e, known);
	default:
		return &unknown;
	}
}

static const Reach *reach_of(Walk *w, const Expr *e, const Known *known)
{
	const Reach *found = &unknown;

	if (w->depth < DEPTH) {
		w->depth++;
		found = of_kind(w, e, known);
		w->depth--;
	}
	return found;
}

/* -- what is read ---------------------------------------------------------- */

/* The index is below the length at the sizes of the program: what else is known of
 * it than its reach may say so elsewhere, too, where it is not. */
static void ask(Walk *w, const Expr *e, const Known *known)
{
	const Type *array = e->kids[0]->type;
	const Reach *index = reach_of(w, e->kids[1], known);
	const Size *left;

	if (!index->most || array->kind != TYPE_ARRAY)
		return;
	left = difference(w, array->length, index->most);
	left = size_sub(w->ir, left, size_const(w->ir, 1));
	if (left->open && left->value >= 0)
		size_guard_natural(w->ir, left, w->guards);
}

/* What stands under a condition may never be read. */
static bool is_asked(const Expr *e, int kid)
{
	return e->kind == EXPR_IF ? kid == 0
	     : e->kind != EXPR_OP || (e->op != OP_AND && e->op != OP_OR);
}

static void see(Walk *w, const Expr *e, const Known *known)
{
	if (e->kind == EXPR_PRIM && e->prim == PRIM_AT)
		ask(w, e, known);
	for (int i = 0; i < e->kid_count; i++) {
		const Expr *kid = e->kids[i];

		if (!is_asked(e, i))
			continue;
		if (e->kind == EXPR_LET && i == 1)
			see(w, kid, named(w, reach_of(w, e->kids[0], known),
					  known));
		else if (e->kind == EXPR_PRIM && kid->kind == EXPR_LAMBDA)
			see(w, kid->kids[0], inside(w, e, kid, known));
		else
			see(w, kid, known);
	}
}

void size_reach_guards(Ir *ir, const Expr *e, SizeGuards *guards)
{
	Walk walk = { .ir = ir, .guards = guards };

	see(&walk, e, NULL);
}
