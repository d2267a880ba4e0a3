/* Operator: what an expression of a kernel applies to its arguments, one row of
 * operator.def each; and the scalar function of the language (ir/core/op.h)
 * that it computes, whose row has the facts that passes ask for. Several
 * operators can compute one: min of integers, fmin, and the evaluator's min of
 * floats.
 */
#ifndef CODEGEN_OPENCL_OPERATOR_H
#define CODEGEN_OPENCL_OPERATOR_H

#include <stdbool.h>

#include "ir/core/op.h"

typedef enum {
#define OPERATOR(id, text, rank, helper, op) OPERATOR_##id,
#include "codegen_opencl/operator.def"
#undef OPERATOR
	OPERATOR_COUNT
} Operator;

typedef struct OperatorRow {
	const char *text;
	int rank;
	bool helper;
	Op op; /* OP_COUNT: none */
} OperatorRow;

extern const OperatorRow operator_rows[OPERATOR_COUNT];

#endif
