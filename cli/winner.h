/* Winner: what is told and written about the best kernel of a search. */
#ifndef CLI_WINNER_H
#define CLI_WINNER_H

#include "cli/tuner.h"

/* Writes the winner's files into the folder of -o; false after E0701. */
bool winner_write(Tuner *tuner, const Trial *best, const Ranked *ranked);

/* The summary on stdout: for people with the kernel, or the last --json line. */
void winner_tell(Tuner *tuner, const Trial *best, const Ranked *ranked,
		 int ties);

#endif
