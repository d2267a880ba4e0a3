/* Every call of the database can fail: each allocation by SQLite, and each
 * read, write, sync, truncation and opening of a file, once or for good. Then
 * calls say so or succeed, nothing crashes or leaks, and afterwards the file is
 * sound and holds what was acknowledged. By default some of all places are
 * tried; with LIFT_TUNE_LONG in the environment all of them. */
#include "tests/db/db_fixture.h"

#include "tests/db/bad_disk.h"

/* --- allocations that fail --------------------------------------------- */

static struct {
	sqlite3_mem_methods real;
	long at; /* the call that fails, counted from 1; 0: none */
	bool for_good, failed;
} memory;

static bool out_of_memory(void)
{
	if (!memory.at)
		return false;
	memory.at--;
	if (memory.at)
		return false;
	memory.at = memory.for_good;
	memory.failed = true;
	return true;
}

static void *bad_malloc(int bytes)
{
	return out_of_memory() ? NULL : memory.real.xMalloc(bytes);
}

static void *bad_realloc(void *old, int bytes)
{
	return out_of_memory() ? NULL : memory.real.xRealloc(old, bytes);
}

static void plan_memory(long at, bool for_good)
{
	memory.at = at;
	memory.for_good = for_good;
	memory.failed = false;
}

static int install_memory(void)
{
	sqlite3_mem_methods methods;

	sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory.real);
	methods = memory.real;
	methods.xMalloc = bad_malloc;
	methods.xRealloc = bad_realloc;
	return sqlite3_config(SQLITE_CONFIG_MALLOC, &methods)
	    || sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 1);
}

/* --- what is tried ----------------------------------------------------- */

typedef struct Sweep {
	Fixture *f;
	BadDisk *disk;
	const char *lines; /* of another database */
	int acknowledged;  /* rows, in the last attempt */
} Sweep;

/* Each call may fail; as in the program, the first that does ends the run. */
static bool record_some(Sweep *s, Db *db)
{
	DbSize size = { "N", 4 };
	DbRun run = fixture_run(s->f, &size, 1);
	DbRecorded recorded = { 0 };
	double sample = 7;

	if (db_begin_run(db, &run) != DB_OK)
		return false;
	for (int i = 1; i <= 2; i++) {
		DbMeasurement ok = fixture_ok(s->f, i);
		DbKernel next = fixture_kernel(s->f, i + 1);

		if (db_record(db, &ok, &next, &recorded) != DB_OK)
			return false;
		s->acknowledged++;
	}
	return db_remeasure(db, &(DbRemeasurement){ .p25_ns = 7,
			.measurement = recorded.measurement,
			.samples = &sample, .sample_count = 1 }, 1) == DB_OK
	    && db_end_run(db, "done", recorded.measurement) == DB_OK;
}

static bool ask_all(Sweep *s, Db *db)
{
	DbSize size = { "N", 5 };
	Diags *diags = diags_new();
	DbStatus one = DB_OK, two = DB_OK;
	DbStored stored, *rows;
	Text text = { 0 };
	bool good;

	good = db_query(db, s->f->arena, &(DbFilter){ 0 }, &rows) >= 0;
	db_fetch(db, s->f->arena, &(DbFilter){ 0 }, &stored, &one);
	db_nearest(db, s->f->arena, 0x1234, &s->f->device, &size, 1, NULL,
		   &stored, &two);
	good = db_export(db, &text, diags) && good;
	good = db_check(db, NULL, diags) && good;
	good = good || diags->errors || one != DB_OK || two != DB_OK
	    || db_query(db, s->f->arena, &(DbFilter){ 0 }, &rows) < 0;
	text_free(&text);
	diags_free(diags);
	return good;
}

static bool take_lines(Sweep *s, Db *db)
{
	Diags *diags = diags_new();
	DbCounts taken;
	bool good = db_import(db, "lines", s->lines, strlen(s->lines), &taken,
			      diags);

	assert_true(good || diags->errors);
	if (good)
		s->acknowledged += (int)taken.measurements;
	diags_free(diags);
	return good;
}

