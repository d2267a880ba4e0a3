#include "codegen_opencl/index.h"

#include <string.h>

#include "base/checked.h"
#include "base/hash.h"

#define INDEX_LIMIT (INT64_C(1) << 62)

void index_table_free(IndexTable *table)
{
	intern_free(&table->forms);
	intern_free(&table->atoms);
}

/* -- arithmetic that remembers that it overflowed -------------------------- */

static int64_t checked(IndexTable *t, bool ok, int64_t value)
{
	if (ok && value > -INDEX_LIMIT && value < INDEX_LIMIT)
		return value;
	t->overflow = true;
	return 0;
}

static int64_t plus(IndexTable *t, int64_t a, int64_t b)
{
	int64_t sum = 0;
	bool ok = checked_add(a, b, &sum);

	return checked(t, ok, sum);
}

static int64_t times(IndexTable *t, int64_t a, int64_t b)
{
	int64_t product = 0;
	bool ok = checked_mul(a, b, &product);

	return checked(t, ok, product);
}

/* -- atoms ----------------------------------------------------------------- */

static uint64_t atom_hash(const IndexAtom *a)
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
	const IndexAtom *a = stored, *b = wanted;

	return a->kind == b->kind && a->var == b->var && a->of == b->of
	    && a->by == b->by && a->component == b->component
	    && a->lo == b->lo && a->hi == b->hi;
}

static const IndexAtom *atom(IndexTable *t, IndexAtom wanted)
{
	const IndexAtom *found;
	IndexAtom *made;

	wanted.hash = atom_hash(&wanted);
	found = intern_find(&t->atoms, wanted.hash, &wanted, atom_equal);
	if (found)
		return found;
	made = ARENA_NEW(t->arena, IndexAtom);
	*made = wanted;
	made->number = t->atom_count++;
	intern_add(&t->atoms, made->hash, made);
	return made;
}

/* -- forms ----------------------------------------------------------------- */

static uint64_t form_hash(const Index *a)
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
	const Index *a = stored, *b = wanted;

	if (a->constant != b->constant || a->count != b->count)
		return false;
	for (int i = 0; i < a->count; i++)
		if (a->terms[i].factor != b->terms[i].factor
		    || a->terms[i].atom != b->terms[i].atom)
			return false;
	return true;
}

static void set_range(IndexTable *t, Index *a)
{
	a->lo = a->hi = a->constant;
	a->width = 1;
	for (int i = 0; i < a->count; i++) {
		const IndexTerm *term = &a->terms[i];
		int64_t x = times(t, term->factor, term->atom->lo);
		int64_t y = times(t, term->factor, term->atom->hi);

		a->lo = plus(t, a->lo, x < y ? x : y);
		a->hi = plus(t, a->hi, x < y ? y : x);
		if (term->atom->width > a->width)
			a->width = term->atom->width;
	}
}

static const Index *form(IndexTable *t, int64_t constant, int count,
			 const IndexTerm *terms)
{
	Index wanted = { .constant = constant, .count = count, .terms = terms };
	const Index *found;
	IndexTerm *kept;
	Index *made;

	wanted.hash = form_hash(&wanted);
	found = intern_find(&t->forms, wanted.hash, &wanted, form_equal);
	if (found)
		return found;
	made = ARENA_NEW(t->arena, Index);
	kept = ARENA_ARRAY(t->arena, IndexTerm, count ? count : 1);
	if (count)
		memcpy(kept, terms, sizeof *terms * (size_t)count);
	*made = wanted;
	made->terms = kept;
	set_range(t, made);
	intern_add(&t->forms, made->hash, made);
	return made;
}

static const Index *form_of_atom(IndexTable *t, IndexAtom wanted)
{
	IndexTerm term = { 1, atom(t, wanted) };

	if (wanted.lo == wanted.hi)
		return form(t, wanted.lo, 0, NULL);
	return form(t, 0, 1, &term);
}

const Index *index_const(IndexTable *t, int64_t value)
{
	return form(t, value, 0, NULL);
}

const Index *index_var(IndexTable *t, Var *var, int64_t lo, int64_t hi)
{
	return form_of_atom(t, (IndexAtom){ .kind = INDEX_VAR, .var = var,
					    .lo = lo, .hi = hi, .width = 1 });
}

const Index *index_lane(IndexTable *t, int width)
{
	return form_of_atom(t, (IndexAtom){ .kind = INDEX_LANE, .by = width,
					    .hi = width - 1, .width = width });
}

