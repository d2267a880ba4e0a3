/* Properties of the database: what was recorded is found again, by content, by
 * whatever way one asks; nothing is found that was not recorded.
 */
#include "tests/db/db_fixture.h"

#include <math.h>

enum { KERNELS = 12 };

static void what_is_recorded_is_found(void **state)
{
	Fixture *f = *state;
	Db *db = fixture_open(f);
	DbStored *rows;

	fixture_begin(f, db, 1000);
	for (int i = 0; i < KERNELS; i++) {
		DbMeasurement ok = fixture_ok(f, i);
		DbMeasurement bad = fixture_failed(f, i, "wrong");

		fixture_record(db, i % 3 ? &ok : &bad);
	}
	assert_int_equal(db_results(db, f->arena, &rows), KERNELS);
	for (int i = 0; i < KERNELS; i++) {
		DbMeasurement ok = fixture_ok(f, i);

		assert_true(rows[i].kernel == ok.kernel.hash);
		assert_int_equal(rows[i].sequence, i);
		assert_string_equal(rows[i].status, i % 3 ? "ok" : "wrong");
		assert_true(rows[i].time_ns == (i % 3 ? ok.p25_ns : 0));
		assert_string_equal(rows[i].expression,
				    ok.kernel.derivation.expression);
		assert_string_equal(rows[i].sizes, "N=1000");
	}
	db_close(db);
}

static void resuming_sees_the_same_question_only(void **state)
{
	Fixture *f = *state;
	DbMeasurement ok = fixture_ok(f, 1);
	DbSize size = { "N", 1000 };
	DbRun run = fixture_run(f, &size, 1);
	Db *db = fixture_open(f);
	DbStored *rows;

	fixture_begin(f, db, 1000);
	fixture_record(db, &ok);
	assert_int_equal(db_end_run(db, "done", 1), DB_OK);
	db_close(db);
	db = fixture_open(f);
	fixture_begin(f, db, 1000);
	assert_int_equal(db_results(db, f->arena, &rows), 1);
	fixture_end(db);
	fixture_begin(f, db, 1001);
	assert_int_equal(db_results(db, f->arena, &rows), 0);
	fixture_end(db);
	run.fp = "strict";
	assert_int_equal(db_begin_run(db, &run), DB_OK);
	assert_int_equal(db_results(db, f->arena, &rows), 0);
	db_close(db);
}

static void equal_content_is_one_row(void **state)
{
	Fixture *f = *state;
	DbMeasurement ok = fixture_ok(f, 1);
	Db *db = fixture_open(f);

	for (int i = 0; i < 3; i++) {
		fixture_begin(f, db, 1000);
		fixture_record(db, &ok);
		fixture_end(db);
	}
	db_close(db);
	assert_string_equal("1 1 1 1 1", fixture_ask(f,
		"SELECT (SELECT count(*) FROM programs) || ' ' || "
		"(SELECT count(*) FROM devices) || ' ' || "
		"(SELECT count(*) FROM problems) || ' ' || "
		"(SELECT count(*) FROM kernels) || ' ' || "
		"(SELECT count(*) FROM derivations)"));
	assert_string_equal("0 1 2", fixture_ask(f,
		"SELECT group_concat(repeat, ' ') FROM measurements"));
}

/* The machine, not the tuner, died: the file says another boot. */
static void a_kernel_that_took_the_machine_down_is_a_row(void **state)
{
	Fixture *f = *state;
	DbMeasurement ok = fixture_ok(f, 1);
	DbKernel killer = fixture_kernel(f, 2);
	Db *db = fixture_open(f);
	DbStored *rows;

	fixture_begin(f, db, 1000);
	assert_int_equal(db_record(db, &ok, &killer, NULL), DB_OK);
	db_close(db);
	fixture_sql(f->path, "UPDATE runs SET boot = 'yesterday'; "
		    FIXTURE_HASH_RUNS);
	db = fixture_open(f);
	fixture_begin(f, db, 1000);
	assert_int_equal(db_results(db, f->arena, &rows), 2);
	assert_true(rows[1].kernel == killer.hash);
	assert_string_equal(rows[1].status, "host_crash");
	assert_true(rows[1].time_ns == 0 && rows[1].reason);
	assert_true(db_check(db, NULL, f->diags));
	db_close(db);
	assert_string_equal("host_crash", fixture_ask(f,
		"SELECT outcome FROM runs WHERE id = 1"));
	assert_string_equal("0", fixture_ask(f,
		"SELECT count(*) FROM intents"));
}

