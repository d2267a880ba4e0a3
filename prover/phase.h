/* Phase: what the items of a group can do at the same time: all that is reached
 * from one barrier, or from the start, before the next barrier.
 *
 * Barriers order the kinds of memory that their fence names, so phases are of
 * one space. Where a loop has barriers, all items are in the same round of it
 * (barriers.c checks that), or, from its last barrier on, in the next.
 */
#ifndef PROVER_PHASE_H
#define PROVER_PHASE_H

#include "prover/walk.h"

/* An access as it is in the phase. */
typedef struct Meeting {
	const Event *event;
	const Term *first, *end, *when, *element;
} Meeting;

typedef struct Phase {
	const Walk *w;
	Space space;
	unsigned fence;        /* of barriers that end it */
	const Around *around;  /* of the barrier that begins it: rounds that
				* all items share */
	int count, capacity;
	Meeting *items;        /* of memory that the kernel stores to; malloc */
	bool irregular;        /* a round without a barrier: not covered */
} Phase;

/* From event `at` on. */
Phase phase_from(const Walk *w, Space space, int at, const Around *around);
void phase_free(Phase *phase);

/* All accesses of that space, whenever. */
Phase phase_of_all(const Walk *w, Space space);

#endif
