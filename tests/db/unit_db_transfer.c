/* Merging, exporting and importing: what arrives is what was sent, nothing
 * comes twice, and what does not fit changes nothing. */
#include "tests/db/db_fixture.h"

#include "base/rng.h"
#include "db/lines.h"
#include "db/schema.h"

static Db *open_at(Fixture *f, const char *name)
{
	snprintf(f->path, sizeof f->path, "%s/%s", f->folder, name);
	return fixture_open(f);
}

static const char *exported(Fixture *f, Db *db)
{
	Text text = { 0 };
	const char *kept;

	assert_true(db_export(db, &text, f->diags));
	kept = arena_strdup(f->arena, text_string(&text));
	text_free(&text);
	return kept;
}

static bool import(Fixture *f, Db *db, const char *text, DbCounts *taken)
{
	Diags *diags = diags_new();
	bool good = db_import(db, "lines", text, strlen(text), taken, diags);

	assert_int_equal(diags->errors, good ? 0 : 1);
	if (!good)
		assert_int_equal(diags->items[0].code, E0602);
	if (!good && getenv("VERBOSE"))
		diags_print(diags, stderr);
	diags_free(diags);
	(void)f;
	return good;
}

static void expect_sound(Db *db)
{
	Diags *diags = diags_new();

	if (!db_check(db, NULL, diags))
		diags_print(diags, stderr);
	assert_int_equal(diags->errors, 0);
	diags_free(diags);
}

/* One run at N = n with so many good kernels from that number on, a failure, a
 * remeasurement, a proof and a best. */
static void tune(Fixture *f, Db *db, int64_t n, int first, int count)
{
	double again[2] = { 90.5, 1.0 / 3 };
	DbMeasurement failed = fixture_failed(f, first + count, "run_crash");
	DbRemeasurement item = { .samples = again, .sample_count = 2,
				 .p25_ns = 90.5, .low_ns = 1.0 / 3,
				 .high_ns = 91 };
	DbProof proof = { .verdict = "unknown", .detail = "5 s are over",
			  .solver = "a solver 1.0", .seconds = 5 };

	fixture_begin(f, db, n);
	for (int i = 0; i < count; i++) {
		DbMeasurement ok = fixture_ok(f, first + i);

		item.measurement = fixture_record(db, &ok);
	}
	fixture_record(db, &failed);
	assert_int_equal(db_remeasure(db, &item, 1), DB_OK);
	assert_int_equal(db_prove(db, failed.kernel.hash, &proof), DB_OK);
	assert_int_equal(db_end_run(db, "done", item.measurement), DB_OK);
}

