/* The node makers that code.c and code_op.c share. */
#ifndef CODEGEN_OPENCL_CODE_NODE_H
#define CODEGEN_OPENCL_CODE_NODE_H

#include "codegen_opencl/code.h"

/* The node with these arguments, which are copied. */
const Code *code_with(Arena *arena, Code code, int count,
		      const Code *const *args);

int code_widest(int count, const Code *const *args);
const Code *code_infix(Arena *arena, Operator op, Scalar scalar,
		       const Code *a, const Code *b);
const Code *code_prefix(Arena *arena, Operator op, const Code *a);

/* Both conditions, or the one that is not NULL. */
const Code *code_both(Arena *arena, const Code *a, const Code *b);

/* A function; all arguments in as many lanes as the widest. */
const Code *code_call(Arena *arena, Operator op, Scalar scalar, int mask,
		      int count, const Code *const *args);

/* The same by a function of that name (functions.h), our own of op. */
const Code *code_call_own(Arena *arena, Operator op, const char *name,
			  Scalar scalar, int count, const Code *const *args);

/* A function of one argument that leaves its lanes as they are. */
const Code *code_call_plain(Arena *arena, Operator op, Scalar scalar,
			    const Code *value);

/* One lane, converted as C does. */
const Code *code_cast(Arena *arena, Scalar to, const Code *a);

/* What C promoted to int, in its own type again. */
const Code *code_narrow(Arena *arena, Scalar scalar, const Code *value);

/* An operation on vectors of 32 bits whose arguments and result fit 16, by one
 * of 16 bits that is widened; else NULL. */
const Code *code_small(Arena *arena, Op op, const Code *const *args);

/* What was widened without need if it is converted to that type next. */
const Code *code_unwidened(const Code *code, Scalar to);

/* Both bools as masks of one size. */
void code_even_masks(Arena *arena, const Code **a, const Code **b);

#endif
