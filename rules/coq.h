/* Coq: rules as statements of the Coq proof assistant, over the primitives that
 * proofs/Prims.v defines. A statement is printed from the very patterns that
 * the rewriter matches and builds, so what is proved is what runs.
 *
 * Sizes are natural numbers. Each compound size has a name and its equation;
 * each primitive that needs one of its sizes is given the fact it needs of
 * them (split: that the length is a product), so no cast ever occurs.
 */
#ifndef RULES_COQ_H
#define RULES_COQ_H

#include "rules/rewrite.h"

/* One definition stmt_NAME, and its instance at fixed numbers: that both sides
 * compute the same there, and that the statement's premises can be met. Whether
 * it speaks of lists. */
bool rule_coq(const Rule *rule, Text *text);

/* The same, and the rule's theorem as something assumed. */
void rule_coq_assumed(const Rule *rule, Text *text);

/* All of them as one file; of a base with a user's own rules only these. */
void rulebase_coq(const RuleBase *base, Text *text);

/* A derivation as a certificate: its programs, and for each step the rule's
 * theorem at what it was applied to, inside what is around it. What is assumed
 * of operators stands at the beginning. NULL, or what has no Coq form. */
const char *derivation_coq(Rewriter *rewriter, const Derivation *derivation,
			   Text *text);

#endif
