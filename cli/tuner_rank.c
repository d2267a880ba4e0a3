#include "cli/tuner.h"

#include <stdlib.h>
#include <string.h>

#include "bench_harness/timing.h"
#include "cli/store.h"

/* Slow ones are nobody's best, as in the database: they were given up early. */
static bool may_win(const Trial *trial)
{
	return trial->measured.status == STATUS_OK;
}

static int by_time(const void *a, const void *b)
{
	const Trial *x = *(Trial *const *)a, *y = *(Trial *const *)b;

	if (may_win(x) != may_win(y))
		return may_win(x) ? -1 : 1;
	return x->seconds < y->seconds ? -1 : x->seconds > y->seconds;
}

/* What was timed on a busy machine is no better than the mark that what was
 * measured before may have: it is told, and not stored. */
static void store_ranks(Tuner *t, Trial *const *trials, const Ranked *ranked,
			int count)
{
	DbRemeasurement items[TUNER_RANKED];
	double mark = phases_mark();
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
	if (kept && db_remeasure(t->db, items, kept) != DB_OK) {
		db_complain(t->db, t->session->diags);
		t->unstored = true;
	}
	phases_add(&t->phases, WALL_DATABASE, mark);
}

static int rank_all(Tuner *t, int count, Ranked *ranked)
{
	HarnessCandidate candidates[TUNER_RANKED];
	double mark = phases_mark();
	int best;

	t->deadline = tuner_end(t);
	for (int i = 0; i < count; i++)
		candidates[i] = trial_candidate(
			t->trials[i]->derivation, t->trials[i]->artifact);
	best = harness_rank(t->harness, count, candidates, TUNER_ROUNDS,
			    ranked);
	phases_add(&t->phases, WALL_RUN, mark);
	return best;
}

Trial *tuner_rank(Tuner *t, Ranked *ranked, int *ties)
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
	if (ranking && !t->interrupted && !t->lost && !t->unstored)
		best = rank_all(t, count = ranking, all);
	*ties = 0;
	if (best < 0) {
		ranked->estimate_ns = t->trials[0]->seconds * 1e9;
		ranked->low_ns = ranked->high_ns = ranked->estimate_ns;
		return t->trials[0];
	}
	store_ranks(t, t->trials, all, count);
	for (int i = 0; i < count; i++)
		*ties += i != best && all[i].tie;
	*ranked = all[best];
	return t->trials[best];
}
