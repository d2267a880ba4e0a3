/* Crowns: of what is chosen by a comparison, each place is the chosen one in
 * turn. A kernel that leaves an element of a hundred out is right on most random
 * data; on these it is not. Few data only: a launch and an evaluation for each
 * turn.
 */
#ifndef CLI_DUE_CROWNS_H
#define CLI_DUE_CROWNS_H

#include "cli/due_ask.h"

/* How many turns there are; 0: none, the inputs are too large, or have only one
 * element each. */
int due_crowns(const Program *program);

/* Whether the kernel is right on all of them, and they could be asked about.
 * Replaces the data of the harness; the asking's m says what is wrong. */
DueVerdict due_crowns_agree(const DueAsk *ask);

#endif
