/* Ir: the context that owns sizes, types and expressions.
 *
 * All three are immutable and hash-consed: built only by their constructors,
 * equal exactly when their pointers are equal, and alive until ir_free. One Ir
 * serves one program (or one test); nothing is shared between two of them.
 */
#ifndef IR_CORE_IR_H
#define IR_CORE_IR_H

#include "base/arena.h"

typedef struct Ir Ir;
typedef struct Size Size;
typedef struct Type Type;
typedef struct Expr Expr;

Ir *ir_new(void);
void ir_free(Ir *ir);

/* Lives as long as the Ir. */
Arena *ir_arena(Ir *ir);

/* The one copy of that string in this Ir. */
const char *ir_name(Ir *ir, const char *text, size_t length);

#endif
