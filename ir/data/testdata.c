#include "ir/data/testdata.h"

#include <math.h>

#include "base/hash.h"
#include "base/rng.h"
#include "ir/core/residue.h"
#include "ir/data/testdata_exact.h"
#include "ir/data/testdata_lengths.h"
#include "ir/data/testdata_range.h"
#include "ir/data/testdata_special.h"

/* lo + (hi - lo) * u without overflow; rounding may not leave the range. */
static double between(FloatRange range, double u)
{
	double x = range.lo * (1 - u) + range.hi * u;

	return x < range.lo ? range.lo : x > range.hi ? range.hi : x;
}

static double unit32(uint32_t bits)
{
	return bits * 0x1p-32;
}

static void fill_f16(uint16_t *x, int64_t n, FloatRange range, Rng *rng)
{
	uint64_t bits = 0;

	for (int64_t i = 0; i < n; i++, bits >>= 32) {
		if (i % 2 == 0)
			bits = rng_u64(rng);
		x[i] = scalar_to_half(between(range, unit32((uint32_t)bits)));
	}
}

static void fill_f32(float *x, int64_t n, FloatRange range, Rng *rng)
{
	uint64_t bits = 0;

	for (int64_t i = 0; i < n; i++, bits >>= 32) {
		if (i % 2 == 0)
			bits = rng_u64(rng);
		x[i] = (float)between(range, unit32((uint32_t)bits));
	}
}

static void fill_f64(double *x, int64_t n, FloatRange range, Rng *rng)
{
	for (int64_t i = 0; i < n; i++)
		x[i] = between(range, rng_unit(rng));
}

static void fill_floats(Array *array, FloatRange range, Rng *rng)
{
	int64_t n = array->elements;

	switch (array->scalar) {
	case SCALAR_F16: fill_f16(array->data, n, range, rng); return;
	case SCALAR_F32: fill_f32(array->data, n, range, rng); return;
	default:         fill_f64(array->data, n, range, rng); return;
	}
}

/* Two from one draw; the bias is below 2^-31 of each value's share. */
static Array residues(const Port *port, Rng *rng)
{
	Port stored = *port;
	Array array;
	uint32_t *x;
	uint64_t bits = 0;

	stored.scalar = SCALAR_U32;
	array = array_of_port(&stored);
	x = array.data;
	for (int64_t i = 0; i < array.elements; i++, bits >>= 32) {
		if (i % 2 == 0)
			bits = rng_u64(rng);
		x[i] = residue_cut((uint32_t)bits & RESIDUE_P);
	}
	return array;
}

static void fill_bools(uint8_t *x, int64_t n, Rng *rng)
{
	uint64_t bits = 0;

	for (int64_t i = 0; i < n; i++, bits >>= 1) {
		if (i % 64 == 0)
			bits = rng_u64(rng);
		x[i] = bits & 1;
	}
}

/* Integers of a type are their low bytes. */
static void store(Array *array, int64_t i, uint64_t value)
{
	switch (scalar_bytes(array->scalar)) {
	case 1: ((uint8_t *)array->data)[i] = (uint8_t)value; return;
	case 2: ((uint16_t *)array->data)[i] = (uint16_t)value; return;
	case 4: ((uint32_t *)array->data)[i] = (uint32_t)value; return;
	case 8: ((uint64_t *)array->data)[i] = value; return;
	}
}

/* Up to 2^16 different values: two from one draw, by multiplication (the bias
 * is below 2^-16 of each value's share). */
static void fill_narrow(Array *array, int64_t lo, uint64_t count, Rng *rng)
{
	uint64_t bits = 0;

	for (int64_t i = 0; i < array->elements; i++, bits <<= 32) {
		if (i % 2 == 0)
			bits = rng_u64(rng);
		store(array, i, (uint64_t)lo + ((bits >> 32) * count >> 32));
	}
}

static void fill_wide(Array *array, int64_t lo, uint64_t count, Rng *rng)
{
	for (int64_t i = 0; i < array->elements; i++)
		store(array, i, (uint64_t)lo + (count ? rng_below(rng, count)
						      : rng_u64(rng)));
}

