#include "cli/tuner.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/measure.h"

static void give_up_storing(Tuner *t, const DbMeasurement *result)
{
	Text text = { 0 };

	db_complain(t->db, t->session->diags);
	if (result) {
		db_measurement_json(result, &text);
		fprintf(stderr, "not stored: %s\n", text_string(&text));
	}
	text_free(&text);
	t->unstored = true;
}

void tuner_store(Tuner *t, Trial *done, const Trial *next)
{
	double mark = phases_mark(), wait = 1;
	double limit = t->session->options->time_limit / 4;
	DbMeasurement result;
	DbStatus status;

	if (done)
		result = trial_measurement(done, t->evaluations);
	for (double waited = 0;; waited += wait, wait *= 2) {
		status = db_record(t->db, done ? &result : NULL,
				   next ? &next->kernel : NULL,
				   done ? &done->stored : NULL);
		if (status == DB_OK || !db_may_retry(status)
		    || waited + wait > limit || measure_stopped(NULL)
		    || clock_seconds() + wait > tuner_end(t))
			break;
		usleep((useconds_t)(wait * 1e6));
	}
	if (status != DB_OK)
		give_up_storing(t, done ? &result : NULL);
	phases_add(&t->phases, WALL_DATABASE, mark);
}
