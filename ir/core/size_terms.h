/* Poly: a size while it is being made, as a sum of terms that are in order and
 * have different atoms. The inside of size.c, size_quotient.c and size_terms.c.
 */
#ifndef IR_CORE_SIZE_TERMS_H
#define IR_CORE_SIZE_TERMS_H

#include "ir/core/size.h"

enum { FEW_TERMS = 4, MOST_TERMS = 512 };

/* Most have few terms, and are known. */
typedef struct Poly {
	SizeTerm *terms;
	int count, capacity;
	SizeTerm few[FEW_TERMS];
} Poly;

/* False where a factor does not fit into 64 bits, and beyond MOST_TERMS. */
bool poly_add(Ir *ir, Poly *poly, SizeTerm term);

/* The one size of these terms; NULL where its value does not fit. */
const Size *poly_size(Ir *ir, Poly *poly);
const Size *size_atom(Ir *ir, SizeAtom atom);

/* A number without its sign. */
static inline uint64_t size_magnitude(int64_t value)
{
	return value < 0 ? -(uint64_t)value : (uint64_t)value;
}

/* Their order in a term. */
int size_atom_compare(const SizeAtom *a, const SizeAtom *b);

/* An exact quotient times its divisor is what was divided: 4*(N/4) is N. */
const Size *size_cancelled(Ir *ir, const Size *size);

#endif
