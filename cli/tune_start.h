/* Where a search begins. */
#ifndef CLI_TUNE_START_H
#define CLI_TUNE_START_H

#include "cli/tuner.h"

/* The run in the database, and what earlier ones measured. */
bool tune_begin_run(Tuner *tuner);

/* --from ID: that derivation, replayed at these sizes, is measured first. */
bool tune_start_from(Tuner *tuner);

/* The search begins with what was best for this program at the nearest sizes or
 * on the nearest device, and for other programs on this device, as far as the
 * same choices can be made here. */
void tune_suggest(Tuner *tuner);

#endif
