/* Schema: the tables and views, and the way from older versions to this one.
 */
#ifndef DB_SCHEMA_H
#define DB_SCHEMA_H

#include "db/sql.h"

enum {
	SCHEMA_APPLICATION = 0x4c465454, /* "LFTT" */
	SCHEMA_VERSION = 3               /* kept as user_version */
};

/* The script that makes version n of version n - 1 (0: an empty file). */
extern const char schema_1[], schema_2[], schema_3[];

/* Brings a database from its version to SCHEMA_VERSION in one transaction. A
 * database without any table has version 0. */
DbStatus schema_migrate(Db *db);

/* Whether the tables, indexes and views are those of that version and nothing
 * else is there; if not, says on the first difference in *difference (malloc).
 * *status tells of a failure to find out. */
bool schema_is_ours(Db *db, int64_t version, char **difference,
		    DbStatus *status);

#endif
