/* What kernels with open sizes take at the sizes tuned. */
#ifndef CLI_OPEN_TIME_H
#define CLI_OPEN_TIME_H

#include "cli/tuner.h"
#include "lib/opened.h"

enum { OPEN_MOST = 12 }; /* that are timed together */

/* Together with the search's best, whose time is returned (0: none was taken);
 * of those that are far slower, and where time is short, the first measurement
 * is the last. */
double open_time(Tuner *tuner, const Trial *best, Opened **opened, int count);

#endif
