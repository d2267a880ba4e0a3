/* Checking bounds: what the declared types give lies within what eval_bounded
 * allows, whatever the way of evaluating. */
#ifndef TESTS_IR_BOUND_CHECK_H
#define TESTS_IR_BOUND_CHECK_H

#include "eval_check.h"

typedef struct BoundCheck {
	Array values[CHECK_OUTPUTS], outside[CHECK_OUTPUTS],
	      folds[CHECK_OUTPUTS], declared[CHECK_OUTPUTS];
	double growth;
	int64_t elements, undecided; /* of all outputs */
	int64_t inexact, outsiders;  /* off at all, off by too much */
	double slack; /* median of allowed / found, where anything was found */
} BoundCheck;

/* How far element i of output k may be off. */
double bound_allowed(const BoundCheck *check, int k, int64_t i);

/* Evaluates and compares; false, with a message, when an element is off by
 * more, or the values are not those of EVAL_F64. Free it in any case. */
bool bound_check(BoundCheck *check, const Program *program, const Expr *body,
		 const Array *inputs, const char *name);

/* What that candidate gives against the same bounds, with its own growth (of
 * f64 with the larger one of the program and its own). */
bool bound_check_candidate(BoundCheck *check, const Program *program,
			   const Expr *low, const Array *inputs);
void bound_check_free(BoundCheck *check, const Expr *body);

#endif
