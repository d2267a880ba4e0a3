/* Export and import: a whole database as lines, and back. */
#include <stdio.h>
#include <string.h>

#include "db/lines.h"

/* run 0: all of them. */
static int64_t put_table(Db *db, const TransferRow *row, int64_t run,
			 Text *text)
{
	const SqlValue only = run ? sql_int(run) : sql_text(NULL);
	sqlite3_stmt *listing = sql_start(db, row->list, &only, 1);
	int64_t rows = 0;

	for (; sql_next(db, listing); rows++)
		lines_put_row(text, row, listing);
	return rows;
}

static void put_tables(Db *db, int64_t run, Text *text)
{
	int64_t rows = 0;

	lines_put_head(text);
	for (int i = 0; i < TRANSFER_ROWS && db->status == DB_OK; i++)
		rows += put_table(db, &transfer_rows[i], run, text);
	lines_put_end(text, rows);
}

static bool put_moment(Db *db, int64_t run, Text *text, Diags *diags)
{
	sql_start_waiting(db);
	if (sql_run(db, SQL_BEGIN_READING, SQL_NONE) == DB_OK)
		put_tables(db, run, text);
	if (db->status == DB_OK)
		sql_run(db, SQL_COMMIT, SQL_NONE);
	if (db->status != DB_OK)
		db_complain(db, diags);
	return db->status == DB_OK;
}

bool db_export(Db *db, Text *text, Diags *diags)
{
	return db_check(db, NULL, diags) && put_moment(db, 0, text, diags);
}

bool db_export_run(Db *db, int64_t run, Text *text, Diags *diags)
{
	return put_moment(db, run, text, diags);
}

typedef struct Importing {
	const char *text, *end;
	int line; /* the one that is read */
	LineColumns columns;
	DbCounts taken;
} Importing;

static DbStatus refuse(Db *db, const char *fault)
{
	return sql_fail(db, DB_CONFLICT, fault);
}

/* Line i of the text; *rows counts those of tables. *done: it is the last. */
static DbStatus take_line(Db *db, Importing *all, const Line *line,
			  int64_t *rows, bool *done)
{
	if (line->kind == LINE_BAD)
		return refuse(db, line->fault);
	if ((line->kind == LINE_HEAD) != (all->line == 1))
		return refuse(db, "no export of a database");
	if (line->kind == LINE_END) {
		*done = true;
		return *rows == line->rows ? DB_OK
					   : refuse(db, "lines are missing");
	}
	if (line->kind == LINE_HEAD)
		return DB_OK;
	++*rows;
	return transfer_take(db, line->row, line->values, &all->taken);
}

static DbStatus take_lines(Db *db, Importing *all)
{
	const char *at = all->text;
	DbStatus status = DB_OK;
	bool done = false;
	int64_t rows = 0;

	for (all->line = 1; status == DB_OK && !done; all->line++) {
		const char *end = memchr(at, '\n', (size_t)(all->end - at));
		Line line;

		if (!end)
			return refuse(db, "lines are missing at the end");
		line = line_read(&all->columns, at, (size_t)(end - at));
		status = take_line(db, all, &line, &rows, &done);
		line_free(&line);
		at = end + 1;
	}
	all->line -= status != DB_OK;
	if (status == DB_OK && at != all->end)
		return refuse(db, "text behind the end");
	return status;
}

static DbStatus take_all(Db *db, void *argument)
{
	Importing *all = argument;
	int64_t last;
	DbStatus status = transfer_begin(db, &last);

	all->taken = (DbCounts){ 0 };
	if (status == DB_OK)
		status = take_lines(db, all);
	return status == DB_OK ? transfer_finish(db, last) : status;
}

static void complain(const Db *db, const Importing *all, const char *file,
		     Diags *diags)
{
	if (db->status != DB_CONFLICT && db->status != DB_REFUSED) {
		db_complain(db, diags);
		return;
	}
	diag_add(diags, E0602, &(Place){ .file = file, .line = all->line,
				    .column = 1 },
		 text_string(&db->said), "rows as `db export` writes them",
		 "the lines cannot be imported; nothing was changed");
}

bool db_import(Db *db, const char *file, const char *text, size_t length,
	       DbCounts *taken, Diags *diags)
{
	Importing all = { .text = text, .end = text + length };
	DbStatus status = lines_columns(db, &all.columns);

	if (status == DB_OK)
		status = sql_transaction(db, take_all, &all);
	*taken = status == DB_OK ? all.taken : (DbCounts){ 0 };
	if (status != DB_OK)
		complain(db, &all, file, diags);
	return status == DB_OK;
}
