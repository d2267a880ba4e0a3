/* Printing kernels: the tree as OpenCL C 1.2 for people to read.
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

/* Stands before the name of each type and function that the text defines, here
 * and where it is used, until source_finish takes it away. */
#define SOURCE_GLOBAL "\1"

/* k0 to k9, kk10 to kk99, kkk100 and so on: no name begins with another one. What a
 * kernel whose name does has in local memory Oclgrind 21.10 takes for the other's,
 * too, and does not launch it. */
void source_kernel_name(Text *out, int number);

typedef struct Source {
	Text *out;
	AccessForm access;
	int depth;
} Source;

/* The kernel's definition; its statements are lowered (no PARALLEL or SINGLE)
 * and its arguments, arrays and launch sizes known. Sets kernel->lines. */
void source_kernel(Text *out, Kernel *kernel, AccessForm access);

/* What must stand before the kernels: extensions, the contraction pragma,
 * types of vectors in memory and helper functions, as far as they are used. */
void source_head(Text *out, int count, Kernel *const *kernels,
		AccessForm access, bool contract);

/* Takes the marks away; where they were, in order, malloc'ed. */
int source_finish(Text *text, size_t **globals);

/* A text in C with marks before what it defines: before each name in front of
 * parameters, and the last of a typedef, outside of all brackets. */
void source_foreign(Text *out, const char *text);

/* Names given, then one statement or expression (also for tests). */
void source_names(Kernel *kernel);
void source_code(Source *p, const Code *code, int rank);
void source_store(Source *p, const Stmt *stmt);

/* A statement without its blocks. */
void source_head_of(Source *p, const Stmt *stmt);
void source_var(Text *out, const Var *var);
void source_index(Text *out, const Affine *index, bool factor);

/* Whether it is a number that data give, and more than 0 that the work-item does:
 * (t0 + 256*g0)[x0] and not t0[256*g0 + x0], where the sum would be made for each
 * element. */
bool source_index_is_shifted(const Affine *index);

/* The part of such an index that the work-item gives, or the other. */
void source_index_shift(Text *out, const Affine *index, bool items);

/* The terms in the order in which they are written; malloc. The constant comes
 * last, unless it is first. */
AffineTerm *source_index_terms(const Affine *index, bool *constant_first);
int source_index_rank(const Affine *index);

/* Whether C computes it in just that type: int or, when it is wide, long. */
bool source_index_is(const Affine *index, bool wide);

/* ".s7" */
void source_component(Text *out, int lane);

/* "float16"; of a bool of several lanes, its mask's type. */
void source_type(Text *out, Scalar scalar, int width, int mask);

/* The vector accesses through a type of lower alignment, "float16u". */
bool source_is_unaligned(AccessForm access, const Buffer *buffer,
			const Affine *index, int width);

#endif
