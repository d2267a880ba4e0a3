/* tune --sizes "N=1000;N=100000": one program at several points, each a choice of
 * sizes, in one run: each search begins with what was best at the points before
 * it, the time limit is shared, and one set of files has the kernels for all of
 * them (export --sizes all).
 */
#ifndef CLI_TUNE_SIZES_H
#define CLI_TUNE_SIZES_H

#include "cli/session.h"

/* Gives the exit code: of the first point that failed, 0 otherwise. */
int tune_sizes(Session *session);

#endif
