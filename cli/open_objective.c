#include "cli/open_objective.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/open_check.h"
#include "lib/measure.h"

bool objective_read(Session *s, bool *worst)
{
	const char *name = s->options->objective;

	*worst = !strcmp(name, "worst");
	if (*worst || !strcmp(name, "geomean"))
		return true;
	diag_add(s->diags, E0901, NULL, name, "geomean or worst",
		 "no such --objective");
	return false;
}

/* -- one point ------------------------------------------------------------- */

/* INFINITY: it is not for these sizes, or has no time there. */
static double time_at(Tuner *t, Session *at, Opened *opened)
{
	const Trial *trial = opened->trial;
	const Artifact *artifact = opened_at(trial->artifact, at->arena,
					     at->program);
	HarnessCandidate candidate;
	Measurement *m;
	double time_ns = INFINITY;

	if (!artifact || opened->wrong || opened->time_ns <= 0)
		return INFINITY;
	m = base_calloc(1, sizeof *m);
	candidate = trial_candidate(at, trial->derivation, artifact);
	harness_build_begin(t->harness, &candidate);
	harness_measure(t->harness, m);
	if (!m->interrupted && !trial_is_good(m->status))
		opened_convict(opened, at, m);
	else if (!m->interrupted && m->min_ns > 0)
		time_ns = m->min_ns;
	free(m);
	return time_ns;
}

/* False: there was no time, and nothing is set; or after a diagnostic. */
static bool times_at(Tuner *t, Session *at, Opened *const *opened, int count,
		     double *times)
{
	Oracles *oracles = open_check_data(t, at);

	for (int i = 0; oracles && i < count; i++)
		times[i] = time_at(t, at, opened[i]);
	oracles_free(oracles);
	return oracles && !tuner_must_stop(t);
}

/* -- all points ------------------------------------------------------------ */

static void add(const Tuner *t, Opened *opened, const char *sizes,
		double ratio)
{
	opened->points++;
	opened->logs += log(ratio);
	opened->worst = fmax(opened->worst, ratio);
	if (isfinite(ratio))
		opened->ratios = arena_printf(t->session->arena,
			"%s%s%.2f at %s", opened->ratios,
			*opened->ratios ? ", " : "", ratio, sizes);
	else
		opened->ratios = arena_printf(t->session->arena,
			"%s%snot for %s", opened->ratios,
			*opened->ratios ? ", " : "", sizes);
}

static bool add_point(Tuner *t, const ObjectivePoint *point,
		      Opened *const *opened, int count)
{
	double *times = ARENA_ARRAY(t->session->arena, double, count + 1);
	Diags *diags = diags_new();
	Session at;
	bool good = session_at(&at, t->session, point->sizes, NULL, diags);

	if (good) {
		good = measure_supports(&at, harness_device(t->harness))
		    && times_at(t, &at, opened, count, times);
		for (int i = 0; good && i < count; i++)
			add(t, opened[i], session_sizes(&at),
			    times[i] / point->best_ns);
		session_at_free(&at);
	}
	if (!good && !tuner_must_stop(t))
		diags_move(t->session->diags, diags);
	diags_free(diags);
	return good;
}

bool open_objective(Tuner *t, const Objective *o, double best_ns,
		    Opened *const *opened, int count)
{
	bool good = true;

	for (int i = 0; i < count; i++) {
		opened[i]->ratios = "";
		if (best_ns > 0)
			add(t, opened[i], session_sizes(t->session),
			    opened[i]->time_ns > 0
			    ? opened[i]->time_ns / best_ns : INFINITY);
	}
	for (int i = 0; i < o->count && good; i++)
		good = add_point(t, &o->points[i], opened, count);
	for (int i = 0; i < count; i++)
		opened[i]->score = !opened[i]->points ? 0 : o->worst
			? opened[i]->worst
			: exp(opened[i]->logs / opened[i]->points);
	return good || tuner_must_stop(t);
}
