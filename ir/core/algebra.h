/* Algebra: what may be assumed of the function of a reduce. The built-in + *
 * min max and or & | ^ on scalars and vectors, on tuples those of their
 * components, and operators that the document declares and sampling did not
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
