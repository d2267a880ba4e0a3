#include "ir/data/testdata_exact.h"

#include <math.h>

#include "ir/data/testdata.h"

enum {
	MAGNITUDES = 4,     /* 0 to 3 */
	END_MAGNITUDE = MAGNITUDES,
	CODES = 128,        /* 7 bits of chance choose a magnitude, ... */
	VALUES = 2 * CODES, /* ... one more the sign */
	DRAW_BITS = 8,
	PER_DRAW = 64 / DRAW_BITS,
};

/* How many of CODES each magnitude gets, while the sum of all squares may be
 * this large for each element. */
typedef struct MixRow {
	double budget;
	int share[MAGNITUDES];
} MixRow;

static const MixRow mix_rows[] = {
	{ 6.0,  { 0, 43, 43, 42 } }, /* mean square 4.6 */
	{ 3.0,  { 0, 64, 64, 0 } },  /* 2.5 */
	{ 1.35, { 0, 120, 8, 0 } },  /* 1.19 */
	{ 0.0,  { 8, 119, 1, 0 } },  /* 0.96 */
};

static const MixRow *mix_for(double budget)
{
	const MixRow *row = mix_rows;

	while (budget < row->budget)
		row++;
	return row;
}

/* By the bits of a draw: what it stands for. */
typedef struct Values {
	double value[VALUES];
} Values;

bool exact_has_integers(Scalar scalar, FloatRange range)
{
	double limit = ldexp(1, range_significand(scalar));

	return ceil(range.lo) <= floor(range.hi)
	    && ceil(range.lo) < limit && floor(range.hi) > -limit;
}

/* The integer of the range that is nearest to 0. */
static double origin(FloatRange range)
{
	if (range.lo > 0)
		return ceil(range.lo);
	return range.hi < 0 ? floor(range.hi) : 0;
}

static bool holds(FloatRange range, double x)
{
	return range.lo <= x && x <= range.hi;
}

/* As far from 0 as asked, or to the other side, or nearer: what the range
 * allows. Away from 0, magnitude 1 stands for the nearest integer. */
static double fit(FloatRange range, int magnitude, bool negative)
{
	double base = origin(range), sign = negative ? -1 : 1;

	if (base != 0) {
		sign = base > 0 ? 1 : -1;
		magnitude = magnitude > 1 ? magnitude - 1 : 0;
	}
	for (; magnitude > 0; magnitude--) {
		if (holds(range, base + sign * magnitude))
			return base + sign * magnitude;
		if (base == 0 && holds(range, -sign * magnitude))
			return -sign * magnitude;
	}
	return base;
}

/* Nothing but 0, 1 and -1: magnitudes only differ where there are zeros. */
static bool has_units_only(FloatRange range)
{
	return origin(range) == 0 && fabs(fit(range, 3, false)) <= 1
	    && fabs(fit(range, 3, true)) <= 1;
}

static void make_values(Values *values, FloatRange range, const MixRow *mix,
			int least_zeros)
{
	int code = 0;

	for (int m = 0; m < MAGNITUDES; m++)
		for (int i = 0; i < mix->share[m]; i++, code++) {
			int magnitude = code < least_zeros ? 0 : m;

			values->value[code] = fit(range, magnitude, false);
			values->value[code + CODES] =
				fit(range, magnitude, true);
		}
}

/* A factor of 1 would not show, one that is no power of two would round. */
static double draw_scalar(FloatRange range, Rng *rng)
{
	uint64_t bits = rng_u64(rng);
	double x = (bits & 1 ? 2 : 4) * (bits & 2 ? -1 : 1);

	if (holds(range, x))
		return x;
	return holds(range, -x) ? -x : fit(range, 2, bits & 2);
}

static bool is_edge(int64_t i, int64_t n)
{
	return i < TESTDATA_EDGE || n - i <= TESTDATA_EDGE;
}

#define FILL(name, type, convert)                                            \
	static void name(Array *array, int64_t first, int64_t end,           \
			 const Values *values, Rng *rng)                     \
	{                                                                    \
		const uint64_t mask = VALUES - 1;                            \
		type *x = array->data, of[VALUES];                           \
		uint64_t bits = 0;                                           \
                                                                             \
		for (int c = 0; c < VALUES; c++)                             \
			of[c] = convert(values->value[c]);                   \
		for (int64_t i = first; i < end; i++, bits >>= DRAW_BITS) {  \
			if ((i - first) % PER_DRAW == 0)                     \
				bits = rng_u64(rng);                         \
			x[i] = of[bits & mask];                              \
		}                                                            \
	}

