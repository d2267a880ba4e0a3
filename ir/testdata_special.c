#include "ir/testdata_special.h"

#include <math.h>
#include <string.h>

/* One in each row, that is for each index but the last. */
static void fill_rows(Array *array, double value, Rng *rng)
{
	int64_t length = array->rank ? array->dims[array->rank - 1] : 0;

	for (int64_t at = 0; length && at < array->elements; at += length)
		array_set(array, at + (int64_t)rng_below(rng,
							 (uint64_t)length),
			  value);
}

/* The smallest and the largest denormal, the smallest normal number. */
typedef struct Small {
	double least, most, normal;
} Small;

static Small small_of(Scalar scalar)
{
	static const Small f16 = { 0x1p-24, 0x1.ff8p-15, 0x1p-14 };
	static const Small f32 = { 0x1p-149, 0x1.fffffcp-127, 0x1p-126 };
	static const Small f64 = { 0x1p-1074, 0x1.ffffffffffffep-1023,
				   0x1p-1022 };

	return scalar == SCALAR_F16 ? f16 : scalar == SCALAR_F32 ? f32 : f64;
}

enum { CHOICES = 16, KEPT = 8 };

static void fill_floats(Array *array, const Port *port, Rng *rng)
{
	const Small small = small_of(array->scalar);
	const double values[KEPT] = {
		0.0, -0.0, small.least, -small.least, small.most, -small.most,
		small.normal, -small.normal,
	};

	for (int64_t i = 0; i < array->elements; i++) {
		uint64_t choice = rng_below(rng, CHOICES);
		double value;

		if (choice > KEPT || (choice == KEPT && i == 0))
			continue;
		value = choice == KEPT ? array_get(array, i - 1)
				       : values[choice];
		if (!port->ranged
		    || (value >= port->lo && value <= port->hi))
			array_set(array, i, value);
	}
}

/* Whole numbers of any width are their low bytes. */
static void set_integer(Array *array, int64_t i, uint64_t value)
{
	size_t bytes = scalar_bytes(array->scalar);

	memcpy((char *)array->data + (size_t)i * bytes, &value, bytes);
}

static void copy_before(Array *array, int64_t i)
{
	size_t bytes = scalar_bytes(array->scalar);
	char *at = (char *)array->data + (size_t)i * bytes;

	memcpy(at, at - bytes, bytes);
}

static uint64_t highest(Scalar scalar)
{
	int bits = 8 * (int)scalar_bytes(scalar);

	return UINT64_MAX >> (64 - bits + scalar_is_signed(scalar));
}

static uint64_t lowest(Scalar scalar)
{
	return scalar_is_signed(scalar) ? ~highest(scalar) : 0;
}

/* Of what is ranged the limits are those of the range. */
static void fill_integers(Array *array, const Port *port, Rng *rng)
{
	const bool ranged = port->ranged;
	const uint64_t low = ranged ? (uint64_t)port->ilo
				    : lowest(array->scalar);
	const uint64_t high = ranged ? (uint64_t)port->ihi
				     : highest(array->scalar);
	const uint64_t values[] = { low, high, low + (low != high),
				    high - (low != high) };
	enum { LIMITS = sizeof values / sizeof *values };

	for (int64_t i = 0; i < array->elements; i++) {
		uint64_t choice = rng_below(rng, 2 * LIMITS);

		if (choice < LIMITS)
			set_integer(array, i, values[choice]);
		else if (choice == LIMITS && i > 0)
			copy_before(array, i);
	}
}

void special_fill(Array *array, const Port *port, TestdataKind kind, Rng *rng)
{
	const bool is_float = scalar_is_float(array->scalar);

	if (kind == TESTDATA_LIMITS && is_float)
		fill_floats(array, port, rng);
	else if (kind == TESTDATA_LIMITS && scalar_is_int(array->scalar))
		fill_integers(array, port, rng);
	else if (is_float && !port->ranged)
		fill_rows(array, kind == TESTDATA_NANS ? (double)NAN
						       : (double)INFINITY,
			  rng);
}
