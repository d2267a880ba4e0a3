/* fma: exact on every machine, by the C library where there is no instruction;
 * where there may be one, that is asked when the block is looked up. */
#include "ir/eval/eval_block.h"

#include <math.h>

#include "ir/eval/eval_half.h"
#include "ir/eval/eval_loops.h"

#define FMA_LOOP(result) \
	for (int64_t i = 0; i < n; i++) \
		d[i] = result;

#define FMA(tag, T, f, R, TARGET) \
TARGET static void fma_##tag(int64_t n, void *result, \
			     const void *const *args, unsigned uniform) \
{ \
	T *restrict d = result; \
	const T *x = args[0], *y = args[1], *z = args[2]; \
	const T a = x[0], b = y[0]; \
	const int64_t u = !(uniform & 1), v = !(uniform & 2), \
		      w = !(uniform & 4); \
\
	if (!uniform) \
		FMA_LOOP(R(f(x[i], y[i], z[i]))) \
	else if (uniform == 1) \
		FMA_LOOP(R(f(a, y[i], z[i]))) \
	else if (uniform == 2) \
		FMA_LOOP(R(f(x[i], b, z[i]))) \
	else \
		FMA_LOOP(R(f(x[i * u], y[i * v], z[i * w]))) \
} \
TARGET static void fold_fma_##tag(int64_t n, void *result, \
				  const void *const *args, unsigned uniform) \
{ \
	const T *x = args[0], *y = args[1]; \
	const int64_t u = !(uniform & 1), v = !(uniform & 2); \
	T *d = result, a = *d; \
\
	for (int64_t i = 0; i < n; i++) \
		a = R(f(x[i * u], y[i * v], a)); \
	*d = a; \
}

#define SAME(x) (x)

FMA(f16, float, fma, half_rounded, )
FMA(f32, float, fmaf, SAME, )
FMA(f64, double, fma, SAME, )

#if defined __x86_64__ && defined __GNUC__
#define WITH_FMA __attribute__((target("avx2,fma")))
FMA(fast_f32, float, __builtin_fmaf, SAME, WITH_FMA)
FMA(fast_f64, double, __builtin_fma, SAME, WITH_FMA)

static bool has_instruction(void)
{
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#else
#define fma_fast_f32 fma_f32
#define fma_fast_f64 fma_f64
#define fold_fma_fast_f32 fold_fma_f32
#define fold_fma_fast_f64 fold_fma_f64

static bool has_instruction(void)
{
	return false;
}
#endif

Block *block_fma(Scalar scalar, bool fold)
{
	bool fast = has_instruction();

	switch (scalar) {
	case SCALAR_F16:
		return fold ? fold_fma_f16 : fma_f16;
	case SCALAR_F32:
		if (fold)
			return fast ? fold_fma_fast_f32 : fold_fma_f32;
		return fast ? fma_fast_f32 : fma_f32;
	default:
		if (fold)
			return fast ? fold_fma_fast_f64 : fold_fma_f64;
		return fast ? fma_fast_f64 : fma_f64;
	}
}
