#include "ir/core/size.h"

#include <string.h>

#include "base/checked.h"
#include "ir/core/internal.h"
#include "ir/core/size_terms.h"

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
			     && size_atom_compare(a->atoms[i],
						  b->atoms[j]) <= 0);

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

const Size *size_pow(Ir *ir, const Size *a, const Size *b)
{
	enum { EXPANDED = 8 };
	SizeAtom atom = { .kind = ATOM_POW, .a = a, .b = b };

	if (!a || !b)
		return NULL;
	atom.known = a->known && b->known;
	if (atom.known && (b->value < 0
			   || !checked_pow(a->value, b->value, &atom.value)))
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
