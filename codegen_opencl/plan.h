/* Storage plan: what is decided about the storage of values, and what follows
 * from it for loops, for all of a program at once: which private values are
 * arrays and not registers, which results other work-items share, which loops
 * are unrolled so that indices of registers are constant.
 *
 * An expression says none of this, its views do. So statements are built by a
 * plan, at first an empty one; where that does not do the decision is added,
 * and they are built again. A plan only grows, but for the steps of PLAN_LOOPS,
 * each of which begins a new one. What is built by a plan that does is
 * finished and printed once: nothing is decided any more.
 */
#ifndef CODEGEN_OPENCL_PLAN_H
#define CODEGEN_OPENCL_PLAN_H

#include <stdbool.h>

#include "ir/core/expr.h"

typedef enum {
	PLAN_UNROLLED, /* this loop: its index must be constant */
	PLAN_ARRAY,    /* these registers: they are an array */
	PLAN_LOOPS,    /* the program: such arrays, no such unrolling; number
			* 1: nor of long loops over registers, 2: of any */
	PLAN_SHARED,   /* this result: other work-items read it */
} PlanKind;

typedef struct Decision {
	PlanKind kind;
	const Expr *expr;
	int number;
} Decision;

enum { PLAN_MAX = 64, PLAN_LOOPS_STEPS = 3 };

typedef struct Plan {
	bool wide; /* open sizes: an intermediate array needs 64 bits */
	int count;
	Decision items[PLAN_MAX];
} Plan;

bool plan_has(const Plan *plan, PlanKind kind, const Expr *expr, int number);

/* False: it is there already, or there are too many. */
bool plan_add(Plan *plan, PlanKind kind, const Expr *expr, int number);

/* How many steps of PLAN_LOOPS it has; a new plan of one more of them. */
int plan_loops(const Plan *plan, const Expr *root);
void plan_loops_again(Plan *plan, const Expr *root);

/* Whether a loop is unrolled by it. */
bool plan_unrolls(const Plan *plan);

/* For refusals: "a loop whose index must be constant". */
const char *plan_words(PlanKind kind);

#endif
