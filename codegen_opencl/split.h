/* Split: a loop in pieces, one after the other, cut where a condition on the number
 * of the round changes. For codegen_opencl/ only. */
#ifndef CODEGEN_OPENCL_SPLIT_H
#define CODEGEN_OPENCL_SPLIT_H

#include "codegen_opencl/facts.h"

/* The loop at that place of the block, which has no loop or barrier in it and in
 * which no variable keeps a value from round to round. The facts hold before
 * it. False: it is left as it was. */
bool split_loop(AffineTable *indices, Block *block, int at, const Fact *facts);

#endif
