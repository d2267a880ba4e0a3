#include "codegen_opencl/affine.h"

#include <string.h>

#include "base/checked.h"
#include "base/hash.h"

#define AFFINE_LIMIT (INT64_C(1) << 62)

void affine_table_free(AffineTable *table)
{
	intern_free(&table->forms);
	intern_free(&table->atoms);
}

/* -- arithmetic that remembers that it overflowed -------------------------- */

static int64_t checked(AffineTable *t, bool ok, int64_t value)
{
	if (ok && value > -AFFINE_LIMIT && value < AFFINE_LIMIT)
		return value;
	t->overflow = true;
	return 0;
}

static int64_t plus(AffineTable *t, int64_t a, int64_t b)
{
	int64_t sum = 0;
	bool ok = checked_add(a, b, &sum);

	return checked(t, ok, sum);
}

static int64_t times(AffineTable *t, int64_t a, int64_t b)
{
	int64_t product = 0;
	bool ok = checked_mul(a, b, &product);

	return checked(t, ok, product);
}

/* -- atoms ----------------------------------------------------------------- */

static uint64_t atom_hash(const AffineAtom *a)
{
	uint64_t h = hash_combine(HASH_SEED, (uint64_t)a->kind);

	h = hash_combine(h, (uint64_t)(uintptr_t)a->var);
	h = hash_combine(h, (uint64_t)(uintptr_t)a->of);
	h = hash_combine(h, (uint64_t)a->by);
	h = hash_combine(h, (uint64_t)a->component);
	h = hash_combine(h, (uint64_t)a->lo);
	return hash_combine(h, (uint64_t)a->hi);
}

static bool atom_equal(const void *stored, const void *wanted)
{
	const AffineAtom *a = stored, *b = wanted;

	return a->kind == b->kind && a->var == b->var && a->of == b->of
	    && a->by == b->by && a->component == b->component
	    && a->lo == b->lo && a->hi == b->hi;
}

static const AffineAtom *atom(AffineTable *t, AffineAtom wanted)
{
	const AffineAtom *found;
	AffineAtom *made;

	wanted.hash = atom_hash(&wanted);
	found = intern_find(&t->atoms, wanted.hash, &wanted, atom_equal);
	if (found)
		return found;
	made = ARENA_NEW(t->arena, AffineAtom);
	*made = wanted;
	made->number = t->atom_count++;
	intern_add(&t->atoms, made->hash, made);
	return made;
}

/* -- forms ----------------------------------------------------------------- */

static uint64_t form_hash(const Affine *a)
{
	uint64_t h = hash_combine(HASH_SEED, (uint64_t)a->constant);

	for (int i = 0; i < a->count; i++) {
		h = hash_combine(h, (uint64_t)a->terms[i].factor);
		h = hash_combine(h, a->terms[i].atom->number);
	}
	return h;
}

static bool form_equal(const void *stored, const void *wanted)
{
	const Affine *a = stored, *b = wanted;

	if (a->constant != b->constant || a->count != b->count)
		return false;
	for (int i = 0; i < a->count; i++)
		if (a->terms[i].factor != b->terms[i].factor
		    || a->terms[i].atom != b->terms[i].atom)
			return false;
	return true;
}

static void set_range(AffineTable *t, Affine *a)
{
	a->lo = a->hi = a->constant;
	a->width = 1;
	for (int i = 0; i < a->count; i++) {
		const AffineTerm *term = &a->terms[i];
		int64_t x = times(t, term->factor, term->atom->lo);
		int64_t y = times(t, term->factor, term->atom->hi);

		a->lo = plus(t, a->lo, x < y ? x : y);
		a->hi = plus(t, a->hi, x < y ? y : x);
		if (term->atom->width > a->width)
			a->width = term->atom->width;
	}
}

static const Affine *form(AffineTable *t, int64_t constant, int count,
			 const AffineTerm *terms)
{
	Affine wanted = { .constant = constant, .count = count, .terms = terms };
	const Affine *found;
	AffineTerm *kept;
	Affine *made;

	wanted.hash = form_hash(&wanted);
	found = intern_find(&t->forms, wanted.hash, &wanted, form_equal);
	if (found)
		return found;
	made = ARENA_NEW(t->arena, Affine);
	kept = ARENA_ARRAY(t->arena, AffineTerm, count ? count : 1);
	if (count)
		memcpy(kept, terms, sizeof *terms * (size_t)count);
	*made = wanted;
	made->terms = kept;
	set_range(t, made);
	intern_add(&t->forms, made->hash, made);
	return made;
}

static const Affine *form_of_atom(AffineTable *t, AffineAtom wanted)
{
	AffineTerm term = { 1, atom(t, wanted) };

	if (wanted.lo == wanted.hi)
		return form(t, wanted.lo, 0, NULL);
	return form(t, 0, 1, &term);
}