static void attempt(Sweep *s)
{
	Diags *diags = diags_new();
	Db *db;

	s->acknowledged = 0;
	db = db_open(s->f->path, DB_WRITE, diags);
	assert_true(db || diags->errors);
	if (db) {
		db_set_patience(db, 1);
		if (record_some(s, db) && take_lines(s, db))
			ask_all(s, db);
	}
	db_close(db);
	diags_free(diags);
}

/* After the failure; what was not acknowledged may be there as a whole. */
static void expect_sound(Sweep *s)
{
	Diags *diags = diags_new();
	Db *db = db_open(s->f->path, DB_WRITE, diags);
	DbCounts counts;

	diags_print(diags, stderr);
	assert_non_null(db);
	assert_true(db_check(db, &counts, diags));
	assert_in_range(counts.measurements, s->acknowledged,
			s->acknowledged + 2);
	db_close(db);
	diags_free(diags);
}

/* Several calls lie between two places that are tried. */
static long step_of(long calls)
{
	enum { QUICK = 12 };

	return getenv("LIFT_TUNE_LONG") || calls < QUICK ? 1 : calls / QUICK;
}

/* Makes the plan; whether a call has failed is asked afterwards. */
typedef struct Fault {
	const char *name;
	DiskKind kind; /* DISK_NEVER: memory */
} Fault;

static void plan(Sweep *s, const Fault *fault, long at, bool for_good)
{
	bad_disk_plan(s->disk, fault->kind, at, for_good);
	plan_memory(fault->kind == DISK_NEVER ? at : 0, for_good);
}

static bool has_failed(const Sweep *s)
{
	return memory.failed || bad_disk_has_failed(s->disk);
}

static bool survives(Sweep *s, const Fault *fault, long at, bool for_good)
{
	sqlite3_int64 used = sqlite3_memory_used();
	bool failed;

	unlink(s->f->path);
	fixture_delete(s->f, "tuned.db-journal");
	plan(s, fault, at, for_good);
	attempt(s);
	failed = has_failed(s);
	plan(s, &(Fault){ "", DISK_NEVER }, 0, false);
	assert_true(sqlite3_memory_used() == used);
	expect_sound(s);
	return failed;
}

/* The number of such calls when all goes well: the first place beyond. */
static long count_calls(Sweep *s, const Fault *fault)
{
	long low = 0, high = 1;

	while (survives(s, fault, high, false))
		high *= 2;
	for (low = high / 2; high - low > 1;) {
		long middle = (low + high) / 2;

		if (survives(s, fault, middle, false))
			low = middle;
		else
			high = middle;
	}
	return low;
}

static void sweep(Sweep *s, const Fault *fault)
{
	long calls = count_calls(s, fault), step = step_of(calls), tried = 0;

	for (int for_good = 0; for_good < 2; for_good++)
		for (long at = 1; at <= calls; at += step, tried++)
			survives(s, fault, at, for_good);
	printf("%s: %ld calls, %ld failures\n", fault->name, calls, tried);
	assert_true(calls > 0);
}

static void make_lines(Sweep *s)
{
	char *other = arena_printf(s->f->arena, "%s/other.db", s->f->folder);
	DbSize size = { "N", 9 };
	Db *db = db_open(other, DB_WRITE, s->f->diags);
	Text text = { 0 };

	fixture_tune(s->f, db, &size, 1, 50);
	assert_true(db_export(db, &text, s->f->diags));
	s->lines = arena_strdup(s->f->arena, text_string(&text));
	text_free(&text);
	db_close(db);
}

static void every_call_may_fail(void **state)
{
	static const Fault faults[] = {
		{ "allocations", DISK_NEVER }, { "reads", DISK_READ },
		{ "writes", DISK_WRITE }, { "syncs", DISK_SYNC },
		{ "truncations", DISK_TRUNCATE }, { "openings", DISK_OPEN },
		{ "other calls", DISK_OTHER },
	};
	Sweep s = { .f = *state };

	make_lines(&s);
	s.disk = bad_disk_new(s.f->path, NULL, NULL);
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		sweep(&s, &faults[i]);
	bad_disk_free(s.disk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(every_call_may_fail),
	};

	if (install_memory())
		return 99;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
