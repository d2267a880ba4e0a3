#include "bench_harness/judge_block.h"

#include <string.h>

/* Vectors of the compiler (GCC and Clang): fast without any option. */
typedef float F32s __attribute__((vector_size(16)));
typedef int32_t I32s __attribute__((vector_size(16)));
typedef uint16_t U16s __attribute__((vector_size(8)));
typedef double F64s __attribute__((vector_size(16)));
typedef int64_t I64s __attribute__((vector_size(16)));

static F32s load_f32(const unsigned char *at)
{
	F32s v;

	memcpy(&v, at, sizeof v);
	return v;
}

static F64s load_f64(const unsigned char *at)
{
	F64s v;

	memcpy(&v, at, sizeof v);
	return v;
}

/* Half to float: shift the exponent into place and scale by 2^112, which also
 * normalises; infinity and NaN are made NaN, for a closer look. */
static F32s load_f16(const unsigned char *at)
{
	U16s raw;
	I32s half, special;
	F32s scaled;

	memcpy(&raw, at, sizeof raw);
	half = __builtin_convertvector(raw, I32s);
	scaled = (F32s)((half & 0x7fff) << 13) * 0x1p112f;
	special = (half & 0x7c00) == 0x7c00;
	return (F32s)((I32s)scaled | ((half & 0x8000) << 16) | special);
}

/* One vector of error / tolerance, and the larger of two. */
#define JUDGE_OPERATIONS(name, Vector, Mask, Real, MAGNITUDE, load) \
static inline Vector name##_ratio(Real rtol, Real atol, \
				  const unsigned char *got, \
				  const unsigned char *want) \
{ \
	Vector theirs = load(want), error = load(got) - theirs; \
	\
	error = (Vector)((Mask)error & MAGNITUDE); \
	theirs = (Vector)((Mask)theirs & MAGNITUDE); \
	return error / (theirs * rtol + atol); \
} \
\
static inline Vector name##_larger(Vector a, Vector b) \
{ \
	Mask first = a > b; \
	\
	return (Vector)(((Mask)a & first) | ((Mask)b & ~first)); \
}

/* Two vectors a time: the chain of maxima is what takes the time. */
#define JUDGE_VECTORS(name, Vector, Mask, Real, BYTES) \
static bool name(Real rtol, Real atol, const unsigned char *got, \
		 const unsigned char *want, double *worst) \
{ \
	enum { LANES = (int)(sizeof(Vector) / sizeof(Real)) }; \
	Vector even = { 0 }, odd = { 0 }; \
	Mask good = ~(Mask){ 0 }; \
	\
	for (int i = 0; i < JUDGE_BLOCK * BYTES; i += 2 * LANES * BYTES) { \
		int j = i + LANES * BYTES; \
		Vector a = name##_ratio(rtol, atol, got + i, want + i); \
		Vector b = name##_ratio(rtol, atol, got + j, want + j); \
		\
		good &= (a <= 1) & (b <= 1); \
		even = name##_larger(a, even); \
		odd = name##_larger(b, odd); \
	} \
	even = name##_larger(odd, even); \
	for (int lane = 0; lane < LANES; lane++) { \
		if (!good[lane]) \
			return false; \
		if ((double)even[lane] > *worst) \
			*worst = (double)even[lane]; \
	} \
	return true; \
}

JUDGE_OPERATIONS(judge_f16, F32s, I32s, float, INT32_MAX, load_f16)
JUDGE_OPERATIONS(judge_f32, F32s, I32s, float, INT32_MAX, load_f32)
JUDGE_OPERATIONS(judge_f64, F64s, I64s, double, INT64_MAX, load_f64)
JUDGE_VECTORS(judge_f16, F32s, I32s, float, 2)
JUDGE_VECTORS(judge_f32, F32s, I32s, float, 4)
JUDGE_VECTORS(judge_f64, F64s, I64s, double, 8)

bool judge_block(Scalar scalar, double rtol, double atol, int64_t from,
		 const void *got, const void *want, double *worst)
{
	size_t at = (size_t)from * scalar_bytes(scalar);
	const unsigned char *ours = (const unsigned char *)got + at;
	const unsigned char *theirs = (const unsigned char *)want + at;

	if (scalar == SCALAR_F16)
		return judge_f16((float)rtol, (float)atol, ours, theirs,
				 worst);
	if (scalar == SCALAR_F32)
		return judge_f32((float)rtol, (float)atol, ours, theirs,
				 worst);
	return judge_f64(rtol, atol, ours, theirs, worst);
}
