/* What each DbStatus means to a person.
 */
#include <assert.h>

#include "db/sql.h"

typedef struct StatusRow {
	bool may_retry;
	DiagCode code;
	const char *message, *expected;
} StatusRow;

static const StatusRow status_rows[DB_STATUSES] = {
	[DB_BUSY] = { true, E0601,
		"the database is locked by another process",
		"the other process to finish" },
	[DB_FULL] = { true, E0601,
		"the database cannot grow",
		"free space on its file system" },
	[DB_IO] = { true, E0601,
		"the database cannot be opened, read or written",
		"a readable file in a folder that can be written" },
	[DB_READONLY] = { false, E0601,
		"the database is read-only",
		"write permission for the file and its folder" },
	[DB_MOVED] = { false, E0601,
		"the database was moved or deleted while in use",
		"the same file as when it was opened" },
	[DB_DAMAGED] = { false, E0602,
		"the file is damaged or not a lift-tune database",
		"a whole database of this version or an older one" },
	[DB_REFUSED] = { false, E0602,
		"a value does not fit the schema",
		"finite positive times, known labels" },
	[DB_CONFLICT] = { false, E0602,
		"what is to be added does not fit the database",
		"rows as lift-tune makes them; `db check` tells more" },
	[DB_IN_USE] = { false, E0601,
		"what is in use cannot be forgotten",
		"the search to have ended" },
};

bool db_may_retry(DbStatus status)
{
	return status_rows[status].may_retry;
}

void db_complain(const Db *db, Diags *diags)
{
	const StatusRow *row = &status_rows[db->status];
	Place place = { .file = db->path };

	assert(db->status != DB_OK);
	diag_add(diags, row->code, &place, text_string(&db->said),
		 row->expected, "%s", row->message);
}
