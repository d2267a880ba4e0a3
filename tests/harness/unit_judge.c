/* Judge and zones: every single fault is seen, wherever it is. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "bench_harness/judge.h"
#include "bench_harness/zone.h"
#include "ir/data/array.h"

static const Judgement near = { .rtol = 1e-2, .atol = 1e-3 };
static const Judgement exact = { .exact = true };

static Array array(Scalar scalar, int64_t n)
{
	return array_new(scalar, 1, &n);
}

static Array filled(Scalar scalar, int64_t n, uint64_t seed)
{
	Array a = array(scalar, n);
	Rng rng = rng_seeded(seed, 0);

	for (int64_t i = 0; i < n; i++)
		array_set(&a, i, (double)rng_below(&rng, 100));
	return a;
}

static Verdict judge_arrays(const Judgement *j, const Array *got,
			    const Array *want)
{
	return judge(j, got->scalar, got->elements, got->data, want->data);
}

/* One changed element is found, at its place, in every type and mode. */
static void test_one_fault_is_found(void **state)
{
	enum { N = 9001 };

	(void)state;
	for (int s = SCALAR_I8; s < SCALAR_COUNT; s++) {
		Array want = filled((Scalar)s, N, 1), got;

		got = filled((Scalar)s, N, 1);
		assert_true(judge_arrays(&near, &got, &want).agrees);
		assert_true(judge_arrays(&exact, &got, &want).agrees);
		for (int64_t i = 0; i < N; i += i < 9000 ? 1500 : 1) {
			double old = array_get(&got, i);
			Verdict v;

			array_set(&got, i, old > 50 ? old - 7 : old + 7);
			v = judge_arrays(&near, &got, &want);
			assert_false(v.agrees);
			assert_int_equal(v.index, i);
			v = judge_arrays(&exact, &got, &want);
			assert_false(v.agrees);
			assert_int_equal(v.index, i);
			array_set(&got, i, old);
		}
		array_free(&want);
		array_free(&got);
	}
}

/* So it is where two threads share the work, and the first fault is told. */
static void test_large_output(void **state)
{
	enum { N = (1 << 22) + 4099 };
	Array want = filled(SCALAR_F32, N, 1), got = filled(SCALAR_F32, N, 1);
	static const int64_t at[] = { N - 1, N / 2, N / 2 - 1, 0 };

	(void)state;
	assert_true(judge_arrays(&near, &got, &want).agrees);
	for (int i = 0; i < 4; i++) {
		array_set(&got, at[i], -1);
		assert_int_equal(judge_arrays(&near, &got, &want).index,
				 at[i]);
	}
	array_free(&want);
	array_free(&got);
}

/* The fast path says what element by element says. */
static void test_tolerance_edge(void **state)
{
	static const Scalar floats[] = { SCALAR_F16, SCALAR_F32, SCALAR_F64 };
	enum { N = 8192, AT = 5000 };

	(void)state;
	for (int f = 0; f < 3; f++) {
		Array want = array(floats[f], N), got = array(floats[f], N);
		Verdict v;

		for (int64_t i = 0; i < N; i++) {
			array_set(&want, i, -8);
			array_set(&got, i, -8);
		}
		array_set(&got, AT, -8.0625);
		v = judge_arrays(&near, &got, &want);
		assert_true(v.agrees);
		assert_true(fabs(v.worst - 0.0625 / 0.081) < 1e-3);
		array_set(&got, AT, -8.125);
		v = judge_arrays(&near, &got, &want);
		assert_false(v.agrees);
		assert_int_equal(v.index, AT);
		assert_string_equal(v.got, "-8.125");
		assert_string_equal(v.want, "-8");
		array_free(&want);
		array_free(&got);
	}
}

/* Rows: got, want, whether they agree (with any tolerance), a NaN of ours. */
static void test_special_values(void **state)
{
	static const struct {
		double got, want;
		bool agrees, nan;
	} rows[] = {
		{ (double)NAN, (double)NAN, true, false },
		{ (double)NAN, 1, false, true },
		{ 1, (double)NAN, false, false },
		{ (double)INFINITY, (double)INFINITY, true, false },
		{ (double)INFINITY, -(double)INFINITY, false, false },
		{ (double)INFINITY, 1, false, false },
		{ 1, (double)INFINITY, false, false },
		{ 0.0, -0.0, true, false },
	};
	static const Scalar floats[] = { SCALAR_F16, SCALAR_F32, SCALAR_F64 };
	enum { N = 4096 };

	(void)state;
	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
		for (int f = 0; f < 6; f++) {
			const Judgement *j = f < 3 ? &near : &exact;
			Array want = array(floats[f % 3], N);
			Array got = array(floats[f % 3], N);
			Verdict v;

			array_set(&want, 77, rows[r].want);
			array_set(&got, 77, rows[r].got);
			v = judge_arrays(j, &got, &want);
			assert_int_equal(v.agrees, rows[r].agrees);
			assert_int_equal(v.nan, rows[r].nan);
			array_free(&want);
			array_free(&got);
		}
}

