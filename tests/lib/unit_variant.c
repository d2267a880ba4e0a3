/* A kernel's variant is read back from choices as it was stored behind them,
 * from JSON and from the forms of earlier versions, and is said to people. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lib/variant.h"

static const SizeBinding open[] = { { "N", 61 }, { "K", 127 } };

static const char json[] = "[{\"block\": \"loop\", \"at\": \"/body\", "
			   "\"numbers\": {}}]";

static Variant nth(int n)
{
	return (Variant){ .no_contraction = n % 2, .flags = n / 2 % 3,
			  .open_count = n / 6, .open = open };
}

enum { VARIANTS = 18 };

static void assert_variant(Variant a, Variant b)
{
	assert_int_equal(a.no_contraction, b.no_contraction);
	assert_int_equal(a.flags, b.flags);
	assert_int_equal(a.open_count, b.open_count);
	for (int i = 0; i < a.open_count; i++) {
		assert_string_equal(a.open[i].name, b.open[i].name);
		assert_int_equal(a.open[i].value, b.open[i].value);
	}
}

/* One takes the other's place, whatever was there. */
static void test_read_back(void **state)
{
	static const char *const choices[] = { json, "[]", "loop", "replay" };
	Arena *arena = arena_new();

	(void)state;
	for (int i = 0; i < VARIANTS * VARIANTS * 4; i++) {
		const Variant first = nth(i / 4 / VARIANTS);
		const Variant last = nth(i / 4 % VARIANTS), none = { 0 };
		const char *plain = variant_stored(none, arena,
						   choices[i % 4]);
		const char *stored = variant_stored(last, arena,
			variant_stored(first, arena, choices[i % 4]));

		assert_variant(variant_read(arena, stored), last);
		assert_string_equal(variant_stored(none, arena, stored), plain);
		assert_variant(variant_read(arena, variant_text(last, arena,
								stored)), last);
	}
	arena_free(arena);
}

static void test_earlier_versions(void **state)
{
	static const char *const stored[] = {
		"loop; open N=61,K=127; no contraction; plain math",
		"[{\"block\": \"loop\"}, {\"variant\": \"open N=61,K=127\"}, "
		"{\"variant\": \"no contraction\"}, "
		"{\"variant\": \"plain math\"}]",
		"[{\"block\": \"loop\"}, {\"variant\": \"open\", "
		"\"sizes\": {\"N\": 61, \"K\": 127}}, "
		"{\"variant\": \"no contraction\"}, "
		"{\"variant\": \"plain math\"}]",
	};
	const Variant wanted = { true, 2, 2, open };
	Arena *arena = arena_new();

	(void)state;
	for (int i = 0; i < 3; i++) {
		assert_variant(variant_read(arena, stored[i]), wanted);
		assert_string_equal(variant_text(wanted, arena, stored[i]),
				    stored[0]);
	}
	assert_string_equal(variant_stored(wanted, arena, stored[1]),
			    stored[2]);
	assert_string_equal(variant_stored(wanted, arena, stored[0]),
			    stored[0]);
	arena_free(arena);
}

/* Names of blocks, numbers and their reasons are no variants. */
static void test_only_variants(void **state)
{
	static const char *const stored[] = {
		"", "replay", "[", "[7]", "{}", "opened: rows 8 (plain math)",
		"[{\"block\": \"plain math\"}, {\"block\": \"open N=1\"}]",
		"[{\"variant\": 7}, {\"sizes\": {\"N\": 1}}]",
	};
	Arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof stored / sizeof *stored; i++)
		assert_variant(variant_read(arena, stored[i]), nth(0));
	assert_variant(variant_read(arena, NULL), nth(0));
	assert_null(variant_stored(nth(1), arena, NULL));
	arena_free(arena);
}

/* Sizes that lift-tune does not write are read, but as none that can be. */
static void test_damaged(void **state)
{
	static const char *const stored[] = {
		"open M", "open ", "[{\"variant\": \"open M\"}]",
		"[{\"variant\": \"open\", \"sizes\": {\"M\": \"8\"}}]",
	};
	Arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof stored / sizeof *stored; i++) {
		const Variant v = variant_read(arena, stored[i]);

		assert_int_equal(v.open_count, 1);
		assert_true(v.open[0].value < 0);
	}
	arena_free(arena);
}

static void test_alike(void **state)
{
	static const SizeBinding others[] = { { "N", 3 }, { "L", 3 } };
	const Variant a = { .open = open, .open_count = 2 };
	Variant b = { .open = others, .open_count = 2 };

	(void)state;
	assert_true(variant_open_alike(a, a));
	assert_false(variant_open_alike(a, b));
	b.open_count = 1;
	assert_false(variant_open_alike(a, b));
	assert_true(variant_open_alike(b, (Variant){ .open = open,
						     .open_count = 1 }));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_read_back),
		cmocka_unit_test(test_earlier_versions),
		cmocka_unit_test(test_only_variants),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_alike),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
