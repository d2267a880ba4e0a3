/* Merging: the rows of another database. */
#include <sys/stat.h>

#include "db/transfer.h"

typedef struct Merging {
	Db *other;
	DbCounts taken;
} Merging;

static DbStatus take_table(Db *db, Merging *merging, const TransferRow *row)
{
	const SqlValue all = sql_text(NULL);
	SqlValue values[TRANSFER_COLUMNS] = { { 0 } };
	sqlite3_stmt *listing = sql_start(merging->other, row->list, &all, 1);
	DbStatus status = DB_OK;

	while (status == DB_OK && sql_next(merging->other, listing)) {
		transfer_read(listing, values);
		status = transfer_take(db, row, values, &merging->taken);
	}
	if (status != DB_OK)
		sql_stop(listing);
	return status == DB_OK ? merging->other->status : status;
}

static DbStatus take_all(Db *db, void *argument)
{
	Merging *merging = argument;
	int64_t last;
	DbStatus status = transfer_begin(db, &last);

	merging->taken = (DbCounts){ 0 };
	for (int i = 0; i < TRANSFER_ROWS && status == DB_OK; i++)
		status = take_table(db, merging, &transfer_rows[i]);
	return status == DB_OK ? transfer_finish(db, last) : status;
}

static bool same_file(const Db *a, const Db *b)
{
	struct stat x, y;

	return stat(a->path, &x) == 0 && stat(b->path, &y) == 0
	    && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* One moment of the other one, whatever is written to it meanwhile. */
static DbStatus merge(Db *db, Merging *merging)
{
	Db *other = merging->other;
	DbStatus status;

	if (same_file(db, other))
		return sql_fail(db, DB_CONFLICT, "it is the same file");
	sql_start_waiting(other);
	status = sql_run(other, SQL_BEGIN_READING, SQL_NONE);
	if (status != DB_OK)
		return status;
	status = sql_transaction(db, take_all, merging);
	if (other->status == DB_OK)
		sql_run(other, SQL_COMMIT, SQL_NONE);
	return status;
}

bool db_merge(Db *db, Db *other, DbCounts *taken, Diags *diags)
{
	Merging merging = { .other = other };
	DbStatus status;

	*taken = (DbCounts){ 0 };
	if (!db_check(other, NULL, diags))
		return false;
	status = merge(db, &merging);
	*taken = status == DB_OK ? merging.taken : (DbCounts){ 0 };
	if (status != DB_OK)
		db_complain(other->status != DB_OK ? other : db, diags);
	return status == DB_OK;
}
