/* Opening and closing: nothing of a file is believed before it has shown that
 * it is ours, whole, and of a version we know.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/path.h"
#include "db/schema.h"

enum {
	PATIENCE_MS = 60000,
	READERS_PATIENCE_MS = 10000,
	LONGEST_VALUE = 16 * 1024 * 1024,
	PRIVATE_FOLDER = 0700,
};

char *db_path(const char *option)
{
	const char *variable = getenv("LIFT_TUNE_DB");
	const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
	Text path = { 0 };

	if (option || (variable && *variable))
		return base_strdup(option ? option : variable);
	if (data && data[0] == '/')
		text_put(&path, data);
	else if (home && *home)
		text_printf(&path, "%s/.local/share", home);
	else
		return NULL;
	text_put(&path, "/lift-tune/tuned.db");
	return path.data;
}

/* Links are followed in the folder, but not to the file itself. */
static char *full_path(const char *path, DbMode mode)
{
	char *folder = path_folder(path), *real = NULL;
	Text full = { 0 };

	if (mode == DB_READ || path_make_folder(folder, PRIVATE_FOLDER))
		real = realpath(folder, NULL);
	free(folder);
	if (!real)
		return NULL;
	text_printf(&full, "%s/%s", strcmp(real, "/") ? real : "",
		    path_name(path));
	free(real);
	return full.data;
}

static void complain_of_path(const char *path, const char *why, Diags *diags)
{
	diag_add(diags, E0601, &(Place){ .file = path }, why,
		 "a database in a folder that is there (tune makes it)",
		 "the database cannot be opened");
}

static Db *db_new(char *path, DbMode mode)
{
	Db *db = base_calloc(1, sizeof *db);
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	db->path = path;
	db->mode = mode;
	db->self = process_self();
	db->patience_ms = mode == DB_READ ? READERS_PATIENCE_MS : PATIENCE_MS;
	db->jitter = rng_seeded((uint64_t)now.tv_nsec, (uint64_t)db->self.pid);
	return db;
}

/* The first text that a pragma answers; "" when it answers nothing. */
static const char *answer(Db *db, SqlName name, Arena *arena)
{
	sqlite3_stmt *statement = sql_start(db, name, SQL_NONE);
	const char *said = "";

	if (sql_next(db, statement)) {
		said = sql_column_text(statement, 0, arena);
		sql_stop(statement);
	}
	return said ? said : "";
}

/* SQLite leaves the file alone while another process has the database. */
static void delete_journal(Db *db)
{
	Arena *arena = arena_new();

	answer(db, SQL_NO_JOURNAL, arena);
	arena_free(arena);
}

void db_close(Db *db)
{
	if (!db)
		return;
	if (db->has_journal)
		delete_journal(db);
	sql_finish(db);
	sqlite3_close(db->sqlite);
	text_free(&db->said);
	free(db->now.fp);
	free(db->now.tolerance);
	free(db->path);
	free(db);
}

void db_set_authority(Db *db, const DbAuthority *authority)
{
	db->authority = authority;
}

void db_set_patience(Db *db, int milliseconds)
{
	db->patience_ms = milliseconds;
}

void db_set_stop(Db *db, bool (*stop)(void *context), void *context)
{
	db->stop = stop;
	db->context = context;
}

/* A read-only user may still have to undo what a killed writer left, so both
 * modes ask for writing; SQLite falls back by itself. */
static DbStatus open_file(Db *db)
{
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW
		  | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;

	if (db->mode == DB_WRITE)
		flags |= SQLITE_OPEN_CREATE;
	return sql_check(db, sqlite3_open_v2(db->path, &db->sqlite, flags,
					     NULL));
}

typedef struct ConfigRow {
	int option, value;
} ConfigRow;

static const ConfigRow config_rows[] = {
	{ SQLITE_DBCONFIG_DEFENSIVE,             1 },
	{ SQLITE_DBCONFIG_ENABLE_TRIGGER,        0 },
	{ SQLITE_DBCONFIG_TRUSTED_SCHEMA,        0 },
	{ SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0 },
	{ SQLITE_DBCONFIG_DQS_DML,               0 },
	{ SQLITE_DBCONFIG_DQS_DDL,               0 },
};

static const SqlName harmless_pragmas[] = {
	SQL_FOREIGN_KEYS, SQL_CELL_SIZE_CHECK, SQL_UNTRUSTED_SCHEMA,
	SQL_NO_MMAP, SQL_SYNCHRONOUS, SQL_TEMPORARY,
};

/* Settings of this connection alone; the file is not touched. */
static DbStatus configure(Db *db)
{
	enum {
		CONFIGS = sizeof config_rows / sizeof config_rows[0],
		PRAGMAS = sizeof harmless_pragmas / sizeof harmless_pragmas[0]
	};
	DbStatus status = DB_OK;

	for (int i = 0; i < CONFIGS && status == DB_OK; i++)
		status = sql_check(db, sqlite3_db_config(db->sqlite,
			config_rows[i].option, config_rows[i].value, NULL));
	sqlite3_limit(db->sqlite, SQLITE_LIMIT_LENGTH, LONGEST_VALUE);
	sqlite3_limit(db->sqlite, SQLITE_LIMIT_ATTACHED, 0);
	sql_wait_politely(db);
	sql_start_waiting(db);
	for (int i = 0; i < PRAGMAS && status == DB_OK; i++)
		status = sql_run(db, harmless_pragmas[i], SQL_NONE);
	return status == DB_OK ? sql_check(db, sql_define_hash(db->sqlite))
			       : status;
}

