/* Symbolic: what an expression means on data that nobody chose: inputs and free
 * variables are arrays of symbols, so that two expressions of equal value are
 * equal on all data of their sizes.
 *
 * Scalar functions are read as freely as the rules allow. + * min max & | ^ are
 * free commutative monoids (multisets with their unit left out), - is a free
 * monoid (lists, 0 left out), of three arguments fma is its definition, rsqrt
 * too; and, or, not and choices are decision trees over the conditions in one
 * order; every other function is a term that equals itself only. What holds of
 * free structures holds of all of their kind.
 *
 * The bits of a tuple read as any type are a function of it that nothing is known
 * of: what each of its results is depends on all of the tuple.
 *
 * Values are hash-consed: equal exactly when their numbers are, 0 being no
 * value. Each expression is evaluated once for each environment.
 */
#ifndef TESTS_RULES_SYMBOLIC_H
#define TESTS_RULES_SYMBOLIC_H

#include "base/text.h"
#include "ir/core/expr.h"

typedef uint32_t Value;

typedef struct Symbolic Symbolic;

/* For expressions of one Ir. */
Symbolic *symbolic_new(void);
void symbolic_free(Symbolic *symbolic);

/* 0: it has no value (the head of nothing, an index that is a symbol). */
Value symbolic_value(Symbolic *symbolic, const Expr *e);

/* The elements of an array of the first rank in any order, for comparing. */
Value symbolic_unordered(Symbolic *symbolic, Value array);

/* As "[x0, (neg x1), {+ x2 x3}]". */
void symbolic_text(const Symbolic *symbolic, Text *text, Value value);

/* Distinct evaluations made. */
long symbolic_count(const Symbolic *symbolic);

#endif
