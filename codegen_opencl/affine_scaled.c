/* Products of forms with open sizes. Each is one atom, in which the sizes stand
 * in the order of their numbers around what is no size: (i*z0)*z1. */
#include "codegen_opencl/affine_node.h"

#include "codegen_opencl/tree.h"

static bool is_size(const AffineAtom *x)
{
	return x->kind == AFFINE_VAR && x->var->kind == VAR_SIZE;
}

const Affine *affine_size(AffineTable *t, Var *var)
{
	return affine_var(t, var, 0, var->most);
}

/* The atom alone times the size. */
static const Affine *times(AffineTable *t, const Affine *x,
			   const AffineAtom *size)
{
	const AffineAtom *atom = x->terms[0].atom;
	AffineAtom made = { .kind = AFFINE_SCALED, .of = x, .var = size->var,
			    .hi = affine_open(t), .width = x->width };
	bool later = atom->kind == AFFINE_SCALED || is_size(atom);

	if (later && atom->var->number > size->var->number) {
		const Affine *inner = atom->kind == AFFINE_SCALED
			? times(t, atom->of, size)
			: affine_atom(t, size);

		made.of = inner;
		made.var = atom->var;
	}
	if (x->lo < 0)
		made.lo = -affine_open(t);
	return affine_of_atom(t, made);
}

const Affine *affine_scaled(AffineTable *t, const Affine *a,
			    const Affine *size)
{
	const Affine *sum = affine_times(t, size, a->constant);

	for (int i = 0; i < a->count; i++) {
		const Affine *x = affine_atom(t, a->terms[i].atom);

		sum = affine_add(t, sum, affine_times(t,
				 times(t, x, size->terms[0].atom),
				 a->terms[i].factor));
	}
	return sum;
}

/* a times the atom of a form over sizes. */
static const Affine *times_atom(AffineTable *t, const Affine *a,
				const AffineAtom *atom)
{
	if (atom->kind == AFFINE_SCALED)
		a = affine_product_of(t, a, atom->of);
	return affine_scaled(t, a, affine_size(t, atom->var));
}

const Affine *affine_product_of(AffineTable *t, const Affine *a,
				const Affine *sizes)
{
	const Affine *sum = affine_times(t, a, sizes->constant);

	for (int i = 0; i < sizes->count; i++)
		sum = affine_add(t, sum, affine_times(t,
				 times_atom(t, a, sizes->terms[i].atom),
				 sizes->terms[i].factor));
	return sum;
}

/* The atom without the size; NULL where that is no factor of it. */
static const Affine *without(AffineTable *t, const AffineAtom *atom,
			     const Var *size)
{
	const Affine *inner;
	AffineAtom made = *atom;

	if (is_size(atom) && atom->var == size)
		return affine_const(t, 1);
	if (atom->kind != AFFINE_SCALED)
		return NULL;
	if (atom->var == size)
		return atom->of;
	inner = without(t, atom->of->terms[0].atom, size);
	if (!inner)
		return NULL;
	made.of = inner;
	return affine_is_const(inner)
	     ? affine_size(t, atom->var)
	     : affine_of_atom(t, made);
}

/* The atom without all sizes of a product; NULL where it lacks one. */
static const Affine *without_all(AffineTable *t, const AffineAtom *atom,
				 const AffineAtom *sizes)
{
	const Affine *left = without(t, atom, sizes->var);

	if (!left || sizes->kind != AFFINE_SCALED)
		return left;
	return left->count == 1
	     ? without_all(t, left->terms[0].atom,
			   sizes->of->terms[0].atom) : NULL;
}

void affine_unscaled(AffineTable *t, const Affine *a, const Affine *size,
		     const Affine **whole, const Affine **rest)
{
	const AffineTerm *by = &size->terms[0];

	*whole = affine_const(t, 0);
	*rest = affine_const(t, a->constant);
	for (int i = 0; i < a->count; i++) {
		const AffineTerm *term = &a->terms[i];
		const Affine *x = term->factor % by->factor ? NULL
				: without_all(t, term->atom, by->atom);
		const Affine **to = x ? whole : rest;

		*to = affine_add(t, *to, x
			? affine_times(t, x, term->factor / by->factor)
			: affine_times(t, affine_atom(t, term->atom),
				       term->factor));
	}
}
