/* Sql: the one way from this folder to SQLite.
 *
 * Each statement is one row of statements.def; it is prepared at its first use
 * and kept. Values are bound by position from typed SqlValues. Every result
 * code of SQLite passes through sql_check, which turns it into a DbStatus and
 * keeps the message for db_complain.
 */
#ifndef DB_SQL_H
#define DB_SQL_H

#include <math.h>
#include <sqlite3.h>

#include "base/rng.h"
#include "db/db.h"
#include "db/process.h"

typedef enum {
#define SQL(name, text) name,
#include "db/statements.def"
#undef SQL
	SQL_COUNT
} SqlName;

/* Row ids of what the run under way is about; run is 0 without one. */
typedef struct DbNow {
	int64_t run, program, device, problem, protocol;
	uint64_t program_key;
	char *fp, *tolerance;
} DbNow;

struct Db {
	sqlite3 *sqlite;
	char *path;
	DbMode mode;
	bool has_journal; /* a file that stays between transactions */
	const DbAuthority *authority; /* or NULL */
	DbNow now;
	int run_count; /* begun in this process */
	DbProcess self;
	sqlite3_stmt *statements[SQL_COUNT];
	DbStatus status; /* of the last call, with what SQLite said */
	Text said;
	int patience_ms;
	int64_t deadline_ms; /* for waiting, on the monotonic clock */
	bool (*stop)(void *context); /* or NULL */
	void *context;
	DbSay *say;          /* at that time of one call; or NULL */
	int64_t say_ms;
	Rng jitter;
};

typedef struct SqlValue {
	enum { VALUE_NULL, VALUE_TEXT, VALUE_INT, VALUE_REAL, VALUE_HASH } kind;
	const char *text;
	int64_t integer;
	uint64_t hash;
	double real;
} SqlValue;

static inline SqlValue sql_text(const char *text)
{
	return (SqlValue){ .kind = text ? VALUE_TEXT : VALUE_NULL,
			   .text = text };
}

static inline SqlValue sql_int(int64_t integer)
{
	return (SqlValue){ .kind = VALUE_INT, .integer = integer };
}

/* NULL for 0: "any" in a filter, "none" in a reference. */
static inline SqlValue sql_id(int64_t id)
{
	return (SqlValue){ .kind = id ? VALUE_INT : VALUE_NULL, .integer = id };
}

static inline SqlValue sql_real(double real)
{
	return (SqlValue){ .kind = isfinite(real) ? VALUE_REAL : VALUE_NULL,
			   .real = real };
}

/* A time: NULL when it was not measured. */
static inline SqlValue sql_time(double ns)
{
	return ns == 0 ? (SqlValue){ .kind = VALUE_NULL } : sql_real(ns);
}

/* A hash as 16 hex digits. */
static inline SqlValue sql_hash(uint64_t hash)
{
	return (SqlValue){ .kind = VALUE_HASH, .hash = hash };
}

static inline SqlValue sql_hash_or_null(uint64_t hash)
{
	return (SqlValue){ .kind = hash ? VALUE_HASH : VALUE_NULL,
			   .hash = hash };
}

#define SQL_VALUES(...)                                \
	(const SqlValue[]){ __VA_ARGS__ },             \
		(int)(sizeof((const SqlValue[]){ __VA_ARGS__ }) \
		      / sizeof(SqlValue))
#define SQL_NONE NULL, 0

/* DB_OK for SQLITE_OK, SQLITE_ROW and SQLITE_DONE; else keeps the message. */
DbStatus sql_check(Db *db, int code);

/* Notes a failure that SQLite does not know of. */
DbStatus sql_fail(Db *db, DbStatus status, const char *message);

/* The statement, bound and ready to step; NULL after a failure. Values beyond
 * its parameters are left out. */
sqlite3_stmt *sql_start(Db *db, SqlName name, const SqlValue *values,
			int count);

/* True while there is a row; at the end, or after a failure (db->status), the
 * statement is reset. */
bool sql_next(Db *db, sqlite3_stmt *statement);

/* Ends a statement that was not stepped to its end. */
void sql_stop(sqlite3_stmt *statement);

/* Runs a statement to its end. */
DbStatus sql_run(Db *db, SqlName name, const SqlValue *values, int count);

/* The integer in the first column of the first row; fallback without a row. */
DbStatus sql_number(Db *db, SqlName name, const SqlValue *values, int count,
		    int64_t fallback, int64_t *number);

void sql_finish(Db *db);

/* The name of a column of what a statement selects; NULL behind the last. */
const char *sql_column(Db *db, SqlName name, int column);

const char *sql_column_text(sqlite3_stmt *statement, int column, Arena *arena);

/* What a terminal would take for a command (all control characters but tabs and
 * ends of lines) becomes '?': a file may come from anywhere. */
void sql_make_plain(char *text);
uint64_t sql_column_hash(sqlite3_stmt *statement, int column);

/* Calls work inside BEGIN IMMEDIATE ... COMMIT, again as long as the file is
 * busy and there is patience; a failure leaves the file as it was. work is
 * called more than once and sees each time the present state. */
typedef DbStatus SqlWork(Db *db, void *argument);
DbStatus sql_transaction(Db *db, SqlWork *work, void *argument);

/* Installs the busy handler; sql_hurry restarts the time for waiting. */
void sql_wait_politely(Db *db);
void sql_start_waiting(Db *db);

/* Defines the SQL function lift_hash(value, ...): 16 hex digits. Gives a code of
 * SQLite. */
int sql_define_hash(sqlite3 *sqlite);

#endif
