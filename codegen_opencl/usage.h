/* Usage: which ports, temps, scalars and open sizes one kernel uses, or several
 * do, by their numbers; and the kernel's arguments, which follow from it. */
#ifndef CODEGEN_OPENCL_USAGE_H
#define CODEGEN_OPENCL_USAGE_H

#include "codegen_opencl/gen.h"

typedef struct Usage {
	Gen *g;
	unsigned char *inputs, *outputs, *temps, *scalars, *sizes;
	int *met, *met_count; /* temps in the order of their first uses */
} Usage;

/* Of nothing yet; of a block, too. */
Usage usage_new(Gen *g);
void usage_add(Usage *usage, const Block *block);

/* Of the flags of the loops around a kernel. */
void usage_add_flags(const Usage *usage, const Kernel *kernel);

/* Inputs, outputs, temps, scalars, open sizes; temps in the order of their first
 * uses, so that kernels which do the same take them alike. An input that this
 * kernel also writes over goes by the output's name alone. */
void usage_arguments(Kernel *kernel, const Usage *usage);

/* Inputs under the name by which this kernel gets them. */
void usage_name_inputs(const Usage *usage);

#endif
