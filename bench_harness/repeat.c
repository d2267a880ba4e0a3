#include "bench_harness/repeat.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

enum { REPEAT_LOOKED_AT = 1 << 20 }; /* elements, evenly spread */

/* Extremes of magnitudes other than 0, and of the factors between them. */
typedef struct Growth {
	double largest, smallest; /* after */
	double up, down;          /* factors; 1 when nothing grows, shrinks */
	bool finite;
} Growth;

static void growth_add(Growth *g, double before, double after)
{
	double factor;

	if (!isfinite(after) || !isfinite(before)) {
		g->finite = false;
		return;
	}
	before = fabs(before);
	after = fabs(after);
	if (after == 0)
		return;
	g->largest = fmax(g->largest, after);
	g->smallest = fmin(g->smallest, after);
	if (before == 0)
		return;
	factor = after / before;
	g->up = fmax(g->up, factor);
	g->down = fmin(g->down, factor);
}

static double type_largest(Scalar scalar)
{
	if (scalar == SCALAR_F16)
		return 65504;
	return scalar == SCALAR_F32 ? (double)FLT_MAX : DBL_MAX;
}

static double type_smallest(Scalar scalar)
{
	if (scalar == SCALAR_F16)
		return 0x1p-14;
	return scalar == SCALAR_F32 ? (double)FLT_MIN : DBL_MIN;
}

static int growth_repetitions(const Growth *g, Scalar scalar)
{
	double room_up = log(type_largest(scalar)) - log(g->largest);
	double room_down = log(g->smallest) - log(type_smallest(scalar));
	double steps = 2.0 * REPEAT_MOST;

	if (!g->finite)
		return 1;
	if (g->largest == 0)
		return REPEAT_MOST;
	if (g->up > 1)
		steps = fmin(steps, room_up / log(g->up));
	if (g->down < 1)
		steps = fmin(steps, room_down / -log(g->down));
	return steps < 2 ? 1 : (int)(steps / 2);
}

static int64_t stride(const Array *array)
{
	return array->elements / REPEAT_LOOKED_AT + 1;
}

static int float_repetitions(const Array *before, const Array *after)
{
	Growth g = { .smallest = DBL_MAX, .up = 1, .down = 1, .finite = true };
	int64_t step = stride(before);

	for (int64_t i = 0; i < before->elements && g.finite; i += step)
		growth_add(&g, array_get(before, i), array_get(after, i));
	return growth_repetitions(&g, before->scalar);
}

static int integer_repetitions(const Array *before, const Array *after)
{
	double low = INFINITY, high = -INFINITY;
	int64_t step = stride(before);

	for (int64_t i = 0; i < before->elements; i += step) {
		low = fmin(low, array_get(before, i));
		high = fmax(high, array_get(before, i));
	}
	for (int64_t i = 0; i < after->elements; i += step)
		if (array_get(after, i) < low || array_get(after, i) > high)
			return 1;
	return REPEAT_MOST;
}

int repeat_harmless(const Array *before, const Array *after)
{
	if (scalar_is_float(before->scalar))
		return float_repetitions(before, after);
	return integer_repetitions(before, after);
}
