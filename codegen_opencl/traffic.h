/* Traffic: what a kernel asks of a GPU's memory, counted from the tree that its
 * source is printed from, without a device.
 *
 * Its statements are gone through by each warp of some groups, in each
 * dimension the first, the last and some in the middle that stand for the others;
 * where these ask for more than twice as much as those at an end, or less than
 * half, further groups are gone through until it is found from which on
 * (traffic_groups.c). Of a loop rounds are found by the first, the last and the
 * middle alone (traffic_sample.c). What is the
 * same in all rounds is loaded before the loop, what only a branch wants in
 * that branch, as compilers have it. What the items of a warp access at one
 * place is one request for each 16 bytes of an item. In global memory it costs
 * the sectors of 32 bytes that it touches, in local memory as many wavefronts
 * as the one of 32 banks with most words has. Of a warp's items the instructions
 * of that one count that executes most; an operation on vectors of floats is one
 * for each of its lanes, a load or store is one. tests/gpu/warp.cc counts the
 * same of a kernel that runs.
 */
#ifndef CODEGEN_OPENCL_TRAFFIC_H
#define CODEGEN_OPENCL_TRAFFIC_H

#include "codegen_opencl/kernels.h"

typedef struct TrafficSide {
	double requests, sectors;
	double passes; /* through a unit's own cache, each of one line of 128
			* bytes, and of 128 bytes from or to the items, of
			* whom several may have the same: the more of both */
} TrafficSide;

/* Of one launch. */
typedef struct Traffic {
	TrafficSide loads, stores; /* of global memory */
	double group_sectors;      /* loaded, each once in a group */
	double far_sectors;        /* the same, and again where the first cache
				    * has lost it */
	double local_requests, wavefronts;
	double instructions;       /* of warps */
	double busiest;            /* those of the group that has most */
	double barriers;           /* of all groups */
	double launches;           /* how often it is launched */
	bool guessed; /* indices or conditions depend on what is loaded: each
		       * item then touches a sector of its own */
} Traffic;

/* Warps of so many items: at most 64. A group has room for so many sectors in the
 * first cache: one is lost when so many others have come since its warps, which
 * go side by side, were last at it. HUGE_VAL: it has room for all. */
Traffic traffic_of(const struct Kernel *kernel, int lanes, double room);

/* How an array could lie in local memory: behind each row of so many elements a gap
 * of so many that hold nothing. */
typedef struct TrafficLayout {
	int64_t row, gap;
} TrafficLayout;

/* Of the first group, for each of the kernel's arrays in turn, the wavefronts of
 * each layout: malloc. NULL where there are none: no local memory, or
 * each request is one wavefront. */
double *traffic_layouts(const struct Kernel *kernel, int lanes,
			const TrafficLayout *layouts, int count);

#endif
