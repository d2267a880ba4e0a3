/* Element: any element of a memory, as a term, for what is said of all. */
#ifndef PROVER_ELEMENT_H
#define PROVER_ELEMENT_H

#include "prover/walk.h"

/* Of digits whose weights are strides of the stores to that memory, so that few
 * quotients and rests are left of what is computed with it. It may lie behind
 * the last. */
const Term *element_any(Terms *terms, const Memory *memory, int count,
			const Walk *const *walks);

#endif
