/* Properties of test data: the same everywhere, within their range, and, where
 * they are to be compared exactly, such that every order of a sum gives the
 * same bits and a lost element shows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/rng.h"
#include "ir/data/testdata.h"
#include "ir/data/testdata_special.h"

static Port port_of(Scalar scalar, int64_t n)
{
	return (Port){ .name = "xs", .scalar = scalar, .rank = n > 0,
		       .dims = { n }, .elements = n > 0 ? n : 1 };
}

static Port ranged(Port port, double lo, double hi)
{
	port.ranged = true;
	port.lo = lo;
	port.hi = hi;
	port.ilo = (int64_t)lo;
	port.ihi = (int64_t)hi;
	return port;
}

static uint64_t hash_of(const Port *port, uint64_t seed, TestdataKind kind)
{
	Array array = testdata_draw(port, seed, kind);
	uint64_t h = hash_bytes(HASH_SEED, array.data, array_bytes(&array));

	array_free(&array);
	return h;
}

static void seed_name_and_kind_decide(void **state)
{
	(void)state;
	for (int s = 0; s < SCALAR_COUNT; s++) {
		Port port = port_of((Scalar)s, 1000), other = port;
		uint64_t h = hash_of(&port, 1, TESTDATA_RANDOM);

		other.name = "ys";
		assert_true(h == hash_of(&port, 1, TESTDATA_RANDOM));
		assert_true(h != hash_of(&port, 2, TESTDATA_RANDOM));
		assert_true(h != hash_of(&other, 1, TESTDATA_RANDOM));
		assert_true(h != hash_of(&port, 1, TESTDATA_EXACT));
	}
}

/* Frozen: rows in a database were measured on these data. */
static void the_data_never_change(void **state)
{
	Port f32 = port_of(SCALAR_F32, 100000), i32 = port_of(SCALAR_I32, 1000);
	Port f16 = port_of(SCALAR_F16, 1000), f64 = port_of(SCALAR_F64, 1000);

	(void)state;
	assert_true(hash_of(&f32, 0, TESTDATA_RANDOM)
		    == UINT64_C(0xcaec9d55a592eb93));
	assert_true(hash_of(&f32, 0, TESTDATA_EXACT)
		    == UINT64_C(0xad3b61c8df5f8165));
	assert_true(hash_of(&i32, 0, TESTDATA_RANDOM)
		    == UINT64_C(0x236bed668827c9fd));
	assert_true(hash_of(&f16, 0, TESTDATA_RANDOM)
		    == UINT64_C(0x22a5ef7b14cb0cfe));
	assert_true(hash_of(&f64, 0, TESTDATA_RANDOM)
		    == UINT64_C(0x66b8894a1e8522ce));
}

typedef struct Bounds {
	double least, most, mean;
} Bounds;

static Bounds bounds_of(const Port *port, TestdataKind kind)
{
	Array array = testdata_draw(port, 5, kind);
	Bounds b = { INFINITY, -INFINITY, 0 };

	for (int64_t i = 0; i < array.elements; i++) {
		double x = array_get(&array, i);

		b.least = fmin(b.least, x);
		b.most = fmax(b.most, x);
		b.mean += x / (double)array.elements;
	}
	array_free(&array);
	return b;
}

typedef struct RangeRow {
	Scalar scalar;
	bool ranged;
	double lo, hi;
} RangeRow;

static const RangeRow range_rows[] = {
	{ SCALAR_F16, false, -1, 1 },
	{ SCALAR_F32, false, -1, 1 },
	{ SCALAR_F64, false, -1, 1 },
	{ SCALAR_I8, false, -100, 100 },
	{ SCALAR_I64, false, -100, 100 },
	{ SCALAR_U8, false, 0, 100 },
	{ SCALAR_U64, false, 0, 100 },
	{ SCALAR_BOOL, false, 0, 1 },
	{ SCALAR_F32, true, 0.1, 0.7 },
	{ SCALAR_F16, true, -0.7, 0.1 },
	{ SCALAR_F16, true, -60000, -50000 },
	{ SCALAR_F64, true, -1.7e308, 1.7e308 },
	{ SCALAR_I32, true, 0, 0 },
	{ SCALAR_I32, true, -2147483648.0, 2147483647.0 },
	{ SCALAR_I32, true, 5, 1e6 },
	{ SCALAR_I64, true, -4e18, 4e18 },
	{ SCALAR_U32, true, 0, 4e9 },
	{ SCALAR_F64, true, 0.3, 0.3 },
};

