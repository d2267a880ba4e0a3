/* Admission of what was measured while not all judges were there. */
#ifndef CLI_TUNER_ADMIT_H
#define CLI_TUNER_ADMIT_H

#include "cli/tuner.h"

/* Gets all judges, by which a trial that some of them found right is judged. */
void tuner_admit(Tuner *tuner, Trial *trial);

/* Has it built to be run next. */
void tuner_build(Tuner *tuner, const Trial *trial);

#endif
