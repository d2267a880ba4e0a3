/* What the constructors of ir/ share: the inside of an Ir. For ir/ only. */
#ifndef IR_CORE_INTERNAL_H
#define IR_CORE_INTERNAL_H

#include "ir/core/intern.h"
#include "ir/core/ir.h"

struct Ir {
	Arena *arena;
	Intern names, atoms, sizes, types, exprs, hints;
	uint32_t next_id; /* of expressions, in order of construction */
	const struct Foreign **foreign; /* ir/core/foreign.h */
	int foreign_count, foreign_capacity;
};

#endif
