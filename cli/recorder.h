/* Recorder: the space that a search went through, with what each candidate
 * cost, as a file for `bench search` (search/strategy/recorded.h).
 */
#ifndef CLI_RECORDER_H
#define CLI_RECORDER_H

#include "cli/tuner.h"

/* Measures everything that works twice more, takes medians and writes
 * NAME.jsonl into the folder of --record. False after E0701. */
bool recorder_write(Tuner *tuner);

#endif
