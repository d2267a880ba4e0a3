#include "cli/open_check.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/exact_set.h"
#include "cli/open_points.h"
#include "cli/oracles.h"
#include "lib/measure.h"

typedef struct Checking {
	Tuner *tuner;
	const Program *open;
	Opened *const *opened;
	int count;
	OpenCheck *check;
} Checking;

/* -- one point ------------------------------------------------------------- */

static void note(Checking *c, const Session *at, Opened *opened,
		 const Measurement *m)
{
	c->check->runs++;
	if (trial_is_good(m->status) || m->status == STATUS_UNDECIDED) {
		opened->checked++;
		return;
	}
	opened_convict(opened, at, m);
	snprintf(c->check->reason, sizeof c->check->reason, "%s",
		 opened->reason);
}

/* False: it was cut. */
static bool try_one(Checking *c, Session *at, Opened *opened)
{
	const Trial *trial = opened->trial;
	const Artifact *artifact = opened_at(trial->artifact, at->arena,
					     at->program);
	Harness *harness = c->tuner->harness;
	HarnessCandidate candidate;
	Measurement *m;
	bool whole;

	if (!artifact || opened->wrong)
		return true;
	m = base_calloc(1, sizeof *m);
	candidate = trial_candidate(at, trial->derivation, artifact);
	harness_build_begin(harness, &candidate);
	harness_verify(harness, m);
	whole = !m->interrupted && !tuner_must_stop(c->tuner);
	if (whole)
		note(c, at, opened, m);
	free(m);
	return whole;
}

Oracles *open_check_data(Tuner *t, Session *at)
{
	Evaluation *evaluation = evaluation_begin(at);
	Oracles *oracles = evaluation
		? evaluation_end(evaluation, tuner_must_stop, t) : NULL;

	if (oracles && oracles_complete(oracles, tuner_must_stop, t)
	    && oracles_load(oracles, at, t->harness))
		return oracles;
	oracles_free(oracles);
	return NULL;
}

/* On the data of these sizes. */
static bool try_all(Checking *c, Session *at)
{
	Oracles *oracles = open_check_data(c->tuner, at);
	bool good = oracles != NULL;

	for (int i = 0; i < c->count && good; i++)
		good = try_one(c, at, c->opened[i]);
	oracles_free(oracles);
	return good;
}

/* Whether all that is wrong is that the program has no result there. */
static bool is_undefined(const Diags *diags)
{
	int count = 0;

	for (int i = 0; i < diags->count; i++)
		count += diag_is_error(diags->items[i].code)
		      && exact_is_of_data(diags->items[i].code);
	return count && count == diags->errors;
}

/* Sizes that the document does not allow, where the program has no result, or that
 * are too large here, are no point. Where all its results are NaN (a mean of
 * nothing), kernels must give NaN. */
static bool point(Checking *c, const SizeBinding *sizes)
{
	Diags *diags = diags_new();
	Session at;
	bool good = true;

	if (session_at(&at, c->tuner->session, sizes, NULL, diags)) {
		at.elsewhere = true;
		if (open_point_is_small(at.program)
		    && measure_supports(&at,
					harness_device(c->tuner->harness))) {
			good = try_all(c, &at);
			c->check->points += good;
			good = good || is_undefined(diags);
		}
		session_at_free(&at);
	}
	if (!good && !tuner_must_stop(c->tuner))
		diags_move(c->tuner->session->diags, diags);
	diags_free(diags);
	return good;
}

/* -- all points ------------------------------------------------------------ */

static bool check(Tuner *t, const Program *open, Opened *const *opened,
		  int count, bool first, OpenCheck *check)
{
	Checking c = { t, open, opened, count, check };
	OpenPoints points = open_points(t->session, open, true);
	const OpenPoints empty = open_points_empty(t->session, open);
	bool good = true;

	for (int i = 0; i < count && !first; i++)
		open_points_add(&points, t->session, open,
				opened[i]->trial->artifact);
	check->points = 0;
	for (int i = 0; i < (first ? 1 : points.count) && good; i++)
		good = point(&c, points.items[i]);
	for (int i = 0; i < empty.count && good && !first; i++)
		good = point(&c, empty.items[i]);
	check->cut = !good;
	return good || tuner_must_stop(t);
}

bool open_check_first(Tuner *t, const Program *open, Opened *opened,
		      OpenCheck *checked)
{
	return check(t, open, &opened, 1, true, checked);
}

bool open_check(Tuner *t, const Program *open, Opened *const *opened,
		int count, OpenCheck *checked)
{
	return check(t, open, opened, count, false, checked);
}
