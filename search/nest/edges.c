#include "search/nest/edges.h"

#include "search/nest/facts.h"

/* What variable 0 is, and those around it: a value, or an element of it. */
typedef struct Bound {
	const Expr *value; /* NULL: nothing is known */
	bool element;
	const struct Bound *around;
} Bound;

static Edges of(const Expr *e, int dim, const Bound *around);

static int64_t up(int64_t a, int64_t by)
{
	return by > 0 ? (a + by - 1) / by : 0;
}

static int64_t positive(int64_t a)
{
	return a > 0 ? a : 0;
}

static Edges wider(Edges a, Edges b)
{
	return (Edges){ a.before > b.before ? a.before : b.before,
			a.after > b.after ? a.after : b.after };
}

static int64_t known(const Expr *e, int size)
{
	return e->sizes[size]->known ? e->sizes[size]->value : 0;
}

static const Expr *array_of(const Expr *e)
{
	return e->kids[e->kid_count - 1];
}

/* -- views ----------------------------------------------------------------- */

static Edges of_pad(const Expr *e, int dim, const Bound *around)
{
	Edges edges = of(e->kids[0], dim, around);

	if (!dim) {
		edges.before += known(e, 0);
		edges.after += known(e, 1);
	}
	return edges;
}

static Edges of_concat(const Expr *e, int dim, const Bound *around)
{
	Edges edges = { 0, 0 };
	int longest = 0;

	for (int i = 1; i < e->kid_count; i++)
		if (fact_length(e->kids[i]->type)
		    > fact_length(e->kids[longest]->type))
			longest = i;
	if (dim)
		return of(e->kids[longest], dim, around);
	edges = of(e->kids[longest], 0, around);
	for (int i = 0; i < e->kid_count; i++) {
		int64_t length = fact_length(e->kids[i]->type);

		edges.before += i < longest ? length : 0;
		edges.after += i > longest ? length : 0;
	}
	return edges;
}

/* Window k has elements s*k to s*k + n - 1. */
static Edges of_slide(const Expr *e, int dim, const Bound *around)
{
	int64_t n = known(e, 0), s = known(e, 1), whole;
	Edges edges;

	if (dim == 1)
		return (Edges){ 0, 0 };
	edges = of(e->kids[0], dim ? dim - 1 : 0, around);
	if (dim || !s)
		return edges;
	whole = fact_length(e->kids[0]->type) - edges.after - n;
	edges.before = up(edges.before, s);
	edges.after = whole < 0 ? fact_length(e->type)
		    : positive(fact_length(e->type) - 1 - whole / s);
	return edges;
}

static Edges of_split(const Expr *e, int dim, const Bound *around)
{
	int64_t k = fact_length(e->type->element);
	Edges edges;

	if (dim == 1)
		return (Edges){ 0, 0 };
	edges = of(e->kids[0], dim ? dim - 1 : 0, around);
	return dim ? edges : (Edges){ up(edges.before, k),
				      up(edges.after, k) };
}

static Edges of_join(const Expr *e, int dim, const Bound *around)
{
	int64_t n = fact_length(e->kids[0]->type->element);
	Edges edges = of(e->kids[0], dim ? dim + 1 : 0, around);

	return dim ? edges : (Edges){ edges.before * n, edges.after * n };
}

static Edges of_take(const Expr *e, int dim, const Bound *around)
{
	int64_t left = fact_length(e->kids[0]->type) - fact_length(e->type);
	Edges edges = of(e->kids[0], dim, around);

	if (dim)
		return edges;
	if (e->prim == PRIM_TAKE)
		edges.after = positive(edges.after - left);
	else
		edges.before = positive(edges.before - left);
	return edges;
}

static Edges of_map(const Expr *e, int dim, const Bound *around)
{
	const Bound bound = { array_of(e), true, around };

	return dim ? of(e->kids[0]->kids[0], dim - 1, &bound)
		   : of(array_of(e), 0, around);
}

static Edges of_all(const Expr *e, int dim, const Bound *around)
{
	Edges edges = { 0, 0 };

	for (int i = 0; i < e->kid_count; i++)
		edges = wider(edges, of(e->kids[i], dim, around));
	return edges;
}

static Edges of_prim(const Expr *e, int dim, const Bound *around)
{
	switch (e->prim) {
	case PRIM_PAD_CLAMP: case PRIM_PAD_MIRROR: case PRIM_PAD_WRAP:
		return of_pad(e, dim, around);
	case PRIM_CONCAT:
		return of_concat(e, dim, around);
	case PRIM_SLIDE:
		return of_slide(e, dim, around);
	case PRIM_SPLIT: case PRIM_SPLIT_INTO:
		return of_split(e, dim, around);
	case PRIM_JOIN:
		return of_join(e, dim, around);
	case PRIM_TRANSPOSE:
		return of(e->kids[0], dim > 1 ? dim : !dim, around);
	case PRIM_TAKE: case PRIM_DROP:
		return of_take(e, dim, around);
	case PRIM_HEAD: case PRIM_AT:
		return of(e->kids[0], dim + 1, around);
	case PRIM_ZIP:
		return of_all(e, dim, around);
	case PRIM_MAP:
		return of_map(e, dim, around);
	default:
		return (Edges){ 0, 0 };
	}
}

static Edges of_var(const Expr *e, int dim, const Bound *around)
{
	for (int i = 0; i < e->index && around; i++)
		around = around->around;
	if (!around || !around->value)
		return (Edges){ 0, 0 };
	return of(around->value, dim + around->element, around->around);
}

static Edges of(const Expr *e, int dim, const Bound *around)
{
	switch (e->kind) {
	case EXPR_VAR:
		return of_var(e, dim, around);
	case EXPR_GET:
		if (e->kids[0]->kind == EXPR_TUPLE)
			return of(e->kids[0]->kids[e->index], dim, around);
		return of(e->kids[0], dim, around);
	case EXPR_TUPLE:
		return of_all(e, dim, around);
	case EXPR_PRIM:
		return of_prim(e, dim, around);
	default:
		return (Edges){ 0, 0 };
	}
}

/* -- places ---------------------------------------------------------------- */

/* What the kid of a node sees: at most two variables more. */
static const Bound *enter(const Expr *parent, const Expr *e, int kid,
			  const Bound *around, Bound more[2])
{
	int count = expr_binds(e, kid);
	bool map = parent && parent->kind == EXPR_PRIM
		&& prim_is_map(parent->prim);

	for (int i = 0; i < count && i < 2; i++) {
		more[i] = (Bound){ NULL, false, around };
		if (e->kind == EXPR_LET)
			more[i].value = e->kids[0];
		else if (map && i == count - 1)
			more[i] = (Bound){ array_of(parent), true, around };
		around = &more[i];
	}
	return around;
}

static Edges below(const Expr *parent, const Expr *e, const Path *at,
		   int depth, const Bound *around)
{
	Bound more[2];
	int kid;

	if (depth == at->depth)
		return of(e, 0, around);
	kid = at->kids[depth];
	around = enter(parent, e, kid, around, more);
	return below(e, e->kids[kid], at, depth + 1, around);
}

Edges edges_of_array(const Expr *root, const Path *at)
{
	return below(NULL, root, at, 0, NULL);
}
