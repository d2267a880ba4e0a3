/* Rounds of kernels that take a state from place to place: those of iterate
 * and of folds over arrays. For codegen_opencl/ only. */
#ifndef CODEGEN_OPENCL_HOST_ROUNDS_H
#define CODEGEN_OPENCL_HOST_ROUNDS_H

#include "codegen_opencl/view.h"

/* At least one; lambda is of the state, and of an element where there are xs. */
typedef struct Rounds {
	const Expr *e, *lambda;
	const Env *env;
	const View *xs; /* an element for each round, or NULL */
	int64_t count;
} Rounds;

/* From start to the result. */
void host_rounds(Gen *g, const Rounds *rounds, const View *start,
		 const View *to);

/* The kernels of one round; number may be NULL where there are no elements. */
void host_round(Gen *g, const Rounds *rounds, const Affine *number,
		const View *from, const View *to);

/* Turns of a loop of launches: so many of so many rounds, the first of which
 * has that number. */
typedef struct Turns {
	int64_t first, times;
	int rounds;
	const View *counter;
} Turns;

/* The number of the first round of a turn, NULL where there are no elements.
 * What is made between the two is in the loop; a single turn needs none. */
const Affine *host_turns_begin(Gen *g, const Rounds *rounds, Turns *turns);
void host_turns_end(Gen *g, const Turns *turns);

#endif
