#include "cli/open_check.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/judges.h"
#include "cli/rate.h"
#include "lib/measure.h"

enum { ELEMENTS_MAX = 1 << 20, OTHERS = 17, POINTS = 8 };

#define OPERATIONS_MAX 0x1p25 /* that the evaluator does at one point */

typedef struct Checking {
	Session *session;
	Harness *harness;
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

/* False: it was interrupted. */
static bool try_one(Checking *c, Session *at, Opened *opened)
{
	const Artifact *artifact = opened_at(opened, at->arena, at->program);
	HarnessCandidate candidate;
	Measurement *m;
	bool whole;

	if (!artifact || opened->wrong)
		return true;
	m = base_calloc(1, sizeof *m);
	candidate = trial_candidate(at, opened->derivation, artifact);
	harness_build_begin(c->harness, &candidate);
	harness_verify(c->harness, m);
	c->check->runs++;
	whole = !m->interrupted;
	if (whole && !trial_is_good(m->status) && m->status != STATUS_UNDECIDED) {
		opened->wrong = true;
		snprintf(c->check->reason, sizeof c->check->reason,
			 "%s: %s %.*s", session_sizes(at),
			 status_name(m->status), HARNESS_REASON / 2,
			 m->reason);
	}
	free(m);
	return whole;
}

/* On the data of these sizes. */
static bool try_all(Checking *c, Session *at)
{
	Evaluation *evaluation = evaluation_begin(at);
	Judges *judges = evaluation ? evaluation_end(evaluation, NULL, NULL)
				    : NULL;
	bool good = judges && judges_load(judges, at, c->harness);

	for (int i = 0; i < c->count && good; i++)
		good = try_one(c, at, c->opened[i]);
	judges_free(judges);
	return good;
}

/* Sizes that the document does not allow, or that are too large here, are no
 * point. */
static bool point(Checking *c, const SizeBinding *sizes)
{
	Diags *diags = diags_new();
	Session at;
	bool good = true;

	if (session_at(&at, c->session, sizes, NULL, diags)) {
		if (is_small(at.program)
		    && measure_supports(&at, harness_device(c->harness))) {
			c->check->points++;
			good = try_all(c, &at);
		}
		session_at_free(&at);
	}
	if (!good)
		diags_move(c->session->diags, diags);
	diags_free(diags);
	return good;
}

/* -- all points ------------------------------------------------------------ */

static bool fits(const Checking *c, const SizeBinding *sizes)
{
	Diags *diags = diags_new();
	Session at;
	bool fits = true; /* what the document does not allow is not too large */

	if (session_at(&at, c->session, sizes, NULL, diags)) {
		fits = is_small(at.program);
		session_at_free(&at);
	}
	diags_free(diags);
	return fits;
}

/* The value tuned, half as often as it takes to be small and one more. */
static int64_t near(const Checking *c, SizeBinding *sizes, int which)
{
	int64_t value = c->session->program->sizes[which].value;

	do {
		sizes[which].value = value + 1;
		value /= 2;
	} while (value > 0 && !fits(c, sizes));
	return sizes[which].value - 1;
}

static bool along(Checking *c, const Program *open, int which)
{
	const Program *p = c->session->program;
	SizeBinding *sizes = ARENA_ARRAY(c->session->arena, SizeBinding,
					 p->size_count + 1);
	int64_t tuned;

	for (int i = 0; i < p->size_count; i++) {
		sizes[i] = p->sizes[i];
		if (open->open[i])
			sizes[i].value = OTHERS;
	}
	tuned = near(c, sizes, which);
	for (int v = 0; v < POINTS; v++) {
		const int64_t values[POINTS] = { 1, 2, OTHERS, 1021, tuned - 1,
						 tuned, tuned + 1, tuned / 10 };

		sizes[which].value = values[v];
		if (values[v] > 0 && !point(c, sizes))
			return false;
	}
	return true;
}

bool open_check(Session *s, Harness *harness, const Program *open,
		Opened *const *opened, int count, OpenCheck *check)
{
	Checking c = { s, harness, opened, count, check };

	check->points = 0;
	for (int i = 0; i < open->size_count; i++)
		if (open->open[i] && !along(&c, open, i))
			return false;
	return true;
}
