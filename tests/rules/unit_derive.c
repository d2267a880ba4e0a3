/* The low-level forms of the fast kernels are reached from the plain programs
 * by rules only. Each derivation is a script; tests/derivations/NAME.txt shows
 * every step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/rules/derive.h"

/* Fusion, and views moved next to what cancels them. */
#define FUSE "map_map map_id mapVec_id mapVec_mapVec mapVec_right " \
	"reduceSeq_map split_map take_map drop_map transpose_map " \
	"splitVec_map zip_map_left zip_map_right map_zip_left map_zip_right " \
	"splitVec_zip fill_map splitVec_fill " \
	"splitVec_joinVec joinVec_splitVec split_join_id join_split " \
	"transpose_transpose take_all drop_none concat_empty concat_to_empty "

/* Values for the arrays of one element that a reduce gives. */
#define HEADS "join_head head_map head_fill "

static void test_figure_10(void **state)
{
	Script s = script_start("asum", "N=4096");

	(void)state;
	script_line(&s, "", "reduce_part I=128", "(1) 6d");
	script_line(&s, "/2", "part_split J=1", "(2) 6d");
	script_line(&s, "/2/0/1/0", "split_join I=128", "(3) 6c");
	script_line(&s, "/2/0/1", "split_join_id", "(4) 6e");
	script_line(&s, "/2/0", "map_map", "(5) 6f");
	script_line(&s, "/2/0/0/0/2", "map_seq", "(6) 7a");
	script_line(&s, "/2/0/0/0", "part_reduce", NULL);
	script_line(&s, "/2/0/0/0", "reduce_seq", "(7) 6d & 7b");
	script_line(&s, "/2/0/0/0", "reduceSeq_mapSeq", "(8) 6f");
	script_compare(&s, "figure10");
	script_free(&s);
}

/* u vectors of w lanes as the accumulators of the nth reduce, then the lanes
 * of one vector (acc(u, w)). */
static void accumulate(Script *s, int nth, const char *accs,
		       const char *vectors, const char *lanes)
{
	Path at = script_prim(s, PRIM_REDUCE, nth);
	Path fold;

	script_use(s, &at, accs);
	fold = script_below(&at, "/2");
	script_use(s, &fold, vectors);
	script_all(s, FUSE);
	at = script_prim(s, PRIM_REDUCE, nth);
	script_use(s, &at, lanes);
	script_all(s, FUSE);
}

static void use(Script *s, Prim prim, int nth, const char *rule)
{
	Path at = script_prim(s, prim, nth);

	script_use(s, &at, rule);
}

static void below(Script *s, Prim prim, int nth, const char *kids,
		  const char *rule)
{
	Path at = script_prim(s, prim, nth);

	at = script_below(&at, kids);
	script_use(s, &at, rule);
}

/* The partial results of a parallel map are stored, then added by one item. */
static void finish_reduction(Script *s)
{
	Path part;

	script_all(s, "reduce_seq");
	use(s, PRIM_MAP, 0, "map_global d=0");
	part = script_prim(s, PRIM_MAP_GLOBAL, 0);
	script_use(s, &part, "store_global");
	use(s, PRIM_REDUCE_SEQ, 0, "one_item");
	use(s, PRIM_MAP, 0, "map_global d=0");
	use(s, PRIM_REDUCE_SEQ, 1, "reduce_unroll");
	use(s, PRIM_REDUCE_SEQ, 1, "reduce_unroll");
	script_all(s, "map_unroll");
}

static void test_asum(void **state)
{
	Script s = script_start("asum", "N=16777216");

	(void)state;
	use(&s, PRIM_REDUCE, 0, "reduce_chunks k=262144");
	script_all(&s, FUSE);
	accumulate(&s, 1, "reduce_accs k=128", "view_vectors w=16",
		   "reduce_lanes w=16");
	finish_reduction(&s);
	assert_true(s.now->label.reassociates);
	assert_false(s.now->label.rounds);
	script_compare(&s, "asum");
	script_free(&s);
}

