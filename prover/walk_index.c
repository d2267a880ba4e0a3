/* Indices as C computes them: each product, sum and quotient in the type that
 * the printed text gives it. */
#include <stdlib.h>

#include "codegen_opencl/source.h"
#include "prover/walk.h"

typedef struct Number {
	const Term *value;
	Scalar type; /* I32, U32, I64, U64 */
} Number;

void walk_range(Scalar scalar, int64_t *lo, int64_t *hi)
{
	int bits = (int)(8 * scalar_bytes(scalar));
	bool is_signed = scalar_is_signed(scalar);

	if (bits == 64) {
		*hi = TERM_FAR;
		*lo = is_signed ? -TERM_FAR : 0;
		return;
	}
	*hi = (INT64_C(1) << (bits - is_signed)) - 1;
	*lo = is_signed ? -*hi - 1 : 0;
	if (scalar == SCALAR_BOOL)
		*hi = 1;
}

/* What a variable of that type is in arithmetic. */
static Scalar promoted(Scalar scalar)
{
	return scalar_bytes(scalar) < 4 ? SCALAR_I32 : scalar;
}

static Scalar common(Scalar a, Scalar b)
{
	return a > b ? a : b;
}

static Number fits(Walk *w, Number n, const Affine *index)
{
	int64_t lo, hi;

	walk_range(n.type, &lo, &hi);
	walk_duty(w, term_within(w->terms, n.value, lo, hi), n.value,
		  scalar_rows[n.type].opencl, index);
	return n;
}

static Number literal(Walk *w, int64_t value, bool wide)
{
	bool is_long = wide || value > INT32_MAX || value < INT32_MIN;

	return (Number){ term_number(w->terms, value),
			 is_long ? SCALAR_I64 : SCALAR_I32 };
}

static Number number_of(Walk *w, const Affine *index);

static Number variable(Walk *w, const AffineAtom *atom)
{
	const Var *var = atom->var;
	int lane = atom->kind == AFFINE_LANE_OF ? atom->component : 0;
	const Slot *slot = walk_slot(w, var);

	if (!slot || lane < 0 || lane >= var->width || !slot->lanes[lane]) {
		walk_refuse(w, "an index of what is not known");
		return literal(w, 0, false);
	}
	return (Number){ slot->lanes[lane],
			 var->wide ? SCALAR_I64 : promoted(var->scalar) };
}

/* In the type that it is cast to. */
static Number cast(Walk *w, const Affine *index, bool wide)
{
	Number n = number_of(w, index);

	n.type = wide ? SCALAR_I64 : SCALAR_I32;
	return fits(w, n, index);
}

/* min(x, n - 1) or min(x, 2*n - 1 - x) by an open size n (source_index.c,
 * source_folded_to). */
static Number folded_to(Walk *w, const AffineAtom *atom)
{
	bool clamp = atom->kind == AFFINE_CLAMP;
	bool wide = affine_is_wide(atom->of) || affine_is_wide(atom->end)
		    || (!clamp && atom->end->hi > INT32_MAX / 2);
	Number of = cast(w, atom->of, wide), made = cast(w, atom->end, wide);
	Terms *t = w->terms;

	if (!clamp) {
		made.value = term_times(t, made.value, 2);
		made = fits(w, made, atom->end);
	}
	made.value = term_plus(t, made.value, -1);
	if (!clamp) {
		made.value = term_sub(t, made.value, of.value);
		made = fits(w, made, atom->of);
	}
	made.value = term_min(t, of.value, made.value);
	return made;
}

/* clamp, max or min of one type (source_index.c, source_folded). */
static Number folded(Walk *w, const AffineAtom *atom)
{
	bool wide = affine_is_wide(atom->of) || atom->by > INT32_MAX / 2;
	Number of = cast(w, atom->of, wide), made = of;
	Terms *t = w->terms;
	int64_t top = atom->kind == AFFINE_MIRROR ? 2 * atom->by - 1 : -1;

	if (atom->kind == AFFINE_CLAMP) {
		if (atom->of->lo < 0)
			made.value = term_max(t, made.value,
					      term_number(t, 0));
		if (atom->of->hi > atom->by - 1)
			made.value = term_min(t, made.value,
					      term_number(t, atom->by - 1));
		return made;
	}
	made.value = term_sub(t, term_number(t, top), of.value);
	made = fits(w, made, atom->of);
	made.value = atom->kind == AFFINE_MIRROR
		     ? term_min(t, of.value, made.value)
		     : term_max(t, of.value, made.value);
	return made;
}

