/* What the tests of the database share: a folder of their own, a run, and
 * measurements that are told apart by their number.
 */
#ifndef TESTS_DB_DB_FIXTURE_H
#define TESTS_DB_DB_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "db/sql.h"

typedef struct Fixture {
	char folder[64], path[96];
	Arena *arena;
	Diags *diags;
	Device device;
} Fixture;

static int fixture_make(void **state)
{
	Fixture *f = base_calloc(1, sizeof *f);

	strcpy(f->folder, "/tmp/lift-tune-db-XXXXXX");
	assert_non_null(mkdtemp(f->folder));
	snprintf(f->path, sizeof f->path, "%s/tuned.db", f->folder);
	f->arena = arena_new();
	f->diags = diags_new();
	f->device = device_generic();
	*state = f;
	return 0;
}

static void fixture_delete(const Fixture *f, const char *name)
{
	char path[160];

	snprintf(path, sizeof path, "%s/%s", f->folder, name);
	unlink(path);
}

static int fixture_remove(void **state)
{
	Fixture *f = *state;

	fixture_delete(f, "tuned.db");
	fixture_delete(f, "tuned.db-journal");
	fixture_delete(f, "other.db");
	fixture_delete(f, "other.db-journal");
	rmdir(f->folder);
	arena_free(f->arena);
	diags_free(f->diags);
	free(f);
	return 0;
}

static inline Db *fixture_open(Fixture *f)
{
	Db *db = db_open(f->path, DB_WRITE, f->diags);

	diags_print(f->diags, stderr);
	assert_non_null(db);
	return db;
}

static inline DbRun fixture_run(const Fixture *f, const DbSize *sizes,
				int count)
{
	return (DbRun){
		.program = 0x1234, .name = "asum", .form = "{}",
		.device = &f->device, .sizes = sizes, .size_count = count,
		.protocol = 1, .fp = "reassoc", .tolerance = "",
		.strategy = "random", .seed = 7, .version = "0",
	};
}

static inline void fixture_begin(Fixture *f, Db *db, int64_t n)
{
	DbSize size = { "N", n };
	DbRun run = fixture_run(f, &size, 1);

	assert_int_equal(db_begin_run(db, &run), DB_OK);
}

static inline void fixture_end(Db *db)
{
	assert_int_equal(db_end_run(db, "done", 0), DB_OK);
}

static inline DbKernel fixture_kernel(Fixture *f, int number)
{
	char *source = arena_printf(f->arena, "kernel void k%d() {}", number);

	return (DbKernel){
		.hash = hash_string(source), .source = source,
		.options = "", .plan = "{}", .lines = 1,
		.derivation = {
			.steps = "{\"rule\": \"a\"}\n{\"rule\": \"b\"}\n",
			.expression = arena_printf(f->arena, "[%d]", number),
			.rules = 99, .label = "reassociates",
		},
	};
}

/* Takes 100 + number ns. */
static inline DbMeasurement fixture_ok(Fixture *f, int number)
{
	double *samples = ARENA_ARRAY(f->arena, double, 3);

	for (int i = 0; i < 3; i++)
		samples[i] = 100 + number + i;
	return (DbMeasurement){
		.kernel = fixture_kernel(f, number), .sequence = number,
		.status = "ok", .samples = samples, .sample_count = 3,
		.min_ns = samples[0], .median_ns = samples[1],
		.p25_ns = samples[0], .build_ns = 1e7,
		.checked = true, .max_error = 0.5, .judges = "exact",
	};
}

static inline DbMeasurement fixture_failed(Fixture *f, int number,
					   const char *status)
{
	return (DbMeasurement){
		.kernel = fixture_kernel(f, number), .sequence = number,
		.status = status, .reason = "because",
	};
}

static inline int64_t fixture_record(Db *db, const DbMeasurement *result)
{
	DbRecorded recorded;

	assert_int_equal(db_record(db, result, NULL, &recorded), DB_OK);
	assert_true(recorded.measurement > 0);
	return recorded.measurement;
}

static inline void fixture_tune(Fixture *f, Db *db, const DbSize *sizes,
				int count, int number)
{
	DbRun run = fixture_run(f, sizes, count);
	DbMeasurement ok = fixture_ok(f, number);

	assert_int_equal(db_begin_run(db, &run), DB_OK);
	fixture_record(db, &ok);
	fixture_end(db);
}

/* As if lift-tune had written what was changed. */
#define FIXTURE_HASH_RUNS \
	"UPDATE runs SET checksum = lift_hash(key, device, problem, name, " \
	"strategy, seed, protocol, fp, tolerance, options, version, host, " \
	"boot, pid, process_start, started, ended, outcome, best)"

/* What anybody with the sqlite3 program, and our hash, could do to the file. */
static inline void fixture_sql(const char *path, const char *sql)
{
	sqlite3 *sqlite;

	assert_int_equal(sqlite3_open(path, &sqlite), SQLITE_OK);
	sqlite3_busy_timeout(sqlite, 10000);
	assert_int_equal(sql_define_hash(sqlite), SQLITE_OK);
	assert_int_equal(sqlite3_exec(sqlite, sql, NULL, NULL, NULL),
			 SQLITE_OK);
	sqlite3_close(sqlite);
}

/* The first column of the first row, as text in the arena. */
static inline const char *fixture_ask(Fixture *f, const char *sql)
{
	sqlite3 *sqlite;
	sqlite3_stmt *statement;
	const char *answer = NULL;

	assert_int_equal(sqlite3_open(f->path, &sqlite), SQLITE_OK);
	sqlite3_busy_timeout(sqlite, 10000);
	assert_int_equal(sqlite3_prepare_v2(sqlite, sql, -1, &statement, NULL),
			 SQLITE_OK);
	if (sqlite3_step(statement) == SQLITE_ROW)
		answer = arena_strdup(f->arena,
			(const char *)sqlite3_column_text(statement, 0));
	sqlite3_finalize(statement);
	sqlite3_close(sqlite);
	assert_non_null(answer);
	return answer;
}

#define FIXTURE_TEST(name) \
	cmocka_unit_test_setup_teardown(name, fixture_make, fixture_remove)

#endif
