/* Whether kernels with open sizes are right at other sizes than the tuned ones:
 * all open sizes at 17, then each at 1, 2, a prime, one below and one above what
 * it was tuned for, and a tenth of that, the others at 17. What it was tuned for
 * is halved until arrays have at most 2^20 elements and the evaluator at most
 * 2^25 operations. What is wrong anywhere is marked so.
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

/* The same at the first sizes only. */
bool open_check_first(Tuner *tuner, const Program *open, Opened *opened,
		      OpenCheck *check);

#endif