static void fill_integers(Array *array, IntRange range, Rng *rng)
{
	enum { NARROW = 1 << 16 };
	uint64_t count = (uint64_t)range.hi - (uint64_t)range.lo + 1;

	if (count && count <= NARROW)
		fill_narrow(array, range.lo, count, rng);
	else
		fill_wide(array, range.lo, count, rng);
}

bool testdata_can_be_exact(const Port *port)
{
	return !scalar_is_float(port->scalar)
	    || exact_has_integers(port->scalar, range_of_exact(port));
}

/* The offsets of rows that an input is; false: its range has none. */
static bool fill_offsets(Array *array, const Port *port, uint64_t seed,
			 Rng *rng)
{
	const IntRange range = range_of_offsets(port);
	Port offsets = *port;
	Array drawn;

	if (range.hi < range.lo)
		return false;
	offsets.scalar = SCALAR_I64;
	offsets.part = "offsets";
	offsets.ihi = range.hi - range.lo;
	drawn = array_of_port(&offsets);
	lengths_fill(&drawn, &offsets, seed, rng);
	for (int64_t i = 0; i < array->elements; i++)
		store(array, i, (uint64_t)(range.lo
					   + ((int64_t *)drawn.data)[i]));
	array_free(&drawn);
	return true;
}

static Rng stream_of(const Port *port, uint64_t seed, TestdataKind kind)
{
	return rng_seeded(seed, hash_combine(hash_string(port->name), kind));
}

static void fill_exactly(Array *array, const Port *port, uint64_t seed,
			 TestdataKind kind, Rng *rng)
{
	const FloatRange range = range_of_exact(port);

	exact_fill(array, range, kind == TESTDATA_SPARSE, seed, rng);
	if (kind == TESTDATA_EVEN)
		exact_even(array, range);
}

static void fill_elements(Array *array, const Port *port, uint64_t seed,
			  TestdataKind kind, Rng *rng)
{
	if (port->scalar == SCALAR_BOOL)
		fill_bools(array->data, array->elements, rng);
	else if (!scalar_is_float(port->scalar))
		fill_integers(array, range_of_integers(port), rng);
	else if ((kind == TESTDATA_EXACT || kind == TESTDATA_SPARSE
		  || kind == TESTDATA_EVEN)
		 && testdata_can_be_exact(port))
		fill_exactly(array, port, seed, kind, rng);
	else
		fill_floats(array, range_of_floats(port), rng);
	if (kind >= TESTDATA_NANS && kind < TESTDATA_WIDE)
		special_fill(array, port, kind, rng);
}

Array testdata_draw(const Port *port, uint64_t seed, TestdataKind kind)
{
	Rng rng = stream_of(port, seed, kind);
	Array array;

	if (kind == TESTDATA_FIELD && scalar_is_float(port->scalar))
		return residues(port, &rng);
	array = array_of_port(port);
	if (!array.elements)
		return array;
	if (port->part)
		lengths_fill(&array, port, seed, &rng);
	else if (!port->ascending || !fill_offsets(&array, port, seed, &rng))
		fill_elements(&array, port, seed, kind, &rng);
	return array;
}

double testdata_wide(Scalar scalar, double steps, int degree)
{
	double room = ldexp(1, range_significand(scalar)) / steps;

	return floor(pow(room, 1.0 / degree));
}

/* One side of 0, if the range has both. */
static FloatRange one_sided(FloatRange range)
{
	if (range.hi >= 1)
		range.lo = fmax(range.lo, 0);
	return range;
}

Array testdata_draw_wide(const Port *port, uint64_t seed, TestdataKind kind,
			 double most)
{
	Rng rng = stream_of(port, seed, kind);
	FloatRange range = { -most, most };
	Array array;

	if (!scalar_is_float(port->scalar) || !testdata_can_be_exact(port))
		return testdata_draw(port, seed, TESTDATA_RANDOM);
	if (port->ranged)
		range = range_of_floats(port);
	if (kind == TESTDATA_TALL)
		range = one_sided(range);
	array = array_of_port(port);
	exact_fill_wide(&array, range, most, &rng);
	return array;
}
