/* Building patterns: the same normal form as the constructors of ir/core/expr.h
 * give expressions. For rules/ only. */
#ifndef RULES_PAT_H
#define RULES_PAT_H

#include "rules/pattern.h"

/* A pattern of that kind in the arena, to be filled in; dim is -1. */
Pat *pat_new(Arena *arena, PatKind kind, const Type *type, int kid_count,
	     const Pat *const *kids);
const Pat *pat_var(Arena *arena, int level, const Type *type);
const Pat *pat_tuple(Ir *ir, int count, const Pat *const *parts);
const Pat *pat_get(Ir *ir, int index, const Pat *tuple);

/* How many binders kid i of a pattern is below. */
int pat_binds(const Pat *pat, int kid);

bool pat_equal(const Pat *a, const Pat *b);

#endif
