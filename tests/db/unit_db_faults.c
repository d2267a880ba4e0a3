/* What the database promises when things go wrong: an acknowledged row stays,
 * a failed call changed nothing, a file that is not ours is not touched.
 */
#include "tests/db/db_fixture.h"

#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "base/rng.h"

/* Runs body in a child, where a failed assertion ends it; gives its status. */
static int in_child(void (*body)(Fixture *), Fixture *f)
{
	pid_t child = fork();
	int status;

	assert_true(child >= 0);
	if (child == 0) {
		body(f);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return status;
}

/* In a child: cmocka's assertions would run the parent's tests on. */
static void demand(bool holds, int line)
{
	if (holds)
		return;
	fprintf(stderr, "line %d does not hold in the child\n", line);
	_exit(1);
}
#define DEMAND(holds) demand((holds), __LINE__)

/* --- kill -9 ----------------------------------------------------------- */

enum { ROUNDS = 20, NUMBERS = 1000 };

/* Records forever; says each number once its row is acknowledged. */
static void record_and_say(Fixture *f, int first, int to)
{
	Db *db = db_open(f->path, DB_WRITE, f->diags);
	DbSize size = { "N", 1000 };
	DbRun run = fixture_run(f, &size, 1);

	DEMAND(db && db_begin_run(db, &run) == DB_OK);
	for (int i = first;; i++) {
		DbMeasurement ok = fixture_ok(f, i);
		DbKernel next = fixture_kernel(f, i + 1);

		DEMAND(db_record(db, &ok, &next, NULL) == DB_OK);
		DEMAND(write(to, &i, sizeof i) == sizeof i);
	}
}

static pid_t start_recording(Fixture *f, int first, int *from)
{
	int ends[2];
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		close(ends[0]);
		record_and_say(f, first, ends[1]);
	}
	close(ends[1]);
	*from = ends[0];
	return child;
}

static void sleep_ms(long ms)
{
	nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000 }, NULL);
}

/* Marks what the child had acknowledged; returns the last number. */
static int collect(int from, bool *acknowledged, int last)
{
	int number;

	while (read(from, &number, sizeof number) == sizeof number) {
		assert_true(number < NUMBERS);
		acknowledged[number] = true;
		last = number;
	}
	close(from);
	return last;
}

/* However slow the machine is, something is to be lost. */
static int wait_for_one(int from, bool *acknowledged)
{
	int number;

	assert_int_equal(read(from, &number, sizeof number), sizeof number);
	assert_true(number < NUMBERS);
	acknowledged[number] = true;
	return number;
}

static void expect_rows(Fixture *f, const bool *acknowledged)
{
	Db *db = fixture_open(f);
	bool stored[NUMBERS + 1] = { false };
	DbStored *rows;
	int count = db_query(db, f->arena, &(DbFilter){ 0 }, &rows);

	for (int i = 0; i < count; i++)
		if (rows[i].sequence <= NUMBERS)
			stored[rows[i].sequence] = true;
	for (int i = 0; i < NUMBERS; i++)
		if (acknowledged[i])
			assert_true(stored[i]);
	assert_true(db_check(db, NULL, f->diags));
	db_close(db);
}

static void an_acknowledged_row_survives_kill_9(void **state)
{
	Fixture *f = *state;
	bool acknowledged[NUMBERS] = { false };
	Rng rng = rng_seeded(1, 1);
	int last = -1;

	for (int round = 0; round < ROUNDS; round++) {
		int from, status;
		pid_t child = start_recording(f, last + 2, &from);

		if (round % 2)
			last = wait_for_one(from, acknowledged);
		sleep_ms((long)rng_below(&rng, 60) + 5);
		kill(child, SIGKILL);
		last = collect(from, acknowledged, last);
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_true(WIFSIGNALED(status));
		if (last >= NUMBERS - 200)
			break;
	}
	assert_true(last >= 0);
	expect_rows(f, acknowledged);
}

/* --- no space ---------------------------------------------------------- */

/* Records until it fails; gives the number that failed. */
static int record_until_failure(Fixture *f, Db *db, DbStatus *status)
{
	int i = 0;

	do {
		DbMeasurement ok = fixture_ok(f, ++i);

		*status = db_record(db, &ok, NULL, NULL);
	} while (*status == DB_OK && i < NUMBERS);
	return i;
}

static void expect_a_second_chance(Fixture *f, Db *db, int number)
{
	DbMeasurement ok = fixture_ok(f, number);
	DbStored *rows;

	DEMAND(db_check(db, NULL, f->diags));
	DEMAND(db_results(db, f->arena, &rows) == number - 1);
	DEMAND(db_record(db, &ok, NULL, NULL) == DB_OK);
	DEMAND(db_results(db, f->arena, &rows) == number);
	db_close(db);
}

static Db *begin_in_child(Fixture *f)
{
	Db *db = db_open(f->path, DB_WRITE, f->diags);
	DbSize size = { "N", 1000 };
	DbRun run = fixture_run(f, &size, 1);

	diags_print(f->diags, stderr);
	DEMAND(db && db_begin_run(db, &run) == DB_OK);
	return db;
}