static void random_data_fill_their_range(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof range_rows / sizeof *range_rows; i++) {
		const RangeRow *row = &range_rows[i];
		Port port = port_of(row->scalar, 20000);
		double near = 0.02 * (row->hi / 2 - row->lo / 2);
		Bounds b;

		if (row->ranged)
			port = ranged(port, row->lo, row->hi);
		b = bounds_of(&port, TESTDATA_RANDOM);
		assert_true(row->lo <= b.least && b.least <= row->lo + near);
		assert_true(row->hi - near <= b.most && b.most <= row->hi);
		assert_true(fabs(b.mean - (row->lo / 2 + row->hi / 2))
			    <= 2 * near + 1e-9);
	}
}

/* 0.1 is no float: the nearest one is larger. */
static void a_range_is_kept_to_the_last_bit(void **state)
{
	const Scalar floats[] = { SCALAR_F16, SCALAR_F32 };

	(void)state;
	for (int i = 0; i < 2; i++) {
		Port port = ranged(port_of(floats[i], 1000), 0.0999999, 0.1);
		Bounds b;

		b = bounds_of(&port, TESTDATA_RANDOM);
		if (floats[i] == SCALAR_F32)
			assert_true(b.least >= 0.0999999 && b.most <= 0.1);
		else /* no half lies there */
			assert_true(b.least == b.most);
	}
}

/* --- exact ------------------------------------------------------------- */

enum { MILLION = 1 << 20 };

static Array exact(Scalar scalar, int64_t n)
{
	Port port = port_of(scalar, n);

	return testdata_draw(&port, 3, TESTDATA_EXACT);
}

static void exact_data_are_small_integers(void **state)
{
	const Scalar floats[] = { SCALAR_F16, SCALAR_F32, SCALAR_F64 };
	Bounds b;

	(void)state;
	for (int i = 0; i < 3; i++) {
		Array array = exact(floats[i], 300);
		int seen[7] = { 0 };

		for (int64_t j = 0; j < array.elements; j++) {
			double x = array_get(&array, j);

			assert_true(x == floor(x) && x != 0);
			if (j == 0 || j == array.elements - 1) {
				assert_true(fabs(x) == 4);
				continue;
			}
			assert_true(fabs(x) <= 3);
			seen[(int)x + 3]++;
		}
		for (int x = -3; x <= 3; x++)
			assert_true(x == 0 || seen[x + 3] > 20);
		array_free(&array);
	}
	b = bounds_of(&(Port){ .name = "a", .scalar = SCALAR_F32,
			       .elements = 1 }, TESTDATA_EXACT);
	assert_true(fabs(b.mean) == 2 || fabs(b.mean) == 4);
}

static float sum_in_order(const float *x, int64_t n, bool magnitudes)
{
	float sum = 0;

	for (int64_t i = 0; i < n; i++)
		sum += magnitudes ? fabsf(x[i]) : x[i];
	return sum;
}

static float sum_in_strides(const float *x, int64_t n, bool magnitudes)
{
	enum { STRIDES = 48 };
	float sums[STRIDES] = { 0 }, sum = 0;

	for (int64_t i = 0; i < n; i++)
		sums[i % STRIDES] += magnitudes ? fabsf(x[i]) : x[i];
	for (int i = STRIDES - 1; i >= 0; i--)
		sum += sums[i];
	return sum;
}

static void any_order_gives_the_same_sum(void **state)
{
	static const int64_t lengths[] = {
		1, 1000, MILLION, 3 * MILLION, 6 * MILLION, 13 * MILLION,
		16000000, 16 * MILLION,
	};

	(void)state;
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
		for (int magnitudes = 0; magnitudes < 2; magnitudes++) {
			int64_t n = lengths[i];
			Array array = exact(SCALAR_F32, n);
			const float *x = array.data;
			float sum = sum_in_order(x, n, magnitudes);

			assert_true(sum == sum_in_strides(x, n, magnitudes));
			assert_true(sum != sum_in_order(x, n - 1, magnitudes));
			assert_true(sum != sum_in_order(x + 1, n - 1,
							magnitudes));
			array_free(&array);
		}
}

