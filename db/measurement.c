#include "db/measurement.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

void measurement_time(char text[MEASUREMENT_TIME])
{
	struct timespec now;
	struct tm utc;
	size_t length;

	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &utc);
	length = strftime(text, MEASUREMENT_TIME, "%Y-%m-%dT%H:%M:%S", &utc);
	snprintf(text + length, MEASUREMENT_TIME - length, ".%03dZ",
		 (int)(now.tv_nsec / 1000000));
}

DbStatus measurement_time_after(Db *db, SqlName latest, const SqlValue *values,
				int count, char text[MEASUREMENT_TIME])
{
	sqlite3_stmt *row = sql_start(db, latest, values, count);

	measurement_time(text);
	if (sql_next(db, row)) {
		const unsigned char *at = sqlite3_column_text(row, 0);

		if (at && strcmp((const char *)at, text) > 0)
			snprintf(text, MEASUREMENT_TIME, "%s",
				 (const char *)at);
		sql_stop(row);
	}
	return db->status;
}

void measurement_samples(Text *text, const double *samples, int count)
{
	text_char(text, '[');
	for (int i = 0; i < count; i++)
		if (isfinite(samples[i]))
			text_printf(text, "%s%.15g", i ? "," : "", samples[i]);
		else
			text_put(text, i ? ",null" : "null");
	text_char(text, ']');
}

static DbStatus next_repeat(Db *db, const MeasurementKey *key, int64_t *repeat)
{
	return sql_number(db, SQL_NEXT_REPEAT,
		SQL_VALUES(sql_int(key->kernel), sql_int(key->device),
			   sql_int(key->problem), sql_int(key->protocol),
			   sql_text(key->fp), sql_text(key->tolerance)),
		0, repeat);
}

static DbStatus insert(Db *db, const MeasurementKey *key, int64_t repeat,
		       const DbMeasurement *r, const char *samples)
{
	char at[MEASUREMENT_TIME];
	DbStatus status = measurement_time_after(db, SQL_LATEST, SQL_VALUES(
		sql_int(key->kernel), sql_int(key->device),
		sql_int(key->problem), sql_int(key->protocol),
		sql_text(key->fp), sql_text(key->tolerance)), at);

	if (status != DB_OK)
		return status;
	return sql_run(db, SQL_ADD_MEASUREMENT, SQL_VALUES(
		sql_int(key->kernel), sql_int(key->device),
		sql_int(key->problem), sql_int(key->protocol),
		sql_text(key->fp), sql_text(key->tolerance), sql_int(repeat),
		sql_int(key->run), sql_int(key->sequence),
		sql_int(key->derivation), sql_text(r->status),
		sql_text(r->reason), sql_text(samples), sql_time(r->min_ns),
		sql_time(r->median_ns), sql_time(r->p25_ns),
		sql_time(r->build_ns), sql_time(r->first_launch_ns),
		sql_time(r->check_ns),
		sql_real(r->checked ? r->max_error : NAN),
		sql_int(r->noise_epoch),
		sql_text(r->timer ? r->timer : "event"), sql_text(at),
		sql_text(r->judges ? r->judges : "")));
}

DbStatus measurement_add(Db *db, const MeasurementKey *key,
			 const DbMeasurement *result, int64_t *id)
{
	Text samples = { 0 };
	DbStatus status;
	int64_t repeat;

	status = next_repeat(db, key, &repeat);
	measurement_samples(&samples, result->samples, result->sample_count);
	if (status == DB_OK)
		status = insert(db, key, repeat, result,
				text_string(&samples));
	*id = sqlite3_last_insert_rowid(db->sqlite);
	text_free(&samples);
	return status;
}

static void put_text(Text *text, const char *key, const char *value)
{
	if (!value)
		return;
	text_printf(text, ", \"%s\": ", key);
	text_json(text, value);
}

static void put_time(Text *text, const char *key, double ns)
{
	if (ns != 0 && isfinite(ns))
		text_printf(text, ", \"%s\": %.15g", key, ns);
}

void db_measurement_json(const DbMeasurement *r, Text *text)
{
	text_printf(text, "{\"kernel\": \"%016" PRIx64 "\", \"sequence\": %d",
		    r->kernel.hash, r->sequence);
	put_text(text, "status", r->status);
	put_text(text, "reason", r->reason);
	put_time(text, "min_ns", r->min_ns);
	put_time(text, "median_ns", r->median_ns);
	put_time(text, "p25_ns", r->p25_ns);
	put_time(text, "build_ns", r->build_ns);
	put_time(text, "first_launch_ns", r->first_launch_ns);
	put_time(text, "check_ns", r->check_ns);
	if (r->checked && isfinite(r->max_error))
		text_printf(text, ", \"max_error\": %.15g", r->max_error);
	put_text(text, "judges", r->judges);
	text_put(text, ", \"samples\": ");
	measurement_samples(text, r->samples, r->sample_count);
	put_text(text, "label", r->kernel.derivation.label);
	put_text(text, "steps", r->kernel.derivation.steps);
	put_text(text, "expression", r->kernel.derivation.expression);
	put_text(text, "choices", r->kernel.derivation.choices);
	text_put(text, "}\n");
}
