/* Whether kernels with open sizes are right at other sizes than the tuned ones
 * (open_points.h), small ones. What is wrong anywhere is marked so.
 *
 * It ends with the time of the search, or where that is interrupted: what was
 * seen right at none of them is nobody's kernel.
 */
#ifndef CLI_OPEN_CHECK_H
#define CLI_OPEN_CHECK_H

#include "cli/tuner.h"
#include "lib/opened.h"

typedef struct OpenCheck {
	int points; /* sizes that were looked at */
	int runs;   /* of kernels there */
	bool cut;   /* before all points */
	char reason[HARNESS_REASON]; /* of what was wrong last, and where; "" */
} OpenCheck;

/* The harness has other data afterwards. False after a diagnostic: it could
 * not be done. */
bool open_check(Tuner *tuner, const Program *open, Opened *const *opened,
		int count, OpenCheck *check);

/* The data of a session at some sizes, drawn, evaluated and in the harness; NULL:
 * there is no time for that, or after a diagnostic of that session. */
Oracles *open_check_data(Tuner *tuner, Session *at);

/* The same at the first sizes only. */
bool open_check_first(Tuner *tuner, const Program *open, Opened *opened,
		      OpenCheck *check);

#endif