static DbStatus check_writable(Db *db)
{
	if (db->mode == DB_READ || !sqlite3_db_readonly(db->sqlite, "main"))
		return DB_OK;
	return sql_fail(db, DB_READONLY, "the file is write-protected");
}

static DbStatus not_ours(Db *db, const char *what)
{
	return sql_fail(db, DB_DAMAGED, what);
}

/* An empty file may become a database, but only to be written. */
static DbStatus check_version(Db *db, int64_t application, int64_t version,
			      int64_t objects)
{
	bool empty = !application && !version && !objects;

	if (empty && db->mode == DB_WRITE)
		return DB_OK;
	if (empty)
		return not_ours(db, "the file holds nothing yet");
	if (application != SCHEMA_APPLICATION || version < 1)
		return not_ours(db, "a database of another program");
	if (version > SCHEMA_VERSION)
		return not_ours(db, "its schema is newer than this program");
	return DB_OK;
}

static DbStatus read_version(Db *db, int64_t *version)
{
	int64_t application = 0, objects = 0;
	DbStatus status;

	status = sql_number(db, SQL_APPLICATION, SQL_NONE, 0, &application);
	if (status == DB_OK)
		status = sql_number(db, SQL_VERSION, SQL_NONE, 0, version);
	if (status == DB_OK)
		status = sql_number(db, SQL_OBJECTS, SQL_NONE, 0, &objects);
	if (status != DB_OK)
		return status;
	return check_version(db, application, *version, objects);
}

static DbStatus check_schema(Db *db, int64_t version)
{
	char *difference;
	DbStatus status;

	if (!schema_is_ours(db, version, &difference, &status)
	    && status == DB_OK)
		status = not_ours(db, difference);
	free(difference);
	return status;
}

static DbStatus check_pages(Db *db)
{
	Arena *arena = arena_new();
	const char *said = answer(db, SQL_QUICK_CHECK, arena);

	if (db->status == DB_OK && strcmp(said, "ok"))
		not_ours(db, said);
	arena_free(arena);
	return db->status;
}

/* Somebody may have made it a WAL database; two writers of one of those can
 * damage it with every SQLite before 3.51.3. */
static DbStatus set_journal(Db *db)
{
	Arena *arena = arena_new();
	const char *said = answer(db, SQL_JOURNAL, arena);

	db->has_journal = db->status == DB_OK && !strcmp(said, "truncate");
	if (db->status == DB_OK && !db->has_journal)
		sql_fail(db, DB_BUSY, "others use it with another journal");
	arena_free(arena);
	return db->status;
}

static DbStatus copy_pages(Db *db, sqlite3 *copy)
{
	sqlite3_backup *backup = sqlite3_backup_init(copy, "main", db->sqlite,
						     "main");

	if (!backup)
		return sql_fail(db, DB_IO, sqlite3_errmsg(copy));
	sqlite3_backup_step(backup, -1);
	return sql_check(db, sqlite3_backup_finish(backup));
}

/* One moment of the file, whatever is written to it meanwhile. */
static DbStatus copy_moment(Db *db, sqlite3 *copy)
{
	int64_t version;
	DbStatus status = sql_run(db, SQL_BEGIN_READING, SQL_NONE);

	if (status == DB_OK)
		status = sql_number(db, SQL_VERSION, SQL_NONE, 0, &version);
	return status == DB_OK ? copy_pages(db, copy) : status;
}

static void replace(Db *db, sqlite3 *copy)
{
	sql_finish(db);
	sqlite3_close(db->sqlite);
	db->sqlite = copy;
}

/* An older file that must not be written is read as it would be, brought up to
 * date: a copy in memory. */
static DbStatus read_copy(Db *db)
{
	sqlite3 *copy = NULL;
	DbStatus status = sql_check(db, sqlite3_open(":memory:", &copy));

	if (status == DB_OK)
		status = copy_moment(db, copy);
	if (status != DB_OK) {
		sqlite3_close(copy);
		return status;
	}
	replace(db, copy);
	status = configure(db);
	return status == DB_OK ? schema_migrate(db) : status;
}

static DbStatus prepare_file(Db *db)
{
	int64_t version = 0;
	DbStatus status = read_version(db, &version);

	if (status == DB_OK && version)
		status = check_schema(db, version);
	if (status == DB_OK)
		status = check_writable(db);
	if (status == DB_OK && db->mode == DB_WRITE)
		status = set_journal(db);
	if (status == DB_OK && db->mode == DB_READ && version < SCHEMA_VERSION)
		status = read_copy(db);
	if (status == DB_OK && db->mode == DB_READ)
		status = sql_run(db, SQL_QUERY_ONLY, SQL_NONE);
	if (status == DB_OK && db->mode == DB_WRITE
	    && version < SCHEMA_VERSION)
		status = schema_migrate(db);
	if (status == DB_OK && version)
		status = check_pages(db);
	return status;
}

Db *db_open(const char *path, DbMode mode, Diags *diags)
{
	return db_open_saying(path, mode, NULL, diags);
}

Db *db_open_saying(const char *path, DbMode mode, DbSay *say, Diags *diags)
{
	char *full = full_path(path, mode);
	DbStatus status;
	Db *db;

	if (!full) {
		complain_of_path(path, strerror(errno), diags);
		return NULL;
	}
	db = db_new(full, mode);
	db->say = say;
	status = open_file(db);
	if (status == DB_OK)
		status = configure(db);
	if (status == DB_OK)
		status = prepare_file(db);
	if (status == DB_OK)
		return db;
	db_complain(db, diags);
	db_close(db);
	return NULL;
}
