#include "db/transfer.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "db/content.h"
#include "db/sizes.h"

static bool is_key(const char *text)
{
	return text && strlen(text) == 16
	    && strspn(text, "0123456789abcdef") == 16;
}

static bool has_key(const SqlValue *values)
{
	return is_key(values[0].text);
}

static uint64_t hash_of(const SqlValue *value)
{
	return value->text ? strtoull(value->text, NULL, 16) : 0;
}

static bool all_are_texts(const SqlValue *values, int count)
{
	for (int i = 0; i < count; i++)
		if (values[i].kind != VALUE_TEXT)
			return false;
	return true;
}

static bool is_problem(const SqlValue *values)
{
	return has_key(values) && sizes_are_proper(values[1].text);
}

static bool is_derivation(const SqlValue *values)
{
	DbDerivation derivation = {
		.steps = values[2].text, .expression = values[3].text,
		.choices = values[4].text, .rules = hash_of(&values[5]),
		.label = values[6].text,
	};

	return all_are_texts(values, 7) && has_key(values)
	    && is_key(values[1].text) && is_key(values[5].text)
	    && content_derivation_key(hash_of(&values[1]), &derivation)
	       == hash_of(&values[0]);
}

static bool is_kernel(const SqlValue *values)
{
	return all_are_texts(values, 5) && has_key(values)
	    && is_key(values[2].text)
	    && hash_string(values[1].text) == hash_of(&values[2]);
}

#define COUNTER(member) offsetof(DbCounts, member)
#define UNCOUNTED SIZE_MAX
#define NOTHING_ELSE SQL_COUNT

const TransferRow transfer_rows[TRANSFER_ROWS] = {
	{ "programs", SQL_LIST_PROGRAMS, SQL_HAS_PROGRAM, SQL_ADD_PROGRAM,
	  NOTHING_ELSE, has_key, COUNTER(programs) },
	{ "devices", SQL_LIST_DEVICES, SQL_HAS_DEVICE, SQL_ADD_DEVICE,
	  NOTHING_ELSE, has_key, COUNTER(devices) },
	{ "problems", SQL_LIST_PROBLEMS, SQL_HAS_PROBLEM, SQL_TAKE_PROBLEM,
	  SQL_TAKE_SIZES, is_problem, COUNTER(problems) },
	{ "derivations", SQL_LIST_DERIVATIONS, SQL_HAS_DERIVATION,
	  SQL_TAKE_DERIVATION, NOTHING_ELSE, is_derivation,
	  COUNTER(derivations) },
	{ "kernels", SQL_LIST_KERNELS, SQL_HAS_KERNEL, SQL_ADD_KERNEL,
	  NOTHING_ELSE, is_kernel, COUNTER(kernels) },
	{ "runs", SQL_LIST_RUNS, SQL_HAS_RUN, SQL_TAKE_RUN, SQL_TAKE_END,
	  has_key, COUNTER(runs) },
	{ "measurements", SQL_LIST_MEASUREMENTS, SQL_HAS_MEASUREMENT,
	  SQL_TAKE_MEASUREMENT, NOTHING_ELSE, has_key,
	  COUNTER(measurements) },
	{ "remeasurements", SQL_LIST_REMEASUREMENTS, SQL_HAS_REMEASUREMENT,
	  SQL_TAKE_REMEASUREMENT, NOTHING_ELSE, has_key, UNCOUNTED },
	{ "proofs", SQL_LIST_PROOFS, SQL_HAS_PROOF, SQL_ADD_PROOF,
	  NOTHING_ELSE, has_key, UNCOUNTED },
	{ "bests", SQL_LIST_BESTS, SQL_HAS_BEST, SQL_TAKE_BEST, NOTHING_ELSE,
	  has_key, UNCOUNTED },
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

DbStatus transfer_take(Db *db, const TransferRow *row, const SqlValue *values,
		       DbCounts *taken)
{
	enum { OTHER, SAME, NONE };
	int64_t found;
	DbStatus status;

	if (row->proper && !row->proper(values))
		return sql_fail(db, DB_CONFLICT,
				"its key and its content do not fit");
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

/* The schema's rules hold for each row; this is what they cannot say. */
DbStatus transfer_finish(Db *db)
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