static void a_kernel_of_a_killed_tuner_is_measured_again(void **state)
{
	Fixture *f = *state;
	DbKernel next = fixture_kernel(f, 2);
	Db *db = fixture_open(f);
	DbStored *rows;

	fixture_begin(f, db, 1000);
	assert_int_equal(db_record(db, NULL, &next, NULL), DB_OK);
	db_close(db);
	fixture_sql(f->path, "UPDATE runs SET process_start = 1");
	db = fixture_open(f);
	fixture_begin(f, db, 1000);
	assert_int_equal(db_results(db, f->arena, &rows), 0);
	db_close(db);
	assert_string_equal("killed", fixture_ask(f,
		"SELECT outcome FROM runs WHERE id = 1"));
	assert_string_equal("0", fixture_ask(f,
		"SELECT count(*) FROM intents"));
}

static void a_living_tuner_is_left_alone(void **state)
{
	Fixture *f = *state;
	DbKernel next = fixture_kernel(f, 2);
	Db *db = fixture_open(f), *other = fixture_open(f);

	fixture_begin(f, db, 1000);
	assert_int_equal(db_record(db, NULL, &next, NULL), DB_OK);
	fixture_begin(f, other, 1000);
	db_close(other);
	db_close(db);
	assert_string_equal("1", fixture_ask(f,
		"SELECT count(*) FROM intents"));
}

static DbStatus try_to_record(Db *db, DbMeasurement result)
{
	return db_record(db, &result, NULL, NULL);
}

static void impossible_values_are_refused(void **state)
{
	Fixture *f = *state;
	Db *db = fixture_open(f);
	DbMeasurement negative = fixture_ok(f, 1), infinite = negative;
	DbMeasurement timeless = negative, unexplained = negative;
	DbMeasurement labelled = negative;

	negative.min_ns = -1;
	infinite.median_ns = INFINITY;
	timeless.min_ns = timeless.median_ns = timeless.p25_ns = 0;
	unexplained.status = "wrong";
	labelled.kernel.derivation.label = "sound";
	fixture_begin(f, db, 1000);
	assert_int_equal(try_to_record(db, negative), DB_REFUSED);
	assert_int_equal(try_to_record(db, infinite), DB_REFUSED);
	assert_int_equal(try_to_record(db, timeless), DB_REFUSED);
	assert_int_equal(try_to_record(db, unexplained), DB_REFUSED);
	assert_int_equal(try_to_record(db, labelled), DB_REFUSED);
	db_complain(db, f->diags);
	assert_int_equal(f->diags->items[0].code, E0602);
	db_close(db);
	assert_string_equal("0", fixture_ask(f,
		"SELECT count(*) FROM kernels"));
}

static void plain_sqlite_reads_it(void **state)
{
	Fixture *f = *state;
	const DbSize size = { "N", 5 };
	Db *db = fixture_open(f);

	fixture_tune(f, db, &size, 1, 1);
	db_close(db);
	assert_string_equal("asum|generic|N=5|101.0", fixture_ask(f,
		"SELECT program || '|' || device || '|' || sizes || '|' || "
		"time_ns FROM best"));
	assert_string_equal("1 a,2 b", fixture_ask(f,
		"SELECT group_concat(number || ' ' || (step ->> 'rule')) "
		"FROM steps WHERE derivation = 1"));
	assert_string_equal("[101,102,103]", fixture_ask(f,
		"SELECT samples FROM measurements"));
	assert_string_equal("ok", fixture_ask(f, "PRAGMA integrity_check"));
}

static void set(const char *name, const char *value)
{
	if (value)
		setenv(name, value, 1);
	else
		unsetenv(name);
}

static void expect_path(const char *option, const char *variable,
			const char *data, const char *home,
			const char *expected)
{
	char *path;

	set("LIFT_TUNE_DB", variable);
	set("XDG_DATA_HOME", data);
	set("HOME", home);
	path = db_path(option);
	if (expected)
		assert_string_equal(path, expected);
	else
		assert_null(path);
	free(path);
}

