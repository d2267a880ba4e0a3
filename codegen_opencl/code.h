/* Code constructors: typed expressions of OpenCL C that mean what the scalar
 * functions of language.md mean.
 *
 * Arguments of one lane and of several mix: the one lane is broadcast. Nothing
 * is promoted: arithmetic on 8 and 16 bits is cut back, signed arithmetic is
 * done unsigned, since overflow must wrap. */
#ifndef CODEGEN_OPENCL_CODE_H
#define CODEGEN_OPENCL_CODE_H

#include "codegen_opencl/tree.h"
#include "ir/core/op.h"

/* Precedences, as in C; higher binds tighter. */
enum {
	RANK_COND = 3, RANK_OR, RANK_AND, RANK_BITOR, RANK_BITXOR, RANK_BITAND,
	RANK_EQUAL, RANK_LESS, RANK_SHIFT, RANK_ADD, RANK_MUL, RANK_PREFIX,
	RANK_POSTFIX
};

const Code *code_var(Arena *arena, Var *var);
const Code *code_literal(Arena *arena, Scalar scalar, uint64_t bits);
const Code *code_int(Arena *arena, Scalar scalar, int64_t value);

/* min(max(number, least), most) */
const Code *code_between(Arena *arena, const Code *number, int64_t least,
			 int64_t most);

/* A form as a number of that type, into which all its values fit. One that
 * varies over lanes is no number yet: index_number makes it one. */
const Code *code_index(Arena *arena, Scalar scalar, const Affine *index);

/* One vector from one value per lane. */
const Code *code_lanes(Arena *arena, int count, const Code *const *lanes);
const Code *code_lane(Arena *arena, const Code *vector, int lane);

/* width lanes of the buffer at index; as it is stored (bool: u8). */
const Code *code_load(Arena *arena, Buffer *buffer, const Affine *index,
		      int width);

/* The same value in so many lanes; a bool as a mask of so many bytes. */
const Code *code_splat(Arena *arena, const Code *value, int width, int mask);

/* What is kept in memory for a value: a bool as u8 0 or 1. */
const Code *code_stored(Arena *arena, const Code *value, int width);

/* The value that was stored so. */
const Code *code_fetched(Arena *arena, const Code *load, Scalar scalar);

const Code *code_op(Arena *arena, Op op, const Code *const *args);

/* The same with the evaluator's min and max of floats: of equal ones (zeros of
 * two signs) the first. */
const Code *code_op_exact(Arena *arena, Op op, const Code *const *args);

/* min and max of floats of which the second is no NaN: by one comparison. */
const Code *code_extreme_of_number(Arena *arena, Op op,
				   const Code *const *args);

/* By a function of functions.h, for vectors; NULL: there is none. */
const Code *code_own(Arena *arena, Op op, const Code *const *args);
const Code *code_root_quotient(Arena *arena, const Code *value);

/* Floats to integers: within the range of these, or cut off at its ends. */
const Code *code_convert(Arena *arena, Scalar to, const Code *value);
const Code *code_convert_within(Arena *arena, Scalar to, const Code *value);
const Code *code_bits(Arena *arena, Scalar to, const Code *value);
const Code *code_choose(Arena *arena, const Code *condition, const Code *yes,
			const Code *no);

/* Whether a condition holds in all lanes: a truth value. */
const Code *code_all(Arena *arena, const Code *condition);

/* Whether a vector of floats has a NaN. */
const Code *code_any_nan(Arena *arena, const Code *vector);

/* a < b, of forms. */
const Code *code_below(Arena *arena, const Affine *a, const Affine *b);

/* Names, literals and numbers: nothing is gained by naming them. */
bool code_is_atomic(const Code *code);

#endif
