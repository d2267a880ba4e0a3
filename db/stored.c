#include "db/stored.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef enum { READ_INT, READ_BOOL, READ_HASH, READ_TEXT, READ_TIME, READ_REAL } ReadKind;

typedef struct ColumnRow {
	ReadKind kind;
	size_t offset;
} ColumnRow;

#define COLUMN(kind, member, sql) { READ_##kind, offsetof(DbStored, member) },
static const ColumnRow column_rows[] = {
	STORED_LIGHT_COLUMNS(COLUMN)
	STORED_FULL_COLUMNS(COLUMN)
};
#undef COLUMN

enum { COLUMNS = sizeof column_rows / sizeof column_rows[0] };

static double read_real(sqlite3_stmt *statement, int column, double unknown)
{
	if (sqlite3_column_type(statement, column) == SQLITE_NULL)
		return unknown;
	return sqlite3_column_double(statement, column);
}

static const char *plain_text(sqlite3_stmt *statement, int column,
			      Arena *arena)
{
	const unsigned char *text = sqlite3_column_text(statement, column);
	char *copy = text ? arena_strdup(arena, (const char *)text) : NULL;

	if (copy)
		sql_make_plain(copy);
	return copy;
}

static void read_column(sqlite3_stmt *statement, int column, Arena *arena,
			DbStored *stored)
{
	void *member = (char *)stored + column_rows[column].offset;

	switch (column_rows[column].kind) {
	case READ_INT:
		*(int64_t *)member = sqlite3_column_int64(statement, column);
		return;
	case READ_BOOL:
		*(bool *)member = sqlite3_column_int(statement, column) != 0;
		return;
	case READ_HASH:
		*(uint64_t *)member = sql_column_hash(statement, column);
		return;
	case READ_TEXT:
		*(const char **)member = plain_text(statement, column, arena);
		return;
	case READ_TIME:
		*(double *)member = read_real(statement, column, 0);
		return;
	case READ_REAL:
		*(double *)member = read_real(statement, column, NAN);
		return;
	}
}

/* Every statement ends its columns with a constant. */
static DbStored read_row(sqlite3_stmt *statement, Arena *arena)
{
	int columns = sqlite3_column_count(statement) - 1;
	DbStored stored = { 0 };

	for (int i = 0; i < columns && i < COLUMNS; i++)
		read_column(statement, i, arena, &stored);
	return stored;
}

int stored_rows(Db *db, sqlite3_stmt *statement, Arena *arena,
		DbStored **rows)
{
	int count = 0, capacity = 0;
	DbStored *grown = NULL;

	while (sql_next(db, statement)) {
		if (count == capacity) {
			capacity = capacity ? 2 * capacity : 64;
			grown = base_realloc(grown, (size_t)capacity
						    * sizeof *grown);
		}
		grown[count++] = read_row(statement, arena);
	}
	*rows = ARENA_ARRAY(arena, DbStored, count);
	if (count)
		memcpy(*rows, grown, (size_t)count * sizeof *grown);
	free(grown);
	return db->status == DB_OK ? count : -1;
}

bool stored_first(Db *db, sqlite3_stmt *statement, Arena *arena,
		  DbStored *stored)
{
	if (!sql_next(db, statement))
		return false;
	*stored = read_row(statement, arena);
	sql_stop(statement);
	return true;
}
