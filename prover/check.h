/* Check: one kernel's proof while it is made: what is asked about its walk, and
 * what came out. */
#ifndef PROVER_CHECK_H
#define PROVER_CHECK_H

#include "prover/prove.h"
#include "prover/small.h"
#include "prover/walk.h"

/* What the program promises, where language and evaluator hold it to that: two
 * elements of a permute go to two places; of an array that is unset nothing is read
 * that was not stored. */
enum { PROMISE_PERMUTE = 1, PROMISE_UNSET = 2, PROMISES = 4 };

typedef struct Check {
	Arena *arena;
	Terms *terms;
	Smt *smt;
	const Walk *w;
	double deadline;    /* of check_now */
	int questions;
	Small small;        /* of the last answer, if it was found so */
	ProofVerdict verdict;
	const char *detail;
	unsigned promised;  /* promises that it relies on */
} Check;

/* Seconds of a clock that only runs forwards. */
double check_now(void);

/* At the end. */
void check_close(Check *check);

/* Whether all of these can hold at once. Without an answer the verdict becomes
 * unknown. */
bool check_can_be(Check *c, int count, const Term *const *all);

/* The first refutation stays; else the first reason for not knowing. */
void check_say(Check *c, ProofVerdict verdict, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Refuted, when there are data for which all that was asked holds: it depends
 * on none, or on one element of an input in its declared range. Else unknown:
 * what is computed may never be so, nor two elements that perhaps are one. */
ProofVerdict check_verdict(Check *c, int count, const Term *const *all);

/* What the last answer gives for a term. */
int64_t check_value(Check *c, const Term *term);

/* "g0 = 3, i = 4": ids and rounds of the loops around; other has the names of a
 * second item, or is NULL. */
const char *check_where(Check *c, const Around *around, TermMap *other);

/* The statement of an event as it is printed, cut. */
const char *check_text(Check *c, const Stmt *stmt);

/* -- what is checked ------------------------------------------------------- */

void check_duties(Check *c);   /* bounds and overflow */
void check_barriers(Check *c); /* reached by all */
void check_races(Check *c);
void check_stored(Check *c, int count, const Walk *const *walks);

/* The outputs, after all kernels: what the host reads. */
void check_outputs(Check *c, int count, const Walk *const *kernels);

#endif
