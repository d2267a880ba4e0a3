/* Elements that are arrays, each compared with all of one list: neighbours, in
 * the lanes of vectors, share the loop over the list, however long it is; where
 * each comparison is a loop of its own, several of them are one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/search/space_values.h"

#define SUM(e) "[\"head\",[\"reduce\",\"+\",0," e "]]"
#define DISTANCE SUM("[\"map\",[\"fun\",[\"x\",\"y\"]," \
	"[\"abs\",[\"-\",\"x\",\"y\"]]],[\"zip\",\"p\",\"c\"]]")
#define FORM SUM("[\"map\",[\"fun\",[\"p\",\"c\"],[\"*\",\"p\"," \
	SUM("[\"map\",\"*\",[\"zip\",\"c\",\"q\"]]") "]],[\"zip\",\"q\",\"s\"]]")
#define DOC(body) "{\"name\":\"p\",\"sizes\":{\"N\":200,\"K\":%d}," \
	"\"inputs\":[{\"name\":\"a\",\"type\":\"[[f32; 4]; N]\"}," \
	"{\"name\":\"b\",\"type\":\"[[f32; 4]; K]\"}," \
	"{\"name\":\"s\",\"type\":\"[[f32; K]; K]\"}," \
	"{\"name\":\"r\",\"type\":\"[[f32; K]; N]\"}],\"body\":" body "}"
#define LEAST "[\"get\",1,[\"head\",[\"reduceSeq\"," \
	"[\"fun\",[[\"d\",\"i\"],[\"c\",\"j\"]],[\"let\",\"e\"," DISTANCE \
	",[\"if\",[\"<\",\"e\",\"d\"],[\"tuple\",\"e\",\"j\"]," \
	"[\"tuple\",\"d\",\"i\"]]]],[\"tuple\",\"inf\",[\"i64\",-1]]," \
	"[\"zip\",\"b\",[\"generate\",\"K\",\"id\"]]]]]"

static const char least[] = DOC("[\"map\",[\"fun\",[\"p\"]," LEAST "],\"a\"]");
#define LONG(body) "{\"name\":\"p\",\"sizes\":{\"N\":200,\"K\":%d,\"D\":24}," \
	"\"inputs\":[{\"name\":\"a\",\"type\":\"[[f32; D]; N]\"}," \
	"{\"name\":\"b\",\"type\":\"[[f32; D]; K]\"}],\"body\":" body "}"
static const char least_long[] = LONG("[\"map\",[\"fun\",[\"p\"]," LEAST
	"],\"a\"]");
static const char sums[] = DOC("[\"map\",[\"fun\",[\"p\"],[\"head\","
	"[\"reduce\",\"+\",0,[\"map\",[\"fun\",[\"c\"]," DISTANCE "],\"b\"]]]]"
	",\"a\"]");
static const char own[] = DOC("[\"map\",[\"fun\",[\"p\"]," SUM("\"p\"")
	"],\"r\"]");

static const char form[] = DOC("[\"map\",[\"fun\",[\"q\"]," FORM "],\"r\"]");

static int count(const Expr *e, Prim prim)
{
	int n = e->kind == EXPR_PRIM && e->prim == prim;

	for (int i = 0; i < e->kid_count; i++)
		n += count(e->kids[i], prim);
	return n;
}

static bool chose(const Derived *derived, const char *block)
{
	for (int i = 0; i < derived->label_count; i++)
		if (!strncmp(derived->labels[i], block, strlen(block)))
			return true;
	return false;
}

typedef struct Row {
	const char *text;
	int length, loops, folds;
	bool fits;
} Row;

static void see(const Derived *derived, const void *context)
{
	const Row *row = context;

	assert_int_equal(chose(derived, "windows"), row->fits);
	if (!row->fits)
		return;
	assert_true(count(derived->low, PRIM_MAP_VEC) > 0);
	assert_int_equal(count(derived->low, PRIM_REDUCE_SEQ) > 0, row->loops);
	assert_int_equal(count(derived->low, PRIM_FILL) > 0, row->folds > 1);
}

static void check_row(const Row *row)
{
	char way[128], text[2048];

	snprintf(way, sizeof way, "items: chunk 64 (); windows: rows 1 (), "
		 "lanes 16 (), vectors 1 (), before 0 (), folds %d ()",
		 row->folds);

	assert_true(snprintf(text, sizeof text, row->text, row->length)
		    < (int)sizeof text);
	space_follow(text, way, see, row);
}

/* A list that is short is no loop; a row of each element's own is no list. */
static void test_shared_loop(void **state)
{
	static const Row rows[] = {
		{ least, 4, 0, 1, true }, { least, 50, 1, 1, true },
		{ least, 3000, 1, 1, true }, { sums, 50, 1, 1, true },
		{ least_long, 50, 1, 1, true }, { least_long, 48, 1, 4, true },
		{ least_long, 37, 1, 4, true }, { least_long, 37, 1, 8, true },
		{ form, 24, 1, 1, true }, { form, 24, 1, 4, true },
		{ form, 37, 1, 2, true }, { form, 37, 1, 16, true },
		{ own, 3000, 0, 1, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		check_row(&rows[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shared_loop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
