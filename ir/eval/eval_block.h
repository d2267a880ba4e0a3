/* Block: one scalar function, conversion or memory access over a block of
 * lanes; the vector unit of the evaluator. Here is the meaning of every scalar
 * function of the language (language.md).
 *
 * Registers hold a block of values of one scalar type, packed, in the type's
 * own representation; only f16 is held as a float that f16 can represent, and
 * bool as a byte that is 0 or 1. An argument may be uniform: one value for all
 * lanes.
 */
#ifndef IR_EVAL_EVAL_BLOCK_H
#define IR_EVAL_EVAL_BLOCK_H

#include <stdint.h>

#include "ir/core/op.h"
#include "ir/eval/eval.h"

/* n lanes of result from the arguments; bit k of uniform: args[k] is a single
 * value. The result overlaps no argument. */
typedef void Block(int64_t n, void *result, const void *const *args,
		   unsigned uniform);

/* Bytes of a value in a register. */
size_t block_bytes(Scalar scalar);

/* Never NULL for an op and a type of its domain. Of floats under EVAL_FIELD
 * registers hold residues, in the place of f32. */
Block *block_op(EvalDomain domain, Op op, Scalar scalar);

/* The left fold of a two-argument op over the lanes of args[0]:
 * result = op(result, args[0][i]) in order; of fma: result =
 * fma(args[0][i], args[1][i], result). NULL for ops that have none. */
Block *block_fold(EvalDomain domain, Op op, Scalar scalar);

/* A conversion; NULL between equal types. */
Block *block_convert(EvalDomain domain, Scalar from, Scalar to);

/* args: condition (bool), then, else; by the size of a value. */
Block *block_select(size_t bytes);

/* What bounds are made of (eval_bound.h): of f64, to f64 but for WITHIN. No
 * result is NaN, whatever the arguments: what cannot be bounded is infinity. */
typedef enum {
	BOUND_ROUND_F16, /* of value, units, sum: sum + what f16 rounds */
	BOUND_ROUND_F32,
	BOUND_ROUND_F64,
	BOUND_SCALED,    /* of slope, error: |slope| error */
	BOUND_CARRY,     /* of sum, slope, error: sum + |slope| error */
	BOUND_PLUS,      /* of sum, value: sum + |value|, if both are numbers */
	BOUND_OVER,      /* of error, x, e: error / (|x| - e), if positive */
	BOUND_ROOT,      /* of x, e, error: error; where x <= e, sqrt(e) / 4 */
	BOUND_WITHIN,    /* of a, b, e: not |a - b| > e > 0; a bool */
	BOUND_HOLDS,     /* of error, e, limit: error, if e <= limit */
	BOUND_SEEN,      /* of error: as an f32 that is no smaller */
	BOUND_ULPS_F16,  /* of value, units, error: as BOUND_ROUND_..., where */
	BOUND_ULPS_F32,  /* denormals are not 0, and what is not finite is not */
	BOUND_ULPS_F64,  /* rounded */
	BOUND_SEEN_FINE, /* of error: the same as BOUND_SEEN, denormal or not */
	BOUND_OPS
} BoundOp;

int bound_arity(BoundOp bound);
Block *block_bound(BoundOp bound);

/* Reading and writing memory. stride and index count elements of memory. */
typedef struct Access {
	size_t bytes; /* of an element in memory */
	bool raw;     /* memory holds what registers hold */
	void (*load)(int64_t n, void *result, const void *from, int64_t stride);
	void (*gather)(int64_t n, void *result, const void *from,
		       const int64_t *index);
	void (*store)(int64_t n, void *to, int64_t stride, const void *value,
		      bool uniform);
	void (*scatter)(int64_t n, void *to, const int64_t *index,
			const void *value, bool uniform);
} Access;

/* Memory that holds registers' values. */
const Access *access_raw(Scalar scalar);

/* Memory that holds `stored` as programs store it, registers of type scalar:
 * the same type, or f64 for any float. */
const Access *access_stored(Scalar stored, Scalar scalar);

/* -- for the files that make the tables ------------------------------------ */

typedef Block *BlockRow[SCALAR_COUNT];

Block *block_fma(Scalar scalar, bool fold);

/* Of residues; conversions from and to these. */
Block *block_field(Op op);
Block *block_field_fold(Op op);
Block *block_field_convert(Scalar from, Scalar to);

extern const BlockRow block_int_rows[OP_COUNT], block_int_folds[OP_COUNT];
extern const BlockRow block_float_rows[OP_COUNT], block_float_folds[OP_COUNT];

#endif
