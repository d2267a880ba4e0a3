/* Trial: one candidate on its way from derivation to a stored measurement. */
#ifndef LIB_TRIAL_H
#define LIB_TRIAL_H

#include "bench_harness/harness.h"
#include "lib/session.h"
#include "lib/variant.h"
#include "db/db.h"
#include "rules/rewrite.h"
#include "search/strategy/strategy.h"

typedef struct Trial {
	int number;                   /* of the strategy's proposal */
	const Derivation *derivation; /* with its low-level expression */
	Variant variant;              /* it is generated with */
	const char *what;             /* both as text, or "replay" */
	const char *choices;          /* that led to it, as they are stored;
				       * NULL: none are known */
	const char *shape;            /* the same without numbers */
	const Artifact *artifact;
	DbKernel kernel;              /* as it is stored */
	const struct Trial *same;     /* its kernel is that one's, which is
				       * measured before; or NULL */
	bool known;                   /* measured before: nothing to do */
	bool queued;                  /* a proposal whose turn has come */
	DbClaim claim;                /* whose it is to measure */
	bool good;                    /* verified, has a time */
	double seconds; /* of a kernel that was only checked: its rank */
	double rank;    /* by static counts, the least first; for a GPU that
			 * is not there, seconds by a model */
	double wall_s;  /* that measuring it took */
	const char *at; /* when it was measured, UTC */
	Measurement measured;
	bool partial; /* they are perhaps the last data set alone (oracles.h) */
	const char *judges; /* which decided that it is good */
	DbRecorded stored;
} Trial;

/* Its choices and its variant as text. */
const char *trial_what(Arena *arena, Variant variant, const char *choices);

/* A trial of a derivation that no strategy proposed: generated and described.
 * choices may be NULL. NULL after E03xx. */
Trial *trial_of(Session *session, const Derivation *derivation,
		const Device *device, Variant variant, const char *choices);

/* Whether a kernel that ended so was right. */
bool trial_is_good(Status status);

/* What a strategy is told of it. */
OutcomeKind trial_outcome(const Trial *trial);

/* Everything about the trial's kernel that the database wants. */
void trial_describe(Session *session, Trial *trial);

/* What goes behind that of a derivation that uses unproved rules. */
#define UNPROVED ", by unproved rules"

/* What goes behind a label that came from another database, of steps that could
 * not be made again. */
#define UNCONFIRMED ", not confirmed"

/* "bit-exact", "reassociates" or "rounding": what the derivation's steps did. */
const char *trial_label(const RewriteLabel *label);

/* Whether its results may differ from the program's in the last bits, so that
 * its error counts. */
bool trial_reorders(const Trial *trial);

/* The measurement as the database wants it. */
DbMeasurement trial_measurement(const Trial *trial, int sequence);

#endif
