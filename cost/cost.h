/* Cost: what a low-level expression does, counted before code is generated of
 * it: bytes, vectors, items, operations; and from these, by the facts of a
 * device of any type, a rank among candidates.
 *
 * Counted is what is executed: an iteration of every loop around it, but for what
 * stays in registers: a load is one for all iterations of unrolled loops in
 * which its address does not change (that is what tiles are for), and for loops
 * inside of which nothing of it changes. Only advice: a wrong count gives a poor
 * order, never a wrong result.
 */
#ifndef COST_COST_H
#define COST_COST_H

#include "base/device.h"
#include "ir/core/expr.h"

typedef struct Cost {
	double read, written; /* bytes of global memory, by items */
	double moved;  /* bytes of whole lines that come past the cache */
	double operations; /* on scalars: each lane of a vector counts */
	double vectors;    /* instructions: operations, loads, stores */
	double items, groups; /* of the largest launch; groups: what is not
			       * in one work-group */
	double launches; /* of kernels */
	double steps;  /* the rank: time in instructions of one unit, roughly */
} Cost;

/* Of a typed expression whose sizes are known; what is not known counts as 1. */
Cost cost_of(const Expr *low, const Device *device);

#endif
