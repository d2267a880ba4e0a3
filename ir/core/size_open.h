/* Open sizes: what a size is at other values of its open variables, and what
 * holds of it for all of them (ir/core/size.h).
 *
 * Variables are at least 0, and at least 1 where a guard says so.
 */
#ifndef IR_CORE_SIZE_OPEN_H
#define IR_CORE_SIZE_OPEN_H

#include "ir/core/expr.h"
#include "ir/core/size.h"

/* The value of an open variable. */
typedef int64_t SizeValue(void *context, const char *name);

/* The size there; false when it has no value: an overflow, a division by 0, an
 * exact one that leaves a rest. */
bool size_at(const Size *size, SizeValue *of, void *context, int64_t *value);
bool size_atom_at(const SizeAtom *atom, SizeValue *of, void *context,
		  int64_t *value);

/* The atom as a size of its own. */
const Size *size_of_atom(Ir *ir, const SizeAtom *atom);

/* Whether it is certain that it is at least 0 whatever the open variables are;
 * false: it is not certain. */
bool size_is_natural(Ir *ir, const Size *size);

/* The same for all values: what a kernel needs of open sizes. */
typedef struct SizeGuard {
	const Size *size, *by; /* by divides size; NULL: size is at least 0 */
} SizeGuard;

typedef struct SizeGuards {
	Arena *arena;
	int count, capacity;
	const SizeGuard *items;
} SizeGuards;

/* All that the types and sizes in an expression need beside what is certain:
 * exact quotients leave no rest, lengths and what is dropped or taken are
 * within what is there, and indices within what they read. Appended; each is there
 * once. */
void size_guards(Ir *ir, const Expr *e, SizeGuards *guards);

/* The same size of variables that are more by what guards say that they are at
 * least: what is natural of it is so wherever the guards hold. NULL: overflow. */
const Size *size_raised(Ir *ir, const Size *size, const SizeGuards *guards);

/* Whether guards ask for no more than what a body does by itself, N - 3 >= 0 where
 * it has windows of three; or, where not empty, than that no size is 0. */
bool size_guards_follow(Ir *ir, Arena *arena, const Expr *body, int count,
			const SizeGuard *guards, bool empty);

/* "N % 4 == 0", "N - 128 >= 0" */
void size_guard_text(Text *text, const SizeGuard *guard);

/* Whether some length or size of the type, or of anything in it, is open. */
bool type_is_open(const Type *type);

#endif
