#include "cli/exact.h"

#include <math.h>
#include <string.h>

#include "ir/data/testdata_range.h"

/* Of the lowest bit: that the last bits of all elements are 0 by chance, and so
 * that it is taken for higher than it is, leaves some. */
#define SPARE 0.25

/* The power of two that a number is a whole multiple of: its lowest bit. */
static double quantum_of(double x)
{
	int exponent;
	double fraction = frexp(x, &exponent);
	int64_t digits = (int64_t)ldexp(fraction, 53);

	return x == 0 ? (double)INFINITY
		      : ldexp((double)(digits & -digits), exponent - 53);
}

static double declared_at(const Array *declared, int64_t i)
{
	return declared->scalar == SCALAR_F32
		? (double)((const float *)declared->data)[i]
		: array_get(declared, i);
}

/* Whole numbers, or few enough bits behind the point that sums in other orders
 * have them all. */
static bool same_numbers(const Array *f64, const Array *declared)
{
	const double *a = f64->data;
	double quantum = 1, steps = 1, most = 0;

	for (int64_t i = 0; i < f64->elements; i++) {
		double size = fabs(a[i]);

		if (a[i] != declared_at(declared, i) || !(size < INFINITY))
			return false;
		most = size > most ? size : most;
		if (range_is_whole(a[i] * steps))
			continue;
		quantum = fmin(quantum, quantum_of(a[i]));
		steps = 1 / quantum;
	}
	return quantum >= 1
	    || most / quantum <= ldexp(1, range_significand(declared->scalar) * 2
					  / 3);
}

/* Integers and bools are exact on any data. */
static bool same_bytes(const Array *a, const Array *b)
{
	return !memcmp(a->data, b->data, array_bytes(a));
}

bool exact_agrees(const Array *f64, const Array *declared)
{
	return scalar_is_float(declared->scalar) ? same_numbers(f64, declared)
						 : same_bytes(f64, declared);
}

double exact_excess(const Array *values, const Array *outside,
		    const Array *folds)
{
	const float *before = outside->data, *in_folds = folds->data;
	const double *at = values->data;
	double lowest = 1, most = 0;

	for (int64_t i = 0; i < values->elements; i++) {
		if (!isfinite(at[i]))
			return INFINITY;
		lowest = fmin(lowest, quantum_of(at[i]));
		most = fmax(most, before[i] + in_folds[i]);
	}
	return most / (lowest * SPARE);
}
