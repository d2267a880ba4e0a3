/* EvalTask: one evaluation of one data set, in a thread of its own.
 *
 * It has an Ir and diagnostics of its own, since evaluating may build
 * expressions. Opened and closed by the thread of the session.
 */
#ifndef CLI_EVAL_TASK_H
#define CLI_EVAL_TASK_H

#include <pthread.h>
#include <stdatomic.h>

#include "cli/session.h"
#include "ir/eval/eval.h"

typedef enum {
	REFERENCE_F64, REFERENCE_DECLARED, REFERENCE_FIELD,
	REFERENCE_BOUNDED, /* f64, with bounds */
	REFERENCE_ULPS /* declared, with bounds of what computes so, too */
} ReferenceKind;

bool reference_has_bounds(ReferenceKind kind);

typedef struct EvalTask {
	Session *session;
	ReferenceKind kind;
	const Array *inputs;
	bool for_exact; /* is of no use unless f64 and the declared types agree on
			 * some output: see hopeless */
	uint64_t data; /* which they are (references_data); 0: to be seen */
	bool waits;    /* to be kept until eval_task_keep */
	bool hopeless;  /* they do not, as a first part shows: no results */
	/* filled, by output; the caller's when it ends well */
	Array *values;
	/* of REFERENCE_BOUNDED, else NULL; wider where --fp allows more */
	Array *outside, *folds;
	/* private */
	Ir *ir;
	Program *program;
	Diags *diags;
	bool good, beside;
	double seconds; /* of evaluating; 0: it was not */
	const atomic_bool *stop;
	atomic_bool done;
	pthread_t thread;
} EvalTask;

/* Starts all of them; false after a diagnostic, and none is started then. */
bool eval_tasks_begin(EvalTask *tasks, int count, const atomic_bool *stop);
bool eval_tasks_done(const EvalTask *tasks, int count);

/* Waits for all; false, with their diagnostics in the session, when one has
 * failed: then there are no results. */
bool eval_tasks_end(EvalTask *tasks, int count);

/* All in one. hook may be NULL; when it says so the evaluation ends soon: false
 * without a diagnostic. */
bool eval_tasks_run(EvalTask *tasks, int count, bool (*hook)(void *context),
		    void *context);

/* Keeps the results of one that waits (references.h), if they are worth it;
 * stop may be NULL. */
void eval_task_keep(const EvalTask *task, const atomic_bool *stop);

/* Sets *stop when the hook says so, until all are done. */
void eval_tasks_await(const EvalTask *tasks, int count, atomic_bool *stop,
		      bool (*hook)(void *context), void *context);

void eval_free_arrays(Array *arrays, int count);

#endif
