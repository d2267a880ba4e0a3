/* OpenPoints: other sizes than the tuned ones, at which kernels with open sizes
 * are judged: all open sizes at 17, then each at 1, 2, a prime, one below and one
 * above what it was tuned for, and a tenth of that, the others at 17; and all at
 * twice and three times what they were tuned for. Guards that hold at none of them
 * get points of their own.
 */
#ifndef CLI_OPEN_POINTS_H
#define CLI_OPEN_POINTS_H

#include "cli/session.h"
#include "codegen_opencl/artifact.h"

typedef struct OpenPoints {
	int count, capacity; /* in the order above */
	const SizeBinding **items;
} OpenPoints;

/* small: what a size was tuned for is halved until arrays have at most 2^20
 * elements and the evaluator does at most 2^25 operations. Some points may be
 * sizes that the document does not allow. */
OpenPoints open_points(Session *session, const Program *open, bool small);

/* The smallest sizes at which the guards of kernels with open sizes hold, those
 * where one of them is the next larger one, and the smallest of at least a tenth
 * of what they were tuned for, smaller until the program is small; each once, and not
 * the sizes tuned. Nothing is added where they hold at one of the points that is small
 * already. */
void open_points_add(OpenPoints *points, Session *session, const Program *open,
		     const Artifact *artifact);

/* Each open size at 0, the others at 17. */
OpenPoints open_points_empty(Session *session, const Program *open);

/* Whether a program is as small as that. */
bool open_point_is_small(const Program *program);

#endif