static void squares_fit_as_long_as_elements_do(void **state)
{
	static const int64_t lengths[] = { 300, 341, 342, 682, 683, 1517, 1518,
					   2000, 2048 };
	const Scalar types[] = { SCALAR_F16, SCALAR_F32 };

	(void)state;
	for (int t = 0; t < 2; t++)
		for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
			int64_t scale = t ? 8192 : 1;
			Array array = exact(types[t], lengths[i] * scale);
			double sum = 0;

			for (int64_t j = 0; j < array.elements; j++)
				sum += pow(array_get(&array, j), 2);
			assert_true(sum <= 2048.0 * (double)scale);
			array_free(&array);
		}
}

static void few_elements_are_zero(void **state)
{
	static const int64_t lengths[] = { 1000, 11 * MILLION, 16 * MILLION };
	static const double most[] = { 0, 0, 0.07 };

	(void)state;
	for (int i = 0; i < 3; i++) {
		Array array = exact(SCALAR_F32, lengths[i]);
		const float *x = array.data;
		int64_t zeros = 0;

		for (int64_t j = 0; j < array.elements; j++)
			zeros += x[j] == 0;
		assert_true((double)zeros <= most[i] * (double)lengths[i]);
		array_free(&array);
	}
}

/* Neighbours differ in magnitude often enough for a shift to show. */
static void a_shift_shows(void **state)
{
	static const int64_t lengths[] = { 1000, 11 * MILLION, 16 * MILLION };

	(void)state;
	for (int i = 0; i < 3; i++) {
		Array array = exact(SCALAR_F32, lengths[i]);
		const float *x = array.data;
		int64_t differ = 0;

		for (int64_t j = 1; j < array.elements; j++)
			differ += fabsf(x[j]) != fabsf(x[j - 1]);
		assert_true(differ > array.elements / 10);
		array_free(&array);
	}
}

typedef struct ExactRow {
	double lo, hi;     /* declared */
	double least, most; /* drawn */
} ExactRow;

static const ExactRow exact_rows[] = {
	{ 0, 1, 0, 1 },
	{ -1, 1, -1, 1 },
	{ -0.5, 2.5, 1, 2 },
	{ 0, 1e9, 1, 4 },
	{ -1e9, 0, -4, -1 },
	{ 0.5, 1.5, 1, 1 },
	{ 10, 20, 10, 13 },
	{ -20, -10.5, -14, -11 },
	{ -1, 2, -1, 2 },
};

static void exact_data_keep_to_the_range(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof exact_rows / sizeof *exact_rows; i++) {
		const ExactRow *row = &exact_rows[i];
		Port port = ranged(port_of(SCALAR_F32, 1000), row->lo, row->hi);
		Port scalar = ranged(port_of(SCALAR_F32, 0), row->lo, row->hi);
		Bounds b = bounds_of(&port, TESTDATA_EXACT);

		assert_true(b.least == row->least);
		assert_true(b.most == row->most);
		b = bounds_of(&scalar, TESTDATA_EXACT);
		assert_true(row->lo <= b.least && b.most <= row->hi);
		assert_true(b.mean == floor(b.mean));
		assert_true(testdata_can_be_exact(&port));
	}
}

static void a_range_without_integers_is_said(void **state)
{
	Port port = ranged(port_of(SCALAR_F32, 1000), 0.2, 0.8);
	Bounds b = bounds_of(&port, TESTDATA_EXACT);

	(void)state;
	assert_false(testdata_can_be_exact(&port));
	assert_true(b.least >= 0.2 && b.most <= 0.8);
	port = ranged(port, 1e9, 2e9);
	assert_false(testdata_can_be_exact(&port));
}

/* More elements than any f32 can count, if not by their absence. */
static void sparse_data_are_exact_beyond(void **state)
{
	int64_t n = 40 * MILLION;
	Port port = port_of(SCALAR_F32, n);
	Array array = testdata_draw(&port, 3, TESTDATA_SPARSE);
	const float *x = array.data;
	float sum = sum_in_order(x, n, true);

	(void)state;
	assert_true(sum < 0x1p24f && sum > 0x1p22f);
	assert_true(sum == sum_in_strides(x, n, true));
	for (int i = 0; i < TESTDATA_EDGE; i++)
		assert_true(x[i] != 0 && x[n - 1 - i] != 0);
	array_free(&array);
}

