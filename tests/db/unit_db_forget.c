/* One program of several: what is exported of it, and what is left when it is
 * forgotten. */
#include "tests/db/db_fixture.h"

enum { FIRST = 0x1111, SECOND = 0x2222 };

/* A run of a program with that key and name at N = n: a good kernel for each
 * number, a failure, a remeasurement, a proof and a best. */
static void tune(Fixture *f, Db *db, uint64_t program, const char *name,
		 int64_t n, int first, int count)
{
	DbSize size = { "N", n };
	DbRun run = fixture_run(f, &size, 1);
	DbMeasurement failed = fixture_failed(f, first + count, "run_crash");
	double again[1] = { 90.5 };
	DbRemeasurement item = { .samples = again, .sample_count = 1,
				 .p25_ns = 90.5, .low_ns = 90,
				 .high_ns = 91 };
	DbProof proof = { .verdict = "unknown", .detail = "5 s are over",
			  .solver = "a solver 1.0", .seconds = 5 };

	run.program = program;
	run.name = name;
	assert_int_equal(db_begin_run(db, &run), DB_OK);
	for (int i = 0; i < count; i++) {
		DbMeasurement ok = fixture_ok(f, first + i);

		item.measurement = fixture_record(db, &ok);
	}
	fixture_record(db, &failed);
	assert_int_equal(db_remeasure(db, &item, 1), DB_OK);
	assert_int_equal(db_prove(db, failed.kernel.hash, &proof), DB_OK);
	assert_int_equal(db_end_run(db, "done", item.measurement), DB_OK);
}

/* Kernels 3 and 4 are those of both. */
static Db *two_programs(Fixture *f)
{
	Db *db = fixture_open(f);

	tune(f, db, FIRST, "sum", 4, 1, 3);
	tune(f, db, SECOND, "dot", 4, 3, 3);
	tune(f, db, FIRST, "sum", 5, 1, 1);
	tune(f, db, SECOND, "dot", 9, 7, 2);
	return db;
}

static const char *exported(Fixture *f, Db *db, uint64_t program)
{
	Text text = { 0 };
	const char *kept;

	assert_true(db_export_program(db, program, &text, f->diags));
	kept = arena_strdup(f->arena, text_string(&text));
	text_free(&text);
	return kept;
}

static void expect_sound(Fixture *f, Db *db)
{
	if (!db_check(db, NULL, f->diags))
		diags_print(f->diags, stderr);
	assert_int_equal(f->diags->errors, 0);
}

static void what_is_left_is_the_other_program(void **state)
{
	Fixture *f = *state;
	Db *db = two_programs(f);
	const char *second = exported(f, db, SECOND);
	DbCounts gone, left;

	assert_true(db_forget(db, FIRST, &gone, f->diags));
	expect_sound(f, db);
	assert_string_equal(exported(f, db, 0), second);
	assert_int_equal(gone.programs, 1);
	assert_int_equal(gone.problems, 2);
	assert_int_equal(gone.runs, 2);
	assert_int_equal(gone.measurements, 6);
	assert_int_equal(gone.failures, 2);
	assert_int_equal(gone.kernels, 2); /* 3 and 4 stay */
	assert_true(db_check(db, &left, f->diags));
	assert_int_equal(left.programs, 1);
	assert_int_equal(left.measurements, 7);
	db_close(db);
}

/* What is forgotten is what a program's export brings back. */
static void an_export_brings_it_back(void **state)
{
	Fixture *f = *state;
	Db *db = two_programs(f);
	const char *first = exported(f, db, FIRST);
	DbCounts before, gone, taken, after;

	assert_true(db_check(db, &before, f->diags));
	assert_true(db_forget(db, FIRST, &gone, f->diags));
	assert_true(db_import(db, "lines", first, strlen(first), &taken,
			      f->diags));
	assert_memory_equal(&gone, &taken, sizeof gone);
	assert_true(db_check(db, &after, f->diags));
	assert_memory_equal(&before, &after, sizeof before);
	db_close(db);
}

static void all_of_them_can_go(void **state)
{
	Fixture *f = *state;
	Db *db = two_programs(f);
	DbCounts gone, left;

	assert_true(db_forget(db, SECOND, &gone, f->diags));
	assert_true(db_forget(db, FIRST, &gone, f->diags));
	assert_true(db_check(db, &left, f->diags));
	assert_int_equal(left.programs + left.problems + left.derivations
			 + left.kernels + left.runs + left.measurements, 0);
	assert_int_equal(left.devices, 1);
	db_close(db);
}

/* While a process that lives, this one, has a run of it. */
static void what_is_in_use_stays(void **state)
{
	Fixture *f = *state;
	Db *db = two_programs(f);
	DbSize size = { "N", 6 };
	DbRun run = fixture_run(f, &size, 1);
	DbCounts gone, before, after;

	run.program = FIRST;
	assert_int_equal(db_begin_run(db, &run), DB_OK);
	assert_true(db_check(db, &before, f->diags));
	assert_false(db_forget(db, FIRST, &gone, f->diags));
	assert_int_equal(f->diags->count, 1);
	assert_int_equal(f->diags->items[0].code, E0601);
	assert_int_equal(gone.measurements, 0);
	f->diags->errors = f->diags->count = 0;
	assert_true(db_check(db, &after, f->diags));
	assert_memory_equal(&before, &after, sizeof before);
	assert_true(db_forget(db, SECOND, &gone, f->diags));
	fixture_end(db);
	assert_true(db_forget(db, FIRST, &gone, f->diags));
	db_close(db);
}

static void a_name_is_that_of_any_run(void **state)
{
	Fixture *f = *state;
	Db *db = two_programs(f);
	uint64_t *keys;

	tune(f, db, SECOND, "sum", 4, 30, 1);
	assert_int_equal(db_programs_named(db, "dot", f->arena, &keys), 1);
	assert_int_equal(keys[0], SECOND);
	assert_int_equal(db_programs_named(db, "sum", f->arena, &keys), 2);
	assert_int_equal(keys[0], FIRST);
	assert_int_equal(db_programs_named(db, "0000000000002222", f->arena,
					   &keys), 1);
	assert_int_equal(keys[0], SECOND);
	assert_int_equal(db_programs_named(db, "max", f->arena, &keys), 0);
	db_close(db);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(what_is_left_is_the_other_program),
		FIXTURE_TEST(an_export_brings_it_back),
		FIXTURE_TEST(all_of_them_can_go),
		FIXTURE_TEST(what_is_in_use_stays),
		FIXTURE_TEST(a_name_is_that_of_any_run),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
