#include "ir/core/size.h"

#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/hash.h"
#include "ir/core/internal.h"

enum { FEW_TERMS = 4 };

/* A polynomial while it is being made: most have few terms, and are known. */
typedef struct Poly {
	SizeTerm *terms;
	int count, capacity;
	SizeTerm few[FEW_TERMS];
} Poly;

static int size_compare(const Size *a, const Size *b);

static int atom_compare(const SizeAtom *a, const SizeAtom *b)
{
	int order;

	if (a == b)
		return 0;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->kind == ATOM_VAR) {
		order = strcmp(a->name, b->name);
		if (order)
			return order;
		if (a->value != b->value)
			return a->value < b->value ? -1 : 1;
		return a->open - b->open;
	}
	order = size_compare(a->a, b->a);
	return order ? order : size_compare(a->b, b->b);
}

/* By degree, then by atoms: highest degree first. */
static int term_compare(const SizeTerm *a, const SizeTerm *b)
{
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	for (int i = 0; i < a->count; i++) {
		int order = atom_compare(a->atoms[i], b->atoms[i]);

		if (order)
			return order;
	}
	return 0;
}

static int size_compare(const Size *a, const Size *b)
{
	if (a == b)
		return 0;
	if (a->count != b->count)
		return a->count < b->count ? -1 : 1;
	for (int i = 0; i < a->count; i++) {
		int order = term_compare(&a->terms[i], &b->terms[i]);

		if (order)
			return order;
		if (a->terms[i].factor != b->terms[i].factor)
			return a->terms[i].factor < b->terms[i].factor ? -1 : 1;
	}
	return 0;
}

static SizeTerm *terms_kept(Ir *ir, const Poly *poly, int capacity)
{
	SizeTerm *terms = ARENA_ARRAY(ir->arena, SizeTerm, capacity);

	for (int t = 0; t < poly->count; t++)
		terms[t] = poly->terms[t];
	return terms;
}

static void poly_grow(Ir *ir, Poly *poly)
{
	const int capacity = poly->capacity ? 2 * poly->capacity : FEW_TERMS;

	poly->terms = poly->capacity ? terms_kept(ir, poly, capacity)
				     : poly->few;
	poly->capacity = capacity;
}

static bool poly_add(Ir *ir, Poly *poly, SizeTerm term)
{
	int at = 0;

	while (at < poly->count
	       && term_compare(&poly->terms[at], &term) < 0)
		at++;
	if (at < poly->count && !term_compare(&poly->terms[at], &term))
		return checked_add(poly->terms[at].factor, term.factor,
				   &poly->terms[at].factor);
	if (poly->count == poly->capacity)
		poly_grow(ir, poly);
	memmove(poly->terms + at + 1, poly->terms + at,
		sizeof *poly->terms * (size_t)(poly->count - at));
	poly->terms[at] = term;
	poly->count++;
	return true;
}

static bool term_value(const SizeTerm *term, int64_t *value)
{
	*value = term->factor;
	for (int i = 0; i < term->count; i++)
		if (!checked_mul(*value, term->atoms[i]->value, value))
			return false;
	return true;
}

static bool set_value(Size *size)
{
	size->known = true;
	for (int t = 0; t < size->count; t++)
		for (int i = 0; i < size->terms[t].count; i++) {
			size->known &= size->terms[t].atoms[i]->known;
			size->open |= size->terms[t].atoms[i]->open;
		}
	for (int t = 0; size->known && t < size->count; t++) {
		int64_t value;

		if (!term_value(&size->terms[t], &value)
		    || !checked_add(size->value, value, &size->value))
			return false;
	}
	return true;
}

static uint64_t poly_hash(const Poly *poly)
{
	uint64_t h = HASH_SEED;

	for (int t = 0; t < poly->count; t++) {
		h = hash_combine(h, (uint64_t)poly->terms[t].factor);
		for (int i = 0; i < poly->terms[t].count; i++)
			h = hash_combine(h, poly->terms[t].atoms[i]->hash);
		h = hash_combine(h, (uint64_t)poly->terms[t].count);
	}
	return h;
}

