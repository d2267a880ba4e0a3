/* Naive: the meaning of expressions written down as plainly as possible, for
 * tests of the evaluator: every array is a list, every element is computed by
 * walking the expression, every scalar on its own. Shares no code with ir/eval.
 */
#ifndef TESTS_IR_EVAL_NAIVE_H
#define TESTS_IR_EVAL_NAIVE_H

#include "ir/eval/eval.h"

/* A number, or the items of a tuple, an array or a vector. */
typedef struct Naive {
	Scalar scalar;
	uint64_t bits;  /* integers: two's complement; bool: 0 or 1 */
	double value;   /* floats */
	int count;      /* -1: a number */
	struct Naive *const *items;
} Naive;

/* One scalar function of numbers of one type. */
Naive naive_op(Op op, const Naive *args, EvalDomain domain);
Naive naive_convert(Scalar to, Naive value, EvalDomain domain);

Naive naive_read(const Array *array, int64_t i, EvalDomain domain);

/* As eval_run. False when an index is out of range. */
bool naive_run(const Program *program, const Expr *body, const Array *inputs,
	       EvalDomain domain, Array *outputs);

#endif
