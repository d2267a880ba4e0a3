/* Measure: from a low-level expression to a verified time on the device, for
 * every command that measures (tune, run, replay).
 */
#ifndef CLI_MEASURE_H
#define CLI_MEASURE_H

#include <signal.h>

#include "bench_harness/harness.h"
#include "cli/session.h"
#include "lib/measure.h"

/* What chose among kernels for a device that is not there (--device-facts):
 * where there is a model of it (codegen_opencl/model.h), that. */
const char *measure_ranked_by(const Device *device);

/* How the harness is to be started for this session. */
HarnessOptions measure_options(Session *session);

/* True when the user asked to stop (Ctrl-C); see measure_catch. */
bool measure_stopped(void *context);

/* From here on SIGINT and SIGTERM only ask to stop. */
void measure_catch(void);
void measure_signals(sigset_t *set);

#endif
