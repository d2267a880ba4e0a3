#include "codegen_opencl/affine_node.h"

#include <string.h>

#include "base/checked.h"
#include "base/hash.h"
#include "codegen_opencl/tree.h"

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

int64_t affine_product(AffineTable *t, int64_t a, int64_t b)
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
	h = hash_combine(h, (uint64_t)(uintptr_t)a->end);
	h = hash_combine(h, (uint64_t)a->by);
	h = hash_combine(h, (uint64_t)a->component);
	h = hash_combine(h, (uint64_t)a->lo);
	return hash_combine(h, (uint64_t)a->hi);
}

static bool atom_equal(const void *stored, const void *wanted)
{
	const AffineAtom *a = stored, *b = wanted;

	return a->kind == b->kind && a->var == b->var && a->of == b->of
	    && a->end == b->end && a->by == b->by && a->component == b->component
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
		int64_t x = affine_product(t, term->factor, term->atom->lo);
		int64_t y = affine_product(t, term->factor, term->atom->hi);

		a->lo = plus(t, a->lo, x < y ? x : y);
		a->hi = plus(t, a->hi, x < y ? y : x);
		if (term->atom->width > a->width)
			a->width = term->atom->width;
	}
}

const Affine *affine_form(AffineTable *t, int64_t constant, int count,
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

const Affine *affine_of_atom(AffineTable *t, AffineAtom wanted)
{
	AffineTerm term = { 1, atom(t, wanted) };

	if (wanted.lo == wanted.hi)
		return affine_form(t, wanted.lo, 0, NULL);
	return affine_form(t, 0, 1, &term);
}

const Affine *affine_atom(AffineTable *t, const AffineAtom *atom)
{
	return affine_of_atom(t, *atom);
}

const Affine *affine_const(AffineTable *t, int64_t value)
{
	return affine_form(t, value, 0, NULL);
}

const Affine *affine_var(AffineTable *t, Var *var, int64_t lo, int64_t hi)
{
	return affine_of_atom(t, (AffineAtom){ .kind = AFFINE_VAR, .var = var,
					    .lo = lo, .hi = hi, .width = 1 });
}

const Affine *affine_lane(AffineTable *t, int width)
{
	return affine_of_atom(t, (AffineAtom){ .kind = AFFINE_LANE, .by = width,
					    .hi = width - 1, .width = width });
}

const Affine *affine_component(AffineTable *t, Var *var, int number,
			      int width, int64_t lo, int64_t hi)
{
	return affine_of_atom(t, (AffineAtom){ .kind = AFFINE_LANE_OF, .var = var,
					    .component = number, .lo = lo,
					    .hi = hi, .width = width });
}

const Affine *affine_lane_of(AffineTable *t, Var *var, int width,
			   int64_t lo, int64_t hi)
{
	return affine_component(t, var, -1, width, lo, hi);
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
			term.factor = affine_product(t, term.factor, factor);
			if (i < a->count && a->terms[i].atom == term.atom)
				term.factor = plus(t, term.factor,
						   a->terms[i++].factor);
			j++;
		}
		if (term.factor)
			terms[count++] = term;
	}
	return affine_form(t, plus(t, a->constant,
				   affine_product(t, b->constant, factor)),
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
			    || q->factor != affine_product(t, r->factor, r->atom->by))
				continue;
			pair[0] = i < j ? *q : *r;
			pair[1] = i < j ? *r : *q;
			without = combine(t, a, affine_form(t, 0, 2, pair), -1);
			return affine_add(t, without,
					 affine_times(t, q->atom->of,
						     r->factor));
		}
	return affine_rejoined(t, a);
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
	return b ? affine_form(t, plus(t, a->constant, b), a->count, a->terms) : a;
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

const AffineAtom *affine_lone(const Affine *a, AffineKind kind)
{
	if (a->count != 1 || a->constant || a->terms[0].factor != 1
	    || a->terms[0].atom->kind != kind || a->terms[0].atom->end)
		return NULL;
	return a->terms[0].atom;
}

/* -- questions ------------------------------------------------------------- */

static int64_t magnitude(int64_t a)
{
	return a < 0 ? -a : a;
}

/* What a term is a multiple of: its factor, and what is known of its variable. */
static int64_t step_of(const AffineTerm *term)
{
	const AffineAtom *atom = term->atom;
	int64_t step = atom->kind == AFFINE_VAR && atom->var->step
		     ? atom->var->step : 1;

	return checked_mul(term->factor, step, &step) ? step : 1;
}

int64_t affine_step(const Affine *a)
{
	int64_t step = magnitude(a->constant);

	for (int i = 0; i < a->count; i++)
		step = affine_gcd(step, step_of(&a->terms[i]));
	return step;
}

bool affine_is_multiple(const Affine *a, int64_t n)
{
	return affine_step(a) % n == 0;
}

bool affine_mentions(const Affine *a, const Var *var)
{
	for (int i = 0; i < a->count; i++) {
		const AffineAtom *x = a->terms[i].atom;

		if (x->var == var || (x->of && affine_mentions(x->of, var))
		    || (x->end && affine_mentions(x->end, var)))
			return true;
	}
	return false;
}

Var *affine_lone_var(const Affine *a)
{
	const AffineAtom *x = affine_lone(a, AFFINE_VAR);

	return x ? x->var : NULL;
}

bool affine_is_wide(const Affine *a)
{
	int64_t most = magnitude(a->constant);

	for (int i = 0; i < a->count; i++) {
		const AffineAtom *x = a->terms[i].atom;
		int64_t reach = magnitude(x->lo) > magnitude(x->hi)
				? magnitude(x->lo) : magnitude(x->hi);
		int64_t term;

		if ((x->of && affine_is_wide(x->of))
		    || (x->end && affine_is_wide(x->end)))
			return true;
		if (!checked_mul(magnitude(a->terms[i].factor), reach, &term)
		    || !checked_add(most, term, &most))
			return true;
	}
	return most > INT32_MAX;
}
