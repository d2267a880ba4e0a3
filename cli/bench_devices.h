/* bench devices EXPR.json...: the best kernel for one device run on the others.
 *
 * Each --device, with the --env that follow it, is one device. Every program is
 * tuned on each of them, as tune does; then all that was found is timed on all.
 */
#ifndef CLI_BENCH_DEVICES_H
#define CLI_BENCH_DEVICES_H

#include "cli/session.h"

/* Words after "devices" are documents. Gives the exit code. */
int bench_devices(Session *session);

#endif
