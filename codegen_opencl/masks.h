/* Masks: what follows for one number where a vector's mask holds in some lane, and
 * what must hold of it so that it holds in every lane. For codegen_opencl/ only. */
#ifndef CODEGEN_OPENCL_MASKS_H
#define CODEGEN_OPENCL_MASKS_H

#include "codegen_opencl/tree.h"

/* A condition of one lane that holds wherever the mask does in some lane; that makes
 * it hold in every lane. NULL: none is known. */
const Code *mask_some(AffineTable *t, Arena *arena, const Code *mask);
const Code *mask_every(AffineTable *t, Arena *arena, const Code *mask);

#endif
