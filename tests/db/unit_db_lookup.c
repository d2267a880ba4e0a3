/* Properties of looking up: filters only narrow, the best is the fastest that is
 * valid, and the nearest is near in the sense of a factor.
 */
#include "tests/db/db_fixture.h"

static DbStored fetch(Fixture *f, Db *db, DbFilter filter)
{
	DbStored stored;
	DbStatus status;

	assert_true(db_fetch(db, f->arena, &filter, &stored, &status));
	assert_int_equal(status, DB_OK);
	return stored;
}

static void the_best_is_the_fastest_valid_one(void **state)
{
	Fixture *f = *state;
	DbMeasurement slow = fixture_ok(f, 20), fast = fixture_ok(f, 10);
	DbMeasurement wrong = fixture_failed(f, 1, "wrong");
	DbStored best, *rows;
	Db *db = fixture_open(f);

	fixture_begin(f, db, 1000);
	fixture_record(db, &wrong);
	fixture_record(db, &slow);
	fixture_record(db, &fast);
	best = fetch(f, db, (DbFilter){ .name = "asum" });
	assert_true(best.kernel == fast.kernel.hash);
	assert_string_equal(best.source, fast.kernel.source);
	assert_string_equal(best.form, "{}");
	assert_int_equal(1, db_query(db, f->arena,
		&(DbFilter){ .best = true }, &rows));
	assert_true(rows[0].kernel == fast.kernel.hash);
	fixture_end(db);
	fixture_begin(f, db, 1000);
	wrong.kernel = fast.kernel;
	fixture_record(db, &wrong);
	best = fetch(f, db, (DbFilter){ .program = 0x1234 });
	assert_true(best.kernel == slow.kernel.hash);
	db_close(db);
}

static void a_remeasurement_decides(void **state)
{
	Fixture *f = *state;
	DbMeasurement a = fixture_ok(f, 10), b = fixture_ok(f, 11);
	double samples[] = { 130, 131 };
	DbRemeasurement again = { .samples = samples, .sample_count = 2,
				  .p25_ns = 130, .low_ns = 129,
				  .high_ns = 132 };
	DbStored best;
	Db *db = fixture_open(f);

	fixture_begin(f, db, 1000);
	again.measurement = fixture_record(db, &a);
	fixture_record(db, &b);
	best = fetch(f, db, (DbFilter){ .name = "asum" });
	assert_true(best.kernel == a.kernel.hash);
	assert_int_equal(db_remeasure(db, &again, 1), DB_OK);
	best = fetch(f, db, (DbFilter){ .name = "asum" });
	assert_true(best.kernel == b.kernel.hash);
	best = fetch(f, db, (DbFilter){ .derivation = 1 });
	assert_true(best.time_ns == 130 && best.low_ns == 129);
	db_close(db);
}

static bool find_nearest(Fixture *f, Db *db, uint64_t program, const char *fp,
			 DbStored *stored)
{
	DbSize size = { "N", 5 };
	DbStatus status;
	bool found = db_nearest(db, f->arena, program, &f->device, &size, 1,
				fp, stored, &status);

	assert_int_equal(status, DB_OK);
	return found;
}

/* What a search ended with is what its name stands for, whatever else seems
 * faster, until it turns out to be wrong; a replay chooses nothing. */
static void the_last_search_decides(void **state)
{
	Fixture *f = *state;
	DbMeasurement chosen = fixture_ok(f, 11), other = fixture_ok(f, 10);
	DbMeasurement wrong = fixture_failed(f, 11, "wrong");
	const DbSize size = { "N", 5 };
	DbRun replay = fixture_run(f, &size, 1);
	DbStored nearest, *rows;
	Db *db = fixture_open(f);
	int64_t best, second;

	fixture_begin(f, db, 5);
	best = fixture_record(db, &chosen);
	second = fixture_record(db, &other);
	assert_int_equal(db_end_run(db, "done", best), DB_OK);
	assert_true(fetch(f, db, (DbFilter){ .name = "asum" }).measurement
		    == best);
	assert_true(fetch(f, db, (DbFilter){ .derivation = 2 }).measurement
		    == second);
	assert_int_equal(1, db_query(db, f->arena,
		&(DbFilter){ .best = true }, &rows));
	assert_true(rows[0].measurement == best);
	assert_true(find_nearest(f, db, 0x1234, "reassoc", &nearest));
	assert_true(nearest.measurement == best);
	replay.strategy = "replay";
	assert_int_equal(db_begin_run(db, &replay), DB_OK);
	other.sequence = 1;
	second = fixture_record(db, &other);
	assert_int_equal(db_end_run(db, "done", second), DB_OK);
	assert_true(fetch(f, db, (DbFilter){ .name = "asum" }).measurement
		    == best);
	fixture_begin(f, db, 5);
	fixture_record(db, &wrong);
	fixture_end(db);
	assert_true(fetch(f, db, (DbFilter){ .name = "asum" }).measurement
		    == second);
	db_close(db);
}

