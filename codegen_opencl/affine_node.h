/* What the files behind affine.h share. */
#ifndef CODEGEN_OPENCL_AFFINE_NODE_H
#define CODEGEN_OPENCL_AFFINE_NODE_H

#include "codegen_opencl/affine.h"

/* a * b; the table remembers that it overflowed. */
int64_t affine_product(AffineTable *t, int64_t a, int64_t b);

/* The form of these terms, which are by atom number. */
const Affine *affine_form(AffineTable *t, int64_t constant, int count,
			  const AffineTerm *terms);

/* The atom alone, or its value when that is known. */
const Affine *affine_of_atom(AffineTable *t, AffineAtom wanted);

const Affine *affine_component(AffineTable *t, Var *var, int number,
			       int width, int64_t lo, int64_t hi);

/* a, or -1 - a where it is negative. */
const Affine *affine_folded(AffineTable *t, const Affine *a);

/* a with e for (e/n)*n + e%n, n an open size. */
const Affine *affine_rejoined(AffineTable *t, const Affine *a);

/* The atom that a is alone, when it is of that kind, and by a number. */
const AffineAtom *affine_lone(const Affine *a, AffineKind kind);

#endif
