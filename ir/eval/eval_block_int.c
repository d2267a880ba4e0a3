/* Blocks of the integer types and of bool. Everything wraps: arithmetic is done
 * in an unsigned type W at least as wide as int, and cut to the type. */
#include "ir/eval/eval_block.h"

#include "ir/eval/eval_loops.h"

#define INT_COMMON(tag, T, U, W, BITS, MINUS_ONE) \
BLOCK_BINARY(add_##tag, T, T, (W)a + (W)b) \
BLOCK_BINARY(sub_##tag, T, T, (W)a - (W)b) \
BLOCK_BINARY(mul_##tag, T, T, (W)a * (W)b) \
BLOCK_BINARY(div_##tag, T, T, \
	     b == 0 ? 0 : MINUS_ONE ? (T)((W)0 - (W)a) : (T)(a / b)) \
BLOCK_BINARY(rem_##tag, T, T, b == 0 || MINUS_ONE ? 0 : a % b) \
BLOCK_UNARY(neg_##tag, T, T, (W)0 - (W)a) \
BLOCK_BINARY(min_##tag, T, T, b < a ? b : a) \
BLOCK_BINARY(max_##tag, T, T, a < b ? b : a) \
BLOCK_BINARY(lt_##tag, T, uint8_t, a < b) \
BLOCK_BINARY(le_##tag, T, uint8_t, a <= b) \
BLOCK_BINARY(gt_##tag, T, uint8_t, a > b) \
BLOCK_BINARY(ge_##tag, T, uint8_t, a >= b) \
BLOCK_BINARY(eq_##tag, T, uint8_t, a == b) \
BLOCK_BINARY(ne_##tag, T, uint8_t, a != b) \
BLOCK_BINARY(and_##tag, T, T, a & b) \
BLOCK_BINARY(or_##tag, T, T, a | b) \
BLOCK_BINARY(xor_##tag, T, T, a ^ b) \
BLOCK_UNARY(not_##tag, T, T, ~(W)a) \
BLOCK_BINARY(shl_##tag, T, T, (W)a << ((unsigned)b & (BITS - 1))) \
BLOCK_BINARY(shr_##tag, T, T, a >> ((unsigned)b & (BITS - 1))) \
BLOCK_UNARY(popcount_##tag, T, T, __builtin_popcountll((U)a)) \
BLOCK_UNARY(clz_##tag, T, T, \
	    (U)a ? __builtin_clzll((U)a) - (64 - BITS) : BITS) \
BLOCK_FOLD(fold_add_##tag, T, (W)a + (W)b) \
BLOCK_FOLD(fold_sub_##tag, T, (W)a - (W)b) \
BLOCK_FOLD(fold_mul_##tag, T, (W)a * (W)b) \
BLOCK_FOLD(fold_min_##tag, T, b < a ? b : a) \
BLOCK_FOLD(fold_max_##tag, T, a < b ? b : a) \
BLOCK_FOLD(fold_and_##tag, T, a & b) \
BLOCK_FOLD(fold_or_##tag, T, a | b) \
BLOCK_FOLD(fold_xor_##tag, T, a ^ b)

#define INT_SIGNED(tag, T, U, W, BITS) \
INT_COMMON(tag, T, U, W, BITS, (b == -1)) \
BLOCK_UNARY(abs_##tag, T, T, a < 0 ? (W)0 - (W)a : (W)a) \
BLOCK_UNARY(sign_##tag, T, T, (a > 0) - (a < 0))

#define INT_UNSIGNED(tag, T, W, BITS) \
INT_COMMON(tag, T, T, W, BITS, 0) \
BLOCK_UNARY(abs_##tag, T, T, a) \
BLOCK_UNARY(sign_##tag, T, T, a > 0)

INT_SIGNED(i8, int8_t, uint8_t, uint32_t, 8)
INT_SIGNED(i16, int16_t, uint16_t, uint32_t, 16)
INT_SIGNED(i32, int32_t, uint32_t, uint32_t, 32)
INT_SIGNED(i64, int64_t, uint64_t, uint64_t, 64)
INT_UNSIGNED(u8, uint8_t, uint32_t, 8)
INT_UNSIGNED(u16, uint16_t, uint32_t, 16)
INT_UNSIGNED(u32, uint32_t, uint32_t, 32)
INT_UNSIGNED(u64, uint64_t, uint64_t, 64)

BLOCK_UNARY(not_bool, uint8_t, uint8_t, !a)

#define INTS(f) \
	[SCALAR_I8] = f##_i8, [SCALAR_U8] = f##_u8, \
	[SCALAR_I16] = f##_i16, [SCALAR_U16] = f##_u16, \
	[SCALAR_I32] = f##_i32, [SCALAR_U32] = f##_u32, \
	[SCALAR_I64] = f##_i64, [SCALAR_U64] = f##_u64

const BlockRow block_int_rows[OP_COUNT] = {
	[OP_ADD] = { INTS(add) },
	[OP_SUB] = { INTS(sub) },
	[OP_MUL] = { INTS(mul) },
	[OP_DIV] = { INTS(div) },
	[OP_REM] = { INTS(rem) },
	[OP_NEG] = { INTS(neg) },
	[OP_ABS] = { INTS(abs) },
	[OP_SIGN] = { INTS(sign) },
	[OP_MIN] = { INTS(min) },
	[OP_MAX] = { INTS(max) },
	[OP_LT] = { INTS(lt) },
	[OP_LE] = { INTS(le) },
	[OP_GT] = { INTS(gt) },
	[OP_GE] = { INTS(ge) },
	[OP_EQ] = { INTS(eq), [SCALAR_BOOL] = eq_u8 },
	[OP_NE] = { INTS(ne), [SCALAR_BOOL] = ne_u8 },
	[OP_AND] = { [SCALAR_BOOL] = and_u8 },
	[OP_OR] = { [SCALAR_BOOL] = or_u8 },
	[OP_NOT] = { [SCALAR_BOOL] = not_bool },
	[OP_BITAND] = { INTS(and) },
	[OP_BITOR] = { INTS(or) },
	[OP_BITXOR] = { INTS(xor) },
	[OP_BITNOT] = { INTS(not) },
	[OP_SHL] = { INTS(shl) },
	[OP_SHR] = { INTS(shr) },
	[OP_POPCOUNT] = { INTS(popcount) },
	[OP_CLZ] = { INTS(clz) },
};

const BlockRow block_int_folds[OP_COUNT] = {
	[OP_ADD] = { INTS(fold_add) },
	[OP_SUB] = { INTS(fold_sub) },
	[OP_MUL] = { INTS(fold_mul) },
	[OP_MIN] = { INTS(fold_min) },
	[OP_MAX] = { INTS(fold_max) },
	[OP_AND] = { [SCALAR_BOOL] = fold_and_u8 },
	[OP_OR] = { [SCALAR_BOOL] = fold_or_u8 },
	[OP_BITAND] = { INTS(fold_and) },
	[OP_BITOR] = { INTS(fold_or) },
	[OP_BITXOR] = { INTS(fold_xor) },
};
