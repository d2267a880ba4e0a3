/* Announce: what a search says of each evaluation, for people (progress.h) and
 * for programs (tune --json).
 */
#ifndef CLI_ANNOUNCE_H
#define CLI_ANNOUNCE_H

#include "cli/tuner.h"

/* After it is stored. number counts evaluations from 1. */
void announce(Tuner *tuner, const Trial *trial, int number);

#endif