static bool poly_equal(const void *stored, const void *wanted)
{
	const Size *size = stored;
	const Poly *poly = wanted;

	if (size->count != poly->count)
		return false;
	for (int t = 0; t < size->count; t++)
		if (size->terms[t].factor != poly->terms[t].factor
		    || term_compare(&size->terms[t], &poly->terms[t]))
			return false;
	return true;
}

static const Size *whole(Ir *ir, const Size *size);

static const Size *poly_size(Ir *ir, Poly *poly)
{
	uint64_t hash;
	const Size *found;
	Size *size;
	int kept = 0;

	for (int t = 0; t < poly->count; t++)
		if (poly->terms[t].factor)
			poly->terms[kept++] = poly->terms[t];
	poly->count = kept;
	hash = poly_hash(poly);
	found = intern_find(&ir->sizes, hash, poly, poly_equal);
	if (found)
		return found->open ? whole(ir, found) : found;
	size = ARENA_NEW(ir->arena, Size);
	size->count = poly->count;
	size->terms = terms_kept(ir, poly, poly->count);
	size->hash = hash;
	if (!set_value(size))
		return NULL;
	intern_add(&ir->sizes, hash, size);
	return size->open ? whole(ir, size) : size;
}

static bool atom_equal(const void *stored, const void *wanted)
{
	return !atom_compare(stored, wanted)
	    && ((const SizeAtom *)stored)->known
		== ((const SizeAtom *)wanted)->known;
}

static const Size *size_atom(Ir *ir, SizeAtom atom)
{
	const SizeAtom *found, **atoms = ARENA_NEW(ir->arena, const SizeAtom *);
	Poly poly = { 0 };

	atom.hash = hash_combine(HASH_SEED, (uint64_t)atom.kind);
	if (atom.kind == ATOM_VAR) {
		atom.hash = hash_combine(atom.hash, hash_string(atom.name));
		atom.hash = hash_combine(atom.hash, (uint64_t)atom.value);
	} else {
		atom.open = atom.a->open || atom.b->open;
		atom.hash = hash_combine(atom.hash, atom.a->hash);
		atom.hash = hash_combine(atom.hash, atom.b->hash);
	}
	found = intern_find(&ir->atoms, atom.hash, &atom, atom_equal);
	if (!found) {
		SizeAtom *made = ARENA_NEW(ir->arena, SizeAtom);

		*made = atom;
		intern_add(&ir->atoms, atom.hash, made);
		found = made;
	}
	*atoms = found;
	poly_add(ir, &poly, (SizeTerm){ 1, 1, atoms });
	return poly_size(ir, &poly);
}

const Size *size_const(Ir *ir, int64_t value)
{
	Poly poly = { 0 };

	poly_add(ir, &poly, (SizeTerm){ value, 0, NULL });
	return poly_size(ir, &poly);
}

const Size *size_var(Ir *ir, const char *name)
{
	return size_atom(ir, (SizeAtom){
		.kind = ATOM_VAR, .name = ir_name(ir, name, strlen(name)) });
}

const Size *size_var_valued(Ir *ir, const char *name, int64_t value)
{
	return size_atom(ir, (SizeAtom){
		.kind = ATOM_VAR, .name = ir_name(ir, name, strlen(name)),
		.known = true, .value = value });
}

const Size *size_var_open(Ir *ir, const char *name, int64_t witness)
{
	return size_atom(ir, (SizeAtom){
		.kind = ATOM_VAR, .name = ir_name(ir, name, strlen(name)),
		.known = true, .open = true, .value = witness });
}

