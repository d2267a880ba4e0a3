/* The power goes at each sync: whatever is lost or half written of what was not
 * synced, every acknowledged row is there and whole, nothing else is there but
 * what was being written, and work goes on. With LIFT_TUNE_LONG in the
 * environment there are more rows and more crashes. */
#include "tests/db/db_fixture.h"

#include "tests/db/bad_disk.h"

typedef struct Power {
	Fixture *f;
	BadDisk *disk;
	Rng rng;
	char crashed[160];
	int variants; /* of each crash */
	int acknowledged, writing; /* rows */
	int syncs, crashes, rolled_back, kept;
} Power;

static void open_after_crash(Power *p)
{
	Diags *diags = diags_new();
	Db *db = db_open(p->crashed, DB_WRITE, diags);
	DbCounts counts;

	if (!db || !db_check(db, &counts, diags))
		diags_print(diags, stderr);
	assert_int_equal(diags->errors, 0);
	if (counts.measurements != p->acknowledged
	    && counts.measurements != p->writing)
		fail_msg("%d rows, of %d that were acknowledged",
			 (int)counts.measurements, p->acknowledged);
	p->rolled_back += counts.measurements == p->acknowledged;
	p->kept += counts.measurements != p->acknowledged;
	db_close(db);
	diags_free(diags);
}

/* The crashed database can be used like any other. */
static void go_on(Power *p)
{
	DbSize size = { "N", 5 };
	DbRun run = fixture_run(p->f, &size, 1);
	DbMeasurement ok = fixture_ok(p->f, 1000);
	Diags *diags = diags_new();
	Db *db = db_open(p->crashed, DB_WRITE, diags);

	assert_non_null(db);
	assert_int_equal(db_begin_run(db, &run), DB_OK);
	fixture_record(db, &ok);
	fixture_end(db);
	assert_true(db_check(db, NULL, diags));
	db_close(db);
	diags_free(diags);
}

static void crash_now(void *context)
{
	Power *p = context;

	p->syncs++;
	for (int i = 0; i < p->variants; i++) {
		Crash crash = i < CRASH_AT_RANDOM ? (Crash)i : CRASH_AT_RANDOM;

		bad_disk_crash(p->disk, crash, &p->rng, p->crashed);
		open_after_crash(p);
		p->crashes++;
	}
	go_on(p);
}

/* Large enough to need several pages and now and then a new one. */
static DbMeasurement large(Fixture *f, int number)
{
	DbMeasurement ok = fixture_ok(f, number);

	ok.kernel.source = arena_printf(f->arena, "%d%*s", number,
					number * 977 % 9000, ";");
	ok.kernel.hash = hash_string(ok.kernel.source);
	return ok;
}

static void record(Power *p, Db *db, int number)
{
	DbMeasurement ok = large(p->f, number);
	DbKernel next = large(p->f, number + 1).kernel;

	p->writing = number;
	assert_int_equal(db_record(db, &ok, &next, NULL), DB_OK);
	p->acknowledged = number;
}

static void power_fails(void **state)
{
	bool at_length = getenv("LIFT_TUNE_LONG") != NULL;
	int rows = at_length ? 60 : 4;
	Power p = { .f = *state, .rng = rng_seeded(4, 4),
		    .variants = at_length ? 40 : 5 };
	Db *db;

	snprintf(p.crashed, sizeof p.crashed, "%s/other.db", p.f->folder);
	db_close(fixture_open(p.f));
	unlink(p.f->path);
	p.disk = bad_disk_new(p.f->path, crash_now, &p);
	db = fixture_open(p.f);
	fixture_begin(p.f, db, 4);
	for (int i = 1; i <= rows; i++)
		record(&p, db, i);
	fixture_end(db);
	db_close(db);
	bad_disk_free(p.disk);
	printf("%d crashes at %d syncs: %d rows lost that were not "
	       "acknowledged, %d kept\n", p.crashes, p.syncs, p.rolled_back,
	       p.kept);
	assert_true(p.syncs > 4 * rows && p.rolled_back && p.kept);
}

int main(void)
{
	const struct CMUnitTest tests[] = { FIXTURE_TEST(power_fails) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
