/* A size variable replaced by a size. */
#include <string.h>

#include "ir/core/size.h"

static const Size *atom_alone(Ir *ir, const SizeAtom *atom)
{
	return atom->open ? size_var_open(ir, atom->name, atom->value)
	     : atom->known ? size_var_valued(ir, atom->name, atom->value)
	     : size_var(ir, atom->name);
}

static const Size *atom_replace(Ir *ir, const SizeAtom *atom, const char *name,
				const Size *by)
{
	const Size *a, *b;

	if (atom->kind == ATOM_VAR)
		return strcmp(atom->name, name) ? atom_alone(ir, atom) : by;
	a = size_replace(ir, atom->a, name, by);
	b = size_replace(ir, atom->b, name, by);
	switch (atom->kind) {
	case ATOM_DIV: return size_div(ir, a, b);
	case ATOM_FLOORDIV: return size_floordiv(ir, a, b);
	case ATOM_MOD: return size_mod(ir, a, b);
	default: return size_pow(ir, a, b);
	}
}

const Size *size_replace(Ir *ir, const Size *size, const char *name,
			 const Size *by)
{
	const Size *result = size_const(ir, 0);

	for (int t = 0; t < size->count && result; t++) {
		const Size *product = size_const(ir, size->terms[t].factor);

		for (int i = 0; i < size->terms[t].count; i++)
			product = size_mul(ir, product,
				atom_replace(ir, size->terms[t].atoms[i],
					     name, by));
		result = size_add(ir, result, product);
	}
	return result;
}
