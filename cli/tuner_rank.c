#include "cli/tuner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench_harness/timing.h"
#include "cli/due.h"
#include "cli/siblings.h"
#include "cli/store.h"
#include "codegen_opencl/model.h"

/* Slow ones are nobody's best, as in the database: they were given up early. */
static bool may_win(const Trial *trial)
{
	return trial->measured.status == STATUS_OK
	    || trial->measured.status == STATUS_CHECKED;
}

static bool is_absent(const Tuner *t)
{
	return device_is_absent(harness_device(t->harness));
}

bool tuner_models(const Tuner *t)
{
	return is_absent(t) && model_is_for(harness_device(t->harness));
}

double tuner_modelled(const Tuner *t, const Trial *trial)
{
	return tuner_models(t) ? trial->rank : 0;
}

static int by_time(const void *a, const void *b)
{
	const Trial *x = *(Trial *const *)a, *y = *(Trial *const *)b;

	if (may_win(x) != may_win(y))
		return may_win(x) ? -1 : 1;
	return x->seconds < y->seconds ? -1 : x->seconds > y->seconds;
}

void tuner_store_ranks(Tuner *t, Trial *const *trials, const Ranked *ranked,
		       int count)
{
	DbRemeasurement items[TUNER_RANKED];
	double mark = phases_mark(&t->phases);
	int kept = 0;

	for (int i = 0; i < count; i++)
		if (ranked[i].estimate_ns > 0
		    && !timing_busy(ranked[i].others))
			items[kept++] = (DbRemeasurement){
				.measurement = trials[i]->stored.measurement,
				.samples = ranked[i].samples_ns,
				.sample_count = ranked[i].sample_count,
				.p25_ns = ranked[i].estimate_ns,
				.low_ns = ranked[i].low_ns,
				.high_ns = ranked[i].high_ns,
			};
	watch_store(t->watch);
	if (kept && db_remeasure(t->db, items, kept) != DB_OK) {
		db_complain(t->db, t->session->diags);
		t->unstored = true;
	}
	watch_stored(t->watch);
	phases_add(&t->phases, WALL_DATABASE, mark);
}

void tuner_convict(Tuner *t, Trial *trial, Status status, const char *reason)
{
	Measurement *m = &trial->measured;

	*m = (Measurement){ .status = status, .epoch = m->epoch };
	snprintf(m->reason, sizeof m->reason, "%s", reason);
	trial->good = false;
	t->failed++;
	tuner_store(t, trial, NULL);
}

static bool is_final(Status status)
{
	return status != STATUS_OK && !status_rows[status].retries;
}

static void convict_failed(Tuner *t, const Ranked *ranked, int count)
{
	for (int i = 0; i < count; i++)
		if (is_final(ranked[i].status))
			tuner_convict(t, t->trials[i], ranked[i].status,
				      ranked[i].reason);
}

/* Judged by all that is due, by this search or an earlier one. */
static bool is_settled(const Trial *trial)
{
	return trial->known && due_is_settled(trial->judges);
}

/* It would be, but for what there was no time for. */
static void mark_owed(Tuner *t, Trial *trial, const char *late)
{
	if (!*late && !trial->known && trial->partial)
		late = "exact, field, special";
	if (!is_settled(trial))
		trial->judges = due_mark(t->session, trial->judges, late);
}

static void store_judges(Tuner *t, const Trial *trial)
{
	if (db_set_judges(t->db, trial->stored.measurement, trial->judges)
	    == DB_OK)
		return;
	db_complain(t->db, t->session->diags);
	t->unstored = true;
}

static void note_judges(Tuner *t, Trial *trial, const char *const *names,
			const char *late)
{
	trial->judges = oracles_names(t->oracles, t->session, names);
	if (*late)
		mark_owed(t, trial, late);
	store_judges(t, trial);
}

/* The winner of a search that has no time left to judge it. */
static void owe_all(Tuner *t, Trial *winner)
{
	mark_owed(t, winner, "");
	if (!t->unstored)
		store_judges(t, winner);
}

/* Kernels of earlier runs have no such error. */
static bool stands_out(const Tuner *t, const Trial *trial)
{
	double *worst = ARENA_ARRAY(t->session->arena, double,
				    t->trial_count);
	int count = 0;

	for (int i = 0; i < t->trial_count; i++)
		if (t->trials[i]->good)
			worst[count++] = t->trials[i]->measured.worst;
	return siblings_stand_out(trial->measured.worst, worst, count);
}

