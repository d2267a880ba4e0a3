/* Lines: sums of columns of short rows are computed by vectors of several rows
 * in line, whatever the length of a row, whether or not rows are left over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/search/space_values.h"

#define DOC(type, body) "{\"name\":\"p\",\"sizes\":{\"M\":%d,\"N\":%d}," \
	"\"inputs\":[{\"name\":\"a\",\"type\":\"[[[" type "; N]; M]; 5]\"}," \
	"{\"name\":\"x\",\"type\":\"[f32; N]\"}],\"body\":[\"map\"," \
	"[\"fun\",[\"m\"]," body "],\"a\"]}"
#define COLUMNS(e) \
	"[\"map\",[\"fun\",[\"c\"]," e "],[\"transpose\",\"m\"]]"
#define REDUCE(op, z, e) "[\"head\",[\"reduce\",\"" op "\"," z "," e "]]"
#define SUM(e) REDUCE("+", "0", e)

typedef struct Row {
	const char *text;
	bool doubles;
} Row;

static const Row rows[] = {
	{ DOC("f32", COLUMNS(SUM("\"c\""))), false },
	{ DOC("f64", COLUMNS(SUM("\"c\""))), true },
	{ DOC("i32", COLUMNS(REDUCE("^", "0", "\"c\""))), false },
	{ DOC("f32", COLUMNS(REDUCE("max", "\"-inf\"", "\"c\""))), false },
	{ DOC("f32", COLUMNS(SUM("[\"map\",\"abs\",\"c\"]"))), false },
	{ DOC("u8", COLUMNS(SUM("[\"map\",\"i32\",\"c\"]"))), false },
	{ DOC("f32", COLUMNS("[\"tuple\"," SUM("\"c\"") ",1]")), false },
	{ DOC("f32", COLUMNS("[\"/\"," SUM("\"c\"") ",8]")), false },
	{ DOC("f32", COLUMNS("[\"*\",[\"at\",\"c\",0]," SUM("\"c\"") "]")),
	  false },
	{ DOC("f32", "[\"map\",[\"fun\",[\"c\",\"v\"],[\"+\",\"v\","
	      SUM("\"c\"") "]],[\"zip\",[\"transpose\",\"m\"],\"x\"]]"),
	  false },
};

typedef struct Case {
	bool rest, several;
} Case;

static void see(const Derived *derived, const void *context)
{
	const Derivation *derivation = derived->derivation;
	const Case *one = context;

	assert_int_equal(space_uses(derivation, "column_lines"),
			 1 + one->several);
	assert_int_equal(space_uses(derivation, "column_cut"), one->rest);
	assert_int_equal(space_uses(derivation, "view_vectors"),
			 1 + one->several);
}

/* Rows of n elements, `k` of them in a line of so many vectors. */
static void check(const Row *row, int n, int k, int vectors, bool several)
{
	for (int rest = 0; rest < 2; rest++) {
		const Case one = { rest, several };
		char text[2048], way[64];

		assert_true(snprintf(text, sizeof text, row->text,
				     4 * k + rest * (k - 1), n)
			    < (int)sizeof text);
		snprintf(way, sizeof way, "items: chunk 1 (x); lines: vectors "
			 "%d (x)", vectors);
		space_follow(text, way, see, &one);
	}
}

static void test_lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		int each = rows[i].doubles ? 1 : 2;

		check(&rows[i], 3, 8 * each, 3, false);
		check(&rows[i], 3, 16 * each, 6, true);
		check(&rows[i], 5, 8 * each, 5, false);
		check(&rows[i], 2, 32 * each, 8, true);
		check(&rows[i], 6, 8 * each, 6, true);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
