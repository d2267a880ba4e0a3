/* Kernels: what was printed, as the trees that it was printed from: for what
 * reasons about kernels rather than runs them (prover/). */
#ifndef CODEGEN_OPENCL_KERNELS_H
#define CODEGEN_OPENCL_KERNELS_H

#include "codegen_opencl/codegen.h"

/* codegen_opencl/tree.h, which only those include who look into kernels. */
struct Kernel;
struct Buffer;

/* Of one artifact, after all passes: nothing is changed between this and the
 * source. A buffer's index is that in artifact->buffers. Kernels are in the
 * order in which each is launched first; artifact->loops say what is launched
 * again. Open sizes have the values of the program's: those of another
 * one may be looked at in its place, where artifact_at allows them. */
typedef struct Kernels {
	Arena *arena;
	const Program *program;
	const Artifact *artifact;
	AccessForm access;
	int count;
	struct Kernel *const *items;
	struct Buffer *const *outputs; /* by output port */
} Kernels;

/* Called once, with what lives during the call. */
typedef void KernelsSee(void *context, const Kernels *kernels);

/* codegen(), and what it made is seen (unless it refuses). */
const Artifact *codegen_seen(Arena *arena, const Program *program,
			     const Expr *low, const Device *device,
			     const CodegenOptions *options, KernelsSee *see,
			     void *context, LegalFault *fault);

#endif
