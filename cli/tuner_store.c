#include "cli/tuner.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/measure.h"

static void give_up_storing(Tuner *t, const Trial *done)
{
	DbMeasurement result;
	Text text = { 0 };

	db_complain(t->db, t->session->diags);
	if (done) {
		result = trial_measurement(done, t->evaluations);
		db_measurement_json(&result, &text);
		fprintf(stderr, "not stored: %s\n", text_string(&text));
	}
	text_free(&text);
	t->unstored = true;
}

/* What --fresh measures again, and what only this search thought of, is its own. */
static DbStatus record(Tuner *t, Trial *done, Trial *next)
{
	const bool shared = next && next->queued && !t->session->options->fresh;
	DbMeasurement result;

	if (done)
		result = trial_measurement(done, t->evaluations);
	return db_record_claim(t->db, done ? &result : NULL,
			       next ? &next->kernel : NULL,
			       done ? &done->stored : NULL,
			       shared ? &next->claim : NULL);
}

void tuner_store(Tuner *t, Trial *done, Trial *next)
{
	double mark = phases_mark(&t->phases), wait = 1;
	double limit = t->session->options->time_limit / 4;
	DbStatus status;

	for (double waited = 0;; waited += wait, wait *= 2) {
		watch_store(t->watch);
		status = record(t, done, next);
		watch_stored(t->watch);
		if (status == DB_OK || !db_may_retry(status)
		    || waited + wait > limit || measure_stopped(NULL)
		    || clock_seconds() + wait > tuner_end(t))
			break;
		usleep((useconds_t)(wait * 1e6));
	}
	if (status != DB_OK)
		give_up_storing(t, done);
	phases_add(&t->phases, WALL_DATABASE, mark);
}