FILL(fill_f16, uint16_t, scalar_to_half)
FILL(fill_f32, float, (float))
FILL(fill_f64, double, )

static void fill(Array *array, int64_t first, int64_t end,
		 const Values *values, Rng *rng)
{
	switch (array->scalar) {
	case SCALAR_F16: fill_f16(array, first, end, values, rng); return;
	case SCALAR_F32: fill_f32(array, first, end, values, rng); return;
	default:         fill_f64(array, first, end, values, rng); return;
	}
}

/* The places are the same in every port of that size: a product of two kept
 * elements is kept. */
static void thin_out(Array *array, double keep, uint64_t seed)
{
	Rng rng = rng_seeded(seed, (uint64_t)array->elements);
	uint64_t threshold = (uint64_t)ldexp(keep, 32), bits = 0;

	for (int64_t i = 0; i < array->elements; i++, bits >>= 32) {
		if (i % 2 == 0)
			bits = rng_u64(&rng);
		if ((bits & UINT32_MAX) >= threshold
		    && !is_edge(i, array->elements))
			array_set(array, i, 0);
	}
}

/* What reads one element too far on both ends of a part loses an end of the
 * whole and gains another element instead: an equal one would hide that. */
static void mark_ends(Array *array, FloatRange range)
{
	int64_t ends[] = { 0, array->elements - 1 };

	for (int i = 0; i < 2; i++)
		array_set(array, ends[i],
			  fit(range, END_MAGNITUDE,
			      array_get(array, ends[i]) < 0));
}

static void fill_parts(Array *array, FloatRange range, const MixRow *mix,
		       Rng *rng)
{
	int64_t n = array->elements, edge = TESTDATA_EDGE;
	const MixRow *dense = mix->share[0] ? mix - 1 : mix;
	Values inner, outer;

	make_values(&inner, range, mix, has_units_only(range) ? CODES / 8 : 0);
	make_values(&outer, range, dense, 0);
	if (n <= 2 * edge) {
		fill(array, 0, n, &outer, rng);
		return;
	}
	fill(array, 0, edge, &outer, rng);
	fill(array, edge, n - edge, &inner, rng);
	fill(array, n - edge, n, &outer, rng);
}

static void fill_array(Array *array, FloatRange range, const MixRow *mix,
		       Rng *rng)
{
	fill_parts(array, range, mix, rng);
	mark_ends(array, range);
}

void exact_fill(Array *array, FloatRange range, bool sparse, uint64_t seed,
		Rng *rng)
{
	double limit = ldexp(1, range_significand(array->scalar));
	double budget = limit / (double)array->elements;

	if (array->rank == 0) {
		array_set(array, 0, draw_scalar(range, rng));
		return;
	}
	if (sparse && budget < 1) {
		fill_array(array, range, mix_for(1.35), rng);
		if (holds(range, 0))
			thin_out(array, budget / 1.5, seed);
		return;
	}
	fill_array(array, range, mix_for(budget), rng);
}

void exact_fill_wide(Array *array, FloatRange range, double most, Rng *rng)
{
	double base = origin(range);
	double least = fmax(ceil(range.lo), base - most);
	double count = fmin(floor(range.hi), base + most) - least + 1;

	if (array->rank == 0) {
		array_set(array, 0, draw_scalar(range, rng));
		return;
	}
	for (int64_t i = 0; i < array->elements; i++)
		array_set(array, i, least
			  + (double)rng_below(rng, (uint64_t)count));
}

/* An odd one out is 0. */
static void even_row(Array *array, int64_t first, int64_t count,
		     FloatRange range)
{
	const int64_t half = count / 2;

	for (int64_t i = first; i < first + half; i++)
		if (holds(range, -array_get(array, i)))
			array_set(array, i + half, -array_get(array, i));
	if (count % 2 && holds(range, 0))
		array_set(array, first + count - 1, 0);
}

void exact_even(Array *array, FloatRange range)
{
	const int64_t row = array->rank ? array->dims[array->rank - 1] : 0;

	for (int64_t i = 0; row && i < array->elements; i += row)
		even_row(array, i, row, range);
}