static bool poly_add_all(Ir *ir, Poly *poly, const Size *size, int64_t factor)
{
	for (int t = 0; t < size->count; t++) {
		SizeTerm term = size->terms[t];

		if (!checked_mul(term.factor, factor, &term.factor)
		    || !poly_add(ir, poly, term))
			return false;
	}
	return true;
}

static const Size *sum(Ir *ir, const Size *a, const Size *b, int64_t factor)
{
	Poly poly = { 0 };

	if (!a || !b || !poly_add_all(ir, &poly, a, 1)
	    || !poly_add_all(ir, &poly, b, factor))
		return NULL;
	return poly_size(ir, &poly);
}

const Size *size_add(Ir *ir, const Size *a, const Size *b)
{
	return sum(ir, a, b, 1);
}

const Size *size_sub(Ir *ir, const Size *a, const Size *b)
{
	return sum(ir, a, b, -1);
}

static bool term_product(Ir *ir, const SizeTerm *a, const SizeTerm *b,
			 SizeTerm *product)
{
	int count = a->count + b->count, i = 0, j = 0;
	const SizeAtom **atoms = ARENA_ARRAY(ir->arena, const SizeAtom *,
					     count);

	for (int k = 0; k < count; k++) {
		bool left = j == b->count
			 || (i < a->count
			     && atom_compare(a->atoms[i], b->atoms[j]) <= 0);

		atoms[k] = left ? a->atoms[i++] : b->atoms[j++];
	}
	product->count = count;
	product->atoms = atoms;
	return checked_mul(a->factor, b->factor, &product->factor);
}

const Size *size_mul(Ir *ir, const Size *a, const Size *b)
{
	Poly poly = { 0 };

	if (!a || !b)
		return NULL;
	for (int i = 0; i < a->count; i++)
		for (int j = 0; j < b->count; j++) {
			SizeTerm term;

			if (!term_product(ir, &a->terms[i], &b->terms[j], &term)
			    || !poly_add(ir, &poly, term))
				return NULL;
		}
	return poly_size(ir, &poly);
}

/* Divides term by term; false when some term does not contain the divisor. */
static bool term_quotient(Ir *ir, const SizeTerm *a, const SizeTerm *b,
			  SizeTerm *quotient)
{
	const SizeAtom **atoms = ARENA_ARRAY(ir->arena, const SizeAtom *,
					     a->count);
	int kept = 0, j = 0;

	if (a->factor % b->factor)
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
	while (b) {
		int64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a < 0 ? -a : a;
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

/* An exact quotient times its divisor is what was divided. */
static const Size *whole(Ir *ir, const Size *size)
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
	if (atom.known && a->value % b->value)
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

static bool int_pow(int64_t base, int64_t exponent, int64_t *power)
{
	*power = 1;
	for (int64_t i = 0; i < exponent; i++) {
		if (base == 0 || base == 1) {
			*power = base;
			return true;
		}
		if (!checked_mul(*power, base, power))
			return false;
	}
	return true;
}

const Size *size_pow(Ir *ir, const Size *a, const Size *b)
{
	enum { EXPANDED = 8 };
	SizeAtom atom = { .kind = ATOM_POW, .a = a, .b = b };

	if (!a || !b)
		return NULL;
	atom.known = a->known && b->known;
	if (atom.known && (b->value < 0
			   || !int_pow(a->value, b->value, &atom.value)))
		return NULL;
	if (size_is_const(a) && size_is_const(b))
		return size_const(ir, atom.value);
	if (size_is_const(b) && b->value <= EXPANDED) {
		const Size *power = size_const(ir, 1);

		for (int64_t i = 0; i < b->value; i++)
			power = size_mul(ir, power, a);
		return power;
	}
	return size_atom(ir, atom);
}

bool size_is_const(const Size *size)
{
	return size->count == 0 || (size->count == 1 && !size->terms[0].count);
}

bool size_same(const Size *a, const Size *b)
{
	return a == b || (a->known && b->known && !a->open && !b->open
			  && a->value == b->value);
}
