/* Choices as they are stored and shown: JSON, the text of which is what labels
 * say; what was stored as text before stays one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "search/space/choices.h"

static const char *example(Arena *arena)
{
	static const char *const names[] = { "rows", "lanes" };
	static const Number numbers[] = { { 8, "8 rows" },
					  { 16, "native width" } };
	Text json = { 0 };
	const char *kept;

	choices_put(&json, "tiles", "/body", 2, names, numbers);
	choices_put(&json, "loop", "/body/1", 0, NULL, NULL);
	kept = arena_printf(arena, "[%s]", text_string(&json));
	text_free(&json);
	return kept;
}

static void test_shown(void **state)
{
	static const char plain[] = "{\"variant\": \"plain math\"}";
	static const char open[] = "{\"variant\": \"open\", "
				   "\"sizes\": {\"N\": 61, \"K\": 127}}";
	Arena *arena = arena_new();
	const char *json = example(arena);

	(void)state;
	assert_string_equal(choices_text(arena, json), "tiles: rows 8 (8 rows)"
			    ", lanes 16 (native width); loop");
	assert_string_equal(choices_shown(arena, json), "tiles[rows=8 lanes=16]"
			    " at /body; loop at /body/1");
	json = choices_with(arena, json, plain);
	json = choices_with(arena, json, plain);
	assert_string_equal(choices_shown(arena, json), "tiles[rows=8 lanes=16]"
			    " at /body; loop at /body/1; plain math");
	json = choices_with(arena, json, open);
	assert_string_equal(choices_text(arena, json), "tiles: rows 8 (8 rows)"
			    ", lanes 16 (native width); loop; open N=61,K=127");
	json = choices_with(arena, json, "");
	assert_string_equal(choices_text(arena, json), "tiles: rows 8 (8 rows)"
			    ", lanes 16 (native width); loop");
	arena_free(arena);
}

/* Whatever else is there, of older versions or damaged, is left as it is. */
static void test_other_texts(void **state)
{
	static const char *const texts[] = {
		"", "replay", "chunks: items 64 (32 CU); loop", "[", "[}", "7",
		"{\"block\": \"loop\"}",
	};
	Arena *arena = arena_new();

	(void)state;
	assert_null(choices_text(arena, NULL));
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		assert_string_equal(choices_text(arena, texts[i]), texts[i]);
		assert_string_equal(choices_shown(arena, texts[i]), texts[i]);
	}
	assert_string_equal(choices_text(arena, "[1, {\"block\": 2}, []]"),
			    "; ; ");
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shown),
		cmocka_unit_test(test_other_texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
