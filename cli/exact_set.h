/* The exact set: small integers as inputs, and the two evaluations that say of
 * which outputs any order of evaluation gives the same (exact.h).
 */
#ifndef CLI_EXACT_SET_H
#define CLI_EXACT_SET_H

#include "bench_harness/judge.h"
#include "cli/eval_task.h"

enum { EXACT_TASKS = 2 };

/* Whether it says what data, or sizes, broke of a program's promises: an index out
 * of range, or twice, too many elements for the room. */
bool exact_is_of_data(DiagCode code);

/* By input port; the caller frees them. */
Array *exact_set_draw(const Session *session);

/* Two tasks, whose results may be kept at once, or wait for that. */
void exact_set_ask(Session *session, const Array *inputs, bool waits,
		   EvalTask *tasks);

/* eval_tasks_run of them. Where --input gives the data, drawn ones may break what
 * the program promises of its own: nothing is said of that. */
bool exact_set_run(Session *session, EvalTask *tasks,
		   bool (*stop)(void *context), void *context);

/* By output: bit by bit, or not at all. NULL: the set is of no use for any. */
Judgement *exact_set_judgements(const Session *session, const EvalTask *tasks);

/* The same from what f64 and the declared types give. */
Judgement *exact_set_agreed(const Session *session, const Array *f64,
			    const Array *declared);

#endif
