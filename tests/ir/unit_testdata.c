/* Properties of test data: the same everywhere, within their range. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/rng.h"
#include "tests/ir/testdata_port.h"

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

/* Offsets ascend from 0 to at most what there is room for, whatever that is and
 * however the floats beside them are drawn; some rows are empty, and uniform
 * ones have one with a third of all, skewed ones long ones with two thirds. */
static void lengths_ascend_and_fit(void **state)
{
	static const int64_t rows[] = { 0, 1, 2, 40, 1000 };

	(void)state;
	for (uint64_t seed = 0; seed < 80; seed++) {
		const int64_t m = rows[seed / 4 % 5], most = 7 * (int64_t)seed;
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
		assert_true(seed % 4 || m != 1 || longest == most / 3);
		assert_true(seed % 4 != 3 || m != 1
			    || longest == most - most / 3);
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
		cmocka_unit_test(lengths_ascend_and_fit),
		cmocka_unit_test(a_list_has_at_most_so_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
