/* Quotients of sizes: exact, rounded down, and rests. */
#include "base/checked.h"
#include "ir/core/internal.h"
#include "ir/core/size_terms.h"

/* Divides term by term; false when some term does not contain the divisor. */
static bool term_quotient(Ir *ir, const SizeTerm *a, const SizeTerm *b,
			  SizeTerm *quotient)
{
	const SizeAtom **atoms = ARENA_ARRAY(ir->arena, const SizeAtom *,
					     a->count);
	int kept = 0, j = 0;

	if (!checked_divides(a->factor, b->factor) || a->factor % b->factor)
		return false;
	for (int i = 0; i < a->count; i++)
		if (j < b->count && a->atoms[i] == b->atoms[j])
			j++;
		else
			atoms[kept++] = a->atoms[i];
	*quotient = (SizeTerm){ a->factor / b->factor, kept, atoms };
	return j == b->count;
}

static const Size *term_size(Ir *ir, SizeTerm term)
{
	Poly poly = { 0 };

	poly_add(ir, &poly, term);
	return poly_size(ir, &poly);
}

static int64_t common_divisor(int64_t a, int64_t b)
{
	uint64_t x = size_magnitude(a), y = size_magnitude(b);

	while (y) {
		uint64_t rest = x % y;

		x = y;
		y = rest;
	}
	return x > INT64_MAX ? 1 : (int64_t)x;
}

/* 6*(N/4) is 3*(N/2), M*(N/M) is N: term with atom i taken apart; NULL where
 * nothing cancels. */
static const Size *cancelled(Ir *ir, const SizeTerm *term, int i)
{
	const SizeAtom *atom = term->atoms[i], **others;
	SizeTerm rest = { term->factor, term->count - 1, NULL }, quotient;
	int64_t common;

	if (atom->kind != ATOM_DIV || !atom->open || atom->b->count != 1)
		return NULL;
	others = ARENA_ARRAY(ir->arena, const SizeAtom *, term->count);
	rest.atoms = others;
	for (int k = 0, kept = 0; k < term->count; k++)
		if (k != i)
			others[kept++] = term->atoms[k];
	if (term_quotient(ir, &rest, &atom->b->terms[0], &quotient))
		return size_mul(ir, term_size(ir, quotient), atom->a);
	common = common_divisor(rest.factor, atom->b->terms[0].factor);
	if (!size_is_const(atom->b) || common == 1)
		return NULL;
	rest.factor /= common;
	return size_mul(ir, term_size(ir, rest),
			size_div(ir, atom->a, size_const(ir, atom->b->value
							     / common)));
}

static const Size *without_term(Ir *ir, const Size *size, int t)
{
	Poly poly = { 0 };

	for (int i = 0; i < size->count; i++)
		if (i != t)
			poly_add(ir, &poly, size->terms[i]);
	return poly_size(ir, &poly);
}

const Size *size_cancelled(Ir *ir, const Size *size)
{
	for (int t = 0; t < size->count; t++)
		for (int i = 0; i < size->terms[t].count; i++) {
			const Size *by = cancelled(ir, &size->terms[t], i);

			if (by)
				return size_add(ir, by,
						without_term(ir, size, t));
		}
	return size;
}

/* Long division of polynomials; NULL when a rest is left. */
static const Size *poly_quotient(Ir *ir, const Size *a, const Size *b)
{
	const Size *quotient = size_const(ir, 0);

	while (a && a->count) {
		Poly one = { 0 };
		SizeTerm term;
		const Size *step;

		if (!term_quotient(ir, &a->terms[0], &b->terms[0], &term))
			return NULL;
		poly_add(ir, &one, term);
		step = poly_size(ir, &one);
		if (!step)
			return NULL;
		quotient = size_add(ir, quotient, step);
		a = size_sub(ir, a, size_mul(ir, step, b));
	}
	return a ? quotient : NULL;
}

/* The exact open quotient by a number that a size is alone, or NULL. */
static const SizeAtom *lone_quotient(const Size *size)
{
	const SizeTerm *term = size->count == 1 ? &size->terms[0] : NULL;
	const SizeAtom *atom = term && term->count == 1 && term->factor == 1
			       ? term->atoms[0] : NULL;

	return atom && atom->kind == ATOM_DIV && atom->open
	       && size_is_const(atom->b) ? atom : NULL;
}

/* N/4/8 of an open N is N/32. */
const Size *size_div(Ir *ir, const Size *a, const Size *b)
{
	const SizeAtom *inner = a && b && size_is_const(b) ? lone_quotient(a)
							   : NULL;
	SizeAtom atom = { .kind = ATOM_DIV };
	const Size *quotient;

	if (inner) {
		a = inner->a;
		b = size_mul(ir, inner->b, b);
	}
	atom.a = a;
	atom.b = b;
	if (!a || !b || (b->known && !b->value) || !b->count)
		return NULL;
	quotient = poly_quotient(ir, a, b);
	if (quotient)
		return quotient;
	atom.known = a->known && b->known;
	if (atom.known && (!checked_divides(a->value, b->value)
			   || a->value % b->value))
		return NULL;
	if (size_is_const(a) && size_is_const(b))
		return size_const(ir, a->value / b->value);
	if (atom.known)
		atom.value = a->value / b->value;
	return size_atom(ir, atom);
}

static int64_t floor_div(int64_t a, int64_t b)
{
	int64_t q = a / b;

	return q - (a % b != 0 && (a < 0) != (b < 0));
}

static const Size *rounded(Ir *ir, AtomKind kind, const Size *a, const Size *b)
{
	SizeAtom atom = { .kind = kind, .a = a, .b = b };
	const Size *quotient;

	if (!a || !b || (b->known && !b->value) || !b->count)
		return NULL;
	quotient = poly_quotient(ir, a, b);
	if (quotient)
		return kind == ATOM_MOD ? size_const(ir, 0) : quotient;
	atom.known = a->known && b->known;
	if (atom.known && !checked_divides(a->value, b->value))
		return NULL;
	if (atom.known) {
		int64_t q = floor_div(a->value, b->value);

		atom.value = kind == ATOM_MOD ? a->value - q * b->value : q;
	}
	if (size_is_const(a) && size_is_const(b))
		return size_const(ir, atom.value);
	return size_atom(ir, atom);
}

const Size *size_floordiv(Ir *ir, const Size *a, const Size *b)
{
	return rounded(ir, ATOM_FLOORDIV, a, b);
}

const Size *size_mod(Ir *ir, const Size *a, const Size *b)
{
	return rounded(ir, ATOM_MOD, a, b);
}