static void limit_file_size(rlim_t bytes)
{
	struct rlimit limit;

	DEMAND(getrlimit(RLIMIT_FSIZE, &limit) == 0);
	limit.rlim_cur = bytes;
	DEMAND(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

static void meet_a_size_limit(Fixture *f)
{
	Db *db = begin_in_child(f);
	DbStatus status;
	int failed;

	signal(SIGXFSZ, SIG_IGN);
	limit_file_size(400 * 1024);
	failed = record_until_failure(f, db, &status);
	DEMAND(failed < NUMBERS && db_may_retry(status));
	db_complain(db, f->diags);
	DEMAND(f->diags->items[0].code == E0601);
	limit_file_size(RLIM_INFINITY);
	expect_a_second_chance(f, db, failed);
}

static void a_file_size_limit_loses_nothing(void **state)
{
	assert_int_equal(in_child(meet_a_size_limit, *state), 0);
}

enum { NOT_PERMITTED = 77 };

static void write_filler(const char *path, size_t bytes)
{
	FILE *file = fopen(path, "w");

	DEMAND(file);
	for (size_t i = 0; i < bytes; i++)
		fputc('x', file);
	fclose(file);
}

static bool put_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	bool put = file && fputs(text, file) >= 0;

	return file && fclose(file) == 0 && put;
}

/* A file system of our own, seen by this process only. */
static bool mount_small(Fixture *f)
{
	const char *user = arena_printf(f->arena, "0 %u 1", (unsigned)getuid());
	const char *group = arena_printf(f->arena, "0 %u 1",
					 (unsigned)getgid());

	if (unshare(CLONE_NEWUSER | CLONE_NEWNS))
		return false;
	return put_text("/proc/self/uid_map", user)
	    && put_text("/proc/self/setgroups", "deny")
	    && put_text("/proc/self/gid_map", group)
	    && mount("none", f->folder, "tmpfs", 0, "size=600k") == 0;
}

static void meet_a_full_disk(Fixture *f)
{
	const char *filler = arena_printf(f->arena, "%s/filler", f->folder);
	DbStatus status;
	int failed;
	Db *db;

	if (!mount_small(f))
		_exit(NOT_PERMITTED);
	write_filler(filler, 150 * 1024);
	db = begin_in_child(f);
	failed = record_until_failure(f, db, &status);
	DEMAND(failed < NUMBERS && status == DB_FULL && db_may_retry(status));
	unlink(filler);
	expect_a_second_chance(f, db, failed);
}

static void a_full_disk_loses_nothing(void **state)
{
	int status = in_child(meet_a_full_disk, *state);

	if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_PERMITTED) {
		print_message("skipped: no small file system may be mounted\n");
		skip();
	}
	assert_int_equal(status, 0);
}

/* --- not to be written ------------------------------------------------- */

enum { NOBODY = 65534 };

static void meet_a_read_only_file(Fixture *f)
{
	DbStored *rows;
	Db *db;

	if (geteuid() == 0)
		DEMAND(seteuid(NOBODY) == 0);
	DEMAND(!db_open(f->path, DB_WRITE, f->diags));
	DEMAND(f->diags->errors == 1);
	DEMAND(f->diags->items[0].code == E0601);
	DEMAND(strstr(f->diags->items[0].message, "read-only"));
	db = db_open(f->path, DB_READ, f->diags);
	DEMAND(db && db_query(db, f->arena, &(DbFilter){ 0 }, &rows) == 1);
	db_close(db);
}

static void a_read_only_database_can_be_read(void **state)
{
	Fixture *f = *state;
	DbMeasurement ok = fixture_ok(f, 1);
	Db *db = fixture_open(f);

	fixture_begin(f, db, 5);
	fixture_record(db, &ok);
	db_close(db);
	chmod(f->path, 0444);
	chmod(f->folder, 0755);
	assert_int_equal(in_child(meet_a_read_only_file, f), 0);
}

static void reading_writes_nothing(void **state)
{
	Fixture *f = *state;
	DbSize size = { "N", 5 };
	DbRun run = fixture_run(f, &size, 1);

	db_close(fixture_open(f));
	Db *db = db_open(f->path, DB_READ, f->diags);
	assert_int_equal(db_begin_run(db, &run), DB_READONLY);
	db_close(db);
	assert_string_equal("0", fixture_ask(f, "SELECT count(*) FROM runs"));
}

/* --- others ------------------------------------------------------------ */

enum { EACH = 40 };

static void write_many(Fixture *f, int first)
{
	Db *db = begin_in_child(f);

	for (int i = first; i < first + EACH; i++) {
		DbMeasurement ok = fixture_ok(f, i);

		DEMAND(db_record(db, &ok, NULL, NULL) == DB_OK);
	}
	db_close(db);
	_exit(0);
}

