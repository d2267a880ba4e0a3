/* Transactions: waiting for other processes, committing, and giving up so that
 * nothing is half written.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "db/sql.h"

enum { HURRY_MS = 300 };

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Others are done with it in a moment, mostly. */
static void hurry(Db *db)
{
	int64_t soon = now_ms() + HURRY_MS;

	if (db->deadline_ms > soon && db->stop && db->stop(db->context))
		db->deadline_ms = soon;
}

void sql_start_waiting(Db *db)
{
	enum { QUIET_MS = 1000 };

	db->deadline_ms = now_ms() + db->patience_ms;
	db->say_ms = now_ms() + QUIET_MS;
}

/* SQLite's own handler sleeps the same steps in every process, and the one
 * that came first may lose each time: sleep a random part of a growing step. */
static void sleep_a_little(Db *db, int attempt)
{
	int step_ms = attempt < 6 ? 1 << attempt : 50;
	int64_t ns = (int64_t)(rng_unit(&db->jitter) * step_ms * 1e6) + 100000;

	nanosleep(&(struct timespec){ .tv_nsec = (long)ns }, NULL);
}

static void say_once(Db *db)
{
	if (!db->say || now_ms() < db->say_ms)
		return;
	db->say(db->path);
	db->say_ms = INT64_MAX;
}

static bool wait_again(Db *db, int attempt)
{
	hurry(db);
	if (now_ms() >= db->deadline_ms)
		return false;
	say_once(db);
	sleep_a_little(db, attempt);
	return true;
}

static int on_busy(void *db, int attempt)
{
	return wait_again(db, attempt);
}

void sql_wait_politely(Db *db)
{
	sqlite3_busy_handler(db->sqlite, on_busy, db);
}

/* SQLite may report busy without asking the handler (to avoid a deadlock), so
 * the statement is tried again here, too. */
static DbStatus run_patiently(Db *db, SqlName name)
{
	DbStatus status = sql_run(db, name, SQL_NONE);

	for (int attempt = 0;
	     status == DB_BUSY && wait_again(db, attempt); attempt++)
		status = sql_run(db, name, SQL_NONE);
	return status;
}

/* A file that was deleted or replaced takes rows without complaint. */
static DbStatus check_file_is_there(Db *db)
{
	int moved = 0;

	sqlite3_file_control(db->sqlite, "main", SQLITE_FCNTL_HAS_MOVED,
			     &moved);
	if (moved)
		return sql_fail(db, DB_MOVED,
				"another file, or none, has its name now");
	return DB_OK;
}

/* After a full disk SQLite has rolled back already. The reason for giving up
 * is what the caller wants to hear, not how the rollback went. */
static void give_up(Db *db)
{
	DbStatus status = db->status;
	Text said = db->said;

	db->said = (Text){ 0 };
	if (!sqlite3_get_autocommit(db->sqlite))
		sql_run(db, SQL_ROLLBACK, SQL_NONE);
	text_free(&db->said);
	db->said = said;
	db->status = status;
}

static DbStatus attempt_transaction(Db *db, SqlWork *work, void *argument)
{
	DbStatus status = run_patiently(db, SQL_BEGIN);

	if (status == DB_OK)
		status = work(db, argument);
	if (status == DB_OK)
		status = check_file_is_there(db);
	if (status == DB_OK)
		status = run_patiently(db, SQL_COMMIT);
	if (status != DB_OK)
		give_up(db);
	return status;
}

DbStatus sql_transaction(Db *db, SqlWork *work, void *argument)
{
	DbStatus status;

	sql_start_waiting(db);
	status = attempt_transaction(db, work, argument);
	for (int attempt = 0;
	     status == DB_BUSY && wait_again(db, attempt); attempt++)
		status = attempt_transaction(db, work, argument);
	return status;
}
