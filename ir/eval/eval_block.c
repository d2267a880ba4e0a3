/* Looking up blocks; conversions and selection. */
#include "ir/eval/eval_block.h"

#include "ir/eval/eval_half.h"
#include "ir/eval/eval_loops.h"

size_t block_bytes(Scalar scalar)
{
	return scalar == SCALAR_F16 ? sizeof(float) : scalar_bytes(scalar);
}

static bool is_residue(EvalDomain domain, Scalar scalar)
{
	return domain == EVAL_FIELD && scalar_is_float(scalar);
}

Block *block_op(EvalDomain domain, Op op, Scalar scalar)
{
	if (is_residue(domain, scalar))
		return block_field(op);
	if (op == OP_FMA)
		return block_fma(scalar, false);
	return scalar_is_float(scalar) ? block_float_rows[op][scalar]
				       : block_int_rows[op][scalar];
}

Block *block_fold(EvalDomain domain, Op op, Scalar scalar)
{
	if (is_residue(domain, scalar))
		return block_field_fold(op);
	if (op == OP_FMA)
		return block_fma(scalar, true);
	return scalar_is_float(scalar) ? block_float_folds[op][scalar]
				       : block_int_folds[op][scalar];
}

/* -- conversions ----------------------------------------------------------- */

#define TO_INT(tag, T, R, LOW, HIGH, MAX) \
static inline R int_##tag(double a) \
{ \
	return a >= HIGH ? MAX : a > LOW ? (R)a : a <= LOW ? (R)LOW : 0; \
}

TO_INT(i8, double, int8_t, -0x1p7, 0x1p7, INT8_MAX)
TO_INT(i16, double, int16_t, -0x1p15, 0x1p15, INT16_MAX)
TO_INT(i32, double, int32_t, -0x1p31, 0x1p31, INT32_MAX)
TO_INT(i64, double, int64_t, -0x1p63, 0x1p63, INT64_MAX)
TO_INT(u8, double, uint8_t, 0.0, 0x1p8, UINT8_MAX)
TO_INT(u16, double, uint16_t, 0.0, 0x1p16, UINT16_MAX)
TO_INT(u32, double, uint32_t, 0.0, 0x1p32, UINT32_MAX)
TO_INT(u64, double, uint64_t, 0.0, 0x1p64, UINT64_MAX)