static const Index *component(IndexTable *t, Var *var, int number,
			      int width, int64_t lo, int64_t hi)
{
	return form_of_atom(t, (IndexAtom){ .kind = INDEX_LANE_OF, .var = var,
					    .component = number, .lo = lo,
					    .hi = hi, .width = width });
}

const Index *index_lane_of(IndexTable *t, Var *var, int width,
			   int64_t lo, int64_t hi)
{
	return component(t, var, -1, width, lo, hi);
}

/* -- sums ------------------------------------------------------------------ */

/* a + b*factor, merging the terms, which both have in atom order. */
static const Index *combine(IndexTable *t, const Index *a, const Index *b,
			    int64_t factor)
{
	IndexTerm few[16], *terms = few;
	int count = 0, i = 0, j = 0;

	if (a->count + b->count > 16)
		terms = ARENA_ARRAY(t->arena, IndexTerm, a->count + b->count);
	while (i < a->count || j < b->count) {
		IndexTerm term;

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
static const Index *rejoin(IndexTable *t, const Index *a)
{
	for (int i = 0; i < a->count; i++)
		for (int j = 0; j < a->count; j++) {
			const IndexTerm *q = &a->terms[i], *r = &a->terms[j];
			IndexTerm pair[2];
			const Index *without;

			if (q->atom->kind != INDEX_DIV
			    || r->atom->kind != INDEX_MOD
			    || q->atom->of != r->atom->of
			    || q->atom->by != r->atom->by
			    || q->factor != times(t, r->factor, r->atom->by))
				continue;
			pair[0] = i < j ? *q : *r;
			pair[1] = i < j ? *r : *q;
			without = combine(t, a, form(t, 0, 2, pair), -1);
			return index_add(t, without,
					 index_times(t, q->atom->of,
						     r->factor));
		}
	return a;
}

const Index *index_add(IndexTable *t, const Index *a, const Index *b)
{
	if (index_is_const(a) && !a->constant)
		return b;
	if (index_is_const(b) && !b->constant)
		return a;
	return rejoin(t, combine(t, a, b, 1));
}

const Index *index_sub(IndexTable *t, const Index *a, const Index *b)
{
	return rejoin(t, combine(t, a, b, -1));
}

const Index *index_plus(IndexTable *t, const Index *a, int64_t b)
{
	return b ? form(t, plus(t, a->constant, b), a->count, a->terms) : a;
}

const Index *index_times(IndexTable *t, const Index *a, int64_t factor)
{
	return factor == 1 ? a : combine(t, index_const(t, 0), a, factor);
}

bool index_distance(IndexTable *t, const Index *a, const Index *b,
		    int64_t *distance)
{
	const Index *d;

	if (a->count != b->count)
		return false;
	d = combine(t, b, a, -1);
	if (!index_is_const(d))
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
static void divide_terms(IndexTable *t, const Index *a, int64_t by,
			 const Index **whole, const Index **rest)
{
	IndexTerm *q = ARENA_ARRAY(t->arena, IndexTerm, 2 * a->count + 1);
	IndexTerm *r = q + a->count;
	int64_t down = floor_div(a->constant, by);
	int qs = 0, rs = 0;

	for (int i = 0; i < a->count; i++) {
		IndexTerm term = a->terms[i];

		if (term.factor % by == 0)
			q[qs++] = (IndexTerm){ term.factor / by, term.atom };
		else
			r[rs++] = term;
	}
	*whole = form(t, down, qs, q);
	*rest = form(t, a->constant - down * by, rs, r);
}

static int64_t terms_gcd(const Index *a, int64_t with)
{
	for (int i = 0; i < a->count; i++)
		with = gcd(with, a->terms[i].factor);
	return with;
}

/* (g*x + c)/(g*d) = (x + c/g)/d; the rest is g*((x + c/g)%d) + c%g. */
static const Index *without_factor(IndexTable *t, const Index *a, int64_t g)
{
	const Index *whole, *rest;

	divide_terms(t, a, g, &whole, &rest);
	return whole;
}

static const Index *opaque(IndexTable *t, IndexKind kind, const Index *a,
			   int64_t by)
{
	IndexAtom made = { .kind = kind, .of = a, .by = by, .width = a->width };

	if (kind == INDEX_DIV) {
		made.lo = a->lo / by;
		made.hi = a->hi / by;
	} else {
		made.hi = a->hi < by - 1 ? a->hi : by - 1;
	}
	return form_of_atom(t, made);
}

/* The atom that a is alone, when it is of that kind. */
static const IndexAtom *lone(const Index *a, IndexKind kind)
{
	if (a->count != 1 || a->constant || a->terms[0].factor != 1
	    || a->terms[0].atom->kind != kind)
		return NULL;
	return a->terms[0].atom;
}

const Index *index_div(IndexTable *t, const Index *a, int64_t by)
{
	const Index *whole, *rest;
	const IndexAtom *inner;
	int64_t shift, g;

	if (by == 1)
		return a;
	divide_terms(t, a, by, &whole, &rest);
	shift = floor_div(rest->lo, by);
	rest = index_plus(t, rest, -shift * by);
	whole = index_plus(t, whole, shift);
	if (rest->hi < by)
		return whole;
	g = terms_gcd(rest, by);
	if (g > 1)
		return index_add(t, whole, index_div(t,
				 without_factor(t, rest, g), by / g));
	inner = lone(rest, INDEX_DIV);
	if (inner)
		return index_add(t, whole, index_div(t, inner->of,
				 times(t, inner->by, by)));
	inner = lone(rest, INDEX_MOD);
	if (inner && inner->by % by == 0)
		return index_add(t, whole, index_mod(t,
				 index_div(t, inner->of, by),
				 inner->by / by));
	return index_add(t, whole, opaque(t, INDEX_DIV, rest, by));
}

const Index *index_mod(IndexTable *t, const Index *a, int64_t by)
{
	const Index *whole, *rest;
	const IndexAtom *inner;
	int64_t shift, g, odd;

	if (by == 1)
		return index_const(t, 0);
	divide_terms(t, a, by, &whole, &rest);
	shift = floor_div(rest->lo, by);
	rest = index_plus(t, rest, -shift * by);
	if (rest->hi < by)
		return rest;
	g = terms_gcd(rest, by);
	if (g > 1) {
		odd = rest->constant % g;
		return index_plus(t, index_times(t, index_mod(t,
				  without_factor(t, rest, g), by / g), g),
				  odd);
	}
	inner = lone(rest, INDEX_MOD);
	if (inner && inner->by % by == 0)
		return index_mod(t, inner->of, by);
	return opaque(t, INDEX_MOD, rest, by);
}

/* -- lanes ----------------------------------------------------------------- */

static const Index *atom_at_lane(IndexTable *t, const IndexAtom *a,
				 const Index *lane)
{
	switch (a->kind) {
	case INDEX_LANE:
		return lane;
	case INDEX_DIV:
		return index_div(t, index_at_lane(t, a->of, lane), a->by);
	case INDEX_MOD:
		return index_mod(t, index_at_lane(t, a->of, lane), a->by);
	case INDEX_LANE_OF:
		if (index_is_const(lane) && a->component < 0)
			return component(t, a->var, (int)lane->constant, 1,
					 a->lo, a->hi);
		break;
	default:
		break;
	}
	return form_of_atom(t, *a);
}

const Index *index_at_lane(IndexTable *t, const Index *a, const Index *lane)
{
	const Index *sum;

	if (a->width == 1)
		return a;
	sum = index_const(t, a->constant);
	for (int i = 0; i < a->count; i++)
		sum = index_add(t, sum, index_times(t,
				atom_at_lane(t, a->terms[i].atom, lane),
				a->terms[i].factor));
	return sum;
}

/* -- questions ------------------------------------------------------------- */

bool index_is_multiple(const Index *a, int64_t n)
{
	for (int i = 0; i < a->count; i++)
		if (a->terms[i].factor % n)
			return false;
	return a->constant % n == 0;
}

bool index_mentions(const Index *a, const Var *var)
{
	for (int i = 0; i < a->count; i++) {
		const IndexAtom *x = a->terms[i].atom;

		if (x->var == var || (x->of && index_mentions(x->of, var)))
			return true;
	}
	return false;
}

Var *index_lone_var(const Index *a)
{
	const IndexAtom *x = lone(a, INDEX_VAR);

	return x ? x->var : NULL;
}

static int64_t magnitude(int64_t a)
{
	return a < 0 ? -a : a;
}

bool index_is_wide(const Index *a)
{
	int64_t most = magnitude(a->constant);

	for (int i = 0; i < a->count; i++) {
		const IndexAtom *x = a->terms[i].atom;
		int64_t reach = magnitude(x->lo) > magnitude(x->hi)
				? magnitude(x->lo) : magnitude(x->hi);
		int64_t term;

		if (x->of && index_is_wide(x->of))
			return true;
		if (!checked_mul(magnitude(a->terms[i].factor), reach, &term)
		    || !checked_add(most, term, &most))
			return true;
	}
	return most > INT32_MAX;
}