static void what_arrives_is_what_was_sent(void **state)
{
	Fixture *f = *state;
	Db *db = fixture_open(f), *other;
	DbCounts taken;
	const char *text;

	tune(f, db, 4, 1, 3);
	tune(f, db, 5, 1, 1);
	text = exported(f, db);
	other = open_at(f, "other.db");
	assert_true(import(f, other, text, &taken));
	assert_int_equal(taken.measurements, 6);
	assert_int_equal(taken.failures, 2);
	assert_int_equal(taken.runs, 2);
	assert_int_equal(taken.kernels, 4);
	assert_string_equal(exported(f, other), text);
	expect_sound(other);
	assert_true(import(f, other, text, &taken));
	assert_int_equal(taken.measurements + taken.runs + taken.kernels, 0);
	assert_string_equal(exported(f, other), text);
	db_close(db);
	db_close(other);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The lines in an order of their own. */
static const char *sorted(Fixture *f, const char *text)
{
	char *copy = arena_strdup(f->arena, text), *lines[1000], *save;
	int count = 0;
	Text all = { 0 };

	for (char *l = strtok_r(copy, "\n", &save); l;
	     l = strtok_r(NULL, "\n", &save))
		lines[count++] = l;
	qsort(lines, (size_t)count, sizeof *lines, by_text);
	for (int i = 0; i < count; i++)
		text_printf(&all, "%s\n", lines[i]);
	copy = arena_strdup(f->arena, text_string(&all));
	text_free(&all);
	return copy;
}

/* Both ways the same union comes out; a second time nothing is new. */
static void merging_is_a_union(void **state)
{
	Fixture *f = *state;
	Db *one = fixture_open(f), *two = open_at(f, "other.db");
	const char *first;
	DbCounts taken;

	tune(f, one, 4, 1, 3);
	tune(f, two, 4, 2, 4);
	tune(f, two, 9, 1, 1);
	first = exported(f, one);
	assert_true(db_merge(one, two, &taken, f->diags));
	assert_int_equal(taken.measurements, 7);
	assert_int_equal(taken.programs, 0);
	assert_int_equal(taken.kernels, 2);
	assert_true(import(f, two, first, &taken));
	assert_int_equal(taken.measurements, 4);
	assert_string_equal(sorted(f, exported(f, one)),
			    sorted(f, exported(f, two)));
	assert_true(db_merge(one, two, &taken, f->diags));
	assert_int_equal(taken.measurements + taken.runs + taken.kernels, 0);
	expect_sound(one);
	expect_sound(two);
	db_close(one);
	db_close(two);
}

/* A run that is over elsewhere is over here; the first description stays. */
static void a_run_ends_once(void **state)
{
	Fixture *f = *state;
	Db *db = fixture_open(f), *other;
	DbMeasurement ok = fixture_ok(f, 1);
	const char *open, *ended;
	DbCounts taken;

	fixture_begin(f, db, 4);
	fixture_record(db, &ok);
	open = exported(f, db);
	fixture_end(db);
	ended = exported(f, db);
	other = open_at(f, "other.db");
	assert_true(import(f, other, open, &taken));
	assert_true(import(f, other, ended, &taken));
	assert_int_equal(taken.runs, 0);
	assert_string_equal(exported(f, other), ended);
	assert_true(import(f, other, open, &taken));
	assert_string_equal(exported(f, other), ended);
	db_close(db);
	db_close(other);
}

/* Of two measurements of one kernel the later one counts, in whatever order
 * they arrive. */
static void the_later_one_counts(void **state)
{
	Fixture *f = *state;
	Db *early = fixture_open(f), *late = open_at(f, "other.db");
	DbMeasurement ok = fixture_ok(f, 1), slower = ok;
	DbCounts taken;

	fixture_begin(f, early, 4);
	fixture_record(early, &ok);
	fixture_end(early);
	usleep(2000);
	slower.min_ns = slower.p25_ns = 500;
	fixture_begin(f, late, 4);
	fixture_record(late, &slower);
	fixture_end(late);
	assert_true(db_merge(late, early, &taken, f->diags));
	assert_string_equal(fixture_ask(f, "SELECT time_ns FROM best"),
			    "500.0");
	assert_string_equal(fixture_ask(f, "SELECT max(repeat) FROM "
					"measurements"), "1");
	assert_true(db_merge(early, late, &taken, f->diags));
	snprintf(f->path, sizeof f->path, "%s/tuned.db", f->folder);
	assert_string_equal(fixture_ask(f, "SELECT time_ns FROM best"),
			    "500.0");
	db_close(early);
	db_close(late);
}

static void expect_no_change(Fixture *f, Db *db, const char *text)
{
	const char *before = exported(f, db);
	DbCounts taken = { .runs = 77 };

	assert_false(import(f, db, text, &taken));
	assert_int_equal(taken.runs, 0);
	assert_string_equal(exported(f, db), before);
}

static void damaged_lines_change_nothing(void **state)
{
	Fixture *f = *state;
	Db *db = fixture_open(f), *other = open_at(f, "other.db");
	char *text;
	size_t length;
	Rng rng = rng_seeded(3, 3);

	tune(f, db, 4, 1, 2);
	tune(f, other, 4, 1, 1);
	text = arena_strdup(f->arena, exported(f, db));
	length = strlen(text);
	for (int i = 0; i < 200; i++) {
		size_t at = (size_t)rng_below(&rng, length);
		char was = text[at];

		text[at] = (char)(was ^ (1 << rng_below(&rng, 7)));
		if (text[at])
			expect_no_change(f, other, text);
		text[at] = was;
	}
	for (size_t at = 0; at < length; at++)
		if (at < 3 || text[at] == '\n') {
			char was = text[at + 1];

			text[at + 1] = '\0';
			if (at + 1 < length)
				expect_no_change(f, other, text);
			text[at + 1] = was;
		}
	expect_no_change(f, other, "");
	expect_no_change(f, other, arena_printf(f->arena, "%s%s", text, text));
	expect_no_change(f, other, arena_printf(f->arena, "%s\n", text));
	db_close(db);
	db_close(other);
}

/* The text without the lines that contain a word, with a right end. */
static const char *without(Fixture *f, const char *text, const char *word)
{
	char *copy = arena_strdup(f->arena, text), *save;
	int64_t rows = -1;
	Text all = { 0 };

	for (char *l = strtok_r(copy, "\n", &save); l;
	     l = strtok_r(NULL, "\n", &save)) {
		if (strstr(l, word) || strstr(l, "{\"rows\""))
			continue;
		text_printf(&all, "%s\n", l);
		rows++;
	}
	lines_put_end(&all, rows);
	copy = arena_strdup(f->arena, text_string(&all));
	text_free(&all);
	return copy;
}

static const char *line_with_check(Fixture *f, const char *start)
{
	return arena_printf(f->arena, "%s, \"check\": \"%016llx\"}\n", start,
		(unsigned long long)hash_mix(hash_bytes(HASH_SEED, start,
							strlen(start))));
}

/* The rows of a clock that is a thousand years ahead. */
static const char *from_the_future(Fixture *f, const char *text)
{
	char *copy = arena_strdup(f->arena, text), *save;
	int64_t rows = -2; /* not the first and the last line */
	Text all = { 0 };

	for (char *l = strtok_r(copy, "\n", &save); l;
	     l = strtok_r(NULL, "\n", &save), rows++) {
		char *at = strstr(l, "\"at\": \"2");

		*strstr(l, ", \"check\": ") = '\0';
		if (at)
			at[7] = '3';
		if (!strstr(l, "\"rows\""))
			text_put(&all, line_with_check(f, l));
	}
	lines_put_end(&all, rows);
	copy = arena_strdup(f->arena, text_string(&all));
	text_free(&all);
	return copy;
}

/* A moment that is yet to come is that of the import: what is measured later is
 * newer, and importing again adds nothing. */
static void the_future_is_not_newest_for_ever(void **state)
{
	Fixture *f = *state;
	Db *db = fixture_open(f), *other = open_at(f, "other.db");
	DbMeasurement slower = fixture_ok(f, 1);
	const char *text;
	DbCounts taken;

	tune(f, db, 4, 1, 1);
	text = from_the_future(f, exported(f, db));
	assert_true(import(f, other, text, &taken));
	assert_true(import(f, other, text, &taken));
	assert_int_equal(taken.measurements, 0);
	assert_string_equal(fixture_ask(f, "SELECT max(at) < '2999' FROM "
					"measurements"), "1");
	assert_string_equal(fixture_ask(f, "SELECT count(*) || max(at < '2999')"
					" FROM remeasurements"), "11");
	slower.min_ns = slower.p25_ns = 500;
	fixture_begin(f, other, 4);
	fixture_record(other, &slower);
	fixture_end(other);
	assert_string_equal(fixture_ask(f, "SELECT time_ns FROM best"),
			    "500.0");
	expect_sound(other);
	db_close(other);
	db_close(db);
}

/* The same on the machine whose clock was put right meanwhile. */
static void a_later_row_is_newer(void **state)
{
	Fixture *f = *state;
	Db *db = fixture_open(f);
	DbMeasurement ok = fixture_ok(f, 1);

	fixture_begin(f, db, 4);
	fixture_record(db, &ok);
	fixture_sql(f->path, "UPDATE measurements SET at = "
		    "'2999-01-01T00:00:00.000Z'");
	ok.min_ns = ok.p25_ns = 500;
	fixture_record(db, &ok);
	assert_string_equal(fixture_ask(f, "SELECT time_ns FROM best"),
			    "500.0");
	db_close(db);
}

static void what_refers_to_nothing_is_refused(void **state)
{
	static const char *const tables[] = {
		"programs", "devices", "problems", "derivations", "kernels",
		"runs", "measurements",
	};
	Fixture *f = *state;
	Db *db = fixture_open(f), *other = open_at(f, "other.db");
	const char *text;
	DbCounts taken;

	tune(f, db, 4, 1, 2);
	text = exported(f, db);
	for (int i = 0; i < 7; i++)
		expect_no_change(f, other, without(f, text,
			arena_printf(f->arena, "{\"table\": \"%s\"",
				     tables[i])));
	assert_true(import(f, other, without(f, text, "remeasurements"),
			   &taken));
	db_close(db);
	db_close(other);
}

/* Lines with a right check, as only a person would make them. */
static void forged_lines_change_nothing(void **state)
{
	static const char *const lines[] = {
		"{\"table\": \"sqlite_schema\", \"sql\": \"DROP TABLE runs\"",
		"{\"table\": \"programs\", \"key\": \"1\", \"name\": \"a\", "
		"\"form\": \"{}\"",
		"{\"table\": \"programs\", \"key\": \"0000000000000001\", "
		"\"name\": {}, \"form\": \"{}\"",
		"{\"table\": \"programs\", \"key\": \"0000000000000001\", "
		"\"name\": true, \"form\": \"{}\"",
		"{\"table\": \"programs\", \"key\": \"0000000000000001\", "
		"\"name\": null, \"form\": \"{}\"",
		"{\"table\": \"programs\", \"key\": \"0000000000000001\"",
		"{\"table\": \"programs\", \"key\": \"0000000000000001\", "
		"\"key\": \"0000000000000001\", \"form\": \"{}\"",
		"{\"table\": \"problems\", \"program\": \"0000000000001234\", "
		"\"sizes\": \"N=4\\\" M=1\"",
		"{\"table\": \"problems\", \"program\": \"0000000000001234\", "
		"\"sizes\": \"N=4 M=1\"",
		"{\"table\": \"problems\", \"program\": \"0000000000001234\", "
		"\"sizes\": \"N=0\"",
		"{\"table\": \"problems\", \"program\": \"0000000000001234\", "
		"\"sizes\": \"N=4 \"",
		"{\"table\": \"problems\", \"program\": \"0000000000001234\", "
		"\"sizes\": 4",
		"{\"table\": \"kernels\", \"key\": \"0000000000000007\", "
		"\"source\": \"x\", \"source_hash\": \"0000000000000007\", "
		"\"options\": \"\", \"plan\": \"{}\", \"lines\": 1",
		"{\"table\": \"derivations\", \"key\": \"0000000000000007\", "
		"\"program\": \"0000000000001234\", \"steps\": \"\", "
		"\"expression\": \"\", \"choices\": \"\", "
		"\"rules\": \"0000000000000007\", \"label\": \"bit-exact\"",
		"{\"table\": \"devices\", \"key\": \"0000000000000007\", "
		"\"platform\": \"\", \"name\": \"\", \"vendor\": \"\", "
		"\"driver\": \"\", \"version\": \"\", \"type\": \"cpu\", "
		"\"limits\": \"{]}\"",
		"{\"table\": \"programs\", \"key\": [[[[[[[[[[[[[[[[[[[[[[[[",
		"",
		"[]",
	};
	Fixture *f = *state;
	Db *db = fixture_open(f);
	Text head = { 0 };

	tune(f, db, 4, 1, 1);
	lines_put_head(&head);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		Text all = { 0 };

		text_put(&all, text_string(&head));
		text_put(&all, line_with_check(f, lines[i]));
		lines_put_end(&all, 1);
		expect_no_change(f, db, text_string(&all));
		text_free(&all);
	}
	text_free(&head);
	db_close(db);
}

