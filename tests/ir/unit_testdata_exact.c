/* Test data that are to be compared exactly: every order of a sum gives the same
 * bits, and a lost element shows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "tests/ir/testdata_port.h"

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
	for (int row = 0; row < 2 * 3 * 3 * 2; row++) {
		int type = row % 2, degree = 1 + row / 6 % 3;
		bool tall = row >= 2 * 3 * 3;
		int64_t n = lengths[row / 2 % 3];
		Port port = port_of(types[type].scalar, n);
		double most = testdata_wide(port.scalar, (double)n, degree);
		Array array = testdata_draw_wide(&port, 3,
				tall ? TESTDATA_TALL : TESTDATA_WIDE, most);
		double sum = 0, magnitudes = 0, largest = 0;

		for (int64_t i = 0; i < n; i++) {
			double x = array_get(&array, i);

			assert_true(x == floor(x) && fabs(x) <= most);
			sum += pow(x, degree);
			magnitudes += pow(fabs(x), degree);
			largest = fmax(largest, fabs(sum));
		}
		assert_true(magnitudes <= ldexp(1, types[type].bits));
		assert_true(!tall || sum >= ldexp(1, types[type].bits - 4));
		assert_true(!tall || sum == magnitudes);
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
		Array array = testdata_draw_wide(&port, 3, TESTDATA_WIDE,
						 100);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
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
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
