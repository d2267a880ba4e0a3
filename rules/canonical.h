/* Canonical: the one step that is no rule: the whole expression becomes another
 * spelling of itself, the same for all spellings of the program.
 *
 *   {"rule": "canonical", "version": 1, "hash": "4f...", "to": EXPR}
 *
 * What makes it is given to the rewriter (search/normal); the rules know no
 * form. The result is stored with the step, and never believed: hash is of the
 * expression before and the one after, and where it holds (so at the sizes
 * that the step was made for) both must have one form, else the step is
 * refused. At other sizes the step is made anew.
 */
#ifndef RULES_CANONICAL_H
#define RULES_CANONICAL_H

#include "rules/derivation.h"

enum { CANONICAL_VERSION = 1 };

typedef enum {
	CANONICAL_SAME, CANONICAL_OTHER,
	CANONICAL_UNKNOWN /* one of them has no form */
} CanonicalVerdict;

typedef struct CanonicalClass {
	/* The spelling of an expression over the program's inputs; NULL: it has
	 * none, reason says why. */
	const Expr *(*expr)(const Program *program, const Expr *body,
			    bool strict, const char **reason);

	/* Whether both compute the same, and what differs beside the form:
	 * RULE_EXACT, or RULE_REASSOCIATES, never that where strict. */
	CanonicalVerdict (*compare)(const Program *program, const Expr *a,
				    const Expr *b, bool strict,
				    RuleKind *effect, const char **reason);
} CanonicalClass;

/* What stands in derivations for the rule; no rule base has it. */
const Rule *canonical_rule(void);

bool canonical_is(const Derivation *step);

/* The hash of the step between two expressions: of their texts and the types of
 * the inputs. */
uint64_t canonical_hash(const Program *program, const Expr *from,
			const Expr *to);

/* The step; NULL with a reason, also where it changes nothing. */
const Derivation *canonical_step(Rewriter *rewriter, const Derivation *from);

/* The same as it was stored. exact: not made anew. */
const Derivation *canonical_replay(Rewriter *rewriter, const Derivation *from,
				   const StoredStep *step, bool exact,
				   Replay *replay);

#endif
