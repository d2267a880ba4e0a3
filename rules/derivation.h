/* Derivation as text: one JSON object per line and step, so that it can be
 * stored, read again and replayed, also at other sizes or after a rule changed.
 *
 *   {"rule": "split_join", "at": [2, 0], "with": {"I": 128, "J":
 *    {"value": 64, "from": "N//128"}}, "back": true, "within": [0, 1]}
 *
 * at and within are kid numbers from the root of the applied form; from is the
 * size expression that the number came from (origin.h). back, within and an empty with
 * are left out. One step is no rule (canonical.h).
 */
#ifndef RULES_DERIVATION_H
#define RULES_DERIVATION_H

#include "rules/rewrite.h"

/* The steps from the start on, one line each. */
void derivation_text(Text *text, const Derivation *derivation);

/* Of the rules it uses: changes exactly when one of them changes. */
uint64_t derivation_rules_hash(const Derivation *derivation);

/* The steps in order, oldest first; in the arena; length of them. */
const Derivation *const *derivation_steps(Arena *arena,
					  const Derivation *derivation);

/* -- stored steps ---------------------------------------------------------- */

typedef struct StoredStep {
	const char *rule;
	const char *to; /* of the step canonical: an expression; else NULL */
	uint64_t hash;  /* of that step */
	bool back;
	Path at;
	const Path *within; /* or NULL */
	int count;
	RuleValue values[RULE_VALUES_MAX];
} StoredStep;

typedef struct StoredSteps {
	int count;
	const StoredStep *items;
} StoredSteps;

/* Reads what derivation_text wrote; NULL after E0801 was added. */
const StoredSteps *derivation_read(Arena *arena, const char *text,
				   Diags *diags);

/* derivation_rules_hash of the same rules as they are now; a rule that is no
 * longer there counts as changed. */
uint64_t stored_rules_hash(const RuleBase *base, const StoredSteps *steps);

typedef struct Replay {
	int done;     /* steps made */
	int adjusted; /* numbers that are another legal value than written */
	bool forged;  /* a step says what is not so */
} Replay;

/* The same steps from the program's own expression. A number with an origin
 * is computed from the program's sizes, and one that is not legal there is
 * replaced by the nearest that is, unless exact is set. NULL when a step is
 * not applicable: replay->done says which, rewriter_reason why. */
const Derivation *derivation_replay(Rewriter *rewriter,
				    const StoredSteps *steps, bool exact,
				    Replay *replay);

#endif
