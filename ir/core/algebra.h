/* Algebra: what may be assumed of the function of a reduce. The built-in + *
 * min max and or & | ^ on scalars and vectors, on tuples those of their
 * components, one of these by segments, and operators that the document
 * declares and sampling did not
 * refute (ir/eval/operators.h). Nothing is assumed of any other function. */
#ifndef IR_CORE_ALGEBRA_H
#define IR_CORE_ALGEBRA_H

#include "ir/core/program.h"

typedef struct AlgebraFacts {
	bool assoc, comm;
	const Expr *neutral; /* NULL: none known */
} AlgebraFacts;

/* function: a closed LAMBDA of two parameters of one type. */
AlgebraFacts algebra_facts(const Program *program, const Expr *function);

/* The neutral element of a built-in function that is associative; NULL: it is
 * none. */
const Expr *algebra_unit(Ir *ir, const Expr *function);

/* The same where it changes no bit of what a fold from z is at any step; NULL:
 * that is not known. -0 + 0 is 0, and the largest of NaN and -inf is -inf. */
const Expr *algebra_unit_exact(Ir *ir, const Expr *function, const Expr *z);

/* Whether a body of two parameters is that of a built-in function by segments:
 * of pairs (is the first of a segment, value), (f or g, if g then b else M a b)
 * (Blelloch, Prefix Sums and Their Applications, section 1.5). */
bool algebra_is_segmented(const Expr *body);

/* Associative, with this neutral element; commutative, too. */
bool algebra_monoid(const Program *program, const Expr *function,
		    const Expr *neutral);
bool algebra_cmonoid(const Program *program, const Expr *function,
		     const Expr *neutral);

/* Whether they rest on what the document declares, not on a built-in law. */
bool algebra_is_declared(const Program *program, const Expr *function,
			 const Expr *neutral);

/* Whether the laws hold bit for bit: no float is touched. Otherwise their use
 * reassociates. */
bool algebra_is_exact(const Expr *function);

#endif
