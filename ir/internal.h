/* What the constructors of ir/ share: the inside of an Ir. For ir/ only. */
#ifndef IR_INTERNAL_H
#define IR_INTERNAL_H

#include "ir/intern.h"
#include "ir/ir.h"

struct Ir {
	Arena *arena;
	Intern names, atoms, sizes, types, exprs, hints;
	uint32_t next_id; /* of expressions, in order of construction */
	const struct Foreign **foreign; /* ir/foreign.h */
	int foreign_count, foreign_capacity;
};

#endif
