/* Several tuners on one file: each kernel is measured by one of them, and what a
 * dead one had claimed is free again.
 */
#include "tests/db/db_fixture.h"

#include <signal.h>
#include <sys/wait.h>

#include "base/rng.h"

static DbClaim claim(Fixture *f, Db *db, int number)
{
	DbKernel kernel = fixture_kernel(f, number);
	DbClaim claim;

	assert_int_equal(db_record_claim(db, NULL, &kernel, NULL, &claim),
			 DB_OK);
	return claim;
}

/* A process that has claimed kernel 1 at N = n, and sleeps. */
static pid_t sleeper(Fixture *f, int64_t n)
{
	int ready[2];
	char byte;
	pid_t child;

	assert_int_equal(pipe(ready), 0);
	child = fork();
	if (!child) {
		Db *db = fixture_open(f);

		fixture_begin(f, db, n);
		claim(f, db, 1);
		assert_int_equal(write(ready[1], "x", 1), 1);
		pause();
		_exit(0);
	}
	assert_int_equal(read(ready[0], &byte, 1), 1);
	close(ready[0]);
	close(ready[1]);
	return child;
}

static void wake(pid_t child)
{
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

static void what_another_measures_is_left_out(void **state)
{
	Fixture *f = *state;
	pid_t child = sleeper(f, 4);
	Db *db = fixture_open(f);

	fixture_begin(f, db, 4);
	assert_int_equal(claim(f, db, 1), CLAIM_OTHERS);
	assert_int_equal(claim(f, db, 2), CLAIM_MINE);
	assert_string_equal("2", fixture_ask(f,
		"SELECT count(*) FROM intents"));
	fixture_end(db);
	fixture_begin(f, db, 5); /* another problem */
	assert_int_equal(claim(f, db, 1), CLAIM_MINE);
	fixture_end(db);
	fixture_begin(f, db, 4);
	wake(child);
	assert_int_equal(claim(f, db, 1), CLAIM_MINE);
	db_close(db);
}

static void a_claim_does_not_last_for_ever(void **state)
{
	static const char *const moments[] = {
		"2020-01-01T00:00:00.000Z", "2999-01-01T00:00:00.000Z",
	};
	Fixture *f = *state;
	pid_t child = sleeper(f, 4);
	Db *db = fixture_open(f);

	fixture_begin(f, db, 4);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(claim(f, db, 1), CLAIM_OTHERS);
		fixture_sql(f->path, arena_printf(f->arena, "UPDATE intents "
			"SET since = '%s'", moments[i]));
		assert_int_equal(claim(f, db, 1), CLAIM_MINE);
		fixture_sql(f->path, "UPDATE intents SET since = "
			"strftime('%Y-%m-%dT%H:%M:%fZ', 'now')");
	}
	wake(child);
	db_close(db);
}

static void what_was_measured_is_known(void **state)
{
	Fixture *f = *state;
	Db *db = fixture_open(f), *other = fixture_open(f);
	DbMeasurement ok = fixture_ok(f, 1);
	DbStored stored;
	DbStatus status;

	fixture_begin(f, db, 4);
	fixture_begin(f, other, 4);
	assert_false(db_result(db, f->arena, ok.kernel.hash, &stored,
			       &status));
	fixture_record(other, &ok);
	assert_int_equal(claim(f, db, 1), CLAIM_KNOWN);
	assert_true(db_result(db, f->arena, ok.kernel.hash, &stored, &status));
	assert_true(stored.time_ns == ok.p25_ns);
	db_close(db);
	db_close(other);
}

enum { KERNELS = 20, TUNERS = 4 };

/* Measures, in an order of its own, whatever nobody has; comes back to what
 * another one measured. */
static void tune_all(Fixture *f, int seed)
{
	Rng rng = rng_seeded((uint64_t)seed, 1);
	Db *db = fixture_open(f);
	bool known[KERNELS] = { false };

	fixture_begin(f, db, 4);
	for (int left = KERNELS; left;) {
		int i = (int)rng_below(&rng, KERNELS);
		DbMeasurement ok = fixture_ok(f, i);
		DbClaim whose = known[i] ? CLAIM_OTHERS : claim(f, db, i);

		if (whose == CLAIM_OTHERS)
			continue;
		if (whose == CLAIM_MINE) {
			usleep(2000);
			fixture_record(db, &ok);
		}
		known[i] = true;
		left--;
	}
	fixture_end(db);
	db_close(db);
}

static void every_kernel_is_measured_once(void **state)
{
	Fixture *f = *state;
	int status;

	db_close(fixture_open(f));
	for (int i = 0; i < TUNERS; i++)
		if (!fork()) {
			tune_all(f, i);
			_exit(0);
		}
	for (int i = 0; i < TUNERS; i++) {
		wait(&status);
		assert_int_equal(status, 0);
	}
	assert_string_equal("20 0", fixture_ask(f, "SELECT count(*) || ' ' || "
				"max(repeat) FROM measurements"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(what_another_measures_is_left_out),
		FIXTURE_TEST(a_claim_does_not_last_for_ever),
		FIXTURE_TEST(what_was_measured_is_known),
		FIXTURE_TEST(every_kernel_is_measured_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