const Affine *affine_const(AffineTable *t, int64_t value)
{
	return form(t, value, 0, NULL);
}

const Affine *affine_var(AffineTable *t, Var *var, int64_t lo, int64_t hi)
{
	return form_of_atom(t, (AffineAtom){ .kind = AFFINE_VAR, .var = var,
					    .lo = lo, .hi = hi, .width = 1 });
}

const Affine *affine_lane(AffineTable *t, int width)
{
	return form_of_atom(t, (AffineAtom){ .kind = AFFINE_LANE, .by = width,
					    .hi = width - 1, .width = width });
}

static const Affine *component(AffineTable *t, Var *var, int number,
			      int width, int64_t lo, int64_t hi)
{
	return form_of_atom(t, (AffineAtom){ .kind = AFFINE_LANE_OF, .var = var,
					    .component = number, .lo = lo,
					    .hi = hi, .width = width });
}

const Affine *affine_lane_of(AffineTable *t, Var *var, int width,
			   int64_t lo, int64_t hi)
{
	return component(t, var, -1, width, lo, hi);
}

/* -- sums ------------------------------------------------------------------ */

/* a + b*factor, merging the terms, which both have in atom order. */
static const Affine *combine(AffineTable *t, const Affine *a, const Affine *b,
			    int64_t factor)
{
	AffineTerm few[16], *terms = few;
	int count = 0, i = 0, j = 0;

	if (a->count + b->count > 16)
		terms = ARENA_ARRAY(t->arena, AffineTerm, a->count + b->count);
	while (i < a->count || j < b->count) {
		AffineTerm term;

		if (j == b->count || (i < a->count && a->terms[i].atom->number
						< b->terms[j].atom->number)) {
			term = a->terms[i++];
		} else {
			term = b->terms[j];
			term.factor = times(t, term.factor, factor);
			if (i < a->count && a->terms[i].atom == term.atom)
				term.factor = plus(t, term.factor,
						   a->terms[i++].factor);
			j++;
		}
		if (term.factor)
			terms[count++] = term;
	}
	return form(t, plus(t, a->constant, times(t, b->constant, factor)),
		    count, terms);
}

/* (e/d)*d*f + (e%d)*f is e*f. */
static const Affine *rejoin(AffineTable *t, const Affine *a)
{
	for (int i = 0; i < a->count; i++)
		for (int j = 0; j < a->count; j++) {
			const AffineTerm *q = &a->terms[i], *r = &a->terms[j];
			AffineTerm pair[2];
			const Affine *without;

			if (q->atom->kind != AFFINE_DIV
			    || r->atom->kind != AFFINE_MOD
			    || q->atom->of != r->atom->of
			    || q->atom->by != r->atom->by
			    || q->factor != times(t, r->factor, r->atom->by))
				continue;
			pair[0] = i < j ? *q : *r;
			pair[1] = i < j ? *r : *q;
			without = combine(t, a, form(t, 0, 2, pair), -1);
			return affine_add(t, without,
					 affine_times(t, q->atom->of,
						     r->factor));
		}
	return a;
}

const Affine *affine_add(AffineTable *t, const Affine *a, const Affine *b)
{
	if (affine_is_const(a) && !a->constant)
		return b;
	if (affine_is_const(b) && !b->constant)
		return a;
	return rejoin(t, combine(t, a, b, 1));
}

const Affine *affine_sub(AffineTable *t, const Affine *a, const Affine *b)
{
	return rejoin(t, combine(t, a, b, -1));
}

const Affine *affine_plus(AffineTable *t, const Affine *a, int64_t b)
{
	return b ? form(t, plus(t, a->constant, b), a->count, a->terms) : a;
}

const Affine *affine_times(AffineTable *t, const Affine *a, int64_t factor)
{
	return factor == 1 ? a : combine(t, affine_const(t, 0), a, factor);
}

bool affine_distance(AffineTable *t, const Affine *a, const Affine *b,
		    int64_t *distance)
{
	const Affine *d;

	if (a->count != b->count)
		return false;
	d = combine(t, b, a, -1);
	if (!affine_is_const(d))
		return false;
	*distance = d->constant;
	return true;
}

/* -- quotients and rests --------------------------------------------------- */

static int64_t floor_div(int64_t a, int64_t b)
{
	int64_t q = a / b;

	return q - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t gcd(int64_t a, int64_t b)
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
	*whole = form(t, down, qs, q);
	*rest = form(t, a->constant - down * by, rs, r);
}

/* The greatest g < by that divides by, such that a = g*whole + rest with
 * 0 <= rest < g; 1 when there is none. Then a/by = whole/(by/g), and a%by =
 * g*(whole % (by/g)) + rest. */
