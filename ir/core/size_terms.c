/* The terms of sizes: added, ordered, and each sum of them kept once. */
#include "ir/core/size_terms.h"

#include <string.h>

#include "base/checked.h"
#include "base/hash.h"
#include "ir/core/internal.h"

static int size_compare(const Size *a, const Size *b);

int size_atom_compare(const SizeAtom *a, const SizeAtom *b)
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
		int order = size_atom_compare(a->atoms[i], b->atoms[i]);

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

bool poly_add(Ir *ir, Poly *poly, SizeTerm term)
{
	int at = 0;

	while (at < poly->count
	       && term_compare(&poly->terms[at], &term) < 0)
		at++;
	if (at < poly->count && !term_compare(&poly->terms[at], &term))
		return checked_add(poly->terms[at].factor, term.factor,
				   &poly->terms[at].factor);
	if (poly->count == MOST_TERMS)
		return false;
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

const Size *poly_size(Ir *ir, Poly *poly)
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
		return found->open ? size_cancelled(ir, found) : found;
	size = ARENA_NEW(ir->arena, Size);
	size->count = poly->count;
	size->terms = terms_kept(ir, poly, poly->count);
	size->hash = hash;
	if (!set_value(size))
		return NULL;
	intern_add(&ir->sizes, hash, size);
	return size->open ? size_cancelled(ir, size) : size;
}

static bool atom_equal(const void *stored, const void *wanted)
{
	return !size_atom_compare(stored, wanted)
	    && ((const SizeAtom *)stored)->known
		== ((const SizeAtom *)wanted)->known;
}

const Size *size_atom(Ir *ir, SizeAtom atom)
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
