/* All small programs: every well-typed expression of a given number of
 * combinators over one array of numbers, where a combinator is one application
 * of a primitive, also in the function of a map:
 *
 *   map of neg, of % (on pairs), or of any function made of combinators;
 *   reduce by + (a commutative monoid), by - (declared a monoid; symbolic.h);
 *   iterate twice a function of one combinator;
 *   zip, split by every divisor, join, transpose;
 *   unzip (one half of it), take 1, drop 1, concat, slide 2 1, pad 1 1 clamp.
 *
 * Arrays have at most 16 elements and three dimensions, and none is longer than
 * asked. Programs are expressions (ir/core/expr.h): spellings that mean one of
 * them count once.
 */
#ifndef TESTS_RULES_EXPLORE_PROGRAMS_H
#define TESTS_RULES_EXPLORE_PROGRAMS_H

#include "ir/core/program.h"

enum { COMBINATORS_MAX = 5 };

typedef struct Terms {
	int count, capacity;
	const Expr **items;
} Terms;

typedef struct Programs Programs;

/* A program in that Ir that has the inputs, and declares the operator, that
 * the programs below use. */
Program *explore_program(Ir *ir);

/* Those over an array of n elements in which no array is longer than that. */
Programs *programs_new(Ir *ir, int64_t n, int64_t longest);
void programs_free(Programs *programs);

/* Those of k combinators, in an order that is always the same. */
const Terms *programs_of(Programs *programs, int k);

#endif
