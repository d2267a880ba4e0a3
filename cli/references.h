/* References: what the evaluator has said, kept in full for other searches.
 *
 * Files in $XDG_CACHE_HOME/lift-tune/references (else ~/.cache/...), readable
 * for their owner only, at most 2 GiB of them: what was not used for longest
 * goes first. One is known by the typed program at its sizes, the data, the
 * domain and the very build of lift-tune. Each has a checksum and is written
 * under another name first: processes may share the folder, and a damaged file
 * is as good as none. Whatever fails here only costs the time of evaluating.
 */
#ifndef CLI_REFERENCES_H
#define CLI_REFERENCES_H

#include "cli/eval_task.h"
#include "ir/data/testdata.h"

/* Which data testdata_draw draws for all inputs of a program, without a look at
 * them. */
uint64_t references_data(const Program *program, uint64_t seed,
			 TestdataKind kind);

/* What the evaluation of a task gives; 0: it cannot be kept. */
uint64_t references_key(const EvalTask *task);

/* Fills the task's results; false when there are none for this key. */
bool references_take(EvalTask *task, uint64_t key);

/* What keeping them takes; none are kept once *stop (NULL: go on). */
double references_bytes(const EvalTask *task);
void references_keep(const EvalTask *task, uint64_t key,
		     const atomic_bool *stop);

#endif
