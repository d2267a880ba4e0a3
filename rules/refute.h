/* Refute: a rule held against random instances (instance.h), for rules that
 * nobody proved: one counterexample says that it is not true, none says little.
 */
#ifndef RULES_REFUTE_H
#define RULES_REFUTE_H

#include "base/text.h"
#include "rules/rewrite.h"

typedef enum {
	REFUTE_HELD,    /* no instance refutes it */
	REFUTE_FOUND,   /* one does */
	REFUTE_UNTRIED, /* hardly any instance could be made */
} Refutation;

/* A counterexample: the sizes, types and data, what each side gives. */
typedef struct Counterexample {
	Text instance;    /* "n = 2, A = i32, x = [1, 2]" */
	Text left, right; /* "reverse x = [2, 1]" */
} Counterexample;

/* Draws `count` legal instances (at most ten times as many in all) and keeps
 * the shortest counterexample. Its texts are the caller's to free. */
Refutation rule_refute(const Rule *rule, int count, uint64_t seed,
		       Counterexample *found);
/* Whether no instance refutes it in which floats are residues
 * (ir/eval/field.h): all rules that come with the program hold there; a law of
 * the reals that someone else wrote may not. False also when hardly any
 * instance could be made. */
bool rule_holds_in_field(const Rule *rule, int count, uint64_t seed);

/* Whether all own rules of a derivation do: if not, the field is no oracle of
 * what was derived. */
bool derivation_holds_in_field(const Derivation *derivation);

void counterexample_free(Counterexample *counterexample);

#endif
