/* Reads: how often kernels load elements of inputs, all items and rounds. */
#ifndef TESTS_PROVER_READS_H
#define TESTS_PROVER_READS_H

#include "codegen_opencl/kernels.h"

/* Loops that end early are counted whole; conditions as in first rounds. */
double reads_of_kernels(const Kernels *kernels);

#endif
