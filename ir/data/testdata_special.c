#include "ir/data/testdata_special.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"

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

/* -- ends ------------------------------------------------------------------ */

/* Beyond what is drawn for a port without a range; 100 is the most there. Of bools
 * and offsets there are none: least is most. */
typedef struct Ends {
	double least, most;
} Ends;

static Ends ends_of(const Array *array, const Port *port)
{
	if (array->scalar == SCALAR_BOOL || port->ascending)
		return (Ends){ 0, 0 };
	if (scalar_is_float(array->scalar))
		return port->ranged ? (Ends){ port->lo, port->hi }
				    : (Ends){ port->positive ? 0 : -2, 2 };
	if (port->ranged)
		return (Ends){ (double)port->ilo, (double)port->ihi };
	return (Ends){ scalar_is_signed(array->scalar) ? -120 : 0, 120 };
}

static void set_end(Array *array, int64_t i, double value)
{
	if (scalar_is_float(array->scalar))
		array_set(array, i, value);
	else
		set_integer(array, i, (uint64_t)(int64_t)value);
}

/* The end of row number `row` of so many: the later, the nearer to the most;
 * the difference is a small part of the range. */
static double end_of(Ends ends, bool most, double row, double rows)
{
	const double step = (ends.most - ends.least) / 1024
			  * (1 - (row + 1) / rows);

	return most ? ends.most - step : ends.least + step;
}

static void fill_ends(Array *array, const Port *port, bool rising)
{
	const Ends ends = ends_of(array, port);
	int64_t length = array->rank ? array->dims[array->rank - 1] : 0;
	int64_t rows = length ? array->elements / length : 0;

	if (ends.least >= ends.most || array->elements < 2)
		return;
	for (int64_t row = 0; row < rows; row++) {
		int64_t of = rising ? row : rows - 1 - row;

		set_end(array, row * length,
			end_of(ends, !rising, (double)of, (double)rows));
		set_end(array, (row + 1) * length - 1,
			end_of(ends, rising, (double)of, (double)rows));
	}
}

/* The last index that is more than one number. */
static int64_t row_length(const Array *array)
{
	for (int d = array->rank; d-- > 0;)
		if (array->dims[d] > 1)
			return array->dims[d];
	return 1;
}

/* One in each row, at another place in each turn. */
static void crown_rows(Array *array, Ends ends, int turn)
{
	const int64_t length = row_length(array);
	const int64_t rows = array->elements / length;

	for (int64_t row = 0; row < rows; row++) {
		double of = (double)((row + turn / length) % rows);
		int64_t at = row * length, place = (turn + row) % length;

		set_end(array, at + place,
			end_of(ends, false, of, (double)rows));
		set_end(array, at + (place + length / 2) % length,
			end_of(ends, true, of, (double)rows));
	}
}

/* Near enough to an end, and nearer the less part (of 1) is. */
static double near_end(Ends ends, bool most, bool is_float, double part)
{
	const double share = is_float ? 1024 : 16;
	const double step = (ends.most - ends.least) / share * part;
	const double whole = is_float ? step : floor(step);

	return most ? ends.most - whole : ends.least + whole;
}

/* Many at a time, at random. Each is one of them once in a pass, among others
 * each time: whichever few elements are chosen from, it is the chosen one in
 * some turn. */
static void crown_many(Array *array, Ends ends, int turn, int turns)
{
	enum { PASSES = 8 };
	const int passes = turns < 2 * PASSES ? 1 : PASSES;
	const int length = turns / passes < 2 ? 2 : turns / passes;
	const uint64_t pass = (uint64_t)(turn / length);
	const int now = turn % length, then = (now + length / 2) % length;

	for (int64_t i = 0; i < array->elements; i++) {
		const uint64_t hash = hash_combine(pass, (uint64_t)i);
		const int own = (int)(hash % (uint64_t)length);

		if (own == now || own == then)
			set_end(array, i,
				near_end(ends, own == then,
					 scalar_is_float(array->scalar),
					 ldexp((double)(hash >> 32), -32)));
	}
}

void special_crown(Array *array, const Port *port, int turn, int turns)
{
	const Ends ends = ends_of(array, port);

	if (ends.least >= ends.most || array->elements < 2)
		return;
	if (array->elements <= turns)
		crown_rows(array, ends, turn);
	else if (turn % 2 && row_length(array) <= turns / 2)
		crown_rows(array, ends, turn / 2);
	else if (row_length(array) <= turns / 2)
		crown_many(array, ends, turn / 2, turns / 2);
	else
		crown_many(array, ends, turn, turns);
}

void special_fill(Array *array, const Port *port, TestdataKind kind, Rng *rng)
{
	const bool is_float = scalar_is_float(array->scalar);

	if (kind == TESTDATA_RISING || kind == TESTDATA_FALLING)
		fill_ends(array, port, kind == TESTDATA_RISING);
	else if (kind == TESTDATA_LIMITS && is_float)
		fill_floats(array, port, rng);
	else if (kind == TESTDATA_LIMITS && scalar_is_int(array->scalar))
		fill_integers(array, port, rng);
	else if (is_float && !port->ranged)
		fill_rows(array, kind == TESTDATA_NANS ? (double)NAN
						       : (double)INFINITY,
			  rng);
}
