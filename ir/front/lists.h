/* Lists: what lists and rows (language.md) stand for in arrays.
 *
 * A list is its elements, in an array of as many as there may be, and their
 * number; rows are all elements, one row after the other, and where each row
 * begins, with the end of the last one. What stands in the array beyond the
 * number makes no difference, and is not judged in a program's result; a bucket that
 * is only that leaves there whatever was in memory. What makes and reads
 * lists becomes scans, permutations and maps, which everything after the reader
 * knows.
 */
#ifndef IR_FRONT_LISTS_H
#define IR_FRONT_LISTS_H

#include "ir/core/expr.h"

/* The body of a program, at known sizes, without lists; its type is type_plain
 * of what it was. */
const Expr *lists_plain(Ir *ir, const Expr *body);

/* What in the body `part`, of what lists_plain makes of it, comes from; NULL
 * where that is not known. */
const Expr *lists_source(Ir *ir, const Expr *body, const Expr *part);

#endif
