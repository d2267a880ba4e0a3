/* What a filter keeps is stored in chunks, each from where it begins, whatever
 * else of the array is a result beside it: its number may have become one of
 * other reductions. Whether or not chunks divide the array. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/search/space_values.h"

#define DOC(body) "{\"name\":\"p\",\"sizes\":{\"N\":%d}," \
	"\"inputs\":[{\"name\":\"x\",\"type\":\"[i32; N]\"}," \
	"{\"name\":\"y\",\"type\":\"[u8; N]\"}],\"body\":" body "}"
#define FUN(p, e) "[\"fun\",[" p "]," e "]"
#define TUPLE(a, b) "[\"tuple\"," a "," b "]"
#define POSITIVE FUN("\"v\"", "[\">\",\"v\",0]")
#define KEPT(e) "[\"filter\"," POSITIVE "," e "]"
#define TWICE "[\"map\"," FUN("\"v\"", "[\"+\",[\"*\",\"v\",2],1]") ",\"x\"]"
#define SUM(e) "[\"head\",[\"reduce\",\"+\",0," e "]]"
#define COUNTS "[\"histogram\",5,[\"map\"," \
	FUN("\"v\"", "[\"&\",[\"i32\",\"v\"],3]") ",\"y\"]]"

typedef struct Row {
	const char *text;
	bool apart; /* whether its number is computed elsewhere */
} Row;

static const Row rows[] = {
	{ DOC(KEPT("\"x\"")), false },
	{ DOC(KEPT(TWICE)), false },
	{ DOC(TUPLE(KEPT("\"x\""), SUM("\"x\""))), true },
	{ DOC(TUPLE(SUM("\"x\""), KEPT("\"x\""))), true },
	{ DOC(TUPLE(KEPT("\"x\""), COUNTS)), false },
	{ DOC(TUPLE(TUPLE(KEPT(TWICE), SUM(TWICE)), COUNTS)), true },
};

static void see(const Derived *derived, const void *context)
{
	const Row *row = context;
	const int beside = space_uses(derived->derivation, "scan_beside")
		+ space_uses(derived->derivation, "scan_beside_rest");
	const int pair = space_uses(derived->derivation, "filter_chunks")
		+ space_uses(derived->derivation, "filter_chunks_rest");

	if (beside != row->apart || pair != !row->apart)
		fail_msg("%s: chunks %d times, with its number %d times",
			 row->text, beside, pair);
}

static void test_filters(void **state)
{
	static const int sizes[] = { 64, 61, 4 };
	char text[1024];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
			assert_true(snprintf(text, sizeof text, rows[i].text,
					     sizes[k]) < (int)sizeof text);
			space_follow(text, "filter in chunks: items 2 (x), "
				     "unit 1 (x)", see, &rows[i]);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_filters) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
