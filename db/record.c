/* Recording: what was measured, and what is about to run.
 */
#include <assert.h>
#include <stdio.h>

#include "db/content.h"
#include "db/measurement.h"

typedef struct Recording {
	const DbMeasurement *result;
	const DbKernel *next;
	int next_sequence;
	DbRecorded done;
	DbClaim *claim; /* NULL: nobody asks */
} Recording;

static DbStatus add_kernel(Db *db, const DbKernel *kernel, int64_t *id,
			   int64_t *derivation)
{
	DbStatus status = content_derivation(db, &kernel->derivation,
					     derivation);

	return status == DB_OK ? content_kernel(db, kernel, id) : status;
}

static MeasurementKey key_now(const Db *db)
{
	return (MeasurementKey){
		.device = db->now.device,
		.problem = db->now.problem,
		.protocol = db->now.protocol,
		.run = db->now.run,
		.fp = db->now.fp,
		.tolerance = db->now.tolerance,
	};
}

static DbStatus add_result(Db *db, const DbMeasurement *result,
			   DbRecorded *done)
{
	MeasurementKey key = key_now(db);
	DbStatus status = add_kernel(db, &result->kernel, &key.kernel,
				     &key.derivation);

	key.sequence = result->sequence;
	done->derivation = key.derivation;
	if (status == DB_OK)
		status = measurement_add(db, &key, result, &done->measurement);
	if (status != DB_OK)
		return status;
	return sql_run(db, SQL_END_INTENT,
		       SQL_VALUES(sql_int(db->now.run), sql_int(key.kernel)));
}

/* -- who measures what ----------------------------------------------------- */

#define QUESTION(db, kernel) SQL_VALUES(sql_int(kernel), \
	sql_int((db)->now.device), sql_int((db)->now.problem), \
	sql_int((db)->now.protocol), sql_text((db)->now.fp), \
	sql_text((db)->now.tolerance), sql_int((db)->now.run))

static DbProcess claimant(sqlite3_stmt *row)
{
	DbProcess who = { .pid = sqlite3_column_int64(row, 2),
			  .start = sqlite3_column_int64(row, 3) };

	snprintf(who.host, sizeof who.host, "%s",
		 (const char *)sqlite3_column_text(row, 0));
	snprintf(who.boot, sizeof who.boot, "%s",
		 (const char *)sqlite3_column_text(row, 1));
	return who;
}

static bool is_alive(const Db *db, const DbProcess *who)
{
	ProcessFate fate = process_fate(&db->self, who);

	return fate == PROCESS_LIVES || fate == PROCESS_ELSEWHERE;
}

static bool others_measure(Db *db, int64_t kernel)
{
	sqlite3_stmt *row = sql_start(db, SQL_CLAIMS, QUESTION(db, kernel));
	bool any = false;

	while (!any && sql_next(db, row)) {
		DbProcess who = claimant(row);

		any = is_alive(db, &who);
	}
	if (any)
		sql_stop(row);
	return any;
}

static DbStatus find_claim(Db *db, int64_t kernel, DbClaim *claim)
{
	int64_t known;
	DbStatus status = sql_number(db, SQL_IS_MEASURED,
				     QUESTION(db, kernel), 0, &known);

	*claim = known ? CLAIM_KNOWN : CLAIM_MINE;
	if (status == DB_OK && !known && others_measure(db, kernel))
		*claim = CLAIM_OTHERS;
	return status == DB_OK ? db->status : status;
}

static DbStatus add_intent(Db *db, const Recording *recording)
{
	char since[MEASUREMENT_TIME];
	int64_t kernel, derivation;
	DbStatus status = add_kernel(db, recording->next, &kernel,
				     &derivation);

	if (status == DB_OK && recording->claim)
		status = find_claim(db, kernel, recording->claim);
	if (status != DB_OK
	    || (recording->claim && *recording->claim != CLAIM_MINE))
		return status;
	measurement_time(since);
	return sql_run(db, SQL_ADD_INTENT,
		SQL_VALUES(sql_int(db->now.run), sql_int(kernel),
			   sql_int(derivation),
			   sql_int(recording->next_sequence),
			   sql_text(since)));
}

static DbStatus record(Db *db, void *argument)
{
	Recording *recording = argument;
	DbStatus status = DB_OK;

	recording->done = (DbRecorded){ 0 };
	if (recording->result)
		status = add_result(db, recording->result, &recording->done);
	if (status == DB_OK && recording->next)
		status = add_intent(db, recording);
	return status;
}

DbStatus db_record(Db *db, const DbMeasurement *result, const DbKernel *next,
		   DbRecorded *recorded)
{
	return db_record_claim(db, result, next, recorded, NULL);
}

DbStatus db_record_claim(Db *db, const DbMeasurement *result,
			 const DbKernel *next, DbRecorded *recorded,
			 DbClaim *claim)
{
	Recording recording = {
		.result = result,
		.next = next,
		.next_sequence = result ? result->sequence + 1 : 0,
		.claim = claim,
	};
	DbStatus status;

	assert(db->now.run);
	status = sql_transaction(db, record, &recording);
	if (recorded)
		*recorded = status == DB_OK ? recording.done
					    : (DbRecorded){ 0 };
	return status;
}

typedef struct Remeasuring {
	const DbRemeasurement *items;
	int count;
} Remeasuring;

static DbStatus add_remeasurement(Db *db, const DbRemeasurement *item)
{
	char at[MEASUREMENT_TIME];
	Text samples = { 0 };
	DbStatus status = measurement_time_after(db, SQL_LATEST_AGAIN,
		SQL_VALUES(sql_int(item->measurement)), at);

	if (status != DB_OK)
		return status;
	measurement_samples(&samples, item->samples, item->sample_count);
	status = sql_run(db, SQL_ADD_REMEASUREMENT, SQL_VALUES(
		sql_int(item->measurement), sql_text(text_string(&samples)),
		sql_time(item->p25_ns), sql_time(item->low_ns),
		sql_time(item->high_ns), sql_int(item->noise_epoch),
		sql_text(at)));
	text_free(&samples);
	return status;
}

static DbStatus remeasure(Db *db, void *argument)
{
	const Remeasuring *all = argument;
	DbStatus status = DB_OK;

	for (int i = 0; i < all->count && status == DB_OK; i++)
		status = add_remeasurement(db, &all->items[i]);
	return status;
}

DbStatus db_remeasure(Db *db, const DbRemeasurement *items, int count)
{
	Remeasuring all = { items, count };

	return sql_transaction(db, remeasure, &all);
}

typedef struct Judged {
	int64_t measurement;
	const char *judges;
} Judged;

static DbStatus set_judges(Db *db, void *context)
{
	const Judged *judged = context;

	return sql_run(db, SQL_SET_JUDGES,
		       SQL_VALUES(sql_int(judged->measurement),
				  sql_text(judged->judges)));
}

DbStatus db_set_judges(Db *db, int64_t measurement, const char *judges)
{
	Judged judged = { measurement, judges };

	return sql_transaction(db, set_judges, &judged);
}
