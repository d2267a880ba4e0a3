/* Mark: a node with a number, put around another to see where it goes: rules,
 * substitution and constructors carry it along. The value is the same, but
 * nothing else knows of marks, so an expression with marks is only looked
 * through (forward.c). For rules/ only. */
#ifndef RULES_MARK_H
#define RULES_MARK_H

#include "ir/core/expr.h"

const Expr *mark(Ir *ir, int number, const Expr *e);

/* The number of a mark; -1: e is none. */
int mark_number(const Expr *e);

/* What the marks are around. */
const Expr *mark_inside(const Expr *e);

#endif
