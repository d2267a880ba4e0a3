/* Mutants of rules: a rule with one mechanical change of its text: a condition
 * dropped or weakened, two sizes or two variables exchanged, a number in
 * brackets changed, a primitive left out or replaced by its twin, the
 * parameters of a function exchanged. A rule read both ways is mutated in its
 * direction as written, so that a mutant says one thing.
 *
 * (Mutation testing: DeMillo, Lipton, Sayward, Hints on test data selection,
 * 1978.)
 */
#ifndef TESTS_RULES_RULE_MUTANT_H
#define TESTS_RULES_RULE_MUTANT_H

typedef struct RuleMutant {
	const char *fault;  /* "sizes exchanged" */
	const char *change; /* "I and J" */
	const char *text;   /* the mutant as a block of a rule file */
} RuleMutant;

typedef void RuleMutantVisit(void *context, const RuleMutant *mutant);

/* All mutants of a rule's text (rule_text). */
void rule_mutate(const char *text, RuleMutantVisit *visit, void *context);

#endif