static void two_writers_both_finish(void **state)
{
	Fixture *f = *state;
	DbCounts counts;
	int status;
	Db *db;

	for (int writer = 0; writer < 2; writer++)
		if (fork() == 0)
			write_many(f, writer * (EACH - 5));
	for (int writer = 0; writer < 2; writer++) {
		assert_true(wait(&status) > 0);
		assert_int_equal(status, 0);
	}
	db = fixture_open(f);
	assert_true(db_check(db, &counts, f->diags));
	assert_int_equal(counts.measurements, 2 * EACH);
	assert_int_equal(counts.kernels, 2 * EACH - 5);
	assert_int_equal(counts.programs, 1);
	db_close(db);
}

static void a_locked_file_keeps_the_result_for_later(void **state)
{
	Fixture *f = *state;
	DbMeasurement ok = fixture_ok(f, 1);
	Db *db = fixture_open(f);
	sqlite3 *other;

	fixture_begin(f, db, 5);
	db_set_patience(db, 50);
	assert_int_equal(sqlite3_open(f->path, &other), SQLITE_OK);
	sqlite3_exec(other, "BEGIN EXCLUSIVE", NULL, NULL, NULL);
	assert_int_equal(db_record(db, &ok, NULL, NULL), DB_BUSY);
	assert_true(db_may_retry(DB_BUSY));
	sqlite3_exec(other, "COMMIT", NULL, NULL, NULL);
	sqlite3_close(other);
	assert_int_equal(db_record(db, &ok, NULL, NULL), DB_OK);
	db_close(db);
	assert_string_equal("1", fixture_ask(f,
		"SELECT count(*) FROM measurements"));
}

static bool at_once(void *context)
{
	++*(int *)context;
	return true;
}

/* However patient it is otherwise: the alarm would end the test. */
static void who_is_told_to_stop_waits_no_longer(void **state)
{
	Fixture *f = *state;
	DbMeasurement ok = fixture_ok(f, 1);
	Db *db = fixture_open(f);
	int asked = 0;
	sqlite3 *other;

	fixture_begin(f, db, 5);
	db_set_patience(db, 3600 * 1000);
	db_set_stop(db, at_once, &asked);
	assert_int_equal(sqlite3_open(f->path, &other), SQLITE_OK);
	sqlite3_exec(other, "BEGIN EXCLUSIVE", NULL, NULL, NULL);
	alarm(600);
	assert_int_equal(db_record(db, &ok, NULL, NULL), DB_BUSY);
	alarm(0);
	assert_true(asked > 0);
	sqlite3_close(other);
	assert_int_equal(db_record(db, &ok, NULL, NULL), DB_OK);
	db_close(db);
}

static void expect_a_path(const char *path)
{
	function_called();
	assert_string_equal(strrchr(path, '/'), "/tuned.db");
}

/* Who has to wait is told once, and then that it was in vain. */
static void waiting_is_said(void **state)
{
	Fixture *f = *state;
	DbStored *rows;
	sqlite3 *other;
	Db *db;

	db_close(fixture_open(f));
	db = db_open_saying(f->path, DB_READ, expect_a_path, f->diags);
	db_set_patience(db, 1300);
	assert_int_equal(sqlite3_open(f->path, &other), SQLITE_OK);
	sqlite3_exec(other, "BEGIN EXCLUSIVE", NULL, NULL, NULL);
	expect_function_call(expect_a_path);
	assert_int_equal(db_query(db, f->arena, &(DbFilter){ 0 }, &rows), -1);
	db_complain(db, f->diags);
	assert_int_equal(f->diags->items[0].code, E0601);
	sqlite3_exec(other, "COMMIT", NULL, NULL, NULL);
	assert_int_equal(db_query(db, f->arena, &(DbFilter){ 0 }, &rows), 0);
	sqlite3_close(other);
	db_close(db);
}

static void a_file_that_went_away_takes_no_rows(void **state)
{
	Fixture *f = *state;
	char *other = arena_printf(f->arena, "%s/other.db", f->folder);
	DbMeasurement a = fixture_ok(f, 1), b = fixture_ok(f, 2);
	Db *db = fixture_open(f);

	fixture_begin(f, db, 5);
	fixture_record(db, &a);
	assert_int_equal(rename(f->path, other), 0);
	assert_int_equal(db_record(db, &b, NULL, NULL), DB_MOVED);
	db_close(fixture_open(f));
	assert_int_equal(db_record(db, &b, NULL, NULL), DB_MOVED);
	assert_int_equal(rename(other, f->path), 0);
	assert_int_equal(db_record(db, &b, NULL, NULL), DB_OK);
	db_close(db);
	assert_string_equal("2", fixture_ask(f,
		"SELECT count(*) FROM measurements"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(an_acknowledged_row_survives_kill_9),
		FIXTURE_TEST(a_file_size_limit_loses_nothing),
		FIXTURE_TEST(a_full_disk_loses_nothing),
		FIXTURE_TEST(a_read_only_database_can_be_read),
		FIXTURE_TEST(reading_writes_nothing),
		FIXTURE_TEST(two_writers_both_finish),
		FIXTURE_TEST(a_locked_file_keeps_the_result_for_later),
		FIXTURE_TEST(who_is_told_to_stop_waits_no_longer),
		FIXTURE_TEST(waiting_is_said),
		FIXTURE_TEST(a_file_that_went_away_takes_no_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
