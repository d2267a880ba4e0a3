/* Small integers (exact_set.h) as an oracle of a kernel that only the last data
 * set admitted (oracles.h).
 */
#ifndef CLI_DUE_EXACT_H
#define CLI_DUE_EXACT_H

#include "cli/due_ask.h"

/* Clears asked where the integers say nothing. Replaces the data of the harness;
 * the asking's m says what is wrong. */
DueVerdict due_exact_agrees(const DueAsk *ask);

#endif
