/* Mutants of the tree of a kernel: small faults, put in and taken out again. */
#ifndef TESTS_PROVER_TREE_MUTANTS_H
#define TESTS_PROVER_TREE_MUTANTS_H

#include "codegen_opencl/kernels.h"

typedef enum {
	MUTANT_INDEX_UP, MUTANT_INDEX_DOWN, /* by one element */
	MUTANT_STRIDE_UP, MUTANT_STRIDE_DOWN,
	MUTANT_SWAP,                        /* two factors: dimensions */
	MUTANT_LOOP_UP, MUTANT_LOOP_DOWN,   /* one round more, or fewer */
	MUTANT_NO_BARRIER, MUTANT_NO_GUARD,
	MUTANT_GROUP,                       /* one more is launched */
	MUTANT_KINDS
} MutantKind;

const char *mutant_name(MutantKind kind);

typedef void MutantVisit(void *context, MutantKind kind, const char *kernel);

/* Calls visit for every part-th mutant, while it is there. Returns how many
 * there are. */
int mutants_each(const Kernels *kernels, int part, MutantVisit *visit,
		 void *context);

#endif
