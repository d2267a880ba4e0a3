/* A database may say anything of a device: what cannot be is refused by name
 * where it is read, by db_check, and on the way into another database. */
#include "tests/db/db_fixture.h"

static const char *const names[DEVICE_FACTS] = {
#define FACT(member, least, most, power) #member,
#include "base/device.def"
#undef FACT
};

/* No number of a device. */
enum { ABSURD = -1 };

static bool names_it(const Diags *diags, int fact)
{
	for (int i = 0; i < diags->count; i++)
		if (diags->items[i].found
		    && strstr(diags->items[i].found, names[fact]))
			return true;
	return false;
}

static void expect_refused(bool good, Diags *diags, DiagCode code, int fact)
{
	assert_false(good);
	assert_int_equal(diags->errors, 1);
	assert_int_equal(diags->items[0].code, code);
	assert_true(names_it(diags, fact));
	diags_free(diags);
}

static void expect_not_read(Fixture *f, Db *db, int fact)
{
	Diags *diags = diags_new();
	Device device;

	expect_refused(db_device(db, device_key(&f->device), &device, diags),
		       diags, E0504, fact);
	diags = diags_new();
	expect_refused(db_check(db, NULL, diags), diags, E0602, fact);
}

/* -- on the way into another database --------------------------------------- */

static const char *quoted(Fixture *f, const char *text)
{
	Text json = { 0 };
	const char *kept;

	text_json(&json, text);
	kept = arena_strdup(f->arena, text_string(&json));
	text_free(&json);
	return kept;
}

static const char *limits(Fixture *f)
{
	return quoted(f, fixture_ask(f, "SELECT limits FROM devices"));
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

/* A line says something else, and has the check of that. */
static const char *forged(Fixture *f, const char *text, const char *from,
			  const char *to)
{
	const char *at = strstr(text, from), *start = at, *end, *line;

	assert_non_null(at);
	while (start > text && start[-1] != '\n')
		start--;
	end = strstr(at, ", \"check\": ");
	line = arena_printf(f->arena, "%.*s%s%.*s", (int)(at - start), start,
			    to, (int)(end - at - (ptrdiff_t)strlen(from)),
			    at + strlen(from));
	return arena_printf(f->arena, "%.*s%s, \"check\": \"%016llx\"}%s",
			    (int)(start - text), text, line,
			    (unsigned long long)hash_mix(hash_bytes(HASH_SEED,
						line, strlen(line))),
			    strchr(at, '\n'));
}

static Db *other_database(Fixture *f)
{
	const char *path = arena_printf(f->arena, "%s/other.db", f->folder);
	Db *other = db_open(path, DB_WRITE, f->diags);

	assert_non_null(other);
	return other;
}

static void expect_not_imported(Fixture *f, const char *text, int fact)
{
	Db *other = other_database(f);
	Diags *diags = diags_new();
	DbCounts taken;

	expect_refused(db_import(other, "lines", text, strlen(text), &taken,
				 diags), diags, E0602, fact);
	diags = diags_new();
	assert_true(db_check(other, &taken, diags));
	assert_int_equal(taken.devices, 0);
	diags_free(diags);
	db_close(other);
}

static void expect_not_taken(Fixture *f, Db *db, int fact)
{
	Db *other = other_database(f);
	Diags *diags = diags_new();
	Text text = { 0 };
	DbCounts taken;

	expect_refused(db_export(db, &text, diags), diags, E0602, fact);
	diags = diags_new();
	expect_refused(db_merge(other, db, &taken, diags), diags, E0602,
		       fact);
	assert_int_equal(taken.devices, 0);
	text_free(&text);
	db_close(other);
}

static void absurd_facts_are_refused(void **state)
{
	const DbSize size = { "N", 4 };
	Fixture *f = *state;
	Db *db = fixture_open(f);
	const char *text, *good;

	fixture_tune(f, db, &size, 1, 1);
	text = exported(f, db);
	good = limits(f);
	db_close(db);
	for (int i = 0; i < DEVICE_FACTS; i++) {
		fixture_delete(f, "tuned.db");
		db = fixture_open(f);
		f->device = device_generic();
		*device_fact(&f->device, i) = ABSURD;
		fixture_tune(f, db, &size, 1, 1);
		expect_not_read(f, db, i);
		expect_not_taken(f, db, i);
		expect_not_imported(f, forged(f, text, good, limits(f)), i);
		db_close(db);
	}
}

static void what_was_stored_is_read(void **state)
{
	const DbSize size = { "N", 4 };
	Fixture *f = *state;
	Db *db = fixture_open(f);
	Device device;

	fixture_tune(f, db, &size, 1, 1);
	assert_true(db_device(db, device_key(&f->device), &device, f->diags));
	for (int i = 0; i < DEVICE_FACTS; i++)
		assert_int_equal(*device_fact(&device, i),
				 *device_fact(&f->device, i));
	assert_false(db_device(db, 1, &device, f->diags));
	assert_int_equal(f->diags->errors, 1);
	db_close(db);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(absurd_facts_are_refused),
		FIXTURE_TEST(what_was_stored_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
