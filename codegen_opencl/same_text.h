/* Same text: launches that do the same with other buffers are launches of one. */
#ifndef CODEGEN_OPENCL_SAME_TEXT_H
#define CODEGEN_OPENCL_SAME_TEXT_H

#include "codegen_opencl/gen.h"

/* Sets kernel->function of each: the number of the first kernel whose text is the
 * same but for the names of its buffers, which is printed for both. Buffers have
 * other names meanwhile. */
void same_text_set(Gen *g);

#endif