/* 1000003 = 64 * 15616 + 4 * 128 + 67: the rest is one more item. */
static void test_asum_prime(void **state)
{
	Script s = script_start("asum", "N=1000003");

	(void)state;
	use(&s, PRIM_REDUCE, 0, "reduce_rest k=15616 m=64");
	script_all(&s, FUSE);
	accumulate(&s, 1, "reduce_accs k=128", "view_vectors w=16",
		   "reduce_lanes w=16");
	use(&s, PRIM_REDUCE, 2, "reduce_cut_seq n1=512");
	script_all(&s, FUSE);
	accumulate(&s, 2, "reduce_accs k=128", "view_vectors w=16",
		   "reduce_lanes w=16");
	script_all(&s, "reduce_seq");
	use(&s, PRIM_REDUCE_SEQ, 4, "one_item");
	use(&s, PRIM_MAP, 0, "map_global d=0");
	below(&s, PRIM_CONCAT, 0, "/1/0", "map_global d=0");
	use(&s, PRIM_CONCAT, 0, "store_global");
	use(&s, PRIM_REDUCE_SEQ, 0, "one_item");
	use(&s, PRIM_MAP, 0, "map_global d=0");
	use(&s, PRIM_REDUCE_SEQ, 1, "reduce_unroll");
	use(&s, PRIM_REDUCE_SEQ, 1, "reduce_unroll");
	use(&s, PRIM_REDUCE_SEQ, 3, "reduce_unroll");
	use(&s, PRIM_REDUCE_SEQ, 3, "reduce_unroll");
	script_all(&s, "map_unroll");
	script_same(&s);
	script_compare(&s, "asum_1000003");
	script_free(&s);
}

static void test_dot(void **state)
{
	Script s = script_start("dot", "N=16777216");

	(void)state;
	use(&s, PRIM_REDUCE, 0, "reduce_chunks k=262144");
	script_all(&s, FUSE);
	accumulate(&s, 1, "reduce_accs k=64", "view_vectors w=16",
		   "reduce_lanes w=16");
	finish_reduction(&s);
	script_all(&s, "contract");
	assert_true(s.now->label.rounds);
	script_compare(&s, "dot");
	script_free(&s);
}

static void test_scal(void **state)
{
	Script s = script_start("scal", "N=16777216");

	(void)state;
	use(&s, PRIM_MAP, 0, "split_join I=262144");
	use(&s, PRIM_MAP, 1, "split_join I=64");
	use(&s, PRIM_MAP, 2, "vectorise I=16");
	use(&s, PRIM_MAP, 0, "map_global d=0");
	use(&s, PRIM_MAP, 0, "map_seq");
	use(&s, PRIM_MAP, 0, "map_unroll");
	assert_false(s.now->label.reassociates);
	script_compare(&s, "scal");
	script_free(&s);
}

/* The nth fold of vectors under a map becomes the fold of all its rows. */
static void interchange_rows(Script *s, int map, int fold)
{
	Path rows = script_prim(s, PRIM_MAP, map);
	Path at = script_prim(s, PRIM_REDUCE_SEQ, fold);

	at.depth--;
	script_within(s, &rows, "map_keep", &at);
	rows = script_below(&rows, "/1/0");
	script_use(s, &rows, "fold_interchange_rows");
}

static void test_gemv(void **state)
{
	Script s = script_start("gemv", "M=4096 K=4096");

	(void)state;
	script_all(&s, HEADS FUSE);
	use(&s, PRIM_MAP, 0, "split_join I=2");
	accumulate(&s, 0, "reduce_accs k=64", "view_vectors w=16",
		   "reduce_lanes w=16");
	interchange_rows(&s, 1, 1);
	script_all(&s, "reduce_seq");
	use(&s, PRIM_MAP, 0, "map_global d=0");
	use(&s, PRIM_MAP, 0, "map_unroll");
	below(&s, PRIM_MAP_SEQ_UNROLL, 0, "/1/0", "store_private");
	below(&s, PRIM_TO_PRIVATE, 0, "/0/0/0/0", "map_unroll");
	below(&s, PRIM_TO_PRIVATE, 0, "/0/0/0/0/0/0", "map_unroll");
	use(&s, PRIM_REDUCE_SEQ, 0, "reduce_unroll");
	use(&s, PRIM_REDUCE_SEQ, 0, "reduce_unroll");
	script_compare(&s, "gemv");
	script_free(&s);
}

/* Rows and columns that do not divide: the last row is one more item, the last
 * three columns are added one by one. */
static void test_gemv_prime(void **state)
{
	Script s = script_start("gemv", "M=1021 K=4099");

	(void)state;
	script_all(&s, HEADS FUSE);
	use(&s, PRIM_REDUCE, 0, "reduce_cut_seq n1=4096");
	script_all(&s, FUSE);
	accumulate(&s, 0, "reduce_accs k=64", "view_vectors w=16",
		   "reduce_lanes w=16");
	use(&s, PRIM_MAP, 0, "map_cut n1=1020");
	use(&s, PRIM_MAP, 0, "split_join I=2");
	below(&s, PRIM_CONCAT, 0, "/1", "split_join I=1");
	interchange_rows(&s, 1, 2);
	script_same(&s);
	script_compare(&s, "gemv_1021x4099");
	script_free(&s);
}

