/* Decisions are read from choices as they are stored, by fields of JSON and from
 * the text of earlier versions, which say one and the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "search/space/decisions.h"
#include "search/space/choices.h"

static const char json[] =
	"[{\"block\": \"tiles\", \"at\": \"/body\", \"numbers\": {"
	"\"rows\": {\"value\": 8, \"from\": \"8 rows\"}, "
	"\"rows of 4\": {\"value\": 16, \"from\": \"width, native\"}}}, "
	"{\"block\": \"loop\", \"at\": \"/body/1\", \"numbers\": {}}, "
	"{\"variant\": \"open\", \"sizes\": {\"N\": 61}}, "
	"{\"variant\": \"plain math\"}]";

static void test_json(void **state)
{
	Arena *arena = arena_new();
	int count;
	const Decision *all = decisions_read(arena, json, &count);

	(void)state;
	assert_int_equal(count, 4);
	assert_string_equal(all[0].name, "tiles");
	assert_string_equal(choices_decision(arena, &all[0]),
			    "tiles: rows 8 (8 rows), rows "
			    "of 4 16 (width, native)");
	assert_int_equal(all[0].count, 2);
	assert_string_equal(all[0].numbers[1].name, "rows of 4");
	assert_int_equal(all[0].numbers[1].value, 16);
	assert_string_equal(all[1].name, "loop");
	assert_int_equal(all[1].count, 0);
	assert_true(!all[1].variant && all[2].variant && all[3].variant);
	assert_string_equal(choices_decision(arena, &all[2]), "open N=61");
	assert_string_equal(all[3].name, "plain math");
	arena_free(arena);
}

/* Where no name has digits and no reason commas. */
static void test_text_is_json(void **state)
{
	static const char *const stored[] = {
		"[]", "[{\"block\": \"loop\"}]",
		"[{\"block\": \"chunks\", \"numbers\": {\"items\": {\"value\": "
		"64, \"from\": \"32 CU\"}, \"lanes\": {\"value\": 8, \"from\": "
		"\"8\"}}}, {\"block\": \"fold\", \"numbers\": {}}, "
		"{\"variant\": \"no contraction\"}]",
	};
	Arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof stored / sizeof *stored; i++) {
		int count, other_count;
		const Decision *all = decisions_read(arena, stored[i], &count);
		const Decision *other = decisions_read(arena,
			choices_text(arena, stored[i]), &other_count);

		assert_int_equal(count, other_count);
		for (int k = 0; k < count; k++) {
			assert_string_equal(all[k].name, other[k].name);
			assert_string_equal(
				choices_decision(arena, &all[k]),
				choices_decision(arena, &other[k]));
			assert_int_equal(all[k].count, other[k].count);
			for (int n = 0; n < all[k].count; n++) {
				assert_string_equal(all[k].numbers[n].name,
						    other[k].numbers[n].name);
				assert_int_equal(all[k].numbers[n].value,
						 other[k].numbers[n].value);
			}
		}
	}
	arena_free(arena);
}

/* Whatever a damaged row has is read somehow. */
static void test_damaged(void **state)
{
	static const char *const stored[] = {
		"", "[", "[7, [], {}, \"x\"]", "{}", ";;", ":", ": 7", " 7, 8",
		"[{\"block\": 7, \"numbers\": [1]}]",
		"[{\"block\": \"a\", \"numbers\": {\"n\": 7}}]",
	};
	Arena *arena = arena_new();
	int count;

	(void)state;
	for (size_t i = 0; i < sizeof stored / sizeof *stored; i++) {
		const Decision *all = decisions_read(arena, stored[i], &count);

		for (int k = 0; k < count; k++)
			assert_true(all[k].name && choices_decision(
						arena, &all[k]));
	}
	assert_non_null(decisions_read(arena, NULL, &count));
	assert_int_equal(count, 0);
	arena_free(arena);
}

static void test_missing(void **state)
{
	Arena *arena = arena_new();

	(void)state;
	assert_null(decisions_missing(arena, json, json));
	assert_string_equal(decisions_missing(arena, json, "[]"), "tiles");
	assert_string_equal(decisions_missing(arena, json, "[{\"block\": "
						"\"tiles\"}]"), "loop");
	assert_null(decisions_missing(arena, "[]", json));
	assert_null(decisions_missing(arena, "tiles: rows 8", "[]"));
	assert_null(decisions_missing(arena, json, "loop"));
	assert_null(decisions_missing(arena, NULL, json));
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_text_is_json),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_missing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
