/* Scans and folds of columns in the lanes of vectors: whatever is scanned,
 * whatever is made of each state, whether or not vectors and strips divide the
 * columns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/search/space_values.h"

#define DOC(body) "{\"name\":\"p\",\"sizes\":{\"M\":9,\"N\":%d}," \
	"\"inputs\":[{\"name\":\"a\",\"type\":\"[[f32; N]; M]\"}," \
	"{\"name\":\"u\",\"type\":\"[[i16; N]; M]\"}," \
	"{\"name\":\"x\",\"type\":\"[f32; N]\"}],\"body\":" body "}"
#define FUN(p, e) "[\"fun\",[" p "]," e "]"
#define SCAN(f, z, e) "[\"scanSeq\"," f "," z "," e "]"
#define COLUMNS(e, a) "[\"transpose\",[\"map\"," FUN("\"c\"", e) \
	",[\"transpose\",\"" a "\"]]]"
#define DECAY FUN("\"s\",\"v\"", "[\"+\",[\"*\",0.5,\"s\"],\"v\"]")
#define PAIR FUN("[\"p\",\"q\"],\"v\"", \
	"[\"tuple\",[\"-\",\"v\",\"q\"],\"p\"]")

#define ZIP(x, y) "[\"zip\"," x "," y "]"
#define OF_EACH(e) "[\"map\"," FUN("\"c\"", "[\"head\"," e "]") \
	",[\"transpose\",\"a\"]]"
#define MOST SCAN("\"max\"", "-9", "\"c\"")

/* Folds are done by the block `columns`. */
typedef struct Row {
	const char *text, *rule;
	bool folds;
} Row;

static const Row rows[] = {
	{ DOC(COLUMNS(SCAN("\"+\"", "0", "\"c\""), "a")),
	  "scan_interchange_rows", false },
	{ DOC(COLUMNS(SCAN("\"max\"", "1", "[\"map\",\"abs\",\"c\"]"), "a")),
	  "scan_interchange_rows", false },
	{ DOC(COLUMNS(SCAN(DECAY, "1", "\"c\""), "a")),
	  "scan_interchange_rows", false },
	{ DOC(COLUMNS(SCAN(FUN("\"s\",\"v\"", "[\"+\",\"s\",[\"i64\",\"v\"]]"),
			   "[\"i64\",0]", "\"c\""), "u")),
	  "scan_interchange_rows", false },
	{ DOC(COLUMNS(SCAN(PAIR, "[\"tuple\",0,1]", "\"c\""), "a")),
	  "scan_interchange_rows", false },
	{ DOC(COLUMNS("[\"map\"," FUN("\"s\"", "[\"*\",3,\"s\"]") ","
		      SCAN("\"+\"", "0", "\"c\"") "]", "a")),
	  "joinVec_map", false },
	{ DOC(COLUMNS("[\"map\"," FUN("\"s\"", "[\"get\",1,\"s\"]") ","
		      SCAN(PAIR, "[\"tuple\",0,1]", "\"c\"") "]", "a")),
	  "joinVec_map", false },
	{ DOC("[\"map\"," FUN("\"c\",\"t\"", SCAN(FUN("\"s\",\"v\"",
		"[\"+\",[\"*\",\"t\",\"s\"],\"v\"]"), "0", "\"c\""))
	      ",[\"zip\",[\"transpose\",\"a\"],\"x\"]]"),
	  "scan_interchange_each", false },
	{ DOC(COLUMNS("[\"map\",\"-\"," ZIP(MOST, "\"c\"") "]", "a")),
	  "scan_keep", false },
	{ DOC(COLUMNS("[\"map\",\"-\"," ZIP("\"c\"", MOST) "]", "a")),
	  "scan_keep_first", false },
	{ DOC(COLUMNS("[\"map\",\"-\"," ZIP(MOST, SCAN(DECAY, "1", "\"c\""))
		      "]", "a")), "scan_pair", false },
	{ DOC(OF_EACH("[\"reduce\",\"min\",9,[\"map\",\"-\"," ZIP("\"c\"",
		MOST) "]]")), "reduce_scan", true },
	{ DOC(OF_EACH("[\"reduce\",\"+\",0," SCAN(DECAY, "1", "\"c\"")
		      "]")), "reduce_states", true },
	{ DOC(OF_EACH("[\"reduceSeq\"," DECAY ",1,\"c\"]")),
	  "fold_interchange_rows", true },
};

static void see(const Derived *derived, const void *context)
{
	const Row *row = context;

	if (!space_uses(derived->derivation, row->rule)
	    || !space_uses(derived->derivation, row->folds
			   ? "view_vectors" : "scan_view_vectors"))
		fail_msg("%s: no %s", row->text, row->rule);
}

static void check(const Row *row, int n, int lanes, int vectors)
{
	char text[2048], way[96];

	assert_true(snprintf(text, sizeof text, row->text, n)
		    < (int)sizeof text);
	snprintf(way, sizeof way, "items: chunk %d (x); %s: lanes %d (x), "
		 "vectors %d (x)", n, row->folds ? "columns" : "scans", lanes,
		 vectors);
	space_follow(text, way, see, row);
}

static void test_columns(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		check(&rows[i], 16, 4, 4);
		check(&rows[i], 16, 8, 1);
		check(&rows[i], 41, 4, 2);
		check(&rows[i], 15, 8, 1);
	}
}

/* -- states with arrays ---------------------------------------------------- */

#define STATES(n) "{\"name\":\"p\",\"sizes\":{\"N\":" n ",\"M\":5,\"K\":7}," \
	"\"inputs\":[{\"name\":\"q\",\"type\":\"[[f32; K]; N]\"}," \
	"{\"name\":\"k\",\"type\":\"[[f32; K]; M]\"}," \
	"{\"name\":\"v\",\"type\":\"[[f32; 3]; M]\"}],\"body\":[\"map\"," \
	FUN("\"r\"", "[\"get\",1,[\"head\",[\"reduceSeq\"," \
		FUN("[\"m\",\"o\"],[\"x\",\"y\"]", \
		"[\"let\",\"s\"," \
		"[\"head\",[\"reduce\",\"+\",0,[\"map\",\"*\"," \
		ZIP("\"r\"", "\"x\"") "]]],[\"tuple\",[\"max\",\"m\",\"s\"]," \
		"[\"map\"," FUN("\"a\",\"b\"", \
		"[\"+\",[\"*\",\"m\",\"a\"],\"b\"]") "," \
		ZIP("\"o\"", "\"y\"") "]]]") \
		",[\"tuple\",0,[\"fill\",3,0]]," ZIP("\"k\"", "\"v\"") "]]]") \
	",\"q\"]}"

static void see_lanes(const Derived *derived, const void *context)
{
	(void)context;
	assert_true(space_uses(derived->derivation, "pack_private") > 0);
	assert_true(space_uses(derived->derivation, "vectorise") > 0);
}

/* Of neighbouring elements at once, whether or not vectors divide them. */
static void test_states(void **state)
{
	static const char *const texts[] = {
		STATES("8"), STATES("16"), STATES("29"),
	};
	static const int counts[] = { 8, 16, 29 };
	char way[96];

	(void)state;
	for (int i = 0; i < 3; i++)
		for (int accumulators = 1; accumulators <= 4;
		     accumulators *= 4) {
			snprintf(way, sizeof way, "items: chunk %d (x); states "
				 "in lanes: lanes 8 (x), accumulators %d (x)",
				 counts[i], accumulators);
			space_follow(texts[i], way, see_lanes, NULL);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_columns),
		cmocka_unit_test(test_states),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
