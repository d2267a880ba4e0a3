/* Blocks of bounds. */
#include "ir/eval/eval_block.h"

#include <math.h>

#include "ir/eval/eval_loops.h"

#define LANES(R, U, V, W, expression) \
	for (int64_t i = 0; i < n; i++) { \
		const double a = x[i * U], b = y[i * V], c = z[i * W]; \
\
		(void)b; \
		(void)c; \
		d[i] = (R)(expression); \
	}

/* LANES of up to three arguments, each one value or many; those that are not
 * there are the first's value. */
#define WAYS(R, arity, expression) \
	switch (uniform | (arity < 2 ? 6 : arity < 3 ? 4 : 0)) { \
	case 0: LANES(R, 1, 1, 1, expression) break; \
	case 1: LANES(R, 0, 1, 1, expression) break; \
	case 2: LANES(R, 1, 0, 1, expression) break; \
	case 3: LANES(R, 0, 0, 1, expression) break; \
	case 4: LANES(R, 1, 1, 0, expression) break; \
	case 5: LANES(R, 0, 1, 0, expression) break; \
	case 6: LANES(R, 1, 0, 0, expression) break; \
	default: LANES(R, 0, 0, 0, expression) break; \
	}

#define ARGUMENTS(R, arity) \
	R *restrict d = result; \
	const double *x = args[0], *y = args[arity > 1 ? 1 : 0], \
		     *z = args[arity > 2 ? 2 : 0];

#define BOUND(name, R, arity, expression) \
BLOCK_CLONES \
static void name(int64_t n, void *result, const void *const *args, \
		 unsigned uniform) \
{ \
	ARGUMENTS(R, arity) \
\
	WAYS(R, arity, expression) \
}

/* The same where a block seldom has a lane that is rare: what is right for all
 * others is quicker, and all are computed again if there was one. */
#define BOUND_MOSTLY(name, arity, rare, common, expression) \
BLOCK_CLONES \
static void name(int64_t n, void *result, const void *const *args, \
		 unsigned uniform) \
{ \
	ARGUMENTS(double, arity) \
	int64_t any = 0; \
\
	WAYS(double, arity, (any |= (rare) ? 1 : 0, common)) \
	if (any) \
		WAYS(double, arity, expression) \
}

static inline double known(double error)
{
	return error == error ? error : INFINITY;
}

/* What is rounded to a type of normal numbers from least to most. A zero is
 * none that was rounded; nor is an infinity or NaN of f64, which any type has
 * there. */
static inline double rounding(double value, double units, double least,
			      double most)
{
	double size = fabs(value);
	double beyond = size < INFINITY ? INFINITY : 0;

	return size <= most ? size == 0 ? 0 : size * units + least : beyond;
}

static inline bool unknown(double error)
{
	return error != error;
}

/* What has no error gives none, however steep it is there. */
static inline double slope_of(double slope, double error)
{
	return error == 0 ? 0 : known(fabs(slope) * error);
}

static inline double over(double error, double x, double e)
{
	double none = (error == 0) & (e == 0) ? 0 : INFINITY;

	return fabs(x) > e ? known(error / (fabs(x) - e)) : none;
}

/* Units of what is in the last place, which is the same for all denormals. */
static inline double ulps(double value, double units, double least)
{
	double size = fabs(value);

	return size < INFINITY ? fmax(size, least) * units : 0;
}

/* The root of an error is what a root is off where its argument may be 0. */
static inline double root_of(double x, double e, double error)
{
	return x <= e ? 0.25 * sqrt(e) : error;
}

/* Larger by more than f32 rounds it, and not smaller than its normal ones. */
static inline double seen(double error)
{
	double up = error * (1 + 0x1p-20);

	return error == 0 ? 0 : up < 0x1p-126 ? 0x1p-126 : up;
}

#define ROUND(name, least, most) \
BOUND_MOSTLY(name, 3, !(fabs(a) <= most), \
	     c + (a == 0 ? 0 : fabs(a) * b + least), \
	     c + rounding(a, b, least, most))

ROUND(round_f16, 0x1p-14, 65504)
ROUND(round_f32, 0x1p-126, 0x1.fffffep127)
ROUND(round_f64, 0x1p-1022, 0x1.fffffffffffffp1023)
BOUND_MOSTLY(scaled, 2, unknown(fabs(a) * b), fabs(a) * b, slope_of(a, b))
BOUND_MOSTLY(carry, 3, unknown(fabs(b) * c), a + fabs(b) * c,
	     a + slope_of(b, c))
BOUND(plus, double, 2, a + fabs(b))
BOUND(quotient, double, 3, over(a, b, c))
BOUND_MOSTLY(root, 3, a <= b, c, root_of(a, b, c))
BOUND(within, uint8_t, 3, (c > 0) & !(fabs(a - b) > c))
BOUND(holds, double, 3, b <= c ? a : INFINITY)
BOUND(as_seen, double, 1, seen(a))
BOUND(ulps_f16, double, 3, c + ulps(a, b, 0x1p-14))
BOUND(ulps_f32, double, 3, c + ulps(a, b, 0x1p-126))
BOUND(ulps_f64, double, 3, c + ulps(a, b, 0x1p-1022))
BOUND(seen_fine, double, 1, a == 0 ? 0 : a * (1 + 0x1p-20) + 0x1p-149)

static const struct BoundRow {
	int arity;
	Block *block;
} rows[BOUND_OPS] = {
	[BOUND_ROUND_F16] = { 3, round_f16 },
	[BOUND_ROUND_F32] = { 3, round_f32 },
	[BOUND_ROUND_F64] = { 3, round_f64 },
	[BOUND_SCALED] = { 2, scaled },
	[BOUND_CARRY] = { 3, carry },
	[BOUND_PLUS] = { 2, plus },
	[BOUND_OVER] = { 3, quotient },
	[BOUND_ROOT] = { 3, root },
	[BOUND_WITHIN] = { 3, within },
	[BOUND_HOLDS] = { 3, holds },
	[BOUND_SEEN] = { 1, as_seen },
	[BOUND_ULPS_F16] = { 3, ulps_f16 },
	[BOUND_ULPS_F32] = { 3, ulps_f32 },
	[BOUND_ULPS_F64] = { 3, ulps_f64 },
	[BOUND_SEEN_FINE] = { 1, seen_fine },
};

int bound_arity(BoundOp bound)
{
	return rows[bound].arity;
}

Block *block_bound(BoundOp bound)
{
	return rows[bound].block;
}
