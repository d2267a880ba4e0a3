/* Op: a scalar function of the language. One row of op.def each; from it come
 * the enumeration, the names and the typing. Every op also works lane by lane
 * on vectors of its domain.
 */
#ifndef IR_CORE_OP_H
#define IR_CORE_OP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/scalar.h"

typedef enum {
#define OP(id, name, ...) OP_##id,
#include "ir/core/op.def"
#undef OP
	OP_COUNT
} Op;

typedef enum { DOMAIN_NUMBER, DOMAIN_FLOAT, DOMAIN_INT, DOMAIN_BOOL,
	       DOMAIN_SCALAR } OpDomain;
typedef enum { RESULT_SAME, RESULT_BOOL } OpResult;
typedef enum { ACCURACY_EXACT, ACCURACY_OFFERED, ACCURACY_ULPS } OpAccuracy;
typedef enum { LATENCY_FEW, LATENCY_SLOW, LATENCY_LONG } OpLatency;

typedef struct OpRow {
	const char *name;
	int arity; /* 1 to 3 */
	bool chain;
	OpDomain domain;
	OpResult result;
	OpAccuracy accuracy;
	OpLatency latency;
	bool skips_nan, narrows;
} OpRow;

extern const OpRow op_rows[OP_COUNT];

/* The op of that name, or OP_COUNT. */
Op op_named(const char *name);

bool op_domain_has(OpDomain domain, Scalar scalar);

/* "number", "float", "integer", "bool", "scalar". */
const char *op_domain_name(OpDomain domain);

#endif