static void expect_verdict(Fixture *f, Db *db, uint64_t kernel,
			   const char *verdict)
{
	DbProof proof;
	DbStatus status;
	bool found = db_proof(db, f->arena, kernel, &proof, &status);

	assert_int_equal(status, DB_OK);
	assert_true(found == (verdict != NULL));
	if (verdict)
		assert_string_equal(proof.verdict, verdict);
}

static void the_last_proof_counts(void **state)
{
	Fixture *f = *state;
	DbMeasurement ok = fixture_ok(f, 1);
	DbProof proof = { .verdict = "unknown", .solver = "s 1", .seconds = 1 };
	uint64_t kernel = ok.kernel.hash;
	Db *db = fixture_open(f);

	fixture_begin(f, db, 4);
	assert_int_equal(db_prove(db, kernel, &proof), DB_REFUSED);
	fixture_record(db, &ok);
	expect_verdict(f, db, kernel, NULL);
	assert_int_equal(db_prove(db, kernel, &proof), DB_OK);
	expect_verdict(f, db, kernel, "unknown");
	proof.verdict = "refuted";
	assert_int_equal(db_prove(db, kernel, &proof), DB_OK);
	proof.verdict = "proved";
	assert_int_equal(db_prove(db, kernel, &proof), DB_OK);
	proof.verdict = "unknown";
	assert_int_equal(db_prove(db, kernel, &proof), DB_OK);
	expect_verdict(f, db, kernel, "proved");
	proof.verdict = "likely";
	assert_int_equal(db_prove(db, kernel, &proof), DB_REFUSED);
	assert_string_equal(fetch(f, db, (DbFilter){ 0 }).judges, "exact");
	db_close(db);
}

/* A small size would always win on time; what is replayed there is no search. */
static void a_name_means_its_latest_problem(void **state)
{
	Fixture *f = *state;
	const DbSize small = { "N", 5 }, large = { "N", 500 };
	DbRun replay = fixture_run(f, &small, 1);
	Db *db = fixture_open(f);
	DbStored best;

	fixture_tune(f, db, &small, 1, 1);
	fixture_tune(f, db, &large, 1, 2);
	best = fetch(f, db, (DbFilter){ .name = "asum" });
	assert_string_equal(best.sizes, "N=500");
	replay.strategy = "replay";
	assert_int_equal(db_begin_run(db, &replay), DB_OK);
	fixture_end(db);
	best = fetch(f, db, (DbFilter){ .name = "asum" });
	assert_string_equal(best.sizes, "N=500");
	fixture_begin(f, db, 5);
	best = fetch(f, db, (DbFilter){ .name = "asum" });
	assert_string_equal(best.sizes, "N=5");
	db_close(db);
}

static uint64_t near(Fixture *f, Db *db, int64_t m, int64_t n,
		     bool *other_sizes)
{
	DbSize sizes[] = { { "N", n }, { "M", m } };
	DbStored stored;
	DbStatus status;

	assert_true(db_nearest(db, f->arena, 0x1234, &f->device, sizes, 2,
			       "reassoc", &stored, &status));
	*other_sizes = stored.other_sizes;
	return stored.kernel;
}

