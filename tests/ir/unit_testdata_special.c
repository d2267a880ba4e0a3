/* Test data that decide on what is special: NaN, infinities, zeros of both signs,
 * limits, and which of several elements is the least or the greatest.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "ir/data/testdata_special.h"
#include "tests/ir/testdata_port.h"

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

static void assert_bools(const Array *array)
{
	for (int64_t i = 0; i < array->elements; i++)
		assert_true(((const uint8_t *)array->data)[i] <= 1);
}

static void assert_offsets(const Array *array, double most)
{
	for (int64_t i = 0; i < array->elements; i++) {
		assert_true(array_get(array, i)
			    >= (i ? array_get(array, i - 1) : 0));
		assert_true(array_get(array, i) <= most);
	}
}

/* Bools are 0 or 1 in data of any kind, and offsets of rows ascend. */
static void what_a_port_promises_is_kept(void **state)
{
	(void)state;
	for (int kind = TESTDATA_RANDOM; kind <= TESTDATA_EVEN; kind++) {
		Port bools = port_of(SCALAR_BOOL, 50);
		Port offsets = port_of(SCALAR_I16, 50);
		Array a, b;

		offsets.ascending = true;
		offsets.most = 300;
		a = testdata_draw(&bools, 3, (TestdataKind)kind);
		b = testdata_draw(&offsets, 3, (TestdataKind)kind);
		for (int turn = 0; turn < 4; turn++) {
			assert_bools(&a);
			assert_offsets(&b, 300);
			special_crown(&a, &bools, turn, 4);
			special_crown(&b, &offsets, turn, 4);
		}
		array_free(&a);
		array_free(&b);
	}
}

/* Of however many elements, and with any seed. */
static void offsets_of_many_elements_ascend(void **state)
{
	enum { SEEDS = 90 };
	const int64_t most[] = { INT64_MAX, INT64_C(1) << 62, 1 << 30 };

	(void)state;
	for (int i = 0; i < 3 * SEEDS; i++) {
		Port offsets = port_of(SCALAR_I64, 5);
		Array drawn;

		offsets.ascending = true;
		offsets.most = most[i % 3];
		drawn = testdata_draw(&offsets, (uint64_t)(i / 3),
				      TESTDATA_RANDOM);
		assert_offsets(&drawn, (double)offsets.most);
		array_free(&drawn);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_special_rows),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(ends_decide),
		cmocka_unit_test(what_a_port_promises_is_kept),
		cmocka_unit_test(offsets_of_many_elements_ascend),
		cmocka_unit_test(each_place_is_crowned),
		cmocka_unit_test(each_place_is_crowned_among_few),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
