/* Export and import: a whole database as lines, and back. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "db/lines.h"

/* Of these runs, a JSON array; NULL: of all. */
static int64_t put_table(Db *db, const TransferRow *row, const char *runs,
			 Text *text)
{
	const SqlValue only = sql_text(runs);
	sqlite3_stmt *listing = sql_start(db, row->list, &only, 1);
	int64_t rows = 0;

	for (; sql_next(db, listing); rows++)
		lines_put_row(text, row, listing);
	return rows;
}

static void put_tables(Db *db, const char *runs, Text *text)
{
	int64_t rows = 0;

	lines_put_head(text);
	for (int i = 0; i < TRANSFER_ROWS && db->status == DB_OK; i++)
		rows += put_table(db, &transfer_rows[i], runs, text);
	lines_put_end(text, rows);
}

/* Which runs, once nobody writes any more. */
typedef struct Chosen {
	int64_t run;      /* or 0 */
	uint64_t program; /* or 0 */
} Chosen;

static const char *chosen_runs(Db *db, const Chosen *chosen, Text *list)
{
	const char *between = "";
	sqlite3_stmt *row;

	if (!chosen->run && !chosen->program)
		return NULL;
	text_put(list, "[");
	if (chosen->run) {
		text_printf(list, "%" PRId64, chosen->run);
	} else {
		row = sql_start(db, SQL_RUNS_OF_PROGRAM,
				SQL_VALUES(sql_hash(chosen->program)));
		for (; sql_next(db, row); between = ", ")
			text_printf(list, "%s%" PRId64, between,
				    (int64_t)sqlite3_column_int64(row, 0));
	}
	text_put(list, "]");
	return text_string(list);
}

static bool put_moment(Db *db, const Chosen *chosen, Text *text, Diags *diags)
{
	Text list = { 0 };

	sql_start_waiting(db);
	if (sql_run(db, SQL_BEGIN_READING, SQL_NONE) == DB_OK)
		put_tables(db, chosen_runs(db, chosen, &list), text);
	text_free(&list);
	if (db->status == DB_OK)
		sql_run(db, SQL_COMMIT, SQL_NONE);
	if (db->status != DB_OK)
		db_complain(db, diags);
	return db->status == DB_OK;
}

bool db_export(Db *db, Text *text, Diags *diags)
{
	return db_export_program(db, 0, text, diags);
}

bool db_export_program(Db *db, uint64_t program, Text *text, Diags *diags)
{
	return db_check(db, NULL, diags)
	    && put_moment(db, &(Chosen){ .program = program }, text, diags);
}

bool db_export_run(Db *db, int64_t run, Text *text, Diags *diags)
{
	return put_moment(db, &(Chosen){ .run = run }, text, diags);
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
