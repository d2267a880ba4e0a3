/* Blocks of floats that are residues (residue.h). Registers hold them as
 * those of f32, in 32 bits. */
#include "ir/eval/eval_block.h"

#include "ir/core/residue.h"
#include "ir/eval/eval_loops.h"

#define R uint32_t
#define HASH(name) \
BLOCK_UNARY(name##_field, R, R, residue_hash(residue_seed(OP_##name), a))
#define HASH2(name) \
BLOCK_BINARY(name##_field, R, R, residue_hash2(residue_seed(OP_##name), a, b))

/* By ranks. */
#define COMPARE(a, op, b) (residue_rank(a) op residue_rank(b))
#define LEAST(a, b) (COMPARE(b, <, a) ? b : a)
#define GREATEST(a, b) (COMPARE(b, >, a) ? b : a)

BLOCK_BINARY(ADD_field, R, R, residue_add(a, b))
BLOCK_BINARY(SUB_field, R, R, residue_sub(a, b))
BLOCK_BINARY(MUL_field, R, R, residue_mul(a, b))
BLOCK_UNARY(NEG_field, R, R, residue_neg(a))
BLOCK_UNARY(ABS_field, R, R, residue_abs(a))
BLOCK_UNARY(SIGN_field, R, R, residue_sign(a))
BLOCK_BINARY(MIN_field, R, R, LEAST(a, b))
BLOCK_BINARY(MAX_field, R, R, GREATEST(a, b))
BLOCK_UNARY(ISNAN_field, R, uint8_t, a & 0)
BLOCK_UNARY(ISINF_field, R, uint8_t, a & 0)
BLOCK_BINARY(LT_field, R, uint8_t, COMPARE(a, <, b))
BLOCK_BINARY(LE_field, R, uint8_t, COMPARE(a, <=, b))
BLOCK_BINARY(GT_field, R, uint8_t, COMPARE(a, >, b))
BLOCK_BINARY(GE_field, R, uint8_t, COMPARE(a, >=, b))
BLOCK_BINARY(EQ_field, R, uint8_t, a == b)
BLOCK_BINARY(NE_field, R, uint8_t, a != b)
HASH2(REM)
HASH(SQRT)
HASH(CBRT)
HASH(EXP)
HASH(EXP2)
HASH(EXPM1)
HASH(LOG)
HASH(LOG2)
HASH(LOG10)
HASH(LOG1P)
HASH2(POW)
HASH2(HYPOT)
HASH(SIN)
HASH(COS)
HASH(TAN)
HASH(ASIN)
HASH(ACOS)
HASH(ATAN)
HASH2(ATAN2)
HASH(SINH)
HASH(COSH)
HASH(TANH)
HASH(ERF)
HASH(FLOOR)
HASH(CEIL)
HASH(ROUND)
HASH(TRUNC)

/* -- quotients ------------------------------------------------------------- */

enum { ROWS = 32, LANES = 16, MANY = ROWS * LANES };

static inline R or_one(R a)
{
	return a | (a == 0);
}

/* All by their products, of which a few are inverted (Montgomery). */
static void invert(R (*x)[LANES])
{
	R before[ROWS][LANES], all[LANES];

	for (int k = 0; k < LANES; k++)
		all[k] = 1;
	for (int i = 0; i < ROWS; i++)
		for (int k = 0; k < LANES; k++) {
			before[i][k] = all[k];
			all[k] = residue_mul(all[k], or_one(x[i][k]));
		}
	for (int k = 0; k < LANES; k++)
		all[k] = residue_inverse(all[k]);
	for (int i = ROWS; i-- > 0;)
		for (int k = 0; k < LANES; k++) {
			const R a = x[i][k];

			x[i][k] = residue_mul(before[i][k], all[k])
				  & (R)-(a != 0);
			all[k] = residue_mul(all[k], or_one(a));
		}
}

/* d = 1 / x, or 1 / sqrt x; those beyond the last are of no interest. */
static void invert_some(R *restrict d, const R *x, int count, bool roots)
{
	R some[ROWS][LANES];
	R *flat = &some[0][0];

	for (int i = 0; i < count; i++)
		flat[i] = roots ? residue_hash(residue_seed(OP_SQRT), x[i])
				: x[i];
	for (int i = count; i < MANY; i++)
		flat[i] = 1;
	invert(some);
	for (int i = 0; i < count; i++)
		d[i] = flat[i];
}

static void inverses(R *d, const R *x, int64_t n, bool roots)
{
	enum { FEW = 8 };

	for (int64_t i = 0; i < n && n < FEW; i++) {
		const R root = residue_hash(residue_seed(OP_SQRT), x[i]);

		d[i] = residue_inverse(roots ? root : x[i]);
	}
	for (int64_t i = 0; i < n && n >= FEW; i += MANY)
		invert_some(d + i, x + i, (int)(n - i < MANY ? n - i : MANY),
			    roots);
}

static void DIV_field(int64_t n, void *result, const void *const *args,
		      unsigned uniform)
{
	R *restrict d = result;
	const R *x = args[0];
	const int64_t step = !(uniform & 1);

	if (uniform & 2) {
		const R by = residue_inverse(*(const R *)args[1]);

		for (int64_t i = 0; i < n; i++)
			d[i] = residue_mul(x[i * step], by);
		return;
	}
	inverses(d, args[1], n, false);
	for (int64_t i = 0; i < n; i++)
		d[i] = residue_mul(x[i * step], d[i]);
}

static void RSQRT_field(int64_t n, void *result, const void *const *args,
			unsigned uniform)
{
	R *d = result;

	inverses(d, args[0], uniform ? 1 : n, true);
	for (int64_t i = 1; uniform && i < n; i++)
		d[i] = d[0];
}

/* -- a*b + c, and folds ---------------------------------------------------- */

static void FMA_field(int64_t n, void *result, const void *const *args,
		      unsigned uniform)
{
	R *restrict d = result;
	const R *x = args[0], *y = args[1], *z = args[2];
	const int64_t u = !(uniform & 1), v = !(uniform & 2),
		      w = !(uniform & 4);

	if (!uniform)
		for (int64_t i = 0; i < n; i++)
			d[i] = residue_fma(x[i], y[i], z[i]);
	else
		for (int64_t i = 0; i < n; i++)
			d[i] = residue_fma(x[i * u], y[i * v], z[i * w]);
}

/* So many that no sum of 64 bits overflows. */
#define FOLD_SUM(name, TERM, END) \
static void name(int64_t n, void *result, const void *const *args, \
		 unsigned uniform) \
{ \
	R *d = result; \
	const R *x = args[0], *y = args[1]; \
	const int64_t u = !(uniform & 1), v = !(uniform & 2); \
	uint64_t sum = 0; \
\
	(void)y; \
	(void)v; \
	if (!uniform) \
		for (int64_t i = 0; i < n; i++) \
			sum += TERM(x[i], y[i]); \
	else \
		for (int64_t i = 0; i < n; i++) \
			sum += TERM(x[i * u], y[i * v]); \
	*d = END(*d, residue_of(sum)); \
}

#define FIRST(a, b) (a)

FOLD_SUM(fold_ADD_field, FIRST, residue_add)
FOLD_SUM(fold_SUB_field, FIRST, residue_sub)
FOLD_SUM(fold_FMA_field, residue_mul, residue_add)
BLOCK_FOLD(fold_MUL_field, R, residue_mul(a, b))
BLOCK_FOLD(fold_MIN_field, R, LEAST(a, b))
BLOCK_FOLD(fold_MAX_field, R, GREATEST(a, b))

/* -- conversions ----------------------------------------------------------- */

#define CONVERT(tag, T, OF) \
BLOCK_UNARY(tag##_to_field, T, R, OF) \
BLOCK_UNARY(field_to_##tag, R, T, residue_hash(RESIDUE_TO_INTEGER, a))

BLOCK_UNARY(b8_to_field, uint8_t, R, a)
BLOCK_UNARY(field_to_b8, R, uint8_t, a != 0)
CONVERT(i8, int8_t, residue_of_signed(a))
CONVERT(i16, int16_t, residue_of_signed(a))
CONVERT(i32, int32_t, residue_of_signed(a))
CONVERT(i64, int64_t, residue_of_signed(a))
CONVERT(u8, uint8_t, a)
CONVERT(u16, uint16_t, a)
CONVERT(u32, uint32_t, residue_of(a))
CONVERT(u64, uint64_t, residue_of(a))

/* -- tables ---------------------------------------------------------------- */

#define ROW(name) [OP_##name] = name##_field

static Block *const rows[OP_COUNT] = {
	ROW(ADD), ROW(SUB), ROW(MUL), ROW(DIV), ROW(REM), ROW(NEG), ROW(ABS),
	ROW(SIGN), ROW(MIN), ROW(MAX), ROW(FMA), ROW(SQRT), ROW(RSQRT),
	ROW(CBRT), ROW(EXP), ROW(EXP2), ROW(EXPM1), ROW(LOG), ROW(LOG2),
	ROW(LOG10), ROW(LOG1P), ROW(POW), ROW(HYPOT), ROW(SIN), ROW(COS),
	ROW(TAN), ROW(ASIN), ROW(ACOS), ROW(ATAN), ROW(ATAN2), ROW(SINH),
	ROW(COSH), ROW(TANH), ROW(ERF), ROW(FLOOR), ROW(CEIL), ROW(ROUND),
	ROW(TRUNC), ROW(ISNAN), ROW(ISINF), ROW(LT), ROW(LE), ROW(GT),
	ROW(GE), ROW(EQ), ROW(NE),
};

static Block *const folds[OP_COUNT] = {
	[OP_ADD] = fold_ADD_field, [OP_SUB] = fold_SUB_field,
	[OP_MUL] = fold_MUL_field, [OP_MIN] = fold_MIN_field,
	[OP_MAX] = fold_MAX_field, [OP_FMA] = fold_FMA_field,
};

static Block *const from[SCALAR_COUNT] = {
	[SCALAR_BOOL] = b8_to_field,
	[SCALAR_I8] = i8_to_field, [SCALAR_U8] = u8_to_field,
	[SCALAR_I16] = i16_to_field, [SCALAR_U16] = u16_to_field,
	[SCALAR_I32] = i32_to_field, [SCALAR_U32] = u32_to_field,
	[SCALAR_I64] = i64_to_field, [SCALAR_U64] = u64_to_field,
};

static Block *const to[SCALAR_COUNT] = {
	[SCALAR_BOOL] = field_to_b8,
	[SCALAR_I8] = field_to_i8, [SCALAR_U8] = field_to_u8,
	[SCALAR_I16] = field_to_i16, [SCALAR_U16] = field_to_u16,
	[SCALAR_I32] = field_to_i32, [SCALAR_U32] = field_to_u32,
	[SCALAR_I64] = field_to_i64, [SCALAR_U64] = field_to_u64,
};

Block *block_field(Op op)
{
	return rows[op];
}

Block *block_field_fold(Op op)
{
	return folds[op];
}

Block *block_field_convert(Scalar a, Scalar b)
{
	return scalar_is_float(a) ? to[b] : from[a];
}
