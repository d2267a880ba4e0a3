/* A user's own rules (--rules FILE): typed as ours are, held against random
 * instances, and unproved unless FILE.proved, which proofs/prove_own.sh writes,
 * says that Coq checked a proof of each.
 */
#ifndef CLI_OWN_RULES_H
#define CLI_OWN_RULES_H

#include "cli/session.h"
#include "rules/rule.h"

/* Sets session->rules when there is a --rules. False after E0801 (ill-formed or
 * ill-typed), E0804 (refuted, with the counterexample) or E0701. */
bool own_rules_open(Session *session);

#endif
