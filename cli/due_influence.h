/* Influence (bench_harness/influence.h) as a search asks for it: of the kernel
 * on the data that it was verified on with tolerance, by the evaluator's bounds.
 */
#ifndef CLI_DUE_INFLUENCE_H
#define CLI_DUE_INFLUENCE_H

#include "bench_harness/harness.h"
#include "bench_harness/influence.h"
#include "cli/due_ask.h"

/* Of a kernel's low-level expression, the outputs asked for; those of any order
 * are not judged, and asked is then cleared. Replaces the data of the harness; the
 * measurement says what was wrong.
 * INFLUENCE_FAILED: nothing is said, for want of time, memory or results. */
InfluenceResult due_influence(const DueAsk *asks, const Expr *low);

#endif
