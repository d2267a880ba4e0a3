/* Values of one work-item of a small launch (brute.h). */
#ifndef TESTS_PROVER_BRUTE_VALUE_H
#define TESTS_PROVER_BRUTE_VALUE_H

#include "codegen_opencl/kernels.h"
#include "codegen_opencl/tree.h"

typedef struct BruteItem {
	const Kernels *kernels;
	int group, number;
	int64_t at[LEVELS][DEVICE_DIMS];
	int count;
	int64_t (*values)[16];  /* by Var.mark - 1; malloc */
	uint64_t data, state;   /* of what is invented */
	int *overflow;          /* gets BROKEN_OVERFLOW */
} BruteItem;

/* Gives each variable of a kernel its place. */
void brute_number(BruteItem *item, const Kernel *kernel);

/* Sets what the item's ids are. */
void brute_place(BruteItem *item, const Kernel *kernel);

void brute_set(BruteItem *item, const Var *var, int lane, int64_t value);
int64_t brute_index(BruteItem *item, const Affine *index);
int64_t brute_value(BruteItem *item, const Code *code, int lane);

/* Calls visit on each load that is made. */
void brute_loads(BruteItem *item, const Code *code, CodeVisit *visit,
		 void *context);

#endif
