#include "cli/open_check.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/oracles.h"
#include "cli/rate.h"
#include "lib/measure.h"

enum { ELEMENTS_MAX = 1 << 20, OTHERS = 17 };

#define OPERATIONS_MAX 0x1p25 /* that the evaluator does at one point */

typedef struct Checking {
	Tuner *tuner;
	const Program *open;
	Opened *const *opened;
	int count;
	OpenCheck *check;
} Checking;

/* -- one point ------------------------------------------------------------- */

static int64_t elements(const Port *ports, int count)
{
	int64_t sum = 0;

	for (int i = 0; i < count; i++)
		sum += ports[i].elements;
	return sum;
}

static bool is_small(const Program *p)
{
	return elements(p->in_ports, p->in_port_count) <= ELEMENTS_MAX
	    && elements(p->out_ports, p->output_count) <= ELEMENTS_MAX
	    && work_of(p).flops <= OPERATIONS_MAX;
}

static void note(Checking *c, const Session *at, Opened *opened,
		 const Measurement *m)
{
	c->check->runs++;
	if (trial_is_good(m->status) || m->status == STATUS_UNDECIDED) {
		opened->checked++;
		return;
	}
	opened->wrong = true;
	opened->status = m->status;
	snprintf(opened->reason, sizeof opened->reason, "%s: %s %.*s",
		 session_sizes(at), status_name(m->status), HARNESS_REASON / 2,
		 m->reason);
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

/* On the data of these sizes. */
static bool try_all(Checking *c, Session *at)
{
	Evaluation *evaluation = evaluation_begin(at);
	Oracles *oracles = evaluation
		? evaluation_end(evaluation, tuner_must_stop, c->tuner) : NULL;
	bool good = oracles
		 && oracles_complete(oracles, tuner_must_stop, c->tuner)
		 && oracles_load(oracles, at, c->tuner->harness);

	for (int i = 0; i < c->count && good; i++)
		good = try_one(c, at, c->opened[i]);
	oracles_free(oracles);
	return good;
}

/* Sizes that the document does not allow, or that are too large here, are no
 * point. */
static bool point(Checking *c, const SizeBinding *sizes)
{
	Diags *diags = diags_new();
	Session at;
	bool good = true;

	if (session_at(&at, c->tuner->session, sizes, NULL, diags)) {
		if (is_small(at.program)
		    && measure_supports(&at,
					harness_device(c->tuner->harness))) {
			good = try_all(c, &at);
			c->check->points += good;
		}
		session_at_free(&at);
	}
	if (!good && !tuner_must_stop(c->tuner))
		diags_move(c->tuner->session->diags, diags);
	diags_free(diags);
	return good;
}

/* -- all points ------------------------------------------------------------ */

static bool fits(const Checking *c, const SizeBinding *sizes)
{
	Diags *diags = diags_new();
	Session at;
	bool fits = true; /* what the document does not allow is not too large */

	if (session_at(&at, c->tuner->session, sizes, NULL, diags)) {
		fits = is_small(at.program);
		session_at_free(&at);
	}
	diags_free(diags);
	return fits;
}

/* The value tuned, half as often as it takes to be small and one more. */
static int64_t near(const Checking *c, SizeBinding *sizes, int which)
{
	int64_t value = c->tuner->session->program->sizes[which].value;

	do {
		sizes[which].value = value + 1;
		value /= 2;
	} while (value > 0 && !fits(c, sizes));
	return sizes[which].value - 1;
}

/* All open sizes at OTHERS. */
static SizeBinding *others(const Checking *c)
{
	const Session *s = c->tuner->session;
	const Program *p = s->program;
	SizeBinding *sizes = ARENA_ARRAY(s->arena, SizeBinding,
					 p->size_count + 1);

	for (int i = 0; i < p->size_count; i++) {
		sizes[i] = p->sizes[i];
		if (c->open->open[i])
			sizes[i].value = OTHERS;
	}
	return sizes;
}

static bool along(Checking *c, int which)
{
	SizeBinding *sizes = others(c);
	const int64_t tuned = near(c, sizes, which);
	const int64_t values[] = { 1, 2, 1021, tuned - 1, tuned, tuned + 1,
				   tuned / 10 };

	for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
		sizes[which].value = values[v];
		if (values[v] > 0 && !point(c, sizes))
			return false;
	}
	return true;
}

static bool first(Checking *c)
{
	return point(c, others(c));
}

static bool all(Checking *c)
{
	bool good = first(c);

	for (int i = 0; i < c->open->size_count && good; i++)
		if (c->open->open[i])
			good = along(c, i);
	return good;
}

static bool check(Tuner *t, const Program *open, Opened *const *opened,
		  int count, bool (*points)(Checking *c), OpenCheck *check)
{
	Checking c = { t, open, opened, count, check };

	check->points = 0;
	check->cut = !points(&c);
	return !check->cut || tuner_must_stop(t);
}

bool open_check_first(Tuner *t, const Program *open, Opened *opened,
		      OpenCheck *checked)
{
	return check(t, open, &opened, 1, first, checked);
}

bool open_check(Tuner *t, const Program *open, Opened *const *opened,
		int count, OpenCheck *checked)
{
	return check(t, open, opened, count, all, checked);
}
