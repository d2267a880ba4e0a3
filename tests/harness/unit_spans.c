/* Work on large arrays in parts: every byte once, whatever the size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench_harness/spans.h"

static const size_t sizes[] = {
	0, 1, 4095, 4 << 20, (8 << 20) - 1, 8 << 20, (8 << 20) + 1,
	(16 << 20) + 4097,
};

enum { SIZES = sizeof sizes / sizeof *sizes };

static void count_part(void *context, int span, size_t from, size_t bytes)
{
	unsigned char *counts = context;

	(void)span;
	for (size_t i = 0; i < bytes; i++)
		counts[from + i]++;
}

static void test_every_byte_once(void **state)
{
	(void)state;
	for (int k = 0; k < SIZES; k++) {
		unsigned char *counts = calloc(sizes[k] + 1, 1);
		int parts = spans_do(sizes[k], count_part, counts);
		size_t sum = 0;

		for (size_t i = 0; i < sizes[k]; i++)
			sum += counts[i] == 1;
		assert_true(parts >= 1 && parts <= SPANS_MOST);
		assert_int_equal(sum, sizes[k]);
		assert_int_equal(counts[sizes[k]], 0);
		free(counts);
	}
}

/* Equal bytes have equal sums; any byte that differs is seen. */
static void test_sum(void **state)
{
	(void)state;
	for (int k = 1; k < SIZES; k++) {
		const size_t bytes = sizes[k], step = bytes / 61 + 1;
		unsigned char *a = malloc(bytes), *b = calloc(bytes + 1, 1);
		uint64_t sum;

		for (size_t i = 0; i < bytes; i++)
			a[i] = (unsigned char)(i * i >> 7);
		spans_copy(b, a, bytes);
		assert_memory_equal(a, b, bytes);
		assert_int_equal(b[bytes], 0);
		sum = spans_sum(1, a, bytes);
		assert_true(sum == spans_sum(1, b, bytes));
		assert_true(sum != spans_sum(2, b, bytes));
		for (size_t i = 0; i < bytes; i += step) {
			const size_t at = i + step < bytes ? i : bytes - 1;

			b[at] ^= 4;
			assert_true(sum != spans_sum(1, b, bytes));
			b[at] ^= 4;
		}
		free(a);
		free(b);
	}
}

enum { WORDS = 1 << 13 };

static void expect_seen(const uint32_t *right, const uint32_t *wrong)
{
	const size_t bytes = WORDS * sizeof *right;

	assert_true(spans_sum(1, right, bytes) != spans_sum(1, wrong, bytes));
}

/* Differences that a sum of its elements would not show: two signs, two places,
 * all signs of every so many elements. */
static void test_alike_differences(void **state)
{
	uint32_t *right = malloc(WORDS * sizeof *right);
	uint32_t *wrong = malloc(WORDS * sizeof *wrong);

	(void)state;
	for (uint32_t i = 0; i < WORDS; i++)
		right[i] = i * UINT32_C(2654435761) >> 3;
	memcpy(wrong, right, WORDS * sizeof *wrong);
	for (size_t step = 1; step < WORDS; step++) {
		const uint32_t first = right[0];

		wrong[0] = first ^ UINT32_C(1) << 31;
		wrong[step] ^= UINT32_C(1) << 31;
		expect_seen(right, wrong);
		wrong[0] = right[step], wrong[step] = first;
		expect_seen(right, wrong);
		wrong[0] = first, wrong[step] = right[step];
	}
	for (size_t step = 1; step < 512; step++) {
		for (size_t i = 0; i < WORDS; i += step)
			wrong[i] ^= UINT32_C(1) << 31;
		expect_seen(right, wrong);
		memcpy(wrong, right, WORDS * sizeof *wrong);
	}
	free(right);
	free(wrong);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_byte_once),
		cmocka_unit_test(test_sum),
		cmocka_unit_test(test_alike_differences),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
