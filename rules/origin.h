/* Origin: what a number of a step comes from (rewrite.h, RuleValue), read as a
 * size expression over the program's sizes and the lengths at the step's place:
 * @0 is that of the array that a loop there runs over, or of the value there,
 * @1 that of its elements, and so on. For rules/ and search/.
 */
#ifndef RULES_ORIGIN_H
#define RULES_ORIGIN_H

#include "ir/core/program.h"

typedef struct Origin {
	const Program *program;
	const Expr *node; /* at the place */
} Origin;

/* A SizeLookup; the context is an Origin. */
const Size *origin_named(void *origin, const char *name);

/* The length that @d stands for; NULL: there is none. */
const Size *origin_length(const Expr *node, int d);

#endif
