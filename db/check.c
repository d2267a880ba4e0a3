/* Checking a whole database: pages and indexes, references, checksums.
 */
#include "db/content.h"
#include "db/transfer.h"

#include <inttypes.h>
#include <string.h>

static void complain(const Db *db, const char *found, Diags *diags)
{
	diag_add(diags, E0602, &(Place){ .file = db->path }, found, NULL,
		 "the database is damaged");
}

static void check_pages(Db *db, Arena *arena, Diags *diags)
{
	sqlite3_stmt *row = sql_start(db, SQL_INTEGRITY_CHECK, SQL_NONE);

	while (sql_next(db, row)) {
		const char *said = sql_column_text(row, 0, arena);

		if (!said || strcmp(said, "ok"))
			complain(db, said, diags);
	}
}

static void check_references(Db *db, Arena *arena, Diags *diags)
{
	sqlite3_stmt *row = sql_start(db, SQL_FOREIGN_KEY_CHECK, SQL_NONE);

	while (sql_next(db, row)) {
		const char *from = sql_column_text(row, 0, arena);
		const char *to = sql_column_text(row, 2, arena);
		int64_t id = sqlite3_column_int64(row, 1);

		complain(db, arena_printf(arena, "row %" PRId64 " of %s refers "
				"to a missing row of %s", id, from, to), diags);
	}
}

static void check_rows(Db *db, Arena *arena, Diags *diags)
{
	sqlite3_stmt *row = sql_start(db, SQL_CHECK_ROWS, SQL_NONE);

	while (sql_next(db, row)) {
		const char *table = sql_column_text(row, 0, arena);
		int64_t id = sqlite3_column_int64(row, 1);

		complain(db, arena_printf(arena, "row %" PRId64 " of %s does "
				"not fit its checksum", id, table), diags);
	}
}

static void check_devices(Db *db, Arena *arena, Diags *diags)
{
	Text why = { 0 };

	(void)arena;
	if (!content_devices(db, &why))
		complain(db, text_string(&why), diags);
	text_free(&why);
}

/* Row by row, as they would travel. */
static void check_table(Db *db, Arena *arena, const TransferRow *row,
			Diags *diags)
{
	const SqlValue all = sql_text(NULL);
	SqlValue values[TRANSFER_COLUMNS] = { { 0 } };
	sqlite3_stmt *listing = sql_start(db, row->list, &all, 1);

	while (sql_next(db, listing)) {
		const char *fault;

		transfer_read(listing, values);
		fault = transfer_fault(db, row, values);
		if (fault)
			complain(db, arena_printf(arena, "a row of %s, %.40s: "
					"%s", row->table, values[0].text
					? values[0].text : "", fault), diags);
	}
}

static void check_tables(Db *db, Arena *arena, Diags *diags)
{
	for (int i = 0; i < TRANSFER_ROWS && db->status == DB_OK; i++)
		check_table(db, arena, &transfer_rows[i], diags);
}

static void count_rows(Db *db, DbCounts *counts)
{
	sqlite3_stmt *row = sql_start(db, SQL_COUNTS, SQL_NONE);
	int64_t *const members[] = {
		&counts->programs, &counts->devices, &counts->problems,
		&counts->derivations, &counts->kernels, &counts->runs,
		&counts->measurements, &counts->failures,
	};

	if (!sql_next(db, row))
		return;
	for (int i = 0; i < (int)(sizeof members / sizeof members[0]); i++)
		*members[i] = sqlite3_column_int64(row, i);
	sql_stop(row);
}

typedef void Check(Db *db, Arena *arena, Diags *diags);

static Check *const checks[] = {
	check_pages, check_references, check_rows, check_tables, check_devices,
};

bool db_check(Db *db, DbCounts *counts, Diags *diags)
{
	Arena *arena = arena_new();
	int before = diags->errors;

	sql_start_waiting(db);
	for (int i = 0; i < (int)(sizeof checks / sizeof checks[0]); i++) {
		checks[i](db, arena, diags);
		if (db->status != DB_OK)
			db_complain(db, diags);
	}
	if (counts) {
		*counts = (DbCounts){ 0 };
		count_rows(db, counts);
	}
	arena_free(arena);
	return diags->errors == before;
}
