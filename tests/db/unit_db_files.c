/* Files that are not ours, or not whole: refused, reported, left as they are.
 */
#include "tests/db/db_fixture.h"

#include <fcntl.h>

#include "base/rng.h"

static uint64_t file_hash(const char *path)
{
	FILE *file = fopen(path, "r");
	uint64_t h = HASH_SEED;
	int c;

	assert_non_null(file);
	while ((c = fgetc(file)) != EOF)
		h = hash_combine(h, (uint64_t)c);
	fclose(file);
	return h;
}

static void expect_refusal(Fixture *f, DiagCode code)
{
	uint64_t before = file_hash(f->path);

	for (DbMode mode = DB_READ; mode <= DB_WRITE; mode++) {
		Diags *diags = diags_new();

		assert_null(db_open(f->path, mode, diags));
		assert_int_equal(diags->errors, 1);
		assert_int_equal(diags->items[0].code, code);
		assert_true(file_hash(f->path) == before);
		diags_free(diags);
	}
}

static const char *const plants[] = {
	"PRAGMA user_version = 99",
	"PRAGMA application_id = 1",
	"CREATE TRIGGER t AFTER INSERT ON measurements "
	"BEGIN DELETE FROM measurements; END",
	"CREATE VIEW v AS SELECT 1",
	"CREATE TABLE t (x)",
	"CREATE INDEX i ON kernels (lines)",
	"DROP VIEW best",
	"DROP INDEX runs_of_name",
	"DROP VIEW best; CREATE VIEW best AS SELECT 1",
	"DROP VIEW best; CREATE VIEW aaa AS SELECT 1",
};

static void a_changed_schema_is_refused(void **state)
{
	Fixture *f = *state;

	for (size_t i = 0; i < sizeof plants / sizeof plants[0]; i++) {
		db_close(fixture_open(f));
		fixture_sql(f->path, plants[i]);
		expect_refusal(f, E0602);
		unlink(f->path);
	}
}

static void statistics_are_welcome(void **state)
{
	Fixture *f = *state;

	db_close(fixture_open(f));
	fixture_sql(f->path, "ANALYZE");
	db_close(fixture_open(f));
}

static void put_file(const char *path, const char *bytes, size_t count)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, count, file), count);
	fclose(file);
}

static void other_files_are_refused(void **state)
{
	Fixture *f = *state;
	char text[5000];

	memset(text, 'x', sizeof text);
	put_file(f->path, text, sizeof text);
	expect_refusal(f, E0602);
	unlink(f->path);
	fixture_sql(f->path, "CREATE TABLE t (x)");
	expect_refusal(f, E0602);
	unlink(f->path);
	db_close(fixture_open(f));
	assert_int_equal(truncate(f->path, 9000), 0);
	expect_refusal(f, E0602);
}

static void a_link_or_a_folder_is_refused(void **state)
{
	Fixture *f = *state;
	char *other = arena_printf(f->arena, "%s/other.db", f->folder);

	db_close(fixture_open(f));
	assert_int_equal(symlink(f->path, other), 0);
	assert_null(db_open(other, DB_WRITE, f->diags));
	assert_int_equal(f->diags->items[0].code, E0601);
	assert_null(db_open(f->folder, DB_WRITE, f->diags));
	assert_int_equal(f->diags->items[1].code, E0601);
}

/* Whatever bytes change: no crash, and what opens can be asked. */
static void flip_bytes(const char *path, Rng *rng, int flips)
{
	struct stat info;
	int file = open(path, O_RDWR);

	assert_true(file >= 0 && fstat(file, &info) == 0);
	for (int i = 0; i < flips; i++) {
		off_t at = (off_t)rng_below(rng, (uint64_t)info.st_size);
		unsigned char byte = (unsigned char)rng_u64(rng);

		assert_int_equal(pwrite(file, &byte, 1, at), 1);
	}
	close(file);
}

static void use_everything(Fixture *f, Db *db)
{
	Diags *diags = diags_new();
	DbStored stored, *rows;
	DbStatus status;
	DbSize size = { "N", 4 };

	db_query(db, f->arena, &(DbFilter){ 0 }, &rows);
	db_query(db, f->arena, &(DbFilter){ .best = true }, &rows);
	db_fetch(db, f->arena, &(DbFilter){ 0 }, &stored, &status);
	db_nearest(db, f->arena, 0x1234, &f->device, &size, 1, NULL, &stored,
		   &status);
	db_check(db, NULL, diags);
	diags_free(diags);
}

static void damage_never_crashes(void **state)
{
	enum { DAMAGED = 60 };
	Fixture *f = *state;
	Rng rng = rng_seeded(2, 2);

	for (int i = 0; i < DAMAGED; i++) {
		Diags *diags = diags_new();
		DbMeasurement ok = fixture_ok(f, i);
		Db *db = fixture_open(f);

		fixture_begin(f, db, 5);
		fixture_record(db, &ok);
		db_close(db);
		flip_bytes(f->path, &rng, 1 + i);
		db = db_open(f->path, DB_WRITE, diags);
		assert_true(db || diags->errors);
		if (db)
			use_everything(f, db);
		db_close(db);
		diags_free(diags);
		unlink(f->path);
	}
}

/* Beside a database that all have closed, whoever was first. */
static void no_journal_stays(void **state)
{
	Fixture *f = *state;
	DbMeasurement ok = fixture_ok(f, 1);
	char journal[300];
	Db *db, *other;

	snprintf(journal, sizeof journal, "%s-journal", f->path);
	db = fixture_open(f);
	other = fixture_open(f);
	fixture_begin(f, db, 5);
	fixture_record(db, &ok);
	db_close(db);
	fixture_begin(f, other, 5);
	fixture_record(other, &ok);
	db_close(other);
	assert_int_not_equal(access(journal, F_OK), 0);
	db_close(fixture_open(f));
	assert_int_not_equal(access(journal, F_OK), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(a_changed_schema_is_refused),
		FIXTURE_TEST(statistics_are_welcome),
		FIXTURE_TEST(other_files_are_refused),
		FIXTURE_TEST(a_link_or_a_folder_is_refused),
		FIXTURE_TEST(damage_never_crashes),
		FIXTURE_TEST(no_journal_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