static void sizes_are_near_by_ratio(void **state)
{
	Fixture *f = *state;
	Db *db = fixture_open(f);
	const DbSize tall[] = { { "M", 4096 }, { "N", 1 } };
	const DbSize wide[] = { { "N", 4096 }, { "M", 1 } };
	const DbSize small[] = { { "M", 10 }, { "N", 10 } };
	bool other;

	fixture_tune(f, db, tall, 2, 1);
	fixture_tune(f, db, wide, 2, 2);
	fixture_tune(f, db, small, 2, 3);
	assert_true(near(f, db, 4096, 1, &other)
		    == fixture_kernel(f, 1).hash && !other);
	assert_true(near(f, db, 4000, 2, &other)
		    == fixture_kernel(f, 1).hash && other);
	assert_true(near(f, db, 2, 9999, &other)
		    == fixture_kernel(f, 2).hash && other);
	assert_true(near(f, db, 100, 100, &other)
		    == fixture_kernel(f, 3).hash && other);
	db_close(db);
}

static void the_same_device_wins_over_the_same_size(void **state)
{
	Fixture *f = *state;
	const DbSize small = { "N", 5 }, large = { "N", 5000 };
	Db *db = fixture_open(f);
	DbStored stored;

	fixture_tune(f, db, &small, 1, 1);
	strcpy(f->device.driver, "another");
	assert_true(find_nearest(f, db, 0x1234, "reassoc", &stored));
	assert_true(stored.other_device && !stored.other_sizes);
	fixture_tune(f, db, &large, 1, 2);
	assert_true(find_nearest(f, db, 0x1234, "reassoc", &stored));
	assert_true(!stored.other_device && stored.other_sizes);
	assert_false(find_nearest(f, db, 0x1234, "strict", &stored));
	assert_true(find_nearest(f, db, 0x1234, "relaxed", &stored));
	assert_false(find_nearest(f, db, 0x9999, "relaxed", &stored));
	db_close(db);
}

static int count(Fixture *f, Db *db, DbFilter filter)
{
	DbStored *rows;

	return db_query(db, f->arena, &filter, &rows);
}

static void filters_narrow(void **state)
{
	Fixture *f = *state;
	Db *db = fixture_open(f);
	const DbSize n[] = { { "N", 5 }, { "N", 6 }, { "M", 6 } };

	fixture_tune(f, db, &n[0], 1, 1);
	fixture_tune(f, db, &n[0], 1, 2);
	fixture_tune(f, db, &n[1], 2, 3);
	assert_int_equal(count(f, db, (DbFilter){ 0 }), 3);
	assert_int_equal(count(f, db, (DbFilter){ .best = true }), 2);
	assert_int_equal(count(f, db, (DbFilter){ .limit = 2 }), 2);
	assert_int_equal(count(f, db, (DbFilter){ .name = "asum" }), 3);
	assert_int_equal(count(f, db, (DbFilter){ .name = "as" }), 0);
	assert_int_equal(count(f, db, (DbFilter){ .device = "GENE" }), 3);
	assert_int_equal(count(f, db, (DbFilter){ .device = "gpu" }), 0);
	assert_int_equal(count(f, db, (DbFilter){
		.sizes = &n[0], .size_count = 1 }), 2);
	assert_int_equal(count(f, db, (DbFilter){
		.sizes = &n[2], .size_count = 1 }), 1);
	assert_int_equal(count(f, db, (DbFilter){ .derivation = 3 }), 1);
	assert_int_equal(count(f, db, (DbFilter){ .fp = "strict" }), 0);
	db_close(db);
}

static void every_name_of_a_program_finds_it(void **state)
{
	Fixture *f = *state;
	const DbSize size = { "N", 5 };
	DbRun run = fixture_run(f, &size, 1);
	Db *db = fixture_open(f);

	fixture_tune(f, db, &size, 1, 1);
	run.name = "sum_of_magnitudes";
	assert_int_equal(db_begin_run(db, &run), DB_OK);
	assert_int_equal(count(f, db, (DbFilter){ .name = run.name }), 1);
	assert_int_equal(count(f, db, (DbFilter){ .name = "asum" }), 1);
	db_close(db);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(the_best_is_the_fastest_valid_one),
		FIXTURE_TEST(a_remeasurement_decides),
		FIXTURE_TEST(the_last_search_decides),
		FIXTURE_TEST(the_last_proof_counts),
		FIXTURE_TEST(a_name_means_its_latest_problem),
		FIXTURE_TEST(sizes_are_near_by_ratio),
		FIXTURE_TEST(the_same_device_wins_over_the_same_size),
		FIXTURE_TEST(filters_narrow),
		FIXTURE_TEST(every_name_of_a_program_finds_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
