/* Instructions: roughly how many one work-item of each kernel executes: a node of
 * an expression is one, times the rounds of the loops around it. */
#ifndef TESTS_GPU_INSTRUCTIONS_H
#define TESTS_GPU_INSTRUCTIONS_H

#include "codegen_opencl/codegen.h"

enum { INSTRUCTIONS_KERNELS = 64 };

typedef struct Instructions {
	int count;
	double of[INSTRUCTIONS_KERNELS];
} Instructions;

/* A KernelLook; its context is the Instructions. */
KernelLook instructions_count;

double instructions_of(const Instructions *instructions, int kernel);

#endif
