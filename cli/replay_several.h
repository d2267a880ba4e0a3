/* Several stored derivations of one program, timed in turn so that what drifts
 * on the machine falls on all of them.
 */
#ifndef CLI_REPLAY_SEVERAL_H
#define CLI_REPLAY_SEVERAL_H

#include "cli/session.h"

/* replay ID ID...: regenerates and verifies all, takes time in rounds of random
 * order, and prints a row each. Nothing is stored. The exit code. */
int replay_several(Session *session);

#endif
