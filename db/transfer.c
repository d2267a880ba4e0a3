#include "db/transfer.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "db/content.h"
#include "db/limits.h"

static uint64_t hash_of(const SqlValue *value)
{
	return value->text ? strtoull(value->text, NULL, 16) : 0;
}

static bool is_program(const Db *db, const SqlValue *values)
{
	const DbAuthority *authority = db->authority;

	return !authority
	    || authority->program(authority->context, hash_of(&values[0]),
				  values[2].text);
}

static bool is_device(const Db *db, const SqlValue *values)
{
	Device device = { 0 };
	char *const texts[] = { device.platform, device.name, device.vendor,
				device.driver, device.version };

	(void)db;
	for (int i = 0; i < (int)(sizeof texts / sizeof *texts); i++)
		snprintf(texts[i], DEVICE_TEXT, "%s", values[1 + i].text);
	return device_key(&device) == hash_of(&values[0]);
}

static bool is_derivation(const Db *db, const SqlValue *values)
{
	DbDerivation derivation = {
		.steps = values[2].text, .expression = values[3].text,
		.choices = values[4].text, .rules = hash_of(&values[5]),
		.label = values[6].text,
	};

	(void)db;
	return content_derivation_key(hash_of(&values[1]), &derivation)
	       == hash_of(&values[0]);
}

static bool is_kernel(const Db *db, const SqlValue *values)
{
	const DbAuthority *authority = db->authority;

	return hash_string(values[1].text) == hash_of(&values[2])
	    && (!authority
		|| authority->kernel(authority->context, hash_of(&values[0]),
				     values[1].text, values[3].text,
				     values[4].text));
}

#define COUNTER(member) offsetof(DbCounts, member)
#define UNCOUNTED SIZE_MAX
#define NOTHING_ELSE SQL_COUNT

const TransferRow transfer_rows[TRANSFER_ROWS] = {
	{ "programs", SQL_LIST_PROGRAMS, SQL_HAS_PROGRAM, SQL_ADD_PROGRAM,
	  NOTHING_ELSE, is_program, COUNTER(programs) },
	{ "devices", SQL_LIST_DEVICES, SQL_HAS_DEVICE, SQL_ADD_DEVICE,
	  NOTHING_ELSE, is_device, COUNTER(devices) },
	{ "problems", SQL_LIST_PROBLEMS, SQL_HAS_PROBLEM, SQL_TAKE_PROBLEM,
	  SQL_TAKE_SIZES, NULL, COUNTER(problems) },
	{ "derivations", SQL_LIST_DERIVATIONS, SQL_HAS_DERIVATION,
	  SQL_TAKE_DERIVATION, NOTHING_ELSE, is_derivation,
	  COUNTER(derivations) },
	{ "kernels", SQL_LIST_KERNELS, SQL_HAS_KERNEL, SQL_ADD_KERNEL,
	  NOTHING_ELSE, is_kernel, COUNTER(kernels) },
	{ "runs", SQL_LIST_RUNS, SQL_HAS_RUN, SQL_TAKE_RUN, SQL_TAKE_END,
	  NULL, COUNTER(runs) },
	{ "measurements", SQL_LIST_MEASUREMENTS, SQL_HAS_MEASUREMENT,
	  SQL_TAKE_MEASUREMENT, NOTHING_ELSE, NULL, COUNTER(measurements) },
	{ "remeasurements", SQL_LIST_REMEASUREMENTS, SQL_HAS_REMEASUREMENT,
	  SQL_TAKE_REMEASUREMENT, NOTHING_ELSE, NULL, UNCOUNTED },
	{ "proofs", SQL_LIST_PROOFS, SQL_HAS_PROOF, SQL_TAKE_PROOF,
	  NOTHING_ELSE, NULL, UNCOUNTED },
	{ "bests", SQL_LIST_BESTS, SQL_HAS_BEST, SQL_TAKE_BEST, NOTHING_ELSE,
	  NULL, UNCOUNTED },
};

static SqlValue column_value(sqlite3_stmt *row, int column)
{
	switch (sqlite3_column_type(row, column)) {
	case SQLITE_INTEGER:
		return sql_int(sqlite3_column_int64(row, column));
	case SQLITE_FLOAT:
		return sql_real(sqlite3_column_double(row, column));
	case SQLITE_NULL:
		return sql_text(NULL);
	default:
		return sql_text((const char *)sqlite3_column_text(row,
								  column));
	}
}

int transfer_read(sqlite3_stmt *listing, SqlValue *values)
{
	int count = sqlite3_column_count(listing);

	for (int i = 0; i < count; i++)
		values[i] = column_value(listing, i);
	return count;
}