/* A zero tolerance is not a division by zero: equal zeros agree. */
static void test_zero_tolerance(void **state)
{
	Judgement none = { .rtol = 0, .atol = 0 };
	Array want = array(SCALAR_F32, 4096), got = array(SCALAR_F32, 4096);

	(void)state;
	assert_true(judge_arrays(&none, &got, &want).agrees);
	array_set(&got, 9, 1e-30);
	assert_false(judge_arrays(&none, &got, &want).agrees);
	array_free(&want);
	array_free(&got);
}

/* What is allowed is each element's own: an error that one may have is wrong of
 * its neighbour, in blocks and besides, and grows with the candidate's folds. */
static void test_bounds_by_element(void **state)
{
	static const Scalar floats[] = { SCALAR_F16, SCALAR_F32, SCALAR_F64 };
	enum { N = 8192 + 5 };
	static const int64_t places[] = { 0, 5000, 8191, N - 1 };
	float *outside = calloc(N, sizeof *outside);
	float *folds = calloc(N, sizeof *folds);

	(void)state;
	for (int64_t i = 0; i < N; i++)
		outside[i] = i % 2 ? 0.5f : 0, folds[i] = i % 2 ? 0.25f : 0;
	for (int f = 0; f < 12; f++) {
		Array want = array(floats[f % 3], N);
		Array got = array(floats[f % 3], N);
		int64_t at = places[f / 3] / 2 * 2; /* nothing is allowed */
		Judgement j = { .outside = outside, .folds = folds,
				.growth = 2 };

		for (int64_t i = 0; i < N; i++)
			array_set(&got, i, i % 2 ? 4 : 0);
		assert_true(judge_arrays(&j, &got, &want).agrees);
		assert_true(fabs(judge_arrays(&j, &got, &want).worst - 1)
			    < 1e-4);
		j.growth = 1;
		assert_int_equal(judge_arrays(&j, &got, &want).index, 1);
		j.growth = 2;
		array_set(&got, at, 0.5);
		assert_int_equal(judge_arrays(&j, &got, &want).index, at);
		array_free(&want);
		array_free(&got);
	}
	free(outside);
	free(folds);
}

/* What the bound leaves undecided agrees with everything. */
static void test_undecided(void **state)
{
	enum { N = 4096 };
	float *outside = calloc(N, sizeof *outside);
	float *folds = calloc(N, sizeof *folds);
	Judgement j = { .outside = outside, .folds = folds };
	Array want = array(SCALAR_F32, N), got = array(SCALAR_F32, N);

	(void)state;
	outside[77] = INFINITY;
	array_set(&got, 77, 1e30);
	assert_true(judge_arrays(&j, &got, &want).agrees);
	array_set(&got, 77, (double)NAN);
	assert_true(judge_arrays(&j, &got, &want).agrees);
	array_set(&got, 78, (double)NAN);
	assert_int_equal(judge_arrays(&j, &got, &want).index, 78);
	array_free(&want);
	array_free(&got);
	free(outside);
	free(folds);
}

/* Special values are where the reference has them; numbers are not looked
 * at. */
static void test_special_places(void **state)
{
	static const double values[] = { 1, (double)NAN, (double)INFINITY,
					 -(double)INFINITY };
	Judgement special = { .special = true };
	Array want = array(SCALAR_F32, 9), got = array(SCALAR_F32, 9);

	(void)state;
	for (int a = 0; a < 4; a++)
		for (int b = 0; b < 4; b++) {
			array_set(&want, 3, values[a]);
			array_set(&got, 3, a || b ? values[b] : 5);
			assert_int_equal(judge_arrays(&special, &got,
						      &want).agrees, a == b);
		}
	array_free(&want);
	array_free(&got);
}

static void shuffle(Array *a, uint64_t seed)
{
	Rng rng = rng_seeded(seed, 1);

	for (int64_t i = a->elements - 1; i > 0; i--) {
		int64_t j = (int64_t)rng_below(&rng, (uint64_t)i + 1);
		double x = array_get(a, i);

		array_set(a, i, array_get(a, j));
		array_set(a, j, x);
	}
}

