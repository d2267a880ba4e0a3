/* The checks of tests/codegen/codegen_limits.c that have files of their own. */
#ifndef TESTS_CODEGEN_LIMITS_CHECKS_H
#define TESTS_CODEGEN_LIMITS_CHECKS_H

#include "limits_document.h"

/* With numbers of a type, in vectors of so many lanes. */
void limits_indices(Limits *limits, Scalar scalar, int width);
void limits_elements(Limits *limits, Scalar scalar, int width);

void limits_sums(Limits *limits);
void limits_ints(Limits *limits, bool all);

#endif
