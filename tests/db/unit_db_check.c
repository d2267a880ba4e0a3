/* Checking: whatever changes the content of a row is noticed, in every table,
 * also when the database was brought up to date meanwhile.
 */
#include "tests/db/db_fixture.h"

#include <fcntl.h>

#include "base/rng.h"
#include "db/schema.h"

/* Every table has a row; a run is under way with a kernel that runs. */
static void fill(Fixture *f)
{
	double again[2] = { 90.5, 91 };
	const DbSize sizes[] = { { "M", 4 }, { "N", 70000 } };
	DbRun run = fixture_run(f, sizes, 2);
	DbMeasurement ok = fixture_ok(f, 1), bad;
	DbKernel next = fixture_kernel(f, 7);
	DbRemeasurement item = { .samples = again, .sample_count = 2,
				 .p25_ns = 90.5, .low_ns = 90, .high_ns = 91 };
	DbProof proof = { .verdict = "proved", .detail = "all of it",
			  .solver = "a solver 1.0", .seconds = 0.25 };
	Db *db = fixture_open(f);

	bad = fixture_failed(f, 2, "wrong");
	fixture_tune(f, db, sizes, 1, 3);
	assert_int_equal(db_begin_run(db, &run), DB_OK);
	item.measurement = fixture_record(db, &ok);
	fixture_record(db, &bad);
	assert_int_equal(db_remeasure(db, &item, 1), DB_OK);
	assert_int_equal(db_prove(db, ok.kernel.hash, &proof), DB_OK);
	assert_int_equal(db_end_run(db, "done", item.measurement), DB_OK);
	assert_int_equal(db_begin_run(db, &run), DB_OK);
	assert_int_equal(db_record(db, NULL, &next, NULL), DB_OK);
	db_close(db);
}

static bool is_refused(Fixture *f)
{
	Diags *diags = diags_new();
	Db *db = db_open(f->path, DB_READ, diags);
	bool good = db && db_check(db, NULL, diags);

	db_close(db);
	diags_free(diags);
	return !good;
}

/* -- every column ---------------------------------------------------------- */

static sqlite3_stmt *prepare(sqlite3 *sqlite, const char *sql)
{
	sqlite3_stmt *statement;

	assert_int_equal(sqlite3_prepare_v2(sqlite, sql, -1, &statement, NULL),
			 SQLITE_OK);
	return statement;
}

/* Something else in one column of all rows, or in none when no row takes it. */
static int change_column(Fixture *f, sqlite3 *sqlite, const char *table,
			 const char *column)
{
	sqlite3_exec(sqlite, arena_printf(f->arena,
		"PRAGMA ignore_check_constraints = ON; UPDATE OR IGNORE %s SET "
		"%s = CASE typeof(%s) WHEN 'text' THEN %s || ' ' "
		"WHEN 'null' THEN 1 ELSE %s + 1 END", table, column, column,
		column, column), NULL, NULL, NULL);
	return sqlite3_changes(sqlite);
}

static void try_column(Fixture *f, const char *table, const char *column)
{
	sqlite3 *sqlite;
	int changed;

	fill(f);
	assert_int_equal(sqlite3_open(f->path, &sqlite), SQLITE_OK);
	changed = change_column(f, sqlite, table, column);
	sqlite3_close(sqlite);
	if (changed && !is_refused(f))
		fail_msg("%s.%s may be changed", table, column);
	unlink(f->path);
}

static void every_column_counts(void **state)
{
	Fixture *f = *state;
	sqlite3 *sqlite;
	sqlite3_stmt *columns;
	int count = 0;

	fill(f);
	assert_int_equal(sqlite3_open(f->path, &sqlite), SQLITE_OK);
	unlink(f->path);
	columns = prepare(sqlite, "SELECT t.name, c.name FROM sqlite_schema "
			  "AS t, pragma_table_info(t.name) AS c "
			  "WHERE t.type = 'table' AND c.name <> 'id'");
	for (; sqlite3_step(columns) == SQLITE_ROW; count++)
		try_column(f, (const char *)sqlite3_column_text(columns, 0),
			   (const char *)sqlite3_column_text(columns, 1));
	assert_true(count > 90);
	sqlite3_finalize(columns);
	sqlite3_close(sqlite);
}

/* -- every byte ------------------------------------------------------------ */

static void put_value(Text *text, sqlite3_stmt *row, int column)
{
	double real = sqlite3_column_double(row, column);
	uint64_t bits;

	memcpy(&bits, &real, sizeof bits);
	text_printf(text, "%d ", sqlite3_column_type(row, column));
	if (sqlite3_column_type(row, column) == SQLITE_FLOAT)
		text_printf(text, "%llx", (unsigned long long)bits);
	else
		text_json(text, sqlite3_column_type(row, column) == SQLITE_NULL
			  ? "" : (const char *)sqlite3_column_text(row, column));
}

