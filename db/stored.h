/* Stored: a DbStored as columns of a query and as a reader of its rows.
 *
 * Each member is one row here: how it is read, its name, and where it comes
 * from in a query over the view results (or best) AS r and the tables p, d, v,
 * k beside it (statements.def). The full ones are left out where many rows are
 * read.
 */
#ifndef DB_STORED_H
#define DB_STORED_H

#include "db/sql.h"

#define STORED_LATEST(column) \
	"(SELECT m." column " FROM remeasurements AS m " \
	"WHERE m.measurement = r.id ORDER BY m.at DESC, m.id DESC LIMIT 1)"

#define STORED_LIGHT_COLUMNS(COLUMN) \
	COLUMN(INT,  measurement,  "r.id") \
	COLUMN(INT,  derivation,   "r.derivation") \
	COLUMN(INT,  run,          "r.run") \
	COLUMN(HASH, program_key,  "r.program_key") \
	COLUMN(HASH, device_key,   "r.device_key") \
	COLUMN(HASH, kernel,       "r.kernel") \
	COLUMN(HASH, rules,        "v.rules") \
	COLUMN(TEXT, program,      "r.program") \
	COLUMN(TEXT, device,       "r.device") \
	COLUMN(TEXT, platform,     "d.platform") \
	COLUMN(TEXT, driver,       "d.driver") \
	COLUMN(TEXT, sizes,        "r.sizes") \
	COLUMN(TEXT, status,       "r.status") \
	COLUMN(TEXT, reason,       "r.reason") \
	COLUMN(TIME, time_ns,      "r.time_ns") \
	COLUMN(TIME, min_ns,       "r.min_ns") \
	COLUMN(TIME, median_ns,    "r.median_ns") \
	COLUMN(TIME, low_ns,       STORED_LATEST("low_ns")) \
	COLUMN(TIME, high_ns,      STORED_LATEST("high_ns")) \
	COLUMN(REAL, max_error,    "r.max_error") \
	COLUMN(TEXT, judges,       "r.judges") \
	COLUMN(TEXT, fp,           "r.fp") \
	COLUMN(TEXT, tolerance,    "r.tolerance") \
	COLUMN(TEXT, label,        "r.label") \
	COLUMN(BOOL, unconfirmed,  "NOT v.confirmed") \
	COLUMN(TEXT, strategy,     "r.strategy") \
	COLUMN(TEXT, at,           "r.at") \
	COLUMN(INT,  seed,         "r.seed") \
	COLUMN(INT,  sequence,     "r.sequence") \
	COLUMN(INT,  lines,        "r.lines") \
	COLUMN(INT,  protocol,     "r.protocol") \
	COLUMN(TEXT, steps,        "v.steps") \
	COLUMN(TEXT, expression,   "v.expression") \
	COLUMN(TEXT, choices,      "v.choices")

#define STORED_FULL_COLUMNS(COLUMN) \
	COLUMN(TEXT, form,         "p.form") \
	COLUMN(TEXT, source,       "k.source") \
	COLUMN(TEXT, options,      "k.options") \
	COLUMN(TEXT, plan,         "k.plan")

/* All rows of the statement that match; -1 after a failure. */
int stored_rows(Db *db, sqlite3_stmt *statement, Arena *arena,
		DbStored **rows);

/* The first row, with its FULL_COLUMNs; false without one. */
bool stored_first(Db *db, sqlite3_stmt *statement, Arena *arena,
		  DbStored *stored);

#endif