/* As a multiset every permutation agrees, and no other change does. */
static void test_multiset(void **state)
{
	enum { N = 3000 };
	Judgement unordered = { .exact = true, .unordered = true };

	(void)state;
	for (int s = SCALAR_I8; s < SCALAR_COUNT; s++) {
		Array want = filled((Scalar)s, N, 5), got;

		got = filled((Scalar)s, N, 5);
		if (scalar_is_signed((Scalar)s) || scalar_is_float((Scalar)s))
			array_set(&got, 3, -4), array_set(&want, 3, -4);
		shuffle(&got, 9);
		assert_false(judge_arrays(&exact, &got, &want).agrees);
		assert_true(judge_arrays(&unordered, &got, &want).agrees);
		array_set(&got, 100, array_get(&got, 100) + 1);
		assert_false(judge_arrays(&unordered, &got, &want).agrees);
		array_free(&want);
		array_free(&got);
	}
}

/* Values in any order are each within the bound of some place of their own: an
 * exact one does not get the room of its neighbours. */
static void test_multiset_of_bounds(void **state)
{
	enum { N = 3000 };
	Judgement j = { .unordered = true,
			.outside = calloc(N, sizeof(float)),
			.folds = calloc(N, sizeof(float)) };
	Array want = array(SCALAR_F32, N), got = array(SCALAR_F32, N);

	(void)state;
	for (int64_t i = 0; i < N; i++) {
		((float *)(uintptr_t)j.outside)[i] = i % 3 ? 0 : 0.5f;
		array_set(&want, i, (double)(10 * i));
		array_set(&got, i, (double)(10 * i) + (i % 3 ? 0 : 1.5));
	}
	shuffle(&got, 9);
	assert_true(judge_arrays(&j, &got, &want).agrees);
	for (int64_t i = 0; i < N; i++)
		array_set(&got, i, (double)(10 * i) + (i == 1000 ? 1.5 : 0));
	assert_int_equal(judge_arrays(&j, &got, &want).index, 1000);
	array_free(&want);
	array_free(&got);
	free((float *)(uintptr_t)j.outside);
	free((float *)(uintptr_t)j.folds);
}

static void test_sort_order(void **state)
{
	float values[] = { 2, -0.0f, -(float)INFINITY, (float)NAN, 0.0f,
			   (float)INFINITY, -3, -(float)NAN, 1e-40f };
	static const float sorted[] = { -(float)INFINITY, -3, -0.0f, 0.0f,
					1e-40f, 2, (float)INFINITY };
	int8_t small[] = { 3, -128, 127, 0, -1 };
	static const int8_t small_sorted[] = { -128, -1, 0, 3, 127 };
	uint64_t big[] = { UINT64_MAX, 0, UINT64_C(1) << 63, 5 };
	static const uint64_t big_sorted[] = { 0, 5, UINT64_C(1) << 63,
					       UINT64_MAX };

	(void)state;
	judge_sort(SCALAR_F32, 9, values);
	assert_memory_equal(values, sorted, sizeof sorted);
	assert_true(isnan(values[7]) && isnan(values[8]));
	judge_sort(SCALAR_I8, 5, small);
	assert_memory_equal(small, small_sorted, sizeof small);
	judge_sort(SCALAR_U64, 4, big);
	assert_memory_equal(big, big_sorted, sizeof big);
}

/* Whatever single byte outside of the body changes, it is reported there. */
static void test_guards(void **state)
{
	enum { BODY = 12345 };
	size_t size = zone_bytes(BODY);
	unsigned char *zone = malloc(size);
	int64_t at;

	(void)state;
	zone_fill_unwritten(zone, BODY);
	assert_true(zone_unwritten(zone, 5, 3));
	zone_body(zone)[7] = 0;
	assert_false(zone_unwritten(zone, 5, 3));
	assert_true(zone_unwritten(zone, 8, 2));
	assert_true(zone_guards_intact(zone, BODY, &at));
	for (size_t i = 0; i < size; i += i % 4 ? 1 : 1001) {
		bool body = i >= ZONE_GUARD && i < ZONE_GUARD + BODY;

		zone[i] ^= 0x40;
		assert_int_equal(zone_guards_intact(zone, BODY, &at), body);
		if (!body)
			assert_int_equal(at, (int64_t)i - ZONE_GUARD);
		zone[i] ^= 0x40;
	}
	memset(zone, 0, size);
	zone_fill_guards(zone, BODY);
	assert_true(zone_guards_intact(zone, BODY, &at));
	free(zone);
}

/* What a kernel may read without being asked to is not a number in any float
 * type; where it may write, a store of that shows. */