static void count(DbCounts *taken, const TransferRow *row,
		  const SqlValue *values)
{
	enum { MIN_NS = 7 };

	if (row->counter == UNCOUNTED)
		return;
	++*(int64_t *)(void *)((char *)taken + row->counter);
	if (row->counter == COUNTER(measurements)
	    && values[MIN_NS].kind == VALUE_NULL)
		taken->failures++;
}

static DbStatus add(Db *db, const TransferRow *row, const SqlValue *values,
		    DbCounts *taken)
{
	DbStatus status = sql_run(db, row->add, values, TRANSFER_COLUMNS);

	if (status != DB_OK)
		return status;
	if (sqlite3_changes(db->sqlite) != 1)
		return sql_fail(db, DB_CONFLICT,
				"a row that another row refers to is missing");
	count(taken, row, values);
	return DB_OK;
}

const char *transfer_fault(Db *db, const TransferRow *row,
			   const SqlValue *values)
{
	const char *column, *fault = NULL;

	for (int i = 0; !fault && (column = sql_column(db, row->list, i)); i++)
		fault = limits_fault(column, &values[i]);
	if (!fault && row->proper && !row->proper(db, values))
		fault = "its key and its content do not fit";
	return fault;
}

DbStatus transfer_take(Db *db, const TransferRow *row, const SqlValue *values,
		       DbCounts *taken)
{
	enum { OTHER, SAME, NONE };
	const char *fault = transfer_fault(db, row, values);
	int64_t found;
	DbStatus status;

	if (fault)
		return sql_fail(db, DB_CONFLICT, fault);
	status = sql_number(db, row->find, values, TRANSFER_COLUMNS, NONE,
			    &found);
	if (status == DB_OK && found == NONE)
		status = add(db, row, values, taken);
	else if (status == DB_OK && found == OTHER)
		status = sql_fail(db, DB_CONFLICT,
				  "another row has its key already");
	if (status == DB_OK && row->then != NOTHING_ELSE)
		status = sql_run(db, row->then, values, TRANSFER_COLUMNS);
	return status;
}

static DbStatus devices_are_possible(Db *db)
{
	Text why = { 0 };

	if (!content_devices(db, &why))
		sql_fail(db, DB_CONFLICT, text_string(&why));
	text_free(&why);
	return db->status;
}

DbStatus transfer_begin(Db *db, int64_t *last_derivation)
{
	return sql_number(db, SQL_LAST_DERIVATION, SQL_NONE, 0,
			  last_derivation);
}

/* -- labels ---------------------------------------------------------------- */

static DbLabel label_of(const Db *db, sqlite3_stmt *row)
{
	enum { FORM = 1, SIZES, FP, STEPS, LABEL, TEXTS };
	const char *texts[TEXTS] = { 0 };

	for (int i = FORM; i < TEXTS; i++)
		texts[i] = (const char *)sqlite3_column_text(row, i);
	return db->authority->label(db->authority->context, &(DbLabelled){
		.form = texts[FORM], .sizes = texts[SIZES], .fp = texts[FP],
		.steps = texts[STEPS], .label = texts[LABEL] });
}

static DbStatus judge_label(Db *db, sqlite3_stmt *row)
{
	DbLabel label = label_of(db, row);

	if (label == LABEL_WRONG)
		return sql_fail(db, DB_CONFLICT, "the label of a derivation is "
				"not what its steps do");
	return label == LABEL_UNKNOWN ? DB_OK
		: sql_run(db, SQL_CONFIRM,
			  SQL_VALUES(sql_int(sqlite3_column_int64(row, 0))));
}

static DbStatus judge_labels(Db *db, int64_t last)
{
	sqlite3_stmt *row = sql_start(db, SQL_UNCONFIRMED,
				      SQL_VALUES(sql_int(last)));
	DbStatus status = DB_OK;

	while (status == DB_OK && sql_next(db, row))
		status = judge_label(db, row);
	if (status != DB_OK)
		sql_stop(row);
	return status == DB_OK ? db->status : status;
}

/* The schema's rules hold for each row; this is what they cannot say. */
static DbStatus check_all(Db *db)
{
	static const SqlName checks[] = { SQL_FOREIGN_KEY_CHECK,
					  SQL_CHECK_ROWS };

	for (int i = 0; i < (int)(sizeof checks / sizeof checks[0]); i++) {
		sqlite3_stmt *fault = sql_start(db, checks[i], SQL_NONE);

		if (sql_next(db, fault)) {
			sql_stop(fault);
			return sql_fail(db, DB_CONFLICT,
					"a row is not as lift-tune makes them");
		}
		if (db->status != DB_OK)
			return db->status;
	}
	return devices_are_possible(db);
}

DbStatus transfer_finish(Db *db, int64_t last_derivation)
{
	DbStatus status = db->authority ? judge_labels(db, last_derivation)
					: DB_OK;

	return status == DB_OK ? check_all(db) : status;
}
