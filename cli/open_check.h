/* Whether kernels with open sizes are right at other sizes than the tuned ones:
 * each open size at 1, 2, 17, a prime, one below and one above what it was
 * tuned for, and a tenth of that, the others at 17. What it was tuned for is
 * halved until arrays have at most 2^20 elements and the evaluator at most 2^25
 * operations. What is wrong anywhere is marked so. */
#ifndef CLI_OPEN_CHECK_H
#define CLI_OPEN_CHECK_H

#include "bench_harness/harness.h"
#include "cli/opened.h"

typedef struct OpenCheck {
	int points; /* sizes that were looked at */
	int runs;   /* of kernels there */
	char reason[HARNESS_REASON]; /* of what was wrong last, and where */
} OpenCheck;

/* The harness has other data afterwards. False: it could not be done. */
bool open_check(Session *session, Harness *harness, const Program *open,
		Opened *const *opened, int count, OpenCheck *check);

#endif