static void test_patterns(void **state)
{
	static const Scalar floats[] = { SCALAR_F16, SCALAR_F32, SCALAR_F64 };
	unsigned char *zone = malloc(zone_bytes(64));
	int64_t n = 8;

	(void)state;
	for (int f = 0; f < 9; f++) {
		Array a = array_new(floats[f % 3], 1, &n);

		zone_fill_unwritten(zone, 64);
		if (f < 3)
			zone_fill_input_guards(zone, 64);
		memcpy(a.data, f >= 3 && f < 6 ? zone_body(zone) : zone,
		       array_bytes(&a));
		for (int i = 0; i < n; i++)
			if (f < 6)
				assert_true(isnan(array_get(&a, i)));
			else
				assert_true(isfinite(array_get(&a, i))
					    && array_get(&a, i) < -6e4);
		array_free(&a);
	}
	free(zone);
}

static void test_zone_size(void **state)
{
	(void)state;
	assert_int_equal(zone_bytes(INT64_MAX - 5), 0);
	for (int64_t body = 1; body < 100000; body += 4095) {
		size_t size = zone_bytes(body);

		assert_int_equal(size % ZONE_PAGE, 0);
		assert_true(size >= (size_t)body + 2 * ZONE_GUARD);
	}
}

/* Of ulps, denormal ones, too: what is allowed and no more; 0 is all bits. */
static void test_ulps(void **state)
{
	const float outside[] = { 0x3p-149f, 0x3p-149f, 0, 0, INFINITY };
	const float want[] = { 0x5p-149f, 0x5p-149f, 0, NAN, 1 };
	const float got[] = { 0x8p-149f, 0x9p-149f, -0.0f, NAN, 7 };
	const bool right[] = { true, false, false, true, true };

	(void)state;
	for (int i = 0; i < 5; i++) {
		const Judgement j = { .ulps = true, .outside = &outside[i],
				      .folds = &outside[3] };

		assert_int_equal(judge(&j, SCALAR_F32, 1, &got[i],
				       &want[i]).agrees, right[i]);
	}
}

static double plain_error(const Array *got, const Array *want)
{
	double most = 0, largest = 0;
	bool compared = !got->elements;

	for (int64_t i = 0; i < got->elements; i++) {
		double ours = array_get(got, i), theirs = array_get(want, i);

		if (!isfinite(ours) || !isfinite(theirs))
			continue;
		compared = true;
		most = fmax(most, fabs(ours - theirs));
		largest = fmax(largest, fabs(theirs));
	}
	return !compared ? (double)NAN : largest > 0 ? most / largest : 0;
}

/* Numbers, and some that are none. */
static double drawn(Rng *rng)
{
	switch (rng_below(rng, 8)) {
	case 0: return (double)NAN;
	case 1: return (double)-INFINITY;
	case 2: return 0;
	default: return (double)rng_below(rng, 2001) - 1000;
	}
}

/* The error of the whole is that of its definition, by element. */
static void test_error_of_all(void **state)
{
	static const Scalar scalars[] = { SCALAR_F16, SCALAR_F32, SCALAR_F64 };
	static const int64_t lengths[] = { 0, 1, 2, 3, 17, 4097,
					   (3 << 20) + 1 };
	Rng rng = rng_seeded(5, 0);

	(void)state;
	for (int k = 0; k < 3 * 7; k++) {
		Array got = array(scalars[k / 7], lengths[k % 7]);
		Array want = array(scalars[k / 7], lengths[k % 7]);
		double ours, plain;

		for (int64_t i = 0; i < got.elements; i++) {
			array_set(&want, i, drawn(&rng));
			array_set(&got, i, drawn(&rng));
		}
		if (got.elements)
			array_set(&want, got.elements - 1, -1001);
		ours = judge_error(got.scalar, got.elements, got.data,
				   want.data);
		plain = plain_error(&got, &want);
		assert_true(ours == plain || (isnan(ours) && isnan(plain)));
		array_free(&got);
		array_free(&want);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_fault_is_found),
		cmocka_unit_test(test_large_output),
		cmocka_unit_test(test_tolerance_edge),
		cmocka_unit_test(test_special_values),
		cmocka_unit_test(test_zero_tolerance),
		cmocka_unit_test(test_bounds_by_element),
		cmocka_unit_test(test_undecided),
		cmocka_unit_test(test_ulps),
		cmocka_unit_test(test_special_places),
		cmocka_unit_test(test_multiset),
		cmocka_unit_test(test_multiset_of_bounds),
		cmocka_unit_test(test_sort_order),
		cmocka_unit_test(test_guards),
		cmocka_unit_test(test_patterns),
		cmocka_unit_test(test_zone_size),
		cmocka_unit_test(test_error_of_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
