/* Native: a reference (reference.h) in a slot of the worker.
 *
 * Its threads get one CPU each, the worker's own the first, so that none of
 * them share one (those of the driver have theirs: worker_threads.h); OpenMP
 * waits passively, so that what is measured next has all CPUs.
 */
#ifndef BENCH_HARNESS_WORKER_REFERENCE_H
#define BENCH_HARNESS_WORKER_REFERENCE_H

#include "bench_harness/worker_state.h"

/* Opens the row in a slot whose artifact names its buffers. false with
 * w->failure set: STATUS_BUILD_ERROR where there is no such row here. */
bool worker_refer(Worker *w, int slot, int load, const Artifact *artifact,
		  const ReferenceRequest *request, Arena *arena);

/* One call on a data set, or on the timed buffers. */
bool native_run(Worker *w, const Slot *slot, int set, Times *times);

/* What it wants before a timed call. */
void native_prepare(const Slot *slot);

void native_close(Native *native);

#endif
