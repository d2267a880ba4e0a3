/* Traffic_walk: a warp on its way through a kernel, for the files of
 * traffic.h. */
#ifndef CODEGEN_OPENCL_TRAFFIC_WALK_H
#define CODEGEN_OPENCL_TRAFFIC_WALK_H

#include "codegen_opencl/lanes.h"
#include "codegen_opencl/traffic.h"

enum { TRAFFIC_DEPTH = 16, TRAFFIC_SEEN = 2048, TRAFFIC_CHAINS = 256 };

/* Wavefronts by array and layout, where these are asked for. */
typedef struct TrafficLaid {
	const TrafficLayout *layouts;
	int count;
	double *wavefronts;
} TrafficLaid;

/* A loop around, in which what every round loads is loaded before it. */
typedef struct TrafficLoop {
	int known;        /* variables that were known before it */
	bool first;       /* of its rounds */
} TrafficLoop;

typedef struct TrafficSeen {
	uint64_t key;
	int before; /* of its chain: 1 + which; 0: none */
} TrafficSeen;

/* A sector that a group has loaded: by which warp the last time, and how many that
 * warp had come to before. */
typedef struct TrafficSector {
	uint64_t key; /* 0: free */
	int64_t warp;
	double at;
} TrafficSector;

typedef struct TrafficSet {
	size_t count, capacity; /* a power of two, or 0 */
	TrafficSector *sectors;
} TrafficSet;

typedef struct TrafficWalk {
	const Kernel *kernel;
	Warp warp;
	Traffic *sum;
	double weight;    /* so often all that comes next */
	bool first;       /* of its group */
	int depth;
	TrafficLoop around[TRAFFIC_DEPTH]; /* innermost last; no condition
					    * between */
	int loop_count;
	TrafficLoop loops[TRAFFIC_DEPTH]; /* all around */
	uint64_t left;    /* the items for which the innermost loop is over */
	int seen_count;
	TrafficSeen seen[TRAFFIC_SEEN]; /* what was computed and is there, */
	int chains[TRAFFIC_CHAINS];     /* by keys: 1 + which, the last; 0 */
	double issued[LANES_MAX]; /* by each item, since its warp began */
	TrafficSet group;
	double group_weight; /* so often all of this group */
	double room;         /* sectors, of the first cache for a group */
	int64_t warps, number; /* of the group; of this one */
	TrafficLaid laid;
	double came;           /* sectors that this warp has come to, one after
				* the other */
} TrafficWalk;

/* The statements, by the items there. */
void traffic_block(TrafficWalk *w, const Block *b);

void traffic_set_clear(TrafficSet *set);

/* So many lanes of the buffer from the index on, by the items there. */
void traffic_access(TrafficWalk *w, const Buffer *buffer, const Affine *index,
		    int width, bool store);

/* Instructions: so many of the items there; of an index, of the address of an
 * element; of an operation beside those of its arguments. */
void traffic_issue(TrafficWalk *w, double count);
void traffic_issue_index(TrafficWalk *w, const Affine *index);
void traffic_issue_address(TrafficWalk *w, const Buffer *buffer,
			   const Affine *index, int width);
double traffic_issues(const Code *operation);

/* From here on what was computed since there were so many is not there. */
void traffic_forget(TrafficWalk *w, int seen_count);

/* As compilers do: what is not stored to is loaded once where the index is the
 * same in all rounds. */
bool traffic_is_loaded_before(const TrafficWalk *w, const Code *load);

/* The branch that alone wants what the statement at `at` loads, or NULL.
 * Compilers move it there: who does not branch does not load. */
const Stmt *traffic_sunk_into(const Block *b, int at);

bool traffic_has_barrier(const Block *b);

/* Of a loop that data end, when first it is come to: as many rounds as it takes for
 * all items together to read once the largest array that it reads. Whether it is one
 * that data leave. */
int64_t traffic_rounds(const TrafficWalk *w, const Stmt *loop, int64_t most);
bool traffic_is_left(const Block *b);

/* Of rounds or groups that differ by a variable: after how many an access begins
 * at the same byte of a sector again; how many are gone through: all of a few, or
 * the first, the last and one period between; which the i-th is, and for how many
 * it stands. */
int64_t traffic_period(const Block *b, const Var *var, int64_t step);
int64_t traffic_samples(int64_t count, int64_t period);
int64_t traffic_sample(int64_t count, int64_t period, int64_t i,
		       double *times);

#endif
