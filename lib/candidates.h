/* Candidates: the space of derivations of the session's program and a strategy
 * over it, opened and closed together.
 */
#ifndef LIB_CANDIDATES_H
#define LIB_CANDIDATES_H

#include "lib/trial.h"
#include "search/space/derive.h"
#include "search/space/guide.h"
#include "search/strategy/strategy.h"

typedef struct Candidates {
	RuleBase *base; /* NULL with --rules: the session has one */
	Derive *derive;
	Guided *guided; /* NULL: no guides */
	Space space;
	Strategy *strategy;
	const Program *program;
	const Device *device;
} Candidates;

void candidates_open(Candidates *candidates, Session *session,
		     const StrategyKind *kind, const Device *device);
void candidates_close(Candidates *candidates);

/* Before the candidates of a search: whether the canonical form computes what the
 * document does, at small sizes; W0306 and as_written if it does not. */
void candidates_check(Session *session);

/* What --fp allows the rules to do. */
RewriteOptions candidates_freedom(const Session *session);

/* Fills what a candidate says of itself: derivation, what, shape. */
void candidate_describe(Candidates *candidates, Arena *arena,
			const Candidate *candidate, Trial *trial);

#endif
