#include "ir/core/op.h"

#include <string.h>

const OpRow op_rows[OP_COUNT] = {
#define OP(id, name, arity, chain, domain, result, accuracy, latency, \
	   skips_nan, narrows) \
	[OP_##id] = { name, arity, chain, DOMAIN_##domain, RESULT_##result, \
		      ACCURACY_##accuracy, LATENCY_##latency, skips_nan, narrows },
#include "ir/core/op.def"
#undef OP
};

Op op_named(const char *name)
{
	for (int op = 0; op < OP_COUNT; op++)
		if (!strcmp(op_rows[op].name, name))
			return (Op)op;
	return OP_COUNT;
}

bool op_domain_has(OpDomain domain, Scalar scalar)
{
	switch (domain) {
	case DOMAIN_NUMBER: return scalar != SCALAR_BOOL;
	case DOMAIN_FLOAT: return scalar_is_float(scalar);
	case DOMAIN_INT: return scalar_is_int(scalar);
	case DOMAIN_BOOL: return scalar == SCALAR_BOOL;
	case DOMAIN_SCALAR: return true;
	}
	return false;
}

const char *op_domain_name(OpDomain domain)
{
	static const char *const names[] = {
		[DOMAIN_NUMBER] = "number", [DOMAIN_FLOAT] = "float",
		[DOMAIN_INT] = "integer", [DOMAIN_BOOL] = "bool",
		[DOMAIN_SCALAR] = "scalar",
	};

	return names[domain];
}
