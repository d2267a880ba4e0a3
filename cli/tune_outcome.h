/* How a search ended. */
#ifndef CLI_TUNE_OUTCOME_H
#define CLI_TUNE_OUTCOME_H

#include "cli/tuner.h"

/* The exit status, after what is wrong was said; best may be NULL. */
int tune_outcome(const Tuner *tuner, const Trial *best);
int tune_tell_too_short(const Tuner *tuner);

/* Notes: on guides, schedules and memory; on a best that was only stored. */
void tune_tell_search(const Tuner *tuner);
void tune_tell_unmeasured(const Tuner *tuner, const Trial *best);

#endif
