/* Recording: what was measured, and what is about to run.
 */
#include <assert.h>

#include "db/content.h"
#include "db/measurement.h"

typedef struct Recording {
	const DbMeasurement *result;
	const DbKernel *next;
	int next_sequence;
	DbRecorded done;
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

static DbStatus add_intent(Db *db, const DbKernel *next, int sequence)
{
	char since[MEASUREMENT_TIME];
	int64_t kernel, derivation;
	DbStatus status = add_kernel(db, next, &kernel, &derivation);

	if (status != DB_OK)
		return status;
	measurement_time(since);
	return sql_run(db, SQL_ADD_INTENT,
		SQL_VALUES(sql_int(db->now.run), sql_int(kernel),
			   sql_int(derivation), sql_int(sequence),
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
		status = add_intent(db, recording->next,
				    recording->next_sequence);
	return status;
}

DbStatus db_record(Db *db, const DbMeasurement *result, const DbKernel *next,
		   DbRecorded *recorded)
{
	Recording recording = {
		.result = result,
		.next = next,
		.next_sequence = result ? result->sequence + 1 : 0,
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
