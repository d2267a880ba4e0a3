/* Roughly how many instructions one work-item of a kernel executes: a node of an
 * expression is one, times the rounds of the loops around it. */
#ifndef TESTS_GPU_INSTRUCTIONS_H
#define TESTS_GPU_INSTRUCTIONS_H

#include "codegen_opencl/kernels.h"

double instructions_of(const struct Kernel *kernel);

#endif
