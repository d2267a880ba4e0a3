/* Measurement: a row of that table as values, and its insertion.
 */
#ifndef DB_MEASUREMENT_H
#define DB_MEASUREMENT_H

#include "db/sql.h"

/* To what a measurement belongs; tolerance and fp are borrowed. */
typedef struct MeasurementKey {
	int64_t kernel, device, problem, protocol, run, sequence, derivation;
	const char *fp, *tolerance;
} MeasurementKey;

/* Adds a row, inside a transaction. */
DbStatus measurement_add(Db *db, const MeasurementKey *key,
			 const DbMeasurement *result, int64_t *id);

/* The samples as a JSON array. */
void measurement_samples(Text *text, const double *samples, int count);

enum { MEASUREMENT_TIME = 32 };

/* The present time as 2026-01-31T23:59:59.999Z. */
void measurement_time(char text[MEASUREMENT_TIME]);

/* The same, but not before the latest one that the statement finds: a clock may
 * have been wrong. */
DbStatus measurement_time_after(Db *db, SqlName latest, const SqlValue *values,
				int count, char text[MEASUREMENT_TIME]);

#endif