static int64_t coarse(AffineTable *t, const Affine *a, int64_t by,
		      const Affine **whole, const Affine **rest)
{
	int64_t best = 1;

	for (int i = 0; i < a->count; i++) {
		int64_t g = gcd(a->terms[i].factor, by);
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
	return form_of_atom(t, made);
}

/* The atom that a is alone, when it is of that kind. */
static const AffineAtom *lone(const Affine *a, AffineKind kind)
{
	if (a->count != 1 || a->constant || a->terms[0].factor != 1
	    || a->terms[0].atom->kind != kind)
		return NULL;
	return a->terms[0].atom;
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
	inner = lone(rest, AFFINE_DIV);
	if (inner)
		return affine_add(t, whole, affine_div(t, inner->of,
				 times(t, inner->by, by)));
	inner = lone(rest, AFFINE_MOD);
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
	inner = lone(rest, AFFINE_MOD);
	if (inner && inner->by % by == 0)
		return affine_mod(t, inner->of, by);
	return opaque(t, AFFINE_MOD, rest, by);
}

/* -- cut and mirrored ------------------------------------------------------ */

const Affine *affine_clamp(AffineTable *t, const Affine *a, int64_t n)
{
	if (a->lo >= 0 && a->hi < n)
		return a;
	return form_of_atom(t, (AffineAtom){
		.kind = AFFINE_CLAMP, .of = a, .by = n, .width = a->width,
		.lo = a->lo < 0 ? 0 : a->lo < n ? a->lo : n - 1,
		.hi = a->hi < 0 ? 0 : a->hi < n ? a->hi : n - 1 });
}

const Affine *affine_mirror(AffineTable *t, const Affine *a, int64_t n)
{
	a = affine_mod(t, a, 2 * n);
	if (a->hi < n)
		return a;
	if (a->lo >= n)
		return affine_sub(t, affine_const(t, 2 * n - 1), a);
	return form_of_atom(t, (AffineAtom){
		.kind = AFFINE_MIRROR, .of = a, .by = n, .width = a->width,
		.hi = n - 1 });
}

/* -- lanes ----------------------------------------------------------------- */

static const Affine *atom_at_lane(AffineTable *t, const AffineAtom *a,
				 const Affine *lane)
{
	switch (a->kind) {
	case AFFINE_LANE:
		return lane;
	case AFFINE_DIV:
		return affine_div(t, affine_at_lane(t, a->of, lane), a->by);
	case AFFINE_MOD:
		return affine_mod(t, affine_at_lane(t, a->of, lane), a->by);
	case AFFINE_CLAMP:
		return affine_clamp(t, affine_at_lane(t, a->of, lane), a->by);
	case AFFINE_MIRROR:
		return affine_mirror(t, affine_at_lane(t, a->of, lane), a->by);
	case AFFINE_LANE_OF:
		if (affine_is_const(lane) && a->component < 0)
			return component(t, a->var, (int)lane->constant, 1,
					 a->lo, a->hi);
		break;
	default:
		break;
	}
	return form_of_atom(t, *a);
}

const Affine *affine_at_lane(AffineTable *t, const Affine *a, const Affine *lane)
{
	const Affine *sum;

	if (a->width == 1)
		return a;
	sum = affine_const(t, a->constant);
	for (int i = 0; i < a->count; i++)
		sum = affine_add(t, sum, affine_times(t,
				atom_at_lane(t, a->terms[i].atom, lane),
				a->terms[i].factor));
	return sum;
}

/* -- questions ------------------------------------------------------------- */

bool affine_is_multiple(const Affine *a, int64_t n)
{
	for (int i = 0; i < a->count; i++)
		if (a->terms[i].factor % n)
			return false;
	return a->constant % n == 0;
}

bool affine_mentions(const Affine *a, const Var *var)
{
	for (int i = 0; i < a->count; i++) {
		const AffineAtom *x = a->terms[i].atom;

		if (x->var == var || (x->of && affine_mentions(x->of, var)))
			return true;
	}
	return false;
}

Var *affine_lone_var(const Affine *a)
{
	const AffineAtom *x = lone(a, AFFINE_VAR);

	return x ? x->var : NULL;
}

static int64_t magnitude(int64_t a)
{
	return a < 0 ? -a : a;
}

bool affine_is_wide(const Affine *a)
{
	int64_t most = magnitude(a->constant);

	for (int i = 0; i < a->count; i++) {
		const AffineAtom *x = a->terms[i].atom;
		int64_t reach = magnitude(x->lo) > magnitude(x->hi)
				? magnitude(x->lo) : magnitude(x->hi);
		int64_t term;

		if (x->of && affine_is_wide(x->of))
			return true;
		if (!checked_mul(magnitude(a->terms[i].factor), reach, &term)
		    || !checked_add(most, term, &most))
			return true;
	}
	return most > INT32_MAX;
}
