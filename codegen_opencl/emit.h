/* Printing kernels: the tree as OpenCL C 1.2 for people to read
 * (architecture.md, "Emitted code is meant to be read").
 *
 * Variables get their names here, in the order in which they are declared:
 * g0 w0 l0 ids, i j k loops, x values read, v shared values, acc registers,
 * b parts of indices, m local arrays, p private arrays.
 */
#ifndef CODEGEN_OPENCL_EMIT_H
#define CODEGEN_OPENCL_EMIT_H

#include "base/text.h"
#include "codegen_opencl/codegen.h"
#include "codegen_opencl/tree.h"

typedef struct Emitter {
	Text *out;
	AccessForm access;
	int depth;
} Emitter;

/* The kernel's definition; its statements are lowered (no PARALLEL or SINGLE)
 * and its arguments, arrays and launch sizes known. Sets kernel->lines. */
void emit_kernel(Text *out, Kernel *kernel, AccessForm access);

/* What must stand before the kernels: extensions, the contraction pragma,
 * types of vectors in memory and helper functions, as far as they are used. */
void emit_head(Text *out, int count, Kernel *const *kernels,
		AccessForm access, bool contract);

/* Names given, then one statement or expression (also for tests). */
void emit_names(Kernel *kernel);
void emit_code(Emitter *p, const Code *code, int rank);
void emit_store(Emitter *p, const Stmt *stmt);
void emit_var(Text *out, const Var *var);
void emit_index(Text *out, const Index *index, bool factor);
int emit_index_rank(const Index *index);

/* "float16"; of a bool of several lanes, its mask's type. */
void emit_type(Text *out, Scalar scalar, int width, int mask);

/* The vector accesses through a type of lower alignment, "float16u". */
bool emit_is_unaligned(AccessForm access, const Buffer *buffer,
			const Index *index, int width);

#endif
