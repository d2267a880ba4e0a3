/* Share: intermediate arrays that are never needed at a time are one buffer.
 *
 * An array is needed from the first kernel that names it to the last; one that a
 * kernel of a loop names, in all of the outermost loop. Arrays of one type share;
 * of open lengths those of the same one. A flag has a buffer of its own.
 */
#ifndef CODEGEN_OPENCL_SHARE_H
#define CODEGEN_OPENCL_SHARE_H

#include "codegen_opencl/gen.h"

/* For each of g->temps the number of its buffer; returns how many there are.
 * Numbers ascend as the buffers are first needed. */
int share_temps(Gen *g, int *number);

#endif
