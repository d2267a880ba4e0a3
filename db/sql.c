#include "db/sql.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/utf8.h"
#include "db/stored.h"

#define COLUMN(kind, member, sql) sql ", "

static const char *const statement_texts[SQL_COUNT] = {
#define SQL(name, text) [name] = text,
#include "db/statements.def"
#undef SQL
};

#undef COLUMN

typedef struct CodeRow {
	int code; /* extended, or primary for all of its kind */
	DbStatus status;
} CodeRow;

static const CodeRow code_rows[] = {
	{ SQLITE_OK,               DB_OK },
	{ SQLITE_ROW,              DB_OK },
	{ SQLITE_DONE,             DB_OK },
	{ SQLITE_READONLY_DBMOVED, DB_MOVED },
	{ SQLITE_BUSY,             DB_BUSY },
	{ SQLITE_LOCKED,           DB_BUSY },
	{ SQLITE_FULL,             DB_FULL },
	{ SQLITE_READONLY,         DB_READONLY },
	{ SQLITE_PERM,             DB_READONLY },
	{ SQLITE_CORRUPT,          DB_DAMAGED },
	{ SQLITE_NOTADB,           DB_DAMAGED },
	{ SQLITE_CONSTRAINT,       DB_REFUSED },
	{ SQLITE_TOOBIG,           DB_REFUSED },
	{ SQLITE_MISMATCH,         DB_REFUSED },
};

static DbStatus status_of(int code)
{
	enum { ROWS = sizeof code_rows / sizeof code_rows[0], PRIMARY = 0xff };

	for (int i = 0; i < ROWS; i++)
		if (code_rows[i].code == code)
			return code_rows[i].status;
	for (int i = 0; i < ROWS; i++)
		if (code_rows[i].code == (code & PRIMARY))
			return code_rows[i].status;
	return DB_IO;
}

DbStatus sql_fail(Db *db, DbStatus status, const char *message)
{
	db->status = status;
	text_clear(&db->said);
	text_put(&db->said, message);
	return status;
}

DbStatus sql_check(Db *db, int code)
{
	DbStatus status = status_of(code);

	if (status == DB_OK)
		return DB_OK;
	sql_fail(db, status, sqlite3_errmsg(db->sqlite));
	text_printf(&db->said, " (SQLite code %d)", code);
	return status;
}

static int bind_hash(sqlite3_stmt *statement, int at, uint64_t hash)
{
	char hex[17];

	snprintf(hex, sizeof hex, "%016" PRIx64, hash);
	return sqlite3_bind_text(statement, at, hex, -1, SQLITE_TRANSIENT);
}

static int bind(sqlite3_stmt *statement, int at, const SqlValue *value)
{
	switch (value->kind) {
	case VALUE_NULL: break;
	case VALUE_TEXT:
		return sqlite3_bind_text(statement, at, value->text, -1,
					 SQLITE_TRANSIENT);
	case VALUE_INT:
		return sqlite3_bind_int64(statement, at, value->integer);
	case VALUE_REAL:
		return sqlite3_bind_double(statement, at, value->real);
	case VALUE_HASH:
		return bind_hash(statement, at, value->hash);
	}
	return sqlite3_bind_null(statement, at);
}

static sqlite3_stmt *prepared(Db *db, SqlName name)
{
	if (!db->statements[name]
	    && sql_check(db, sqlite3_prepare_v3(db->sqlite,
				statement_texts[name], -1,
				SQLITE_PREPARE_PERSISTENT,
				&db->statements[name], NULL)) != DB_OK)
		return NULL;
	return db->statements[name];
}

sqlite3_stmt *sql_start(Db *db, SqlName name, const SqlValue *values,
			int count)
{
	sqlite3_stmt *statement = prepared(db, name);
	int needed;

	db->status = statement ? DB_OK : db->status;
	if (!statement)
		return NULL;
	needed = sqlite3_bind_parameter_count(statement);
	assert(needed <= count);
	for (int i = 0; i < needed; i++)
		if (sql_check(db, bind(statement, i + 1, &values[i])) != DB_OK)
			return NULL;
	return statement;
}

void sql_stop(sqlite3_stmt *statement)
{
	sqlite3_reset(statement);
	sqlite3_clear_bindings(statement);
}

bool sql_next(Db *db, sqlite3_stmt *statement)
{
	int code;

	if (!statement)
		return false;
	code = sqlite3_step(statement);
	if (code == SQLITE_ROW)
		return true;
	sql_check(db, code);
	sql_stop(statement);
	return false;
}

DbStatus sql_run(Db *db, SqlName name, const SqlValue *values, int count)
{
	sqlite3_stmt *statement = sql_start(db, name, values, count);

	while (sql_next(db, statement))
		;
	return db->status;
}

DbStatus sql_number(Db *db, SqlName name, const SqlValue *values, int count,
		    int64_t fallback, int64_t *number)
{
	sqlite3_stmt *statement = sql_start(db, name, values, count);

	*number = fallback;
	if (sql_next(db, statement)) {
		*number = sqlite3_column_int64(statement, 0);
		sql_stop(statement);
	}
	return db->status;
}

void sql_finish(Db *db)
{
	for (int i = 0; i < SQL_COUNT; i++) {
		sqlite3_finalize(db->statements[i]);
		db->statements[i] = NULL;
	}
}

const char *sql_column(Db *db, SqlName name, int column)
{
	return sqlite3_column_name(prepared(db, name), column);
}

const char *sql_column_text(sqlite3_stmt *statement, int column, Arena *arena)
{
	const unsigned char *text = sqlite3_column_text(statement, column);

	return text ? arena_strdup(arena, (const char *)text) : NULL;
}

void sql_make_plain(char *text)
{
	for (int bytes; *text; text += bytes) {
		bytes = utf8_shown(text);
		if (bytes)
			continue;
		bytes = 1;
		if (*text != '\n' && *text != '\t')
			*text = '?';
	}
}

uint64_t sql_column_hash(sqlite3_stmt *statement, int column)
{
	const unsigned char *text = sqlite3_column_text(statement, column);

	return text ? strtoull((const char *)text, NULL, 16) : 0;
}

static uint64_t real_bits(double real)
{
	uint64_t bits;

	memcpy(&bits, &real, sizeof bits);
	return bits;
}

static uint64_t hash_value(uint64_t h, sqlite3_value *value)
{
	int kind = sqlite3_value_type(value);
	const void *bytes;

	h = hash_combine(h, (uint64_t)kind);
	if (kind == SQLITE_INTEGER)
		return hash_combine(h, (uint64_t)sqlite3_value_int64(value));
	if (kind == SQLITE_FLOAT)
		return hash_combine(h, real_bits(sqlite3_value_double(value)));
	if (kind == SQLITE_NULL)
		return h;
	bytes = sqlite3_value_blob(value);
	return hash_bytes(h, bytes, (size_t)sqlite3_value_bytes(value));
}

static void lift_hash(sqlite3_context *context, int count,
		      sqlite3_value **values)
{
	uint64_t h = HASH_SEED;
	char hex[17];

	for (int i = 0; i < count; i++)
		h = hash_value(h, values[i]);
	snprintf(hex, sizeof hex, "%016" PRIx64, hash_mix(h));
	sqlite3_result_text(context, hex, -1, SQLITE_TRANSIENT);
}

int sql_define_hash(sqlite3 *sqlite)
{
	return sqlite3_create_function_v2(sqlite, "lift_hash", -1,
		SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, NULL,
		lift_hash, NULL, NULL, NULL);
}
