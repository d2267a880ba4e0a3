/* The time of a search: what is left of it, and what the ranking is to have. */
#include "cli/tuner.h"

#include <math.h>

#include "cli/measure.h"

#define RANKING_SHARE 0.25 /* of the whole, at most */
#define DUE_SHARE 0.2
#define OPEN_SHARE 0.3 /* of --open, once the search is over */
#define OPEN_SECONDS 30
#define MAKING_SHARE 0.15 /* of these */
#define CHECKS_SHARE 0.5
#define FIRST_SHARE 0.1 /* and before it begins */
#define FILES_SHARE 0.05
#define FILES_SECONDS 0.5

/* Of all but the writing of files. */
static double end_of_all(const Tuner *t)
{
	double limit = t->session->options->time_limit;

	return t->phases.started + t->extra_s + limit
	     - fmin(FILES_SHARE * limit, FILES_SECONDS);
}

static double open_seconds(const Tuner *t)
{
	const Options *options = t->session->options;

	return options->open ? fmin(OPEN_SHARE * options->time_limit,
				    OPEN_SECONDS) : 0;
}

double tuner_end(const Tuner *t)
{
	return end_of_all(t) - open_seconds(t);
}

bool tuner_is_late(const Tuner *t)
{
	return clock_seconds() > tuner_end(t) - t->ranking_s;
}

bool tuner_is_out(const Tuner *t)
{
	return clock_seconds() > tuner_end(t);
}

bool tuner_must_stop(void *tuner)
{
	const Tuner *t = tuner;

	return measure_stopped(NULL) || clock_seconds() > t->deadline;
}

void tuner_open_begins(Tuner *t)
{
	t->deadline = clock_seconds()
		    + FIRST_SHARE * t->session->options->time_limit;
}

void tuner_open_makes(Tuner *t)
{
	t->deadline = end_of_all(t) - (1 - MAKING_SHARE) * open_seconds(t);
}

void tuner_open_times(Tuner *t)
{
	t->deadline = end_of_all(t) - CHECKS_SHARE * open_seconds(t);
}

void tuner_open_checks(Tuner *t)
{
	t->deadline = end_of_all(t);
}

void tuner_set_deadline(Tuner *t)
{
	t->deadline = tuner_end(t) - t->ranking_s;
}

/* To be verified and timed again: as long as that took, once it was built, and
 * further samples. */
static double cost_of(const Trial *trial)
{
	const Measurement *m = &trial->measured;
	double built = trial->wall_s - m->build_s - m->first_launch_s;
	int more = TUNER_ROUNDS - m->sample_count;

	return fmax(built, m->check_s + m->run_s + m->confirm_s)
	     + fmax(more, 0) * m->batch * m->median_ns * 1e-9;
}

void tuner_count_ranking(Tuner *t, const Trial *trial)
{
	double most = RANKING_SHARE * t->session->options->time_limit;
	double each;

	if (trial->measured.status != STATUS_OK)
		return;
	t->rankable++;
	t->rankable_s += cost_of(trial);
	each = t->rankable_s / t->rankable;
	t->ranking_s = t->due_s
		     + fmin(most, t->start_s
				  + each * fmin(t->rankable, TUNER_RANKED));
	tuner_set_deadline(t);
}

/* Further sets are evaluated, which takes about as long as the first ones. */
void tuner_count_due(Tuner *t)
{
	t->due_s = fmin(DUE_SHARE * t->session->options->time_limit,
			t->oracles->seconds);
}

int tuner_room(const Tuner *t, int count)
{
	double left = tuner_end(t) - t->due_s - clock_seconds() - t->start_s;
	double each = t->rankable ? t->rankable_s / t->rankable : 0;

	if (tuner_is_out(t))
		return 0;
	while (count > 1 && count * each > left)
		count--;
	return count;
}