static bool passes(Tuner *t, Due *due, Trial *trial)
{
	const char **names = ARENA_ARRAY(t->session->arena, const char *,
					 t->session->program->output_count);
	const char *late;
	Measurement *m = base_calloc(1, sizeof *m);
	bool good = is_settled(trial);

	if (!good) {
		if (trial->partial)
			due_add_exact(due);
		if (stands_out(t, trial))
			due_add_siblings(due);
		good = due_passes(due, trial, trial->artifact, names, &late, m);
		if (good)
			note_judges(t, trial, names, late);
		else
			tuner_convict(t, trial, m->status, m->reason);
	}
	free(m);
	return good;
}

static int fastest(const Tuner *t, const Ranked *ranked, int count)
{
	int best = -1;

	for (int i = 0; i < count; i++)
		if (may_win(t->trials[i]) && ranked[i].estimate_ns > 0
		    && (best < 0 || ranked[i].estimate_ns
				    < ranked[best].estimate_ns))
			best = i;
	return best;
}

/* The best that passes what is due; -1: none. */
static int best_passing(Tuner *t, int best, const Ranked *ranked, int count)
{
	double mark = phases_mark(&t->phases);
	Due *due = due_new(t->session, t->harness, t->oracles,
			   tuner_must_stop, t);
	bool judged = false;

	t->deadline = tuner_end(t);
	while (best >= 0 && !judged && !t->unstored
	       && !harness_lost(t->harness)) {
		judged = passes(t, due, t->trials[best]);
		if (!judged)
			best = fastest(t, ranked, count);
	}
	if (best >= 0 && !judged)
		owe_all(t, t->trials[best]);
	due_free(due);
	phases_add(&t->phases, WALL_CHECK, mark);
	return best;
}

static int rank_all(Tuner *t, int count, Ranked *ranked)
{
	HarnessCandidate candidates[TUNER_RANKED];
	double mark = phases_mark(&t->phases);
	int best;

	t->deadline = tuner_end(t) - t->due_s;
	for (int i = 0; i < count; i++)
		candidates[i] = trial_candidate(
			t->session, t->trials[i]->derivation, t->trials[i]->artifact);
	best = harness_rank(t->harness, count, candidates, TUNER_ROUNDS,
			    ranked);
	phases_add(&t->phases, WALL_RUN, mark);
	return best;
}

/* Those that were only checked: they are in order. */
static int rank_checked(const Tuner *t, int count, Ranked *ranked)
{
	for (int i = 0; i < count; i++)
		ranked[i].estimate_ns = t->trials[i]->seconds * 1e9;
	return 0;
}

static Trial *rank(Tuner *t, Ranked *ranked, int *ties)
{
	Ranked *all = ARENA_ARRAY(t->session->arena, Ranked, TUNER_RANKED);
	Trial *remembered = tuner_remember(t);
	int count = 0, ranking, best = -1;

	if (remembered)
		tuner_keep(t, remembered);
	if (!t->trial_count)
		return NULL;
	qsort(t->trials, (size_t)t->trial_count, sizeof *t->trials, by_time);
	while (count < t->trial_count && count < TUNER_RANKED
	       && may_win(t->trials[count]))
		count++;
	if (!count)
		return NULL;
	ranking = tuner_room(t, count);
	if (is_absent(t))
		best = rank_checked(t, count, all);
	else if (ranking && !t->interrupted && !t->lost && !t->unstored)
		best = rank_all(t, count = ranking, all);
	*ties = 0;
	if (best >= 0 && !is_absent(t))
		tuner_store_ranks(t, t->trials, all, count);
	if (ranking)
		convict_failed(t, all, count);
	if (best >= 0)
		best = best_passing(t, best, all, count);
	if (best < 0 && !may_win(t->trials[0]))
		return rank(t, ranked, ties);
	if (best < 0) {
		owe_all(t, t->trials[0]);
		ranked->estimate_ns = t->trials[0]->seconds * 1e9;
		ranked->low_ns = ranked->high_ns = ranked->estimate_ns;
		return t->trials[0];
	}
	for (int i = 0; i < count; i++)
		*ties += i != best && all[i].tie;
	*ranked = all[best];
	return t->trials[best];
}

/* A rank is no time. */
Trial *tuner_rank(Tuner *t, Ranked *ranked, int *ties)
{
	Trial *best = rank(t, ranked, ties);

	if (is_absent(t))
		*ranked = (Ranked){ 0 };
	return best;
}