/* Sums of products of so many elements fit, whatever their signs, and are
 * larger than a narrower type holds. */
static void wide_data_fill_the_significand(void **state)
{
	static const struct {
		Scalar scalar;
		int bits, narrower;
	} types[] = { { SCALAR_F32, 24, 11 }, { SCALAR_F64, 53, 24 } };
	static const int64_t lengths[] = { 100, 1024, 5000 };

	(void)state;
	for (int row = 0; row < 2 * 3 * 3; row++) {
		int type = row % 2, degree = 1 + row / 6;
		int64_t n = lengths[row / 2 % 3];
		Port port = port_of(types[type].scalar, n);
		double most = testdata_wide(port.scalar, (double)n, degree);
		Array array = testdata_draw_wide(&port, 3, most);
		double sum = 0, magnitudes = 0, largest = 0;

		for (int64_t i = 0; i < n; i++) {
			double x = array_get(&array, i);

			assert_true(x == floor(x) && fabs(x) <= most);
			sum += pow(x, degree);
			magnitudes += pow(fabs(x), degree);
			largest = fmax(largest, fabs(sum));
		}
		assert_true(magnitudes <= ldexp(1, types[type].bits - 3));
		assert_true(largest > ldexp(1, types[type].narrower));
		array_free(&array);
	}
}