/* By an open size at least by 1 (source_index.c, source_divisor). */
static Number divisor(Walk *w, const AffineAtom *atom)
{
	Number by = atom->end ? number_of(w, atom->end)
			      : literal(w, atom->by, false);

	if (atom->end)
		by.value = term_max(w->terms, by.value,
				    term_number(w->terms, 1));
	if (!term_is_number(by.value))
		walk_refuse(w, "an index by what is no number");
	return by;
}

static Number quotient(Walk *w, const AffineAtom *atom)
{
	Number of = number_of(w, atom->of), by = divisor(w, atom);
	int64_t value = term_is_number(by.value) ? by.value->constant : 1;
	const Term *q = term_div_c(w->terms, of.value, value);

	if (atom->kind == AFFINE_MOD)
		q = of.value->lo >= 0
		    ? term_mod(w->terms, of.value, value)
		    : term_sub(w->terms, of.value,
			       term_times(w->terms, q, value));
	return (Number){ q, common(of.type, by.type) };
}

/* factor*of*z, from left to right. */
static Number scaled(Walk *w, const AffineAtom *atom, int64_t factor,
		     Scalar type, const Affine *index)
{
	Number of = number_of(w, atom->of), size = variable(w, atom);

	of.type = common(of.type, type);
	of.value = term_times(w->terms, of.value, factor);
	of = fits(w, of, index);
	of.type = common(of.type, size.type);
	if (!term_is_number(size.value))
		walk_refuse(w, "an index by what is no number");
	else
		of.value = term_times(w->terms, of.value,
				      size.value->constant);
	return of;
}

static Number atom_number(Walk *w, const AffineAtom *atom)
{
	switch (atom->kind) {
	case AFFINE_DIV:
	case AFFINE_MOD:
		return quotient(w, atom);
	case AFFINE_CLAMP:
	case AFFINE_FOLD:
	case AFFINE_MIRROR:
		return (atom->end ? folded_to : folded)(w, atom);
	case AFFINE_VAR:
	case AFFINE_LANE_OF:
		return variable(w, atom);
	default:
		walk_refuse(w, "an index that varies over lanes");
		return literal(w, 0, false);
	}
}

static Number term_number_of(Walk *w, const AffineTerm *term, bool wide,
			     bool first, const Affine *index)
{
	const int64_t size = llabs(term->factor);
	const int64_t factor = first ? term->factor : size;
	Scalar type = size != 1 || first ? literal(w, size, wide).type
					 : SCALAR_I32;
	Number n;

	if (term->atom->kind == AFFINE_SCALED)
		return fits(w, scaled(w, term->atom, factor, type, index),
			    index);
	n = atom_number(w, term->atom);
	n.type = common(n.type, type);
	n.value = term_times(w->terms, n.value, factor);
	return fits(w, n, index);
}

static Number added(Walk *w, Number sum, const Number *more, bool minus,
		    const Affine *index)
{
	sum.value = minus ? term_sub(w->terms, sum.value, more->value)
			  : term_add(w->terms, sum.value, more->value);
	sum.type = common(sum.type, more->type);
	return fits(w, sum, index);
}

static Number number_of(Walk *w, const Affine *index)
{
	bool wide = affine_is_wide(index), front;
	AffineTerm *terms = source_index_terms(index, &front);
	Number sum = literal(w, index->constant, wide && index->count);

	for (int i = 0; i < index->count; i++) {
		bool first = i == 0 && !front;
		Number n = term_number_of(w, &terms[i], wide, first, index);

		sum = first ? n : added(w, sum, &n, terms[i].factor < 0,
					index);
	}
	if (!front && index->constant) {
		Number last = literal(w, llabs(index->constant), false);

		sum = added(w, sum, &last, index->constant < 0, index);
	}
	free(terms);
	return sum;
}

const Term *walk_index(Walk *w, const Affine *index)
{
	return number_of(w, index).value;
}

const Term *walk_number(Walk *w, const Affine *number)
{
	const char *unknown = w->unknown;
	const int duties = w->duty_count;
	const Term *value = number ? number_of(w, number).value : NULL;

	if (w->unknown != unknown)
		value = NULL;
	w->unknown = unknown;
	w->duty_count = duties;
	return value;
}