static void contradictions_are_refused(void **state)
{
	Fixture *f = *state;
	Db *db = fixture_open(f), *other = open_at(f, "other.db");
	DbMeasurement ok = fixture_ok(f, 1), forged = ok;
	const char *before;
	DbCounts taken;

	fixture_begin(f, db, 4);
	fixture_record(db, &ok);
	forged.kernel.source = "kernel void evil() {}";
	fixture_begin(f, other, 4);
	fixture_record(other, &forged);
	before = exported(f, db);
	assert_false(db_merge(db, other, &taken, f->diags));
	assert_int_equal(f->diags->items[0].code, E0602);
	assert_string_equal(exported(f, db), before);
	db_close(other);
	snprintf(f->path, sizeof f->path, "%s/tuned.db", f->folder);
	other = db_open(f->path, DB_READ, f->diags);
	assert_false(db_merge(db, other, &taken, f->diags));
	db_close(other);
	db_close(db);
}

/* A database of the first version can be read, which leaves it as it is, and is
 * brought up to date when it is written. */
static void older_files_are_brought_up_to_date(void **state)
{
	Fixture *f = *state;
	Db *db, *other;
	DbCounts taken;

	fixture_sql(f->path, schema_1);
	fixture_sql(f->path, "PRAGMA user_version = 1; "
		    "PRAGMA application_id = 0x4c465454; "
		    "PRAGMA journal_mode = TRUNCATE");
	db = db_open(f->path, DB_READ, f->diags);
	assert_non_null(db);
	expect_sound(db);
	other = open_at(f, "other.db");
	assert_true(db_merge(other, db, &taken, f->diags));
	db_close(other);
	db_close(db);
	snprintf(f->path, sizeof f->path, "%s/tuned.db", f->folder);
	assert_string_equal(fixture_ask(f, "PRAGMA user_version"), "1");
	db = fixture_open(f);
	tune(f, db, 4, 1, 1);
	expect_sound(db);
	db_close(db);
	assert_string_equal(fixture_ask(f, "PRAGMA user_version"), "3");
	db_close(fixture_open(f));
}