/* False: it cannot be read. */
static bool put_rows(Text *text, sqlite3 *sqlite, const char *table)
{
	char sql[100];
	sqlite3_stmt *rows;
	int code;

	snprintf(sql, sizeof sql, "SELECT * FROM %s NOT INDEXED", table);
	if (sqlite3_prepare_v2(sqlite, sql, -1, &rows, NULL) != SQLITE_OK)
		return false;
	while ((code = sqlite3_step(rows)) == SQLITE_ROW) {
		for (int i = 0; i < sqlite3_column_count(rows); i++)
			put_value(text, rows, i);
		text_char(text, '\n');
	}
	sqlite3_finalize(rows);
	return code == SQLITE_DONE;
}

/* All rows of all tables as sqlite3 reads them; "" when it cannot. */
static char *content(const char *path)
{
	static const char *const tables[] = {
		"programs", "devices", "problems", "sizes", "derivations",
		"kernels", "runs", "measurements", "remeasurements",
		"intents", "proofs",
	};
	Text text = { 0 };
	sqlite3 *sqlite;
	bool good = sqlite3_open(path, &sqlite) == SQLITE_OK;

	for (size_t i = 0; good && i < sizeof tables / sizeof *tables; i++)
		good = put_rows(&text, sqlite, tables[i]);
	sqlite3_close(sqlite);
	if (!good)
		text_clear(&text);
	text_put(&text, "");
	return text.data ? text.data : base_strdup("");
}

static unsigned char flip(const char *path, off_t at, unsigned char bits)
{
	int file = open(path, O_RDWR);
	unsigned char byte;

	assert_int_equal(pread(file, &byte, 1, at), 1);
	byte ^= bits;
	assert_int_equal(pwrite(file, &byte, 1, at), 1);
	close(file);
	return byte;
}

/* Bits of the file that change what is in it: with LIFT_TUNE_LONG 1,000. */
static void every_flip_counts(void **state)
{
	const int flips = getenv("LIFT_TUNE_LONG") ? 1000 : 100;
	Fixture *f = *state;
	Rng rng = rng_seeded(11, 5);
	struct stat info;
	char *before;
	int changed = 0;

	fill(f);
	assert_int_equal(stat(f->path, &info), 0);
	before = content(f->path);
	assert_true(*before);
	while (changed < flips) {
		off_t at = (off_t)rng_below(&rng, (uint64_t)info.st_size);
		unsigned char bits = (unsigned char)(1 + rng_below(&rng, 255));
		char *after;

		flip(f->path, at, bits);
		after = content(f->path);
		if (strcmp(before, after)) {
			changed++;
			if (!is_refused(f))
				fail_msg("byte %lld ^ %d", (long long)at, bits);
		}
		free(after);
		flip(f->path, at, bits);
	}
	assert_false(is_refused(f));
	free(before);
}

/* -- older versions -------------------------------------------------------- */

static void make_version_2(const char *path, const char *form)
{
	sqlite3 *sqlite;
	char sql[400];

	snprintf(sql, sizeof sql, "INSERT INTO programs VALUES (1, "
		 "'0000000000001234', 'asum', '{}', "
		 "lift_hash('0000000000001234', 'asum', '%s')); "
		 "INSERT INTO problems VALUES (1, 1, 'N=4'); "
		 "INSERT INTO sizes VALUES (1, 'N', 4); "
		 "PRAGMA user_version = 2; "
		 "PRAGMA application_id = 0x4c465454", form);
	assert_int_equal(sqlite3_open(path, &sqlite), SQLITE_OK);
	assert_int_equal(sql_define_hash(sqlite), SQLITE_OK);
	sqlite3_exec(sqlite, schema_1, NULL, NULL, NULL);
	sqlite3_exec(sqlite, schema_2, NULL, NULL, NULL);
	assert_int_equal(sqlite3_exec(sqlite, sql, NULL, NULL, NULL),
			 SQLITE_OK);
	sqlite3_close(sqlite);
}

/* A checksum that was wrong is wrong afterwards, written or only read. */
static void bringing_up_to_date_hides_nothing(void **state)
{
	Fixture *f = *state;

	for (int good = 0; good < 2; good++) {
		make_version_2(f->path, good ? "{}" : "[]");
		assert_true(is_refused(f) == !good);
		assert_string_equal(fixture_ask(f, "PRAGMA user_version"), "2");
		db_close(fixture_open(f));
		assert_string_equal(fixture_ask(f, "PRAGMA user_version"), "3");
		assert_true(is_refused(f) == !good);
		unlink(f->path);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(every_column_counts),
		FIXTURE_TEST(every_flip_counts),
		FIXTURE_TEST(bringing_up_to_date_hides_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
