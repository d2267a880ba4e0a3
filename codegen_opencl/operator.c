#include "codegen_opencl/operator.h"

#include <stddef.h>

#include "codegen_opencl/code.h"

const OperatorRow operator_rows[OPERATOR_COUNT] = {
#define OPERATOR(id, text, rank, helper, op) \
	[OPERATOR_##id] = { text, rank, helper, OP_##op },
#include "codegen_opencl/operator.def"
#undef OPERATOR
};
