/* Contents: between which numbers the integers lie that variables and arrays of a
 * program's kernels hold, whenever they are read; and which arrays hold running
 * sums. What is added in rounds is bounded by how many there are. Inputs hold
 * what their type can. */
#ifndef CODEGEN_OPENCL_CONTENTS_H
#define CODEGEN_OPENCL_CONTENTS_H

#include "codegen_opencl/code_node.h"
#include "codegen_opencl/range.h"

typedef struct Contents Contents;

/* Of all kernels of a program, whose statements are lowered; in the arena. */
Contents *contents_of(Arena *arena, Kernel *const *kernels, int count);

/* The array may hold what none of the kernels stores. */
void contents_not_all(Contents *c, const Buffer *buffer);

/* Whether it is known of an integer (in all its lanes; a truth value is 0 or 1)
 * between which numbers it lies: at most 2^61 away from 0. */
bool contents_range(Contents *c, const Code *code, IntRange *range);

/* The same of some number that is equal to it modulo 2 to its bits. */
bool contents_ring(Contents *c, const Code *code, IntRange *range);

/* The most that is added from one to the next of an array's running sums, which
 * never fall; 0: it holds no such. */
int64_t contents_rise(Contents *c, const Buffer *buffer);

#endif
