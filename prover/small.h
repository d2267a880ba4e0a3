/* Small: formulas of so few names, in so short ranges, that all values can be
 * tried: quotients and rests of one number are hard for a solver, and easy so.
 */
#ifndef PROVER_SMALL_H
#define PROVER_SMALL_H

#include "prover/smt.h"

typedef struct Small {
	Terms *terms;
	int name_count, term_count;
	const Term **names;  /* malloc */
	const Term **order;  /* what the formulas are made of, parts first */
	int64_t *values;     /* by number of the term */
	double work;         /* values to be tried, times terms */
} Small;

/* Of all of these together. */
Small small_new(Terms *terms, int count, const Term *const *all);
void small_free(Small *small);

/* Tries all values until `clock` says that it is later than the deadline. */
SmtAnswer small_ask(Small *small, int count, const Term *const *all,
		    double (*clock)(void), double deadline);

/* After SMT_SOMETIMES: the value of a name. */
int64_t small_value(const Small *small, const Term *name);

#endif
