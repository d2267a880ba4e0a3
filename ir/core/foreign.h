/* Foreign: a scalar function in C that a program brings along (language.md,
 * ["opencl", ...]). An Ir numbers those of its expressions: the index of a
 * PRIM_OPENCL, whose function is what the evaluator uses instead.
 */
#ifndef IR_CORE_FOREIGN_H
#define IR_CORE_FOREIGN_H

#include <stdint.h>

#include "ir/core/type.h"

typedef struct Foreign {
	const char *name, *source;
	const Type *from, *to; /* a scalar or a tuple of scalars; a scalar */
} Foreign;

/* The number of that function, the same for the same one. Strings are
 * copied. */
int foreign_number(Ir *ir, const Foreign *foreign);
const Foreign *foreign_at(const Ir *ir, int number);

/* Of name and source, stable across runs. */
uint64_t foreign_hash(const Foreign *foreign);

#endif
