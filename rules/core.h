/* Core: what a rule says, whatever it calls its loops: its declarations and its
 * two sides in the fully applied form. A stored derivation names its rules by
 * this, so that another layout or another name of a binder changes none.
 * For rules/ only. */
#ifndef RULES_CORE_H
#define RULES_CORE_H

#include "rules/draft.h"

uint64_t core_hash(const Draft *draft);

/* What stored derivations name the rule of that core by: the core itself, or
 * the hash of the text that the rule had in version 0.1, when it had the same
 * core (rules/former.def). */
uint64_t core_stored(uint64_t core);

#endif
