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

/* clamp, max or min of one type (source_index.c, source_folded). */
static Number folded(Walk *w, const AffineAtom *atom)
{
	bool wide = affine_is_wide(atom->of) || atom->by > INT32_MAX / 2;
	Number of = number_of(w, atom->of), made;
	Terms *t = w->terms;
	int64_t top = atom->kind == AFFINE_MIRROR ? 2 * atom->by - 1 : -1;

	of.type = wide ? SCALAR_I64 : SCALAR_I32;
	of = fits(w, of, atom->of);
	made = of;
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

static Number quotient(Walk *w, const AffineAtom *atom)
{
	Number of = number_of(w, atom->of), by = literal(w, atom->by, false);
	const Term *q = term_div_c(w->terms, of.value, atom->by);

	if (atom->kind == AFFINE_MOD)
		q = of.value->lo >= 0
		    ? term_mod(w->terms, of.value, atom->by)
		    : term_sub(w->terms, of.value,
			       term_times(w->terms, q, atom->by));
	return (Number){ q, common(of.type, by.type) };
}

static Number atom_number(Walk *w, const AffineAtom *atom)
{
	if (atom->end) {
		walk_refuse(w, "an index by an open size");
		return literal(w, 0, false);
	}
	switch (atom->kind) {
	case AFFINE_DIV:
	case AFFINE_MOD:
		return quotient(w, atom);
	case AFFINE_CLAMP:
	case AFFINE_FOLD:
	case AFFINE_MIRROR:
		return folded(w, atom);
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
	Number n = atom_number(w, term->atom);
	int64_t factor = term->factor;

	if ((factor != 1 && factor != -1) || first)
		n.type = common(n.type, literal(w, llabs(factor), wide).type);
	n.value = term_times(w->terms, n.value, first ? factor
						      : llabs(factor));
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