/* The product at a place in tiles of m rows and n columns, each a sum of rank-1
 * updates, its rows in vectors when they are long enough. */
static void tile(Script *s, const Path *product, int m, int n)
{
	Path at = script_below(product, "/0/0/0/1/0/0/0");
	char sizes[64];

	snprintf(sizes, sizeof sizes, "map_map_tile m=%d n=%d", m, n);
	script_use(s, product, sizes);
	script_all(s, FUSE);
	script_use(s, &at, "outer_product");
	if (n % 16 == 0)
		script_use(s, &at, "view_row_vectors w=16");
	script_all(s, FUSE);
}

/* Panels of B, c columns each, are stored one after another. */
static void pack(Script *s)
{
	Path panels = script_prim(s, PRIM_MAP, 2), at, root = path_root();
	Path use_of = script_prim(s, PRIM_TRANSPOSE, 2);

	script_within(s, &panels, "map_map<", &use_of);
	at = script_below(&panels, "/1");
	script_use(s, &at, "transpose_map_split<");
	script_use(s, &at, "copy");
	panels = at;
	at = script_below(&at, "/0/0");
	script_use(s, &at, "copy");
	at = script_below(&at, "/0/0");
	script_use(s, &at, "copy");
	script_use(s, &at, "vectorise I=16");
	script_all(s, "mapVec_id");
	script_use(s, &panels, "map_global d=0");
	script_use(s, &panels, "store_global");
	script_within(s, &root, "share", &panels);
	below(s, PRIM_MAP_GLOBAL, 0, "/0/0", "map_seq");
	use(s, PRIM_MAP, 0, "map_unroll");
}

/* Items of the second kernel; each writes its tile vector by vector. */
static void lower_tiles(Script *s)
{
	Path at = script_prim(s, PRIM_MAP, 1);

	script_use(s, &at, "map_global d=1");
	at = script_below(&at, "/0/0/1/0");
	script_use(s, &at, "map_global d=0");
	at = script_below(&at, "/0/0");
	script_use(s, &at, "map_unroll");
	at = script_below(&at, "/0/0/0");
	script_use(s, &at, "copy");
	script_use(s, &at, "map_unroll");
	for (int i = 0; i < 2; i++) {
		at = script_prim(s, PRIM_REDUCE_SEQ, 0);
		at = script_below(&at, i ? "/0/0/0/0" : "/0/0");
		script_use(s, &at, "map_unroll");
	}
}

static void test_matmul(void **state)
{
	Script s = script_start("matmul", "M=1024 N=1024 K=1024");
	const Path root = path_root();

	(void)state;
	script_all(&s, "reduce_seq " FUSE);
	tile(&s, &root, 8, 32);
	pack(&s);
	lower_tiles(&s);
	assert_false(s.now->label.reassociates);
	script_compare(&s, "matmul");
	script_free(&s);
}

/* 257 = 8 * 32 + 1 rows and columns: four products, each tiled alone. */
static void test_matmul_prime(void **state)
{
	Script s = script_start("matmul", "M=257 N=257 K=257");
	const Path root = path_root();

	(void)state;
	script_all(&s, "reduce_seq " FUSE);
	script_use(&s, &root, "map_cut n1=256");
	for (int part = 0; part < 2; part++) {
		Path at = path_kid(&root, part);

		script_use(&s, &at, "map_interchange");
		at = path_kid(&at, 0);
		script_use(&s, &at, "map_cut n1=256");
		for (int half = 0; half < 2; half++) {
			Path product = path_kid(&at, half);

			script_use(&s, &product, "map_interchange");
			product = path_kid(&product, 0);
			tile(&s, &product, part ? 1 : 8, half ? 1 : 32);
		}
	}
	assert_false(s.now->label.reassociates);
	script_same(&s);
	script_compare(&s, "matmul_257");
	script_free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_figure_10),
		cmocka_unit_test(test_asum),
		cmocka_unit_test(test_asum_prime),
		cmocka_unit_test(test_dot),
		cmocka_unit_test(test_scal),
		cmocka_unit_test(test_gemv),
		cmocka_unit_test(test_gemv_prime),
		cmocka_unit_test(test_matmul),
		cmocka_unit_test(test_matmul_prime),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
