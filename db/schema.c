#include "db/schema.h"

#include <stdio.h>
#include <string.h>

/* A version is what the script before it made, changed by its own script. */
static const char *const scripts[SCHEMA_VERSION] = {
	schema_1, schema_2, schema_3,
};

static int apply(sqlite3 *sqlite, int64_t from, int64_t to)
{
	char pragma[64];
	int code = SQLITE_OK;

	for (int64_t v = from; v < to && code == SQLITE_OK; v++)
		code = sqlite3_exec(sqlite, scripts[v], NULL, NULL, NULL);
	if (code != SQLITE_OK)
		return code;
	snprintf(pragma, sizeof pragma, "PRAGMA user_version = %d", (int)to);
	return sqlite3_exec(sqlite, pragma, NULL, NULL, NULL);
}

static int claim(sqlite3 *sqlite)
{
	char pragma[64];

	snprintf(pragma, sizeof pragma, "PRAGMA application_id = %d",
		 SCHEMA_APPLICATION);
	return sqlite3_exec(sqlite, pragma, NULL, NULL, NULL);
}

/* Reads the version again: another process may have been faster. */
static DbStatus migrate(Db *db, void *unused)
{
	int64_t version;
	DbStatus status;

	(void)unused;
	status = sql_number(db, SQL_VERSION, SQL_NONE, 0, &version);
	if (status != DB_OK || version >= SCHEMA_VERSION)
		return status;
	status = sql_check(db, apply(db->sqlite, version, SCHEMA_VERSION));
	return status == DB_OK ? sql_check(db, claim(db->sqlite)) : status;
}

DbStatus schema_migrate(Db *db)
{
	return sql_transaction(db, migrate, NULL);
}

static const char list_schema[] =
	"SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema "
	"WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\' ORDER BY 1";

/* Two listings side by side: ours and the one found. */
typedef struct Listing {
	sqlite3_stmt *statement;
	bool at_row;
} Listing;

static Listing listing(sqlite3 *sqlite)
{
	Listing l = { NULL, false };

	sqlite3_prepare_v2(sqlite, list_schema, -1, &l.statement, NULL);
	return l;
}

static void advance(Listing *l)
{
	l->at_row = l->statement && sqlite3_step(l->statement) == SQLITE_ROW;
}

static const char *column(const Listing *l, int i)
{
	if (!l->at_row)
		return "";
	return (const char *)sqlite3_column_text(l->statement, i);
}

static char *describe(const Listing *ours, const Listing *theirs)
{
	Text text = { 0 };
	int order = strcmp(column(ours, 0), column(theirs, 0));

	if (!theirs->at_row || (ours->at_row && order < 0))
		text_printf(&text, "%s is missing", column(ours, 0));
	else if (!ours->at_row || order > 0)
		text_printf(&text, "a foreign %s", column(theirs, 0));
	else
		text_printf(&text, "%s is not as it was made",
			    column(theirs, 0));
	return text.data;
}

static bool same_row(const Listing *a, const Listing *b)
{
	return a->at_row == b->at_row && !strcmp(column(a, 0), column(b, 0))
	    && !strcmp(column(a, 1), column(b, 1));
}

static char *compare(sqlite3 *ours, sqlite3 *theirs)
{
	Listing a = listing(ours), b = listing(theirs);
	char *difference = NULL;

	do {
		advance(&a);
		advance(&b);
		if (!same_row(&a, &b))
			difference = describe(&a, &b);
	} while (!difference && a.at_row);
	sqlite3_finalize(a.statement);
	sqlite3_finalize(b.statement);
	return difference;
}

/* What the schema must be is made afresh in memory, by the same scripts. */
bool schema_is_ours(Db *db, int64_t version, char **difference,
		    DbStatus *status)
{
	sqlite3 *model = NULL;
	int code = sqlite3_open(":memory:", &model);

	*difference = NULL;
	if (code == SQLITE_OK)
		code = sql_define_hash(model);
	if (code == SQLITE_OK)
		code = apply(model, 0, version);
	*status = sql_check(db, code);
	if (*status == DB_OK) {
		*difference = compare(model, db->sqlite);
		*status = sql_check(db, sqlite3_errcode(db->sqlite));
	}
	sqlite3_close(model);
	return *status == DB_OK && !*difference;
}
