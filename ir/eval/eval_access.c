/* Reading and writing memory a block at a time. */
#include "ir/eval/eval_block.h"

#include "ir/eval/eval_half.h"
#include "ir/eval/eval_loops.h"

/* M in memory, R in registers; from and to convert. */
#define ACCESS(tag, M, R, FROM, TO) \
BLOCK_CLONES \
static void load_##tag(int64_t n, void *result, const void *from, \
		       int64_t stride) \
{ \
	R *restrict d = result; \
	const M *x = from; \
\
	if (stride == 1) \
		for (int64_t i = 0; i < n; i++) \
			d[i] = FROM(x[i]); \
	else \
		for (int64_t i = 0; i < n; i++) \
			d[i] = FROM(x[i * stride]); \
} \
BLOCK_CLONES \
static void gather_##tag(int64_t n, void *result, const void *from, \
			 const int64_t *index) \
{ \
	R *restrict d = result; \
	const M *x = from; \
\
	for (int64_t i = 0; i < n; i++) \
		d[i] = FROM(x[index[i]]); \
} \
BLOCK_CLONES \
static void store_##tag(int64_t n, void *to, int64_t stride, \
			const void *value, bool uniform) \
{ \
	M *restrict d = to; \
	const R *x = value; \
	const int64_t step = !uniform; \
\
	if (stride == 1 && !uniform) \
		for (int64_t i = 0; i < n; i++) \
			d[i] = TO(x[i]); \
	else \
		for (int64_t i = 0; i < n; i++) \
			d[i * stride] = TO(x[i * step]); \
} \
BLOCK_CLONES \
static void scatter_##tag(int64_t n, void *to, const int64_t *index, \
			  const void *value, bool uniform) \
{ \
	M *restrict d = to; \
	const R *x = value; \
	const int64_t step = !uniform; \
\
	for (int64_t i = 0; i < n; i++) \
		d[index[i]] = TO(x[i * step]); \
}

#define SAME(x) (x)
#define WIDE(x) ((double)half_value(x))
#define NARROW(x) half_bits((float)(x))
#define SINGLE(x) ((float)(x))

ACCESS(1, uint8_t, uint8_t, SAME, SAME)
ACCESS(2, uint16_t, uint16_t, SAME, SAME)
ACCESS(4, uint32_t, uint32_t, SAME, SAME)
ACCESS(8, uint64_t, uint64_t, SAME, SAME)
ACCESS(half, uint16_t, float, half_value, half_bits)
ACCESS(half_wide, uint16_t, double, WIDE, NARROW)
ACCESS(float_wide, float, double, SAME, SINGLE)

#define ACCESS_ROW(tag, bytes, raw) \
	{ bytes, raw, load_##tag, gather_##tag, store_##tag, scatter_##tag }

static const Access access_1 = ACCESS_ROW(1, 1, true),
		    access_2 = ACCESS_ROW(2, 2, true),
		    access_4 = ACCESS_ROW(4, 4, true),
		    access_8 = ACCESS_ROW(8, 8, true),
		    access_half = ACCESS_ROW(half, 2, false),
		    access_half_wide = ACCESS_ROW(half_wide, 2, false),
		    access_float_wide = ACCESS_ROW(float_wide, 4, false);

const Access *access_raw(Scalar scalar)
{
	switch (block_bytes(scalar)) {
	case 1: return &access_1;
	case 2: return &access_2;
	case 4: return &access_4;
	default: return &access_8;
	}
}

const Access *access_stored(Scalar stored, Scalar scalar)
{
	if (stored == SCALAR_F16)
		return scalar == SCALAR_F64 ? &access_half_wide : &access_half;
	if (stored == SCALAR_F32 && scalar == SCALAR_F64)
		return &access_float_wide;
	return access_raw(stored);
}
