/* Typing: the typing rules of primitives and scalar functions (ICFP'15, Figures
 * 4 and 5; language.md), used alike by the reader, the constructors and the
 * rule base. Each primitive has one function here, named in its row of prim.def.
 */
#ifndef IR_CORE_TYPING_H
#define IR_CORE_TYPING_H

#include "base/diag.h"
#include "ir/core/op.h"
#include "ir/core/prim.h"
#include "ir/core/type.h"
#include "ir/core/unify.h"

typedef struct Typing {
	Ir *ir;
	Unifier *unifier; /* NULL: every type is known */
} Typing;

/* Why something is ill-typed. Which argument: kid >= 0, or size >= 0 of the
 * primitive; both -1 for the whole. */
typedef struct TypingFault {
	DiagCode code;
	int kid, size;
	char message[200], found[200], expected[200];
} TypingFault;

/* Types of the parameters (1 or 2) of the function at a kid, from the types of
 * the value kids (entries of functions may be NULL). False: ill-typed. */
bool typing_params(const Typing *typing, Prim prim, const Size *const *sizes,
		   int kid_count, const Type *const *types, int kid,
		   const Type *params[2], TypingFault *fault);

/* The result type, from the types of all kids (for a function: of its body).
 * NULL: ill-typed. */
const Type *typing_prim(const Typing *typing, Prim prim,
			const Size *const *sizes, int kid_count,
			const Type *const *types, TypingFault *fault);

/* The result type of a scalar function (or of the same on vectors). */
const Type *typing_op(const Typing *typing, Op op, const Type *const *types,
		      TypingFault *fault);

#endif
