/* Dumps of the phases of a search on stderr (-d LETTERS): p the program's
 * normal form, s the steps of each candidate, l its low-level expression, k its
 * kernels. Each can be fed back or pasted into a test.
 */
#ifndef CLI_DUMP_H
#define CLI_DUMP_H

#include "lib/trial.h"

void dump_program(Session *session);
void dump_trial(Session *session, const Trial *trial);

#endif
