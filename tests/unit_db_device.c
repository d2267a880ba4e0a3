/* A database may say anything of a device: what cannot be is refused by name
 * where it is read, by db_check, and on the way into another database. */
#include "tests/db_fixture.h"

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

static void expect_not_taken(Fixture *f, Db *db, int fact)
{
	const char *path = arena_printf(f->arena, "%s/other.db", f->folder);
	Db *other = db_open(path, DB_WRITE, f->diags);
	Diags *diags = diags_new();
	Text text = { 0 };
	DbCounts taken;

	assert_non_null(other);
	assert_true(db_export(db, &text, f->diags));
	expect_refused(db_import(other, "lines", text_string(&text),
				 text.length, &taken, diags),
		       diags, E0602, fact);
	diags = diags_new();
	expect_refused(db_merge(other, db, &taken, diags), diags, E0602,
		       fact);
	assert_int_equal(taken.devices, 0);
	diags = diags_new();
	assert_true(db_check(other, &taken, diags));
	assert_int_equal(taken.devices, 0);
	diags_free(diags);
	text_free(&text);
	db_close(other);
}

static void absurd_facts_are_refused(void **state)
{
	const DbSize size = { "N", 4 };
	Fixture *f = *state;

	for (int i = 0; i < DEVICE_FACTS; i++) {
		Db *db = fixture_open(f);

		f->device = device_generic();
		*device_fact(&f->device, i) = ABSURD;
		fixture_tune(f, db, &size, 1, 1);
		expect_not_read(f, db, i);
		expect_not_taken(f, db, i);
		db_close(db);
		fixture_delete(f, "tuned.db");
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
