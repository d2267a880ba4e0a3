/* Sizes at other values of their variables, and what is certain for all. */
#include "ir/core/size_open.h"

#include <string.h>

#include "base/checked.h"
#include "ir/core/program.h"

/* -- values ---------------------------------------------------------------- */

int64_t program_size(void *program, const char *name)
{
	const Program *p = program;

	for (int i = 0; i < p->size_count; i++)
		if (!strcmp(p->sizes[i].name, name))
			return p->sizes[i].value;
	return 0;
}

static int64_t floor_div(int64_t a, int64_t b)
{
	int64_t q = a / b;

	return q - (a % b != 0 && (a < 0) != (b < 0));
}

static bool power(int64_t base, int64_t exponent, int64_t *value)
{
	if (exponent < 0)
		return false;
	return checked_pow(base, exponent, value);
}

bool size_atom_at(const SizeAtom *atom, SizeValue *of, void *context,
		  int64_t *value)
{
	int64_t a, b;

	*value = atom->value;
	if (!atom->open)
		return atom->known;
	if (atom->kind == ATOM_VAR) {
		*value = of(context, atom->name);
		return true;
	}
	if (!size_at(atom->a, of, context, &a)
	    || !size_at(atom->b, of, context, &b))
		return false;
	if (atom->kind == ATOM_POW)
		return power(a, b, value);
	if (!checked_divides(a, b))
		return false;
	*value = atom->kind == ATOM_MOD ? a - floor_div(a, b) * b
					: floor_div(a, b);
	return atom->kind != ATOM_DIV || a % b == 0;
}

bool size_at(const Size *size, SizeValue *of, void *context, int64_t *value)
{
	*value = 0;
	for (int t = 0; t < size->count; t++) {
		const SizeTerm *term = &size->terms[t];
		int64_t product = term->factor, factor;

		for (int i = 0; i < term->count; i++)
			if (!size_atom_at(term->atoms[i], of, context, &factor)
			    || !checked_mul(product, factor, &product))
				return false;
		if (!checked_add(*value, product, value))
			return false;
	}
	return true;
}

const Size *size_of_atom(Ir *ir, const SizeAtom *atom)
{
	switch (atom->kind) {
	case ATOM_DIV: return size_div(ir, atom->a, atom->b);
	case ATOM_FLOORDIV: return size_floordiv(ir, atom->a, atom->b);
	case ATOM_MOD: return size_mod(ir, atom->a, atom->b);
	case ATOM_POW: return size_pow(ir, atom->a, atom->b);
	default: return size_var_open(ir, atom->name, atom->value);
	}
}

/* -- signs ----------------------------------------------------------------- */

/* Whether the atom is certain to be at least 0. */
static bool atom_is_natural(Ir *ir, const SizeAtom *atom)
{
	if (atom->kind == ATOM_VAR)
		return true;
	return size_is_natural(ir, atom->b)
	    && (atom->kind == ATOM_MOD || size_is_natural(ir, atom->a));
}

/* Least value of a product of atoms: 1 of none, 0 of some, -1: it may be
 * negative. */
static int64_t least(Ir *ir, const SizeTerm *term)
{
	for (int i = 0; i < term->count; i++)
		if (!atom_is_natural(ir, term->atoms[i]))
			return -1;
	return term->count == 0;
}

/* What is at most size: with x for k * (x // k), which is at most that. */
static const Size *without_quotient(Ir *ir, const Size *size, int at)
{
	const SizeTerm *term = &size->terms[at];
	const SizeAtom *q = term->count == 1 ? term->atoms[0] : NULL;
	const Size *product, *more;

	if (!q || (q->kind != ATOM_FLOORDIV && q->kind != ATOM_DIV)
	    || !size_is_const(q->b) || q->b->value < 1
	    || term->factor % q->b->value)
		return NULL;
	product = size_mul(ir, size_const(ir, term->factor),
			   size_floordiv(ir, q->a, q->b));
	if (q->kind == ATOM_DIV)
		product = size_mul(ir, size_const(ir, term->factor),
				   size_div(ir, q->a, q->b));
	more = size_mul(ir, size_const(ir, term->factor / q->b->value), q->a);
	return more && product
	     ? size_add(ir, size_sub(ir, size, product), more) : NULL;
}

/* What is at most size: with x - (k - 1) for k * (x // k), which is at least
 * that. */
static const Size *with_divided(Ir *ir, const Size *size, int at)
{
	const SizeTerm *term = &size->terms[at];
	const SizeAtom *q = term->count == 1 ? term->atoms[0] : NULL;
	const Size *product, *less;

	if (!q || q->kind != ATOM_FLOORDIV || !size_is_const(q->b)
	    || q->b->value < 1 || term->factor < 0
	    || term->factor % q->b->value)
		return NULL;
	product = size_mul(ir, size_const(ir, term->factor),
			   size_floordiv(ir, q->a, q->b));
	less = size_mul(ir, size_const(ir, term->factor / q->b->value),
			size_sub(ir, q->a, size_const(ir, q->b->value - 1)));
	return less && product
	     ? size_add(ir, size_sub(ir, size, product), less) : NULL;
}

/* Whether it is so of what a quotient that is added is at least. */
static bool is_natural_below(Ir *ir, const Size *size)
{
	for (int t = 0; t < size->count; t++) {
		const Size *less = with_divided(ir, size, t);

		if (less)
			return size_is_natural(ir, less);
	}
	return false;
}

/* Terms that are subtracted are at most those of the same atoms and more, and
 * those that may be negative are at least such: only quotients and constants
 * are tried. */
bool size_is_natural(Ir *ir, const Size *size)
{
	int64_t sum = 0;

	for (int t = 0; t < size->count; t++) {
		const SizeTerm *term = &size->terms[t];
		int64_t one = least(ir, term), part;
		const Size *less = NULL;

		if (term->factor < 0 && term->count) {
			less = without_quotient(ir, size, t);
			return less ? size_is_natural(ir, less)
				    : is_natural_below(ir, size);
		}
		if (one < 0) {
			less = with_divided(ir, size, t);
			return less && size_is_natural(ir, less);
		}
		if (!checked_mul(term->factor, one, &part)
		    || !checked_add(sum, part, &sum))
			return false;
	}
	return sum >= 0;
}

/* -- types ----------------------------------------------------------------- */

bool type_is_open(const Type *type)
{
	if (type->kind == TYPE_ARRAY)
		return type->length->open || type_is_open(type->element);
	for (int i = 0; type->kind == TYPE_TUPLE && i < type->count; i++)
		if (type_is_open(type->parts[i]))
			return true;
	return false;
}
