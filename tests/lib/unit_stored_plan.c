/* A plan as it is stored: no number in it may be another one, or none, and the
 * hash still be the kernel's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "lib/plan.h"

/* Two kernels; the words of the second one's place are replaced. */
#define KERNELS(global, argument) "{\"kernels\": [{\"name\": \"k0\", " \
	"\"global\": [64], \"local\": [16], \"local_bytes\": 0, " \
	"\"arguments\": [{\"buffer\": 0}]}, {\"name\": \"k1\", \"global\": [" \
	global "], \"local\": [1], \"local_bytes\": 0, \"arguments\": [" \
	argument "]}]"
#define LOOPS(loops) KERNELS("1", "{\"buffer\": 1}") ", \"loops\": " loops "}"
#define LOOP(first, count, times, more) "{\"first\": " first ", \"count\": " \
	count ", \"times\": " times more "}"
#define FLAG(flag, every) ", \"flag\": " flag ", \"every\": " every

static uint64_t hash_of(const char *plan)
{
	uint64_t hash = 0;

	return plan_hash("kernel void k0() {}", "", plan, &hash) ? hash : 0;
}

static void loops(void **state)
{
	const uint64_t hash = hash_of(LOOPS("[" LOOP("0", "2", "9",
						 FLAG("3", "4")) "]"));
	static const char *const others[] = {
		LOOPS("[" LOOP("4294967296", "2", "9", FLAG("3", "4")) "]"),
		LOOPS("[" LOOP("0", "4294967298", "9", FLAG("3", "4")) "]"),
		LOOPS("[" LOOP("0", "2", "9", FLAG("4294967299", "4")) "]"),
		LOOPS("[" LOOP("0", "2", "9", FLAG("3", "4294967300")) "]"),
		LOOPS("[" LOOP("\"0\"", "2", "9", FLAG("3", "4")) "]"),
		LOOPS("[" LOOP("0", "2", "9.0", FLAG("3", "4")) "]"),
		LOOPS("[" LOOP("0", "2", "8", FLAG("3", "4")) "]"),
		LOOPS("[" LOOP("0", "2", "-9", FLAG("3", "4")) "]"),
		LOOPS("[" LOOP("0", "2", "9223372036854775808",
			       FLAG("3", "4")) "]"),
		LOOPS("[" LOOP("0", "-2", "9", FLAG("3", "4")) "]"),
		LOOPS("[" LOOP("1", "2", "9", FLAG("3", "4")) "]"),
		LOOPS("[" LOOP("0", "2", "9", FLAG("-1", "4")) "]"),
		LOOPS("[" LOOP("0", "2", "9", FLAG("null", "4")) "]"),
		LOOPS("[null]"), LOOPS("[[]]"), LOOPS("7"),
	};

	(void)state;
	assert_int_not_equal(hash, 0);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		assert_int_not_equal(hash_of(others[i]), hash);
	assert_int_equal(hash_of(LOOPS("7")), 0);
	assert_int_equal(hash_of(LOOPS("[" LOOP("0", "2", "2", "") ", "
				       LOOP("1", "2", "2", "") "]")), 0);
	assert_int_equal(hash_of(LOOPS("[" LOOP("1", "1", "2", "") ", "
				       LOOP("0", "2", "2", "") "]")), 0);
}

static void numbers(void **state)
{
	const uint64_t hash = hash_of(KERNELS("0", "{\"buffer\": 0}") "}");

	(void)state;
	assert_int_not_equal(hash, 0);
	assert_int_equal(hash_of(KERNELS("null", "{\"buffer\": 0}") "}"), 0);
	assert_int_equal(hash_of(KERNELS("0", "{\"buffer\": 4294967296}") "}"),
			 0);
	assert_int_equal(hash_of(KERNELS("0", "{\"buffer\": \"0\"}") "}"), 0);
	assert_int_equal(hash_of(KERNELS("0", "{}") "}"), 0);
	assert_int_equal(hash_of(KERNELS("0", "7") "}"), 0);
}

/* As long as a column may be. */
static void sizes(void **state)
{
	Text deep = { 0 }, wide = { 0 }, plan = { 0 };

	(void)state;
	for (int i = 0; i < 300000; i++)
		text_put(&deep, "//3");
	for (int i = 0; i < 100000; i++)
		text_printf(&wide, "+a%d", i);
	text_printf(&plan, KERNELS("\"N%s\"", "") "}", text_string(&deep));
	assert_int_equal(hash_of(text_string(&plan)), 0);
	text_clear(&plan);
	text_printf(&plan, KERNELS("\"N%s\"", "") "}", text_string(&wide));
	assert_int_equal(hash_of(text_string(&plan)), 0);
	text_free(&deep);
	text_free(&wide);
	text_free(&plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loops), cmocka_unit_test(numbers),
		cmocka_unit_test(sizes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
