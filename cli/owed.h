/* Owed: what a stored kernel has not been judged by that is due before it is
 * anybody's best (due.h). A search that was killed, that had no time left or
 * that is older than an oracle leaves kernels which were only admitted to be
 * timed, and the fastest of them may be exported.
 */
#ifndef CLI_OWED_H
#define CLI_OWED_H

#include "cli/stored.h"

/* When judging ends (--time-limit), of one kernel or of several. */
double owed_end(const Session *session);

/* program: that it is derived of, whose sizes may be open (then it is judged at
 * others, too). Oracles it now where its device is at hand, and keeps in the
 * database what
 * judged, or what was wrong: then false after E0605. Where there is no such
 * device, or no time (--time-limit), stored->judges says what has not judged,
 * and so does a note. */
bool owed_pass(Session *session, const Program *program, DbStored *stored,
	       Trial *trial, double end);

#endif