static void the_path_follows_the_environment(void **state)
{
	(void)state;
	expect_path("o.db", "v.db", "/data", "/home/u", "o.db");
	expect_path(NULL, "v.db", "/data", "/home/u", "v.db");
	expect_path(NULL, "", "/data", "/home/u", "/data/lift-tune/tuned.db");
	expect_path(NULL, NULL, "relative", "/home/u",
		    "/home/u/.local/share/lift-tune/tuned.db");
	expect_path(NULL, NULL, NULL, "/home/u",
		    "/home/u/.local/share/lift-tune/tuned.db");
	expect_path(NULL, NULL, NULL, NULL, NULL);
}

static void folders_are_made_for_writing_only(void **state)
{
	Fixture *f = *state;
	char *folder = arena_printf(f->arena, "%s/a/b", f->folder);
	char *path = arena_printf(f->arena, "%s/tuned.db", folder);
	Db *db;

	assert_null(db_open(path, DB_READ, f->diags));
	assert_int_equal(f->diags->errors, 1);
	assert_int_equal(access(folder, F_OK), -1);
	db = db_open(path, DB_WRITE, f->diags);
	assert_non_null(db);
	db_close(db);
	unlink(path);
	rmdir(folder);
	rmdir(arena_printf(f->arena, "%s/a", f->folder));
}

static void a_sound_database_passes_the_check(void **state)
{
	Fixture *f = *state;
	const DbSize size = { "N", 5 };
	DbMeasurement bad = fixture_failed(f, 2, "run_crash");
	Db *db = fixture_open(f);
	DbCounts counts;

	fixture_tune(f, db, &size, 1, 1);
	fixture_begin(f, db, 6);
	fixture_record(db, &bad);
	assert_true(db_check(db, &counts, f->diags));
	assert_int_equal(counts.measurements, 2);
	assert_int_equal(counts.failures, 1);
	assert_int_equal(counts.problems, 2);
	db_close(db);
}

static const char *const damages[] = {
	"UPDATE measurements SET min_ns = min_ns / 2",
	"UPDATE measurements SET status = 'slow'",
	"UPDATE measurements SET sequence = sequence + 1",
	"UPDATE measurements SET kernel = 2, repeat = id",
	"UPDATE kernels SET source = source || ' '",
	"UPDATE derivations SET steps = ''",
	"UPDATE programs SET form = '[]'",
	"UPDATE devices SET name = 'x'",
	"UPDATE sizes SET value = 6",
	"UPDATE problems SET sizes = 'N=6'",
	"DELETE FROM kernels WHERE id = 2",
	"DELETE FROM sizes",
};

static void every_change_from_outside_is_found(void **state)
{
	enum { DAMAGES = sizeof damages / sizeof damages[0] };
	const DbSize size = { "N", 5 };
	Fixture *f = *state;

	for (int i = 0; i < DAMAGES; i++) {
		Diags *diags = diags_new();
		Db *db = fixture_open(f);

		fixture_tune(f, db, &size, 1, 1);
		fixture_tune(f, db, &size, 1, 2);
		assert_true(db_check(db, NULL, diags));
		db_close(db);
		fixture_sql(f->path, damages[i]);
		db = fixture_open(f);
		assert_false(db_check(db, NULL, diags));
		assert_int_equal(diags->items[0].code, E0602);
		db_close(db);
		diags_free(diags);
		unlink(f->path);
	}
}

static void results_as_json_are_one_line(void **state)
{
	Fixture *f = *state;
	DbMeasurement ok = fixture_ok(f, 1);
	Text text = { 0 };

	db_measurement_json(&ok, &text);
	assert_ptr_equal(strchr(text.data, '\n'),
			 text.data + text.length - 1);
	assert_non_null(strstr(text.data, "\"samples\": [101,102,103]"));
	text_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(what_is_recorded_is_found),
		FIXTURE_TEST(resuming_sees_the_same_question_only),
		FIXTURE_TEST(equal_content_is_one_row),
		FIXTURE_TEST(a_kernel_that_took_the_machine_down_is_a_row),
		FIXTURE_TEST(a_kernel_of_a_killed_tuner_is_measured_again),
		FIXTURE_TEST(a_living_tuner_is_left_alone),
		FIXTURE_TEST(impossible_values_are_refused),
		FIXTURE_TEST(plain_sqlite_reads_it),
		FIXTURE_TEST(the_path_follows_the_environment),
		FIXTURE_TEST(folders_are_made_for_writing_only),
		FIXTURE_TEST(a_sound_database_passes_the_check),
		FIXTURE_TEST(every_change_from_outside_is_found),
		FIXTURE_TEST(results_as_json_are_one_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
