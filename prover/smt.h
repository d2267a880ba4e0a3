/* Smt: what asks a solver whether formulas can all be true at once. One file
 * knows the solver (libz3, optional); without it prove_solver() is NULL and
 * every answer is SMT_UNKNOWN. */
#ifndef PROVER_SMT_H
#define PROVER_SMT_H

#include "prover/term.h"

typedef struct Smt Smt;

typedef enum { SMT_NEVER, SMT_SOMETIMES, SMT_UNKNOWN } SmtAnswer;

Smt *smt_new(Terms *terms);
void smt_free(Smt *smt);

/* Whether all can hold together, names within their ranges; unknown after that
 * time. */
SmtAnswer smt_ask(Smt *smt, int count, const Term *const *all, double seconds);

/* After SMT_SOMETIMES: the value that a name has there. */
int64_t smt_value(Smt *smt, const Term *name);

/* "z3 4.8.12", or NULL. */
const char *smt_solver(void);

#endif