static void wide_data_keep_to_the_range(void **state)
{
	static const double ranges[][4] = { /* declared, and what is drawn */
		{ 0, 1, 0, 1 }, { -5.5, 1e30, -5, 100 }, { 10, 1e9, 10, 110 },
		{ -1e9, -10.5, -111, -11 }, { -1.7e38, 1.7e38, -100, 100 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
		Port port = ranged(port_of(SCALAR_F32, 20000), ranges[i][0],
				   ranges[i][1]);
		Array array = testdata_draw_wide(&port, 3, 100);
		double least = INFINITY, most = -INFINITY;

		for (int64_t k = 0; k < array.elements; k++) {
			least = fmin(least, array_get(&array, k));
			most = fmax(most, array_get(&array, k));
		}
		assert_true(least == ranges[i][2] && most == ranges[i][3]);
		array_free(&array);
	}
}

static void sparse_ports_are_sparse_together(void **state)
{
	Port a = port_of(SCALAR_F16, 10000), b = a;
	Array x, y;

	(void)state;
	b.name = "ys";
	x = testdata_draw(&a, 3, TESTDATA_SPARSE);
	y = testdata_draw(&b, 3, TESTDATA_SPARSE);
	for (int64_t i = 0; i < a.elements; i++)
		assert_true((array_get(&x, i) == 0) == (array_get(&y, i) == 0));
	array_free(&x);
	array_free(&y);
}

static Port special_port(Scalar scalar, int64_t rows, int64_t columns)
{
	return (Port){ .name = "x", .ident = "x", .scalar = scalar, .rank = 2,
		       .dims = { rows, columns },
		       .elements = rows * columns, .into = -1 };
}

/* One NaN or infinity in each row, and none where a range is declared. */
static void test_special_rows(void **state)
{
	static const Scalar floats[] = { SCALAR_F16, SCALAR_F32, SCALAR_F64 };
	enum { ROWS = 20, COLUMNS = 33 };

	(void)state;
	for (int f = 0; f < 6; f++) {
		Port port = special_port(floats[f / 2], ROWS, COLUMNS);
		Array a = testdata_draw(&port, 3, f % 2 ? TESTDATA_NANS
							: TESTDATA_INFINITE);

		for (int r = 0; r < ROWS; r++) {
			int found = 0;

			for (int c = 0; c < COLUMNS; c++) {
				double x = array_get(&a, r * COLUMNS + c);

				found += f % 2 ? isnan(x) : x > 1e30 && isinf(x);
			}
			assert_int_equal(found, 1);
		}
		array_free(&a);
		port.ranged = true;
		port.hi = 2;
		a = testdata_draw(&port, 3, TESTDATA_NANS);
		for (int64_t i = 0; i < a.elements; i++)
			assert_true(array_get(&a, i) >= 0
				    && array_get(&a, i) <= 2);
		array_free(&a);
	}
}

/* Zeros of both signs, denormals and equal neighbours; of integers the limits,
 * those of the range where there is one. */
static void test_limits(void **state)
{
	Port port = special_port(SCALAR_F32, 100, 100);
	Array a = testdata_draw(&port, 3, TESTDATA_LIMITS);
	int minus = 0, denormal = 0, equal = 0, low = 0, high = 0;

	(void)state;
	for (int64_t i = 0; i < a.elements; i++) {
		double x = array_get(&a, i);

		minus += x == 0 && signbit(x);
		denormal += x != 0 && fabs(x) < 0x1p-126;
		equal += i && x != 0 && x == array_get(&a, i - 1);
	}
	assert_true(minus > 100 && denormal > 100 && equal > 100);
	array_free(&a);
	port = special_port(SCALAR_I16, 100, 100);
	for (int ranged = 0; ranged < 2; ranged++) {
		port.ranged = ranged;
		port.ilo = -5;
		port.ihi = 9;
		a = testdata_draw(&port, 3, TESTDATA_LIMITS);
		low = high = 0;
		for (int64_t i = 0; i < a.elements; i++) {
			double x = array_get(&a, i);

			assert_true(!ranged || (x >= -5 && x <= 9));
			low += x == (ranged ? -5 : -32768);
			high += x == (ranged ? 9 : 32767);
		}
		assert_true(low > 100 && high > 100);
		array_free(&a);
	}
}

/* The last element of each row is the greatest of all of its row, the first the
 * least; the last of all is the greatest. FALLING: the other way round. */
static void ends_decide(void **state)
{
	static const Scalar scalars[] = { SCALAR_F32, SCALAR_I8, SCALAR_F64 };

	(void)state;
	for (int k = 0; k < 6; k++) {
		Port port = special_port(scalars[k / 2], 20, 50);
		bool rising = k % 2;
		Array a = testdata_draw(&port, 3, rising ? TESTDATA_RISING
							 : TESTDATA_FALLING);
		double most = array_get(&a, rising ? a.elements - 1 : 0);

		for (int64_t i = 0; i < a.elements; i++) {
			int64_t row = i - i % 50;
			double x = array_get(&a, i);

			assert_true(x <= most);
			assert_true(x >= array_get(&a, row + !rising * 49));
			assert_true(x <= array_get(&a, row + rising * 49));
		}
		array_free(&a);
	}
}

/* Counts at which place of each row the least element stands, or the greatest. */
static void count_extremes(const Array *array, int64_t length, int sign,
			   int *counts)
{
	for (int64_t at = 0; at < array->elements; at += length) {
		int64_t best = at;

		for (int64_t i = at; i < at + length; i++)
			if (sign * array_get(array, i)
			    < sign * array_get(array, best))
				best = i;
		counts[best]++;
	}
}

/* With as many turns as elements each is the least, and the greatest, of its row
 * and of the whole array. */
static void each_place_is_crowned(void **state)
{
	enum { ROWS = 6, LENGTH = 10, ALL = ROWS * LENGTH };
	Port port = port_of(SCALAR_F32, ALL);

	(void)state;
	port.rank = 2;
	port.dims[0] = ROWS;
	port.dims[1] = LENGTH;
	for (int sign = -1; sign <= 1; sign += 2) {
		int of_row[ALL] = { 0 }, of_all[ALL] = { 0 };

		for (int turn = 0; turn < ALL; turn++) {
			Array array = testdata_draw(&port, 1, TESTDATA_RANDOM);

			special_crown(&array, &port, turn, ALL);
			count_extremes(&array, LENGTH, sign, of_row);
			count_extremes(&array, ALL, sign, of_all);
			array_free(&array);
		}
		for (int i = 0; i < ALL; i++) {
			assert_int_equal(of_row[i], ROWS);
			assert_int_equal(of_all[i], 1);
		}
	}
}

/* The group, of 16, that an element is chosen from: adjacent ones, every 64th,
 * tiles of rows of 64. */
static int64_t group_of(int way, int64_t i)
{
	return way == 0 ? i / 16 : way == 1 ? i % 64
	     : i / 256 * 16 + i % 64 / 4;
}

static void note_chosen(const Array *array, int way, int sign, bool *chosen)
{
	int64_t best[64];

	for (int g = 0; g < 64; g++)
		best[g] = -1;
	for (int64_t i = 0; i < array->elements; i++) {
		int64_t *of = &best[group_of(way, i)];

		if (*of < 0 || sign * array_get(array, i)
			       > sign * array_get(array, *of))
			*of = i;
	}
	for (int g = 0; g < 64; g++)
		chosen[best[g]] = true;
}

/* With fewer turns than elements each is the chosen one of some others, whichever
 * they are. */
static void each_place_is_crowned_among_few(void **state)
{
	enum { ALL = 1024, TURNS = 256, KINDS = 3 };
	static const Scalar scalars[KINDS] = { SCALAR_F32, SCALAR_I32,
					       SCALAR_F64 };

	(void)state;
	for (int k = 0; k < 2 * KINDS * 3; k++) {
		const int way = k / 2 % 3, sign = k % 2 ? 1 : -1;
		Port port = port_of(scalars[k / 6], ALL);
		bool chosen[ALL] = { false };
		int never = 0;

		for (int turn = 0; turn < TURNS; turn++) {
			Array array = testdata_draw(&port, 1, TESTDATA_RANDOM);

			special_crown(&array, &port, turn, TURNS);
			note_chosen(&array, way, sign, chosen);
			array_free(&array);
		}
		for (int i = 0; i < ALL; i++)
			never += !chosen[i];
		assert_int_equal(never, 0);
	}
}

/* Offsets ascend from 0 to at most what there is room for, whatever that is and
 * however the floats beside them are drawn; some rows are empty, and uniform
 * ones have one with a third of all. */
static void lengths_ascend_and_fit(void **state)
{
	static const int64_t rows[] = { 0, 1, 2, 40, 1000 };

	(void)state;
	for (uint64_t seed = 0; seed < 60; seed++) {
		const int64_t m = rows[seed / 3 % 5], most = 7 * (int64_t)seed;
		Port port = port_of(SCALAR_I64, m + 1);
		Array a;
		const int64_t *offsets;
		int64_t longest = 0, empty = 0;

		port.part = "offsets";
		port.ihi = most;
		a = testdata_draw(&port, seed, seed % 2 ? TESTDATA_LIMITS
						       : TESTDATA_RANDOM);
		offsets = a.data;
		assert_int_equal(offsets[0], 0);
		for (int64_t i = 0; i < m; i++) {
			const int64_t length = offsets[i + 1] - offsets[i];

			assert_true(length >= 0);
			empty += !length;
			longest = length > longest ? length : longest;
		}
		assert_true(offsets[m] <= most);
		assert_true(m < 40 || empty);
		assert_true(seed % 3 || m != 1 || longest == most / 3);
		array_free(&a);
	}
}

static void a_list_has_at_most_so_many(void **state)
{
	Port port = port_of(SCALAR_I64, 0);
	bool found[4] = { false };

	(void)state;
	port.part = "count";
	port.ihi = 3;
	for (uint64_t seed = 0; seed < 100; seed++) {
		Array a = testdata_draw(&port, seed, TESTDATA_EXACT);
		const int64_t count = *(const int64_t *)a.data;

		assert_true(count >= 0 && count <= 3);
		found[count] = true;
		array_free(&a);
	}
	for (int i = 0; i < 4; i++)
		assert_true(found[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seed_name_and_kind_decide),
		cmocka_unit_test(the_data_never_change),
		cmocka_unit_test(random_data_fill_their_range),
		cmocka_unit_test(a_range_is_kept_to_the_last_bit),
		cmocka_unit_test(exact_data_are_small_integers),
		cmocka_unit_test(any_order_gives_the_same_sum),
		cmocka_unit_test(squares_fit_as_long_as_elements_do),
		cmocka_unit_test(few_elements_are_zero),
		cmocka_unit_test(a_shift_shows),
		cmocka_unit_test(exact_data_keep_to_the_range),
		cmocka_unit_test(a_range_without_integers_is_said),
		cmocka_unit_test(sparse_data_are_exact_beyond),
		cmocka_unit_test(wide_data_fill_the_significand),
		cmocka_unit_test(wide_data_keep_to_the_range),
		cmocka_unit_test(sparse_ports_are_sparse_together),
		cmocka_unit_test(test_special_rows),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(ends_decide),
		cmocka_unit_test(each_place_is_crowned),
		cmocka_unit_test(each_place_is_crowned_among_few),
		cmocka_unit_test(lengths_ascend_and_fit),
		cmocka_unit_test(a_list_has_at_most_so_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
