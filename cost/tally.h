/* Tally: the sums of a count, and what a device makes of them. */
#ifndef COST_TALLY_H
#define COST_TALLY_H

#include "cost/cost.h"
#include "cost/access.h"

typedef enum {
	LOOP_ITEMS,  /* mapGlobal, mapWorkgroup */
	LOOP_LOCAL,  /* mapLocal */
	LOOP_SERIAL,
	LOOP_UNROLLED
} LoopKind;

typedef struct Loop {
	LoopKind kind;
	double trips;
} Loop;

typedef struct Tally {
	const Device *device;
	Cost cost;
	Loop loops[ACCESS_LOOPS]; /* around, outermost first */
	int depth;
	int lanes; /* of mapVec around */
} Tally;

/* An operation on scalars of so many bytes, as heavy as so many additions. */
void tally_operation(Tally *tally, int bytes, double weight);

/* Access to what leaf says, where it is. */
void tally_load(Tally *tally, const Access *leaf);
void tally_store(Tally *tally, const Access *leaf);

void tally_launch(Tally *tally); /* of a kernel */

/* The overhead of the innermost loop. */
void tally_loop(Tally *tally);

#endif
