/* Brute force: small launches run item by item over the tree that a source is
 * printed from, to see which of the five properties of prover/prove.h they
 * break. Values that are read are invented; where data decide what is accessed,
 * that is one of the ways in which they can. */
#ifndef TESTS_PROVER_BRUTE_H
#define TESTS_PROVER_BRUTE_H

#include <stdint.h>

#include "codegen_opencl/kernels.h"

enum { BROKEN_BOUNDS = 1, BROKEN_RACE = 2, BROKEN_BARRIER = 4,
       BROKEN_OVERFLOW = 8, BROKEN_STORED = 16 };

/* The set of what is broken with the data of that number; -1: too much to
 * run. */
int brute_run(const Kernels *kernels, uint64_t data);

#endif
