/* Oracles: the data that candidates run on and the results they must give
 * (architecture.md).
 *
 * Up to two data sets. The first holds small integers and is compared exactly,
 * those outputs of it that come out the same in any order of evaluation. The
 * last is random, or what the user gave, and compared with the evaluator in f64
 * within what roundings explain, or the document allows (under --fp strict: in
 * the declared types); a candidate that neither reassociates nor rounds
 * otherwise may agree with the evaluator in the declared types instead.
 *
 * The last set admits the first candidate to be timed, where it decides about
 * each output; the other is evaluated when nobody waits for it
 * (oracles_complete), and what was admitted without it is due (due.h).
 */
#ifndef CLI_ORACLES_H
#define CLI_ORACLES_H

#include "bench_harness/harness.h"
#include "cli/session.h"
#include "lib/trial.h"

typedef struct Evaluation Evaluation;

typedef struct Oracles {
	int set_count; /* 1 or 2; the last one is timed */
	bool exact;    /* there are two */
	bool partial;  /* there may be: see oracles_complete */
	Array *inputs[2], *references[2];
	Array *second; /* declared types, on the last set; or NULL */
	Array *outside, *folds; /* bounds, on the last set; or NULL */
	bool *bounded; /* by output: these count, and no tolerance */
	Judgement *judgements[2];
	const char **names; /* by output: which oracles decide */
	int in_count, out_count;
	double seconds; /* of evaluating */
	Evaluation *evaluation; /* whose the arrays are */
} Oracles;

/* Draws (or takes from --input) and evaluates, both sets at the same time.
 * NULL after a diagnostic. */
Oracles *oracles_new(Session *session);

/* What is needed first, beside other work: what is evaluated meanwhile is in
 * threads. Each one begun must be ended. stop may be NULL; when it says so the
 * evaluation ends soon: NULL, without a diagnostic. */
Evaluation *evaluation_begin(Session *session);
Oracles *evaluation_end(Evaluation *evaluation, bool (*stop)(void *context),
			void *context);

/* Draws and evaluates what is missing, if anything is. False, and all is as it
 * was: after a diagnostic, or since stop says so. */
bool oracles_complete(Oracles *oracles, bool (*stop)(void *context),
		      void *context);

/* The set that is timed, without judgements; until evaluation_end. */
BenchData evaluation_data(const Evaluation *evaluation);

/* Keeps what is worth it for other searches (references.h), which takes a
 * while, until stop says so; oracles_new has done so. */
void oracles_keep(Oracles *oracles, bool (*stop)(void *context), void *context);
void oracles_free(Oracles *oracles);

/* Hands everything to the harness; false after a diagnostic. The same again,
 * once it is complete. */
bool oracles_load(const Oracles *oracles, Session *session, Harness *harness);
bool oracles_load_more(const Oracles *oracles, Session *session,
		       Harness *harness);

/* By how much roundings grow in the folds of that expression, by the type of
 * the output (HarnessCandidate); no more than decisions are made with, where the
 * program makes some that depend on its folds (eval_decides). */
void oracles_growth(const Session *session, const Expr *low,
		    double growth[SCALAR_COUNT]);

/* The tolerances in force, as canonical text for the database; "": the default,
 * which is a bound for each element. */
const char *oracles_tolerance(const Session *session);
bool oracles_tolerates(const Session *session);

/* Which oracles decide, as text for the database: "out: exact tolerance". more
 * (NULL: none), by output, is put behind each. */
const char *oracles_names(const Oracles *oracles, const Session *session,
			  const char *const *more);

/* The largest magnitude that is finite; 0 when there is none. */
double oracles_largest(const Array *array);

/* How code of that derivation is judged: what changes no bits may also agree
 * with the evaluator in the declared types. Kernels with open sizes run at those
 * of the session. */
HarnessCandidate trial_candidate(const Session *session,
				 const Derivation *derivation,
				 const Artifact *artifact);

#endif
