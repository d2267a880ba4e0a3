/* What is certain of forms for all values of open sizes, and what is cut,
 * mirrored, wrapped and divided by them. A variable that ends at a size is at
 * most one less; then sizes are compared as polynomials (ir/size_open.h). */
#include "codegen_opencl/affine_node.h"

#include "codegen_opencl/tree.h"
#include "ir/core/size_open.h"

/* -- bounds ---------------------------------------------------------------- */

/* A size that the form is at least (up false), or at most; NULL: none. */
static const Size *bound(AffineTable *t, const Affine *a, bool up);

static const Size *number(AffineTable *t, int64_t value)
{
	return size_const(t->ir, value);
}

static const Size *times(AffineTable *t, const Size *a, const Size *b)
{
	return a && b ? size_mul(t->ir, a, b) : NULL;
}

static const Size *plus(AffineTable *t, const Size *a, const Size *b)
{
	return a && b ? size_add(t->ir, a, b) : NULL;
}

/* The end of a variable, the length that a rest or a cut index is below. */
static const Affine *end_of(const AffineAtom *atom)
{
	bool below = atom->kind == AFFINE_CLAMP || atom->kind == AFFINE_MIRROR
		     || atom->kind == AFFINE_MOD;

	if (atom->kind == AFFINE_VAR && atom->var->kind != VAR_SIZE)
		return atom->var->end;
	return below ? atom->end : NULL;
}

static const Size *atom_bound(AffineTable *t, const AffineAtom *atom, bool up)
{
	const Affine *end = end_of(atom);

	if (atom->kind == AFFINE_VAR && atom->var->kind == VAR_SIZE)
		return atom->var->size;
	if (atom->kind == AFFINE_SCALED)
		return times(t, bound(t, atom->of, up), atom->var->size);
	if (up && end)
		return plus(t, bound(t, end, true), number(t, -1));
	return number(t, up ? atom->hi : atom->lo);
}

static const Size *bound(AffineTable *t, const Affine *a, bool up)
{
	const Size *sum = number(t, a->constant);

	for (int i = 0; i < a->count && sum; i++) {
		const AffineTerm *term = &a->terms[i];

		sum = plus(t, sum, times(t, number(t, term->factor),
			   atom_bound(t, term->atom,
				      up == (term->factor > 0))));
	}
	return sum;
}

bool affine_is_natural(AffineTable *t, const Affine *a)
{
	const Size *least;

	if (a->lo >= 0 || !t->ir || affine_is_const(a))
		return a->lo >= 0;
	least = bound(t, a, false);
	if (!least || size_is_natural(t->ir, least))
		return least != NULL;
	least = t->guards ? size_raised(t->ir, least, t->guards) : NULL;
	return least && size_is_natural(t->ir, least);
}

bool affine_is_below(AffineTable *t, const Affine *a, const Affine *b)
{
	return affine_is_natural(t, affine_plus(t, affine_sub(t, b, a), -1));
}

/* -- cut, mirrored, wrapped ------------------------------------------------ */

static int64_t less(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

const Affine *affine_clamp_to(AffineTable *t, const Affine *a,
			      const Affine *n)
{
	if (affine_is_const(n))
		return affine_clamp(t, a, n->constant);
	if (!affine_is_natural(t, a))
		a = affine_clamp(t, a, a->hi < 0 ? 1 : a->hi + 1);
	if (affine_is_below(t, a, n))
		return a;
	return affine_of_atom(t, (AffineAtom){
		.kind = AFFINE_CLAMP, .of = a, .end = n, .width = a->width,
		.hi = less(a->hi, n->hi - 1) });
}

/* a % n, where a >= 0. */
static const Affine *rest_of(AffineTable *t, const Affine *a, const Affine *n)
{
	if (affine_is_below(t, a, n))
		return a;
	return affine_of_atom(t, (AffineAtom){
		.kind = AFFINE_MOD, .of = a, .end = n, .width = a->width,
		.hi = less(a->hi, n->hi - 1) });
}

const Affine *affine_mirror_to(AffineTable *t, const Affine *a,
			       const Affine *n)
{
	const Affine *twice = affine_times(t, n, 2);
	const Affine *back = affine_sub(t, affine_const(t, -1), a);
	bool within = affine_is_below(t, a, twice)
		   && affine_is_below(t, back, twice);
	bool below = affine_is_below(t, a, n) && affine_is_below(t, back, n);

	if (affine_is_const(n))
		return affine_mirror(t, a, n->constant);
	if (!affine_is_natural(t, a))
		a = affine_folded(t, a);
	if (below)
		return a;
	if (!within)
		a = rest_of(t, a, twice);
	return affine_of_atom(t, (AffineAtom){
		.kind = AFFINE_MIRROR, .of = a, .end = n, .width = a->width,
		.hi = n->hi - 1 });
}

/* a + k n for the first k of 0, 1, 2, 4, ... that makes it at least 0. */
static const Affine *lifted(AffineTable *t, const Affine *a, const Affine *n)
{
	const Affine *sum = a;

	for (int64_t k = 1; !affine_is_natural(t, sum)
			    && k < affine_open(t); k *= 2)
		sum = affine_add(t, a, affine_times(t, n, k));
	return sum;
}

const Affine *affine_wrap_to(AffineTable *t, const Affine *a, const Affine *n)
{
	if (affine_is_const(n))
		return affine_mod(t, a, n->constant);
	return rest_of(t, lifted(t, a, n), n);
}

/* -- quotients ------------------------------------------------------------- */

static const Affine *quotient_of(AffineTable *t, const Affine *a,
				 const Affine *n)
{
	return affine_of_atom(t, (AffineAtom){
		.kind = AFFINE_DIV, .of = a, .end = n, .width = a->width,
		.hi = a->hi < 0 ? 0 : a->hi });
}

void affine_divide(AffineTable *t, const Affine *a, const Affine *n,
		   const Affine **quotient, const Affine **rest)
{
	const Affine *whole = affine_const(t, 0), *left = a;

	if (affine_is_const(n)) {
		*quotient = affine_div(t, a, n->constant);
		*rest = affine_mod(t, a, n->constant);
		return;
	}
	if (n->count == 1 && !n->constant)
		affine_unscaled(t, a, n, &whole, &left);
	if (!affine_is_natural(t, left)) {
		whole = affine_const(t, 0);
		left = a;
	}
	*rest = rest_of(t, left, n);
	*quotient = *rest == left ? whole
		  : affine_add(t, whole, quotient_of(t, left, n));
}

const Affine *affine_rejoined(AffineTable *t, const Affine *a)
{
	for (int i = 0; i < a->count; i++) {
		const AffineAtom *rest = a->terms[i].atom;
		const Affine *whole, *left;

		if (rest->kind != AFFINE_MOD || !rest->end)
			continue;
		whole = affine_product_of(t, quotient_of(t, rest->of,
							 rest->end), rest->end);
		left = affine_sub(t, a, affine_times(t, affine_atom(t, rest),
						     a->terms[i].factor));
		left = affine_sub(t, left, affine_times(t, whole,
						a->terms[i].factor));
		if (left->count == a->count - whole->count - 1)
			return affine_add(t, left, affine_times(t, rest->of,
						a->terms[i].factor));
	}
	return a;
}
