/* Replaced: functions of a kernel whose results may not be the evaluator's bits,
 * because of how code was generated for them: what the steps of a derivation do
 * to the order and the rounding of operations is told apart from it. A kernel
 * with none computes the evaluator's bits of its low-level expression.
 */
#ifndef CODEGEN_OPENCL_REPLACED_H
#define CODEGEN_OPENCL_REPLACED_H

#include "base/scalar.h"
#include "base/text.h"
#include "ir/core/op.h"

typedef struct Replacement {
	const char *function; /* "exp", "a*b + c" */
	const char *type;     /* "f32"; "" when it has none */
	const char *by;       /* "lift-tune's", "the device's" */
	double ulps;          /* the greatest error; below 0: not bounded */
	const char *checked;  /* by which test, or who promises it; or "" */
} Replacement;

/* Ways to compute a scalar function. */
typedef enum {
	WAY_DEVICE,  /* its own, or an operator */
	WAY_OWN,     /* of functions.h */
	WAY_POWER,   /* products and a root */
	WAY_ROOT,    /* 1/sqrt */
	WAYS
} OpWay;

/* What a kernel uses: bits by scalar type. */
typedef struct OpWays {
	unsigned types[WAYS][OP_COUNT];
	bool foreign; /* functions in C */
} OpWays;

/* "exp f32 (lift-tune's, <= 1.1 ulp, tests/codegen/function_bounds), ...";
 * "bit-exact" for none. */
void replaced_text(Text *text, int count, const Replacement *replacements);

/* The same as a JSON array of objects. */
void replaced_json(Text *text, int count, const Replacement *replacements);

/* The greatest error of ours in that type, of a device's own, and of powers with
 * a literal exponent. */
enum { REPLACED_POWER_ULPS = 16 };
double replaced_own_ulps(Op op, Scalar scalar);
double replaced_device_ulps(Op op);

#endif