#define CONVERT_COMMON(from, T) \
BLOCK_UNARY(from##_to_b8, T, uint8_t, a != 0) \
BLOCK_UNARY(from##_to_f16, T, float, half_rounded((double)a)) \
BLOCK_UNARY(from##_to_f32, T, float, a) \
BLOCK_UNARY(from##_to_f64, T, double, a)

#define CONVERT_INT(from, T) \
CONVERT_COMMON(from, T) \
BLOCK_UNARY(from##_to_i8, T, int8_t, a) \
BLOCK_UNARY(from##_to_u8, T, uint8_t, a) \
BLOCK_UNARY(from##_to_i16, T, int16_t, a) \
BLOCK_UNARY(from##_to_u16, T, uint16_t, a) \
BLOCK_UNARY(from##_to_i32, T, int32_t, a) \
BLOCK_UNARY(from##_to_u32, T, uint32_t, a) \
BLOCK_UNARY(from##_to_i64, T, int64_t, a) \
BLOCK_UNARY(from##_to_u64, T, uint64_t, a)

#define CONVERT_FLOAT(from, T) \
CONVERT_COMMON(from, T) \
BLOCK_UNARY(from##_to_i8, T, int8_t, int_i8(a)) \
BLOCK_UNARY(from##_to_u8, T, uint8_t, int_u8(a)) \
BLOCK_UNARY(from##_to_i16, T, int16_t, int_i16(a)) \
BLOCK_UNARY(from##_to_u16, T, uint16_t, int_u16(a)) \
BLOCK_UNARY(from##_to_i32, T, int32_t, int_i32(a)) \
BLOCK_UNARY(from##_to_u32, T, uint32_t, int_u32(a)) \
BLOCK_UNARY(from##_to_i64, T, int64_t, int_i64(a)) \
BLOCK_UNARY(from##_to_u64, T, uint64_t, int_u64(a))

CONVERT_INT(b8, uint8_t)
CONVERT_INT(i8, int8_t)
CONVERT_INT(u8, uint8_t)
CONVERT_INT(i16, int16_t)
CONVERT_INT(u16, uint16_t)
CONVERT_INT(i32, int32_t)
CONVERT_INT(u32, uint32_t)
CONVERT_INT(i64, int64_t)
CONVERT_INT(u64, uint64_t)
CONVERT_FLOAT(f16, float)
CONVERT_FLOAT(f32, float)
CONVERT_FLOAT(f64, double)

#define CONVERT_ROW(from) { \
	[SCALAR_BOOL] = from##_to_b8, \
	[SCALAR_I8] = from##_to_i8, [SCALAR_U8] = from##_to_u8, \
	[SCALAR_I16] = from##_to_i16, [SCALAR_U16] = from##_to_u16, \
	[SCALAR_I32] = from##_to_i32, [SCALAR_U32] = from##_to_u32, \
	[SCALAR_I64] = from##_to_i64, [SCALAR_U64] = from##_to_u64, \
	[SCALAR_F16] = from##_to_f16, [SCALAR_F32] = from##_to_f32, \
	[SCALAR_F64] = from##_to_f64 }

static const BlockRow conversions[SCALAR_COUNT] = {
	[SCALAR_BOOL] = CONVERT_ROW(b8),
	[SCALAR_I8] = CONVERT_ROW(i8), [SCALAR_U8] = CONVERT_ROW(u8),
	[SCALAR_I16] = CONVERT_ROW(i16), [SCALAR_U16] = CONVERT_ROW(u16),
	[SCALAR_I32] = CONVERT_ROW(i32), [SCALAR_U32] = CONVERT_ROW(u32),
	[SCALAR_I64] = CONVERT_ROW(i64), [SCALAR_U64] = CONVERT_ROW(u64),
	[SCALAR_F16] = CONVERT_ROW(f16), [SCALAR_F32] = CONVERT_ROW(f32),
	[SCALAR_F64] = CONVERT_ROW(f64),
};

Block *block_convert(EvalDomain domain, Scalar from, Scalar to)
{
	if (from != to && (is_residue(domain, from) || is_residue(domain, to)))
		return block_field_convert(from, to);
	return from == to ? NULL : conversions[from][to];
}

/* -- selection ------------------------------------------------------------- */

#define SELECT_LANES(T, V, W) \
	for (int64_t i = 0; i < n; i++) { \
		const T a = x[i * V], b = y[i * W]; \
\
		d[i] = c[i] ? a : b; \
	}

/* The condition uniform: all lanes are of one argument. */
#define SELECT(tag, T) \
BLOCK_CLONES \
static void select_##tag(int64_t n, void *result, const void *const *args, \
			 unsigned uniform) \
{ \
	T *restrict d = result; \
	const uint8_t *c = args[0]; \
	const T *x = args[1], *y = args[2]; \
	const T *all = *c ? x : y; \
	const int64_t step = !(uniform & (*c ? 2 : 4)); \
\
	if (uniform & 1) \
		for (int64_t i = 0; i < n; i++) \
			d[i] = all[i * step]; \
	else if (uniform == 2) \
		SELECT_LANES(T, 0, 1) \
	else if (uniform == 4) \
		SELECT_LANES(T, 1, 0) \
	else if (uniform) \
		SELECT_LANES(T, 0, 0) \
	else \
		SELECT_LANES(T, 1, 1) \
}

SELECT(1, uint8_t)
SELECT(2, uint16_t)
SELECT(4, uint32_t)
SELECT(8, uint64_t)

Block *block_select(size_t bytes)
{
	switch (bytes) {
	case 1: return select_1;
	case 2: return select_2;
	case 4: return select_4;
	default: return select_8;
	}
}
