#include "cli/device_matrix.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/measure.h"
#include "cli/oracles.h"
#include "cli/stored.h"
#include "lib/trial.h"

enum { CHOOSING_ROUNDS = 11, ROUNDS = 21 };

/* The kernels of a matrix at one site. Those whose code is the same there
 * are one candidate. */
typedef struct Visit {
	DeviceMatrix *matrix;
	Session *session;
	int site;
	Harness *harness;
	int count;
	HarnessCandidate candidates[SITES_MAX];
	int candidate_of[SITES_MAX]; /* by kernel; -1: none */
	Ranked ranked[SITES_MAX];
} Visit;

const char *device_matrix_letter(int site)
{
	static const char *const letters[SITES_MAX] = {
		"A", "B", "C", "D", "E", "F", "G", "H",
	};

	return letters[site];
}

double device_matrix_slowdown(const DeviceMatrix *c, int a, int b)
{
	double best;

	if (c->home[a] < 0 || c->home[b] < 0)
		return 0;
	best = c->ns[c->home[b]][b];
	return best > 0 ? c->ns[c->home[a]][b] / best : 0;
}

double device_matrix_mean(const DeviceMatrix *matrices, int count, int a,
			  int b)
{
	double sum = 0;
	int used = 0;

	for (int i = 0; i < count; i++) {
		double slowdown = device_matrix_slowdown(&matrices[i], a, b);

		if (slowdown > 0) {
			sum += log(slowdown);
			used++;
		}
	}
	return used ? exp(sum / used) : 0;
}

static int same_code(const Visit *v, const Artifact *artifact)
{
	for (int i = 0; i < v->count; i++)
		if (v->candidates[i].artifact->hash == artifact->hash)
			return i;
	return -1;
}

/* A kernel for this site from the derivation found at another. */
static Trial *bring(Visit *v, Db *db, int kernel, Restored *restored)
{
	Session *s = v->session;
	const DbFilter filter = { .derivation = v->matrix->ids[kernel],
				  .limit = 1 };
	const Device *device = harness_device(v->harness);
	DbStored stored;
	DbStatus status;
	Trial *trial;

	if (!filter.derivation
	    || !db_fetch(db, s->arena, &filter, &stored, &status)
	    || !stored_restore(s, &stored, device, restored))
		return NULL;
	trial = stored_trial_now(s, device, restored);
	v->matrix->choices[kernel] = trial
		? arena_strdup(s->arena, restored->what)
		: v->matrix->choices[kernel];
	return trial;
}

static void add_kernel(Visit *v, const Trial *trial, int kernel)
{
	int same = same_code(v, trial->artifact);

	v->candidate_of[kernel] = same < 0 ? v->count : same;
	if (same < 0)
		v->candidates[v->count++] = trial_candidate(
			v->session, trial->derivation, trial->artifact);
}

static void bring_all(Visit *v, Db *db, Restored *restored)
{
	Session *s = v->session;
	Diags *own = s->diags;

	for (int k = 0; k < v->matrix->site_count; k++) {
		const Trial *trial;

		s->diags = diags_new();
		trial = bring(v, db, k, &restored[k]);
		v->candidate_of[k] = -1;
		if (trial)
			add_kernel(v, trial, k);
		else if (own != s->diags)
			diags_print(s->diags, stderr);
		diags_free(s->diags);
		s->diags = own;
	}
}

/* What was found here stays the best unless another is so beyond doubt. */
static void choose_home(Visit *v, int best)
{
	DeviceMatrix *c = v->matrix;
	int own = v->candidate_of[v->site];

	c->home[v->site] = -1;
	if (best < 0)
		return;
	if (own >= 0 && (own == best || v->ranked[own].tie)) {
		c->home[v->site] = v->site;
		return;
	}
	for (int k = 0; k < c->site_count && c->home[v->site] < 0; k++)
		if (v->candidate_of[k] == best)
			c->home[v->site] = k;
}

static void note_times(Visit *v)
{
	DeviceMatrix *c = v->matrix;

	for (int k = 0; k < c->site_count; k++) {
		const Ranked *r = v->candidate_of[k] < 0
			? NULL : &v->ranked[v->candidate_of[k]];

		if (r && r->status != STATUS_OK)
			fprintf(stderr, "the kernel of %s on %s: %s: %s\n",
				device_matrix_letter(k),
				device_matrix_letter(v->site),
				status_name(r->status), r->reason);
		if (!r || r->status != STATUS_OK || !(r->estimate_ns > 0))
			continue;
		c->ns[k][v->site] = r->estimate_ns;
		c->low[k][v->site] = r->low_ns;
		c->high[k][v->site] = r->high_ns;
	}
}

/* The best is chosen by other samples than those that it is judged by. */
static void time_all(Visit *v)
{
	choose_home(v, harness_rank(v->harness, v->count, v->candidates,
				    CHOOSING_ROUNDS, v->ranked));
	harness_rank(v->harness, v->count, v->candidates, ROUNDS, v->ranked);
	note_times(v);
}

static void visit(Visit *v, const Oracles *oracles, Db *db, Device *device)
{
	Session *s = v->session;
	HarnessOptions options = measure_options(s);
	Restored restored[SITES_MAX] = { 0 };

	v->harness = harness_open(&options, s->diags);
	if (!v->harness)
		return;
	*device = *harness_device(v->harness);
	if (measure_supports(s, device) && oracles_load(oracles, s, v->harness))
		bring_all(v, db, restored);
	if (v->count)
		time_all(v);
	for (int k = 0; k < v->matrix->site_count; k++)
		stored_free(&restored[k]);
	harness_close(v->harness);
}

void device_matrix_measure(DeviceMatrix *c, Session *s, Device *devices)
{
	Oracles *oracles = oracles_new(s);
	Db *db = store_open(s, DB_READ);

	for (int site = 0; oracles && db && site < c->site_count; site++) {
		Visit *v = ARENA_NEW(s->arena, Visit);

		*v = (Visit){ .matrix = c, .session = s, .site = site };
		c->home[site] = -1;
		s->options->site = site;
		if (!measure_stopped(NULL))
			visit(v, oracles, db, &devices[site]);
	}
	db_close(db);
	oracles_free(oracles);
}
