/* Traffic_walk: a warp on its way through a kernel, for the files of
 * traffic.h. */
#ifndef CODEGEN_OPENCL_TRAFFIC_WALK_H
#define CODEGEN_OPENCL_TRAFFIC_WALK_H

#include "codegen_opencl/lanes.h"
#include "codegen_opencl/traffic.h"

enum { TRAFFIC_DEPTH = 16 };

/* A loop around, in which what every round loads is loaded before it. */
typedef struct TrafficLoop {
	int known;        /* variables that were known before it */
	bool first;       /* of its rounds */
} TrafficLoop;

typedef struct TrafficWalk {
	const Kernel *kernel;
	Warp warp;
	Traffic *sum;
	double weight;    /* so often all that comes next */
	bool first;       /* of its group */
	int depth;
	TrafficLoop around[TRAFFIC_DEPTH]; /* innermost last; no condition
					    * between */
} TrafficWalk;

/* So many lanes of the buffer from the index on, by the items there. */
void traffic_access(TrafficWalk *w, const Buffer *buffer, const Affine *index,
		    int width, bool store);

/* As compilers do: what is not stored to is loaded once where the index is the
 * same in all rounds. */
bool traffic_is_loaded_before(const TrafficWalk *w, const Code *load);

/* The branch that alone wants what the statement at `at` loads, or NULL.
 * Compilers move it there: who does not branch does not load. */
const Stmt *traffic_sunk_into(const Block *b, int at);

bool traffic_has_barrier(const Block *b);

/* Of rounds or groups that differ by a variable: after how many an access begins
 * at the same byte of a sector again; how many are gone through, the first, the
 * last and one period between; which the i-th is, and for how many it stands. */
int64_t traffic_period(const Block *b, const Var *var, int64_t step);
int64_t traffic_samples(int64_t count, int64_t period);
int64_t traffic_sample(int64_t count, int64_t period, int64_t i,
		       double *times);

#endif