/* Lines of the first format say nothing of oracles. */
static void older_lines_can_be_imported(void **state)
{
	Fixture *f = *state;
	Db *db = fixture_open(f), *other = open_at(f, "other.db");
	Text all = { 0 };
	int64_t rows = -1;
	DbCounts taken;
	char *save;

	tune(f, db, 4, 1, 2);
	for (char *l = strtok_r(arena_strdup(f->arena, exported(f, db)), "\n",
				&save); l; l = strtok_r(NULL, "\n", &save)) {
		char *judges = strstr(l, ", \"judges\": ");
		char *end = strstr(l, ", \"check\": ");

		if (strstr(l, "\"rows\"") || strstr(l, "\"proofs\""))
			continue;
		*end = '\0';
		if (judges)
			*judges = '\0';
		if (rows++ < 0)
			l = "{\"lift-tune\": \"database\", \"format\": 1";
		text_put(&all, line_with_check(f, l));
	}
	lines_put_end(&all, rows);
	assert_true(import(f, other, text_string(&all), &taken));
	assert_int_equal(taken.measurements, 3);
	assert_string_equal(fixture_ask(f, "SELECT max(judges) FROM results"),
			    "");
	expect_sound(other);
	text_free(&all);
	db_close(other);
	db_close(db);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(what_arrives_is_what_was_sent),
		FIXTURE_TEST(merging_is_a_union),
		FIXTURE_TEST(a_run_ends_once),
		FIXTURE_TEST(the_later_one_counts),
		FIXTURE_TEST(the_future_is_not_newest_for_ever),
		FIXTURE_TEST(a_later_row_is_newer),
		FIXTURE_TEST(damaged_lines_change_nothing),
		FIXTURE_TEST(what_refers_to_nothing_is_refused),
		FIXTURE_TEST(forged_lines_change_nothing),
		FIXTURE_TEST(contradictions_are_refused),
		FIXTURE_TEST(older_files_are_brought_up_to_date),
		FIXTURE_TEST(older_lines_can_be_imported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
