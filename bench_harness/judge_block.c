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

/* Two or four bounds as what errors are computed in. */
static F64s load_bounds_f64(const float *at)
{
	typedef float Pair __attribute__((vector_size(8)));
	Pair v;

	memcpy(&v, at, sizeof v);
	return __builtin_convertvector(v, F64s);
}

static F32s load_bounds_f32(const float *at)
{
	F32s v;

	memcpy(&v, at, sizeof v);
	return v;
}

/* What is allowed: rtol and atol, or of each element 4 (outside + growth folds)
 * + tiny. */
typedef struct Allowed {
	double rtol, atol;
	const float *outside, *folds;
	double growth, tiny;
} Allowed;

/* One vector of error / allowed error, and the larger of two. */
#define JUDGE_OPERATIONS(name, Vector, Mask, Real, MAGNITUDE, load, bounds) \
static inline Vector name##_error(const unsigned char *got, Vector theirs) \
{ \
	Vector error = load(got) - theirs; \
	\
	return (Vector)((Mask)error & MAGNITUDE); \
} \
\
static inline Vector name##_near_ratio(const Allowed *allowed, int i, \
				 const unsigned char *got, \
				 const unsigned char *want) \
{ \
	Vector theirs = load(want), error = name##_error(got, theirs); \
	\
	(void)i; \
	theirs = (Vector)((Mask)theirs & MAGNITUDE); \
	return error / (theirs * (Real)allowed->rtol \
			+ (Real)allowed->atol); \
} \
\
static inline Vector name##_bound_ratio(const Allowed *allowed, int i, \
				  const unsigned char *got, \
				  const unsigned char *want) \
{ \
	Vector outside = bounds(allowed->outside + i); \
	Vector folds = bounds(allowed->folds + i); \
	\
	return name##_error(got, load(want)) \
	     / ((outside + folds * (Real)allowed->growth) * 4 \
		+ (Real)allowed->tiny); \
} \
\
static inline Vector name##_larger(Vector a, Vector b) \
{ \
	Mask first = a > b; \
	\
	return (Vector)(((Mask)a & first) | ((Mask)b & ~first)); \
}

/* Two vectors a time: the chain of maxima is what takes the time. */
#define JUDGE_VECTORS(name, how, Vector, Mask, Real, BYTES) \
static bool name##how(const Allowed *allowed, const unsigned char *got, \
		      const unsigned char *want, double *worst) \
{ \
	enum { LANES = (int)(sizeof(Vector) / sizeof(Real)) }; \
	Vector even = { 0 }, odd = { 0 }; \
	Mask good = ~(Mask){ 0 }; \
	\
	for (int i = 0; i < JUDGE_BLOCK; i += 2 * LANES) { \
		int j = i + LANES; \
		Vector a = name##how##_ratio(allowed, i, got + i * BYTES, \
					     want + i * BYTES); \
		Vector b = name##how##_ratio(allowed, j, got + j * BYTES, \
					     want + j * BYTES); \
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

#define JUDGE_TYPE(name, Vector, Mask, Real, BYTES, MAGNITUDE, load, bounds) \
	JUDGE_OPERATIONS(name, Vector, Mask, Real, MAGNITUDE, load, bounds) \
	JUDGE_VECTORS(name, _near, Vector, Mask, Real, BYTES) \
	JUDGE_VECTORS(name, _bound, Vector, Mask, Real, BYTES)

JUDGE_TYPE(f16, F32s, I32s, float, 2, INT32_MAX, load_f16, load_bounds_f32)
JUDGE_TYPE(f32, F32s, I32s, float, 4, INT32_MAX, load_f32, load_bounds_f32)
JUDGE_TYPE(f64, F64s, I64s, double, 8, INT64_MAX, load_f64, load_bounds_f64)

typedef bool Judge(const Allowed *allowed, const unsigned char *got,
		   const unsigned char *want, double *worst);

typedef struct JudgeRow {
	Judge *near, *bound;
	double tiny;
} JudgeRow;

static const JudgeRow rows[SCALAR_COUNT] = {
	[SCALAR_F16] = { f16_near, f16_bound, 0x1p-14 },
	[SCALAR_F32] = { f32_near, f32_bound, 0x1p-126 },
	[SCALAR_F64] = { f64_near, f64_bound, 0x1p-1022 },
};

double judge_tiny(Scalar scalar)
{
	return rows[scalar].tiny;
}

bool judge_block(const Judgement *j, Scalar scalar, int64_t from,
		 const void *got, const void *want, double *worst)
{
	size_t at = (size_t)from * scalar_bytes(scalar);
	const unsigned char *ours = (const unsigned char *)got + at;
	const unsigned char *theirs = (const unsigned char *)want + at;
	const JudgeRow *row = &rows[scalar];
	Allowed allowed = { .rtol = j->rtol, .atol = j->atol,
			    .growth = j->growth > 1 ? j->growth : 1,
			    .tiny = row->tiny };

	if (!j->outside)
		return row->near(&allowed, ours, theirs, worst);
	allowed.outside = j->outside + from;
	allowed.folds = j->folds + from;
	return row->bound(&allowed, ours, theirs, worst);
}
