/* A trial that is right by the oracles at hand is judged by the others, too:
 * nobody waits for these before the first evaluation is told. */
#include "cli/tuner_admit.h"

#include <math.h>
#include <stdlib.h>

/* Without data nothing can be ranked: only a signal cuts this short. */
static bool load_more(Tuner *t)
{
	bool good;

	t->deadline = INFINITY;
	good = oracles_load_more(t->oracles, t->session, t->harness);
	tuner_set_deadline(t);
	return good;
}

/* Kernels that are measured from now on are judged by small integers, too. */
static bool complete(Tuner *t)
{
	bool good = oracles_complete(t->oracles, tuner_must_stop, t)
		 && (!t->oracles->exact || load_more(t));

	t->unjudged = !good && t->session->diags->errors;
	if (!good)
		return false;
	t->judged = oracles_names(t->oracles, t->session, NULL);
	tuner_count_due(t);
	return true;
}

static void note_admitted(Tuner *t, Trial *trial)
{
	trial->partial = false;
	trial->judges = t->judged;
	watch_store(t->watch);
	if (db_set_judges(t->db, trial->stored.measurement, trial->judges)
	    != DB_OK) {
		db_complain(t->db, t->session->diags);
		t->unstored = true;
	}
	watch_stored(t->watch);
}

/* So is the one that was admitted without them. */
static void judge_again(Tuner *t, Trial *trial)
{
	Measurement *m = base_calloc(1, sizeof *m);

	tuner_build(t, trial);
	harness_verify(t->harness, m);
	if (m->status == STATUS_OK && !m->interrupted)
		note_admitted(t, trial);
	else if (!m->interrupted && !status_rows[m->status].retries)
		tuner_convict(t, trial, m->status, m->reason);
	free(m);
}

void tuner_admit(Tuner *t, Trial *trial)
{
	double mark = phases_mark(&t->phases);

	if (complete(t)) {
		trial->partial = t->oracles->exact;
		if (trial->partial)
			judge_again(t, trial);
	}
	phases_add(&t->phases, WALL_CHECK, mark);
}
