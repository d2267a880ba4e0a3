/* model.h: what must hold of the time of a kernel, whatever its counts are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "codegen_opencl/model.h"

enum { DRAWS = 2000, COUNTS = 16 };

static Device device_of(Rng *rng)
{
	Device d = device_generic();

	d.type = DEVICE_GPU;
	d.compute_units = 1 + (int64_t)rng_below(rng, 200);
	d.max_group_size = 1024;
	d.group_multiple = 32;
	d.clock_mhz = 1000;
	d.local_bytes = 49152;
	for (int i = 0; i < DEVICE_SPEEDS; i++)
		if (rng_below(rng, 2))
			*device_speed(&d, i) =
				64 + (int64_t)rng_below(rng, 4096);
	d.unit_parts = 0;
	return d;
}

static double *count_of(ModelKernel *k, int i)
{
	double *const counts[COUNTS] = {
		&k->traffic.loads.requests, &k->traffic.loads.sectors,
		&k->traffic.stores.requests, &k->traffic.stores.sectors,
		&k->traffic.group_sectors, &k->traffic.local_requests,
		&k->traffic.wavefronts, &k->traffic.instructions,
		&k->traffic.barriers, &k->bytes, &k->local_bytes,
		&k->registers, &k->traffic.launches, &k->traffic.far_sectors,
		&k->traffic.loads.passes, &k->traffic.stores.passes,
	};

	return counts[i];
}

static ModelKernel kernel_of(Rng *rng)
{
	ModelKernel k = { .groups = 1 + (double)rng_below(rng, 10000),
			  .items = 1 + (double)rng_below(rng, 1024),
			  .ahead = 4 };

	for (int i = 0; i < COUNTS; i++)
		*count_of(&k, i) = (double)(1 + rng_below(rng, 1 << 20));
	k.registers = 1 + (double)rng_below(rng, 255);
	k.local_bytes = (double)rng_below(rng, 49152);
	k.traffic.launches = 1;
	return k;
}

/* More of anything takes no less. */
static void test_more(void **state)
{
	Rng rng = rng_seeded(1, 0);

	(void)state;
	for (int i = 0; i < DRAWS; i++) {
		const Device d = device_of(&rng);
		ModelKernel k = kernel_of(&rng);
		const double before = model_time(&k, &d);

		*count_of(&k, i % COUNTS) *= 2;
		assert_true(before > 0 && model_time(&k, &d) >= before);
	}
}

/* No kernel is faster than its launch, its instructions and its sectors. */
static void test_bounds(void **state)
{
	Rng rng = rng_seeded(2, 0);

	(void)state;
	for (int i = 0; i < DRAWS; i++) {
		const ModelKernel k = kernel_of(&rng);
		Device d = device_of(&rng);
		double time;

		d.launch_ns = 2000;
		d.cache_gbs = 1000;
		d.unit_lanes = 128;
		time = model_time(&k, &d);
		assert_true(time >= 2e-6);
		assert_true(time >= k.traffic.stores.sectors * 32 / 1e12);
		assert_true(time >= k.traffic.instructions
				    / ((double)d.compute_units * 4 * 1e9));
	}
}

/* The same work in one group takes longer than in one on each unit. */
static void test_spread(void **state)
{
	Rng rng = rng_seeded(3, 0);

	(void)state;
	for (int i = 0; i < DRAWS; i++) {
		const Device d = device_of(&rng);
		ModelKernel one = kernel_of(&rng), all;

		one.groups = 1;
		all = one;
		all.groups = (double)d.compute_units;
		assert_true(model_time(&all, &d) <= model_time(&one, &d));
	}
}

/* Units of which the driver counts the parts are units. */
static void test_parts(void **state)
{
	Rng rng = rng_seeded(4, 0);

	(void)state;
	for (int i = 0; i < DRAWS; i++) {
		const int64_t parts = 1 << rng_below(&rng, 5);
		Device whole = device_of(&rng), counted;
		const ModelKernel k = kernel_of(&rng);

		whole.registers = 1024 * (1 + (int64_t)rng_below(&rng, 64));
		counted = whole;
		counted.compute_units *= parts;
		counted.registers /= parts;
		counted.unit_parts = parts;
		assert_true(model_time(&k, &counted) == model_time(&k, &whole));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_more),
		cmocka_unit_test(test_bounds),
		cmocka_unit_test(test_spread),
		cmocka_unit_test(test_parts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
