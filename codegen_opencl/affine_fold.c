/* Quotients, rests, cuts and mirror images of forms, and forms at one lane. */
#include "codegen_opencl/affine_node.h"

/* -- quotients and rests --------------------------------------------------- */

static int64_t floor_div(int64_t a, int64_t b)
{
	int64_t q = a / b;

	return q - (a % b != 0 && (a < 0) != (b < 0));
}

int64_t affine_gcd(int64_t a, int64_t b)
{
	while (b) {
		int64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a < 0 ? -a : a;
}

/* a = whole*by + rest, where whole takes every term that by divides. */
static void divide_terms(AffineTable *t, const Affine *a, int64_t by,
			 const Affine **whole, const Affine **rest)
{
	AffineTerm *q = ARENA_ARRAY(t->arena, AffineTerm, 2 * a->count + 1);
	AffineTerm *r = q + a->count;
	int64_t down = floor_div(a->constant, by);
	int qs = 0, rs = 0;

	for (int i = 0; i < a->count; i++) {
		AffineTerm term = a->terms[i];

		if (term.factor % by == 0)
			q[qs++] = (AffineTerm){ term.factor / by, term.atom };
		else
			r[rs++] = term;
	}
	*whole = affine_form(t, down, qs, q);
	*rest = affine_form(t, a->constant - down * by, rs, r);
}

/* The greatest g < by that divides by, such that a = g*whole + rest with
 * 0 <= rest < g; 1 when there is none. Then a/by = whole/(by/g), and a%by =
 * g*(whole % (by/g)) + rest. */
static int64_t coarse(AffineTable *t, const Affine *a, int64_t by,
		      const Affine **whole, const Affine **rest)
{
	int64_t best = 1;

	for (int i = 0; i < a->count; i++) {
		int64_t g = affine_gcd(a->terms[i].factor, by);
		const Affine *w, *r;

		if (g <= best || g == by)
			continue;
		divide_terms(t, a, g, &w, &r);
		if (r->lo < 0 || r->hi >= g)
			continue;
		best = g;
		*whole = w;
		*rest = r;
	}
	return best;
}

static const Affine *opaque(AffineTable *t, AffineKind kind, const Affine *a,
			   int64_t by)
{
	AffineAtom made = { .kind = kind, .of = a, .by = by, .width = a->width };

	if (kind == AFFINE_DIV) {
		made.lo = a->lo / by;
		made.hi = a->hi / by;
	} else {
		made.hi = a->hi < by - 1 ? a->hi : by - 1;
	}
	return affine_of_atom(t, made);
}

const Affine *affine_div(AffineTable *t, const Affine *a, int64_t by)
{
	const Affine *whole, *rest, *thick, *thin;
	const AffineAtom *inner;
	int64_t shift, g;

	if (by == 1)
		return a;
	divide_terms(t, a, by, &whole, &rest);
	shift = floor_div(rest->lo, by);
	rest = affine_plus(t, rest, -shift * by);
	whole = affine_plus(t, whole, shift);
	if (rest->hi < by)
		return whole;
	g = coarse(t, rest, by, &thick, &thin);
	if (g > 1)
		return affine_add(t, whole, affine_div(t, thick, by / g));
	inner = affine_lone(rest, AFFINE_DIV);
	if (inner)
		return affine_add(t, whole, affine_div(t, inner->of,
				 affine_product(t, inner->by, by)));
	inner = affine_lone(rest, AFFINE_MOD);
	if (inner && inner->by % by == 0)
		return affine_add(t, whole, affine_mod(t,
				 affine_div(t, inner->of, by),
				 inner->by / by));
	return affine_add(t, whole, opaque(t, AFFINE_DIV, rest, by));
}

const Affine *affine_mod(AffineTable *t, const Affine *a, int64_t by)
{
	const Affine *whole, *rest, *thick, *thin;
	const AffineAtom *inner;
	int64_t shift, g;

	if (by == 1)
		return affine_const(t, 0);
	divide_terms(t, a, by, &whole, &rest);
	shift = floor_div(rest->lo, by);
	rest = affine_plus(t, rest, -shift * by);
	if (rest->hi < by)
		return rest;
	g = coarse(t, rest, by, &thick, &thin);
	if (g > 1)
		return affine_add(t, thin, affine_times(t,
				  affine_mod(t, thick, by / g), g));
	inner = affine_lone(rest, AFFINE_MOD);
	if (inner && inner->by % by == 0)
		return affine_mod(t, inner->of, by);
	return opaque(t, AFFINE_MOD, rest, by);
}

/* -- cut and mirrored ------------------------------------------------------ */

const Affine *affine_clamp(AffineTable *t, const Affine *a, int64_t n)
{
	if (a->lo >= 0 && a->hi < n)
		return a;
	return affine_of_atom(t, (AffineAtom){
		.kind = AFFINE_CLAMP, .of = a, .by = n, .width = a->width,
		.lo = a->lo < 0 ? 0 : a->lo < n ? a->lo : n - 1,
		.hi = a->hi < 0 ? 0 : a->hi < n ? a->hi : n - 1 });
}

const Affine *affine_folded(AffineTable *t, const Affine *a)
{
	if (a->lo >= 0)
		return a;
	if (a->hi < 0)
		return affine_sub(t, affine_const(t, -1), a);
	return affine_of_atom(t, (AffineAtom){
		.kind = AFFINE_FOLD, .of = a, .width = a->width,
		.hi = a->hi > -1 - a->lo ? a->hi : -1 - a->lo });
}

const Affine *affine_mirror(AffineTable *t, const Affine *a, int64_t n)
{
	if (a->lo >= -2 * n && a->hi < 2 * n)
		a = affine_folded(t, a);
	else
		a = affine_mod(t, a, 2 * n);
	if (a->hi < n)
		return a;
	if (a->lo >= n)
		return affine_sub(t, affine_const(t, 2 * n - 1), a);
	return affine_of_atom(t, (AffineAtom){
		.kind = AFFINE_MIRROR, .of = a, .by = n, .width = a->width,
		.hi = n - 1 });
}

/* -- other forms for the lane or a variable -------------------------------- */

typedef struct Put {
	const Var *var; /* NULL: the lane */
	const Affine *by;
} Put;

static const Affine *put(AffineTable *t, const Affine *a, const Put *p);

/* The same of what is by an open size. */
static const Affine *put_in_open(AffineTable *t, const AffineAtom *a,
				 const Put *p)
{
	const Affine *of = put(t, a->of, p), *quotient, *rest;

	if (a->kind == AFFINE_CLAMP)
		return affine_clamp_to(t, of, a->end);
	if (a->kind == AFFINE_MIRROR)
		return affine_mirror_to(t, of, a->end);
	affine_divide(t, of, a->end, &quotient, &rest);
	return a->kind == AFFINE_DIV ? quotient : rest;
}

static const Affine *put_in_atom(AffineTable *t, const AffineAtom *a,
				 const Put *p)
{
	if (a->end)
		return put_in_open(t, a, p);
	switch (a->kind) {
	case AFFINE_VAR:
		return a->var == p->var ? p->by : affine_atom(t, a);
	case AFFINE_LANE:
		return p->var ? affine_atom(t, a) : p->by;
	case AFFINE_DIV:
		return affine_div(t, put(t, a->of, p), a->by);
	case AFFINE_MOD:
		return affine_mod(t, put(t, a->of, p), a->by);
	case AFFINE_CLAMP:
		return affine_clamp(t, put(t, a->of, p), a->by);
	case AFFINE_FOLD:
		return affine_folded(t, put(t, a->of, p));
	case AFFINE_MIRROR:
		return affine_mirror(t, put(t, a->of, p), a->by);
	case AFFINE_SCALED:
		return affine_scaled(t, put(t, a->of, p),
				     affine_size(t, a->var));
	case AFFINE_LANE_OF:
		if (!p->var && affine_is_const(p->by) && a->component < 0)
			return affine_component(t, a->var,
						(int)p->by->constant, 1,
						a->lo, a->hi);
		break;
	default:
		break;
	}
	return affine_atom(t, a);
}

static const Affine *put(AffineTable *t, const Affine *a, const Put *p)
{
	const Affine *sum;

	if (p->var ? !affine_mentions(a, p->var) : a->width == 1)
		return a;
	sum = affine_const(t, a->constant);
	for (int i = 0; i < a->count; i++)
		sum = affine_add(t, sum, affine_times(t,
				put_in_atom(t, a->terms[i].atom, p),
				a->terms[i].factor));
	return sum;
}

const Affine *affine_at_lane(AffineTable *t, const Affine *a, const Affine *lane)
{
	return put(t, a, &(Put){ NULL, lane });
}

const Affine *affine_put(AffineTable *t, const Affine *a, const Var *var,
			 const Affine *by)
{
	return put(t, a, &(Put){ var, by });
}
