/* Timing rules, as properties of samples. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench_harness/repeat.h"
#include "bench_harness/timing.h"

static void test_quantiles(void **state)
{
	static const double samples[] = { 5, 1, 4, 2, 3 };

	(void)state;
	assert_true(timing_min(samples, 5) == 1);
	assert_true(timing_median(samples, 5) == 3);
	assert_true(timing_median(samples, 4) == 3);
	assert_true(timing_quantile(samples, 5, 0.25) == 2);
	assert_true(timing_quantile(samples, 5, 1) == 5);
	assert_true(timing_quantile(samples, 1, 0.25) == 5);
}

static int samples_taken(double (*next)(int), int batch, double best)
{
	double samples[TIMING_SAMPLES];
	int n = 0;

	while (!timing_enough(samples, n, batch, best)) {
		samples[n] = next(n);
		n++;
	}
	return n;
}

static double steady(int i)
{
	return 1e6 + i % 2;
}

static double noisy(int i)
{
	return i % 2 ? 1e6 : 2e6;
}

static double long_and_noisy(int i)
{
	return i % 2 ? 11e6 : 20e6;
}

static void test_when_enough(void **state)
{
	(void)state;
	assert_int_equal(samples_taken(steady, 1, 0), 5);
	assert_int_equal(samples_taken(noisy, 1, 0), TIMING_MOST);
	assert_int_equal(samples_taken(noisy, 1, 7e5), TIMING_LEAST);
	assert_int_equal(samples_taken(noisy, 1, 8e5), TIMING_MOST);
	assert_int_equal(samples_taken(long_and_noisy, 1, 0), TIMING_LEAST);
	assert_int_equal(samples_taken(noisy, 10, 0), TIMING_LEAST);
}

static int least_of(double ns)
{
	return ns > 100e6 ? TIMING_LONG : TIMING_LEAST;
}

/* What is known to be the last before it is taken. */
static void test_when_the_next_is_enough(void **state)
{
	static const double times[] = { 1e6, 9e6, 11e6, 99e6, 101e6, 2e9 };

	(void)state;
	for (int i = 0; i < 6; i++) {
		const double samples[] = { times[i], 1.5 * times[i], times[i] };
		const int count = least_of(times[i]) - 1;
		const bool ends = timing_ends(samples, count, 1);

		assert_int_equal(ends, times[i] > 10e6);
		assert_true(!ends || timing_enough(samples, count + 1, 1, 0));
		assert_false(timing_enough(samples, count, 1, 0));
		assert_false(timing_ends(samples, count - 1, 1));
		assert_false(timing_ends(samples, count + 1, 1));
		assert_false(timing_ends(samples, count, 10));
	}
}

static void test_slow_needs_a_best(void **state)
{
	(void)state;
	assert_false(timing_suspect(1e9, 0));
	assert_false(timing_slow(1e9, 0));
	assert_false(timing_suspect(2.9e6, 1e6));
	assert_true(timing_suspect(3.1e6, 1e6));
	assert_false(timing_slow(1.9e6, 1e6));
	assert_true(timing_slow(2.1e6, 1e6));
}

/* A batch lasts 200 us, or 20 ticks; a launch that is long stands alone. */
static void test_batches(void **state)
{
	(void)state;
	assert_int_equal(timing_batch(50e3, 1), 1);
	assert_int_equal(timing_batch(40e3, 1), 5);
	assert_int_equal(timing_batch(1e6, 1e5), 2);
	assert_int_equal(timing_batch(0, 1), 2000);
	for (double t = 100; t < 50e3; t *= 1.7)
		assert_true(timing_batch(t, 1) * t >= 200e3);
}

/* The interval holds its quantile, shrinks with the spread, and is the same for
 * the same seed. */
static void test_interval(void **state)
{
	double samples[15], low, high, again_low, again_high;
	Rng rng = rng_seeded(1, 2), same = rng_seeded(1, 2);

	(void)state;
	for (int i = 0; i < 15; i++)
		samples[i] = 100 + i;
	timing_interval(samples, 15, 0.25, &rng, &low, &high);
	timing_interval(samples, 15, 0.25, &same, &again_low, &again_high);
	assert_true(low <= 103.5 && high >= 103.5 && low >= 100);
	assert_true(low == again_low && high == again_high);
	for (int i = 0; i < 15; i++)
		samples[i] = 100;
	timing_interval(samples, 15, 0.25, &rng, &low, &high);
	assert_true(low == 100 && high == 100);
}

static void test_events_and_noise(void **state)
{
	(void)state;
	assert_true(timing_events_good(95, 100));
	assert_false(timing_events_good(101, 100));
	assert_false(timing_events_good(70, 100));
	assert_false(timing_events_good(0, 100));
	assert_int_equal(timing_noise(100, 103), NOISE_QUIESCENT);
	assert_int_equal(timing_noise(100, 94), NOISE_DRIFT);
	assert_int_equal(timing_noise(100, 121), NOISE_STORM);
	assert_int_equal(timing_noise(100, 50), NOISE_DRIFT);
}

static int repetitions(Scalar scalar, double before, double factor)
{
	int64_t n = 4;
	Array in = array_new(scalar, 1, &n), out = array_new(scalar, 1, &n);
	int result;

	array_set(&in, 1, before);
	array_set(&out, 1, before * factor);
	result = repeat_harmless(&in, &out);
	array_free(&in);
	array_free(&out);
	return result;
}

/* Repeating as often as allowed stays in the normal range. */
static void test_repetitions(void **state)
{
	(void)state;
	for (double factor = 0.01; factor < 100; factor *= 1.3) {
		int times = repetitions(SCALAR_F32, 3, factor);
		double last = 3 * pow(factor, times);

		assert_true(times >= 1 && last < 3.4e38 && last > 1.2e-38);
	}
	assert_int_equal(repetitions(SCALAR_F32, 3, 1), REPEAT_MOST);
	assert_int_equal(repetitions(SCALAR_F64, 1e308, 100), 1);
	assert_int_equal(repetitions(SCALAR_I32, 10, 1), REPEAT_MOST);
	assert_int_equal(repetitions(SCALAR_I32, 10, 2), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_quantiles),
		cmocka_unit_test(test_when_enough),
		cmocka_unit_test(test_when_the_next_is_enough),
		cmocka_unit_test(test_slow_needs_a_best),
		cmocka_unit_test(test_batches),
		cmocka_unit_test(test_interval),
		cmocka_unit_test(test_events_and_noise),
		cmocka_unit_test(test_repetitions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
