#include "cli/open_time.h"

#include <stdlib.h>

#include "cli/oracles.h"

enum { FAR_SLOWER = 3 };

/* Once, and cut where it takes much longer than others; 0: it did, or failed:
 * what is wrong is seen at other sizes, too. */
static double measured(Tuner *t, const HarnessCandidate *candidate,
		       Measurement *m)
{
	harness_build_begin(t->harness, candidate);
	harness_measure(t->harness, m);
	return status_rows[m->status].timed && !m->interrupted ? m->min_ns : 0;
}

static double measured_best(Tuner *t, const HarnessCandidate *candidate)
{
	Measurement *m = base_calloc(1, sizeof *m);
	const double time_ns = measured(t, candidate, m);

	free(m);
	return time_ns;
}

static bool is_worth_it(const Opened *opened, double fixed_ns)
{
	return opened->time_ns > 0
	    && (fixed_ns <= 0 || opened->time_ns < FAR_SLOWER * fixed_ns);
}

double open_time(Tuner *t, const Trial *best, Opened **opened, int count)
{
	Session *s = t->session;
	HarnessCandidate candidates[OPEN_MOST + 1];
	Opened *timed[OPEN_MOST + 1] = { NULL };
	Ranked *ranked = ARENA_ARRAY(s->arena, Ranked, OPEN_MOST + 1);
	double fixed_ns;
	int made = 1;

	candidates[0] = trial_candidate(s, best->derivation, best->artifact);
	fixed_ns = measured_best(t, &candidates[0]);
	for (int i = 0; i < count && !tuner_must_stop(t); i++) {
		Trial *trial = opened[i]->trial;
		const Artifact *artifact = opened_at(trial->artifact, s->arena,
						     s->program);

		if (!artifact)
			continue;
		candidates[made] = trial_candidate(s, trial->derivation,
						   artifact);
		opened[i]->time_ns = measured(t, &candidates[made],
					      &trial->measured);
		if (is_worth_it(opened[i], fixed_ns))
			timed[made++] = opened[i];
	}
	harness_rank(t->harness, made, candidates, TUNER_ROUNDS, ranked);
	for (int i = 1; i < made; i++)
		if (ranked[i].estimate_ns > 0) {
			timed[i]->time_ns = ranked[i].estimate_ns;
			timed[i]->ranked = &ranked[i];
		}
	return ranked[0].estimate_ns;
}
