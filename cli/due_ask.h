/* DueAsk: a kernel is asked about data that were made for it, and about what the
 * evaluator says of them, with bounds, as any kernel is verified.
 */
#ifndef CLI_DUE_ASK_H
#define CLI_DUE_ASK_H

#include "bench_harness/harness.h"
#include "cli/eval_task.h"

typedef enum {
	DUE_PASSED, DUE_FAILED,
	DUE_UNJUDGED, /* for want of memory, or since it says nothing */
	DUE_LATE,     /* for want of time */
	DUE_SLOW      /* since it takes longer than a build or launch may */
} DueVerdict;

typedef struct DueAsk {
	Session *session;
	Harness *harness;
	bool (*hook)(void *context); /* or NULL; as of due_new */
	void *context;
	const HarnessCandidate *candidate;
	bool *asked; /* by output: it counts */
	Measurement *m;
} DueAsk;

/* Replaces the data of the harness. */
bool due_ask_load(const DueAsk *ask, Array *inputs,
		  const Judgement *judgements);

/* With bounds, but where every bit counts; false when it fails or takes too
 * long. */
bool due_ask_evaluate(const DueAsk *ask, Array *inputs, EvalTask *task);
void due_ask_drop(const DueAsk *ask, EvalTask *task);

/* By output, as on the last set of data; what the bound leaves open is not
 * judged. */
const Judgement *due_ask_judgements(const DueAsk *ask, const EvalTask *task);

/* Whether there is no time for more. */
bool due_ask_is_over(const DueAsk *ask);

/* Where nothing was judged: why. */
DueVerdict due_ask_unjudged(const DueAsk *ask);

/* Of what the harness has just verified. */
DueVerdict due_ask_verdict(const DueAsk *ask);

/* Whether the kernel gives on these inputs, of up to BENCH_SETS sets of data,
 * what the evaluator does; else m says what is wrong. */
DueVerdict due_ask_agrees(const DueAsk *ask, int count, Array *const *inputs);

#endif
