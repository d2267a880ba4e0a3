#include "cli/tuner.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/dump.h"
#include "cli/measure.h"
#include "cli/store.h"

/* -- what happened, for programs and people -------------------------------- */

static void announce_json(const Tuner *t, const Trial *trial, int number)
{
	const Measurement *m = &trial->measured;
	Text text = { 0 };

	text_printf(&text, "{\"evaluation\": %d, \"measurement\": %" PRId64
		    ", \"id\": %" PRId64 ", \"status\": \"%s\"", number,
		    trial->stored.measurement, trial->stored.derivation,
		    status_name(m->status));
	if (trial->good)
		text_printf(&text, ", \"min_ns\": %.1f, \"median_ns\": %.1f",
			    m->min_ns, m->median_ns);
	if (trial->good && trial_reorders(trial))
		text_printf(&text, ", \"error\": %.3g", m->error);
	if (t->progress.best > 0)
		text_printf(&text, ", \"best_ns\": %.1f",
			    t->progress.best * 1e9);
	text_put(&text, ", \"what\": ");
	text_json(&text, trial->what);
	text_put(&text, ", \"shape\": ");
	text_json(&text, trial->shape);
	if (trial->derivation->label.unproved)
		text_put(&text, ", \"unproved\": true");
	text_printf(&text, ", \"label\": \"%s\", \"kernel\": \"%016" PRIx64
		    "\"", trial->kernel.derivation.label,
		    trial->artifact->hash);
	if (m->reason[0]) {
		text_put(&text, ", \"reason\": ");
		text_json(&text, m->reason);
	}
	text_char(&text, '}');
	puts(text_string(&text));
	fflush(stdout);
	text_free(&text);
}

static void announce(Tuner *t, const Trial *trial, int number)
{
	progress_step(&t->progress, status_name(trial->measured.status),
		      trial->good ? trial->seconds : 0, trial->what);
	if (t->session->options->json)
		announce_json(t, trial, number);
}

/* -- storing --------------------------------------------------------------- */

static void give_up_storing(Tuner *t, const DbMeasurement *result)
{
	Text text = { 0 };

	db_complain(t->db, t->session->diags);
	if (result) {
		db_measurement_json(result, &text);
		fprintf(stderr, "not stored: %s\n", text_string(&text));
	}
	text_free(&text);
	t->unstored = true;
}

/* A full or busy database may recover: waits 1, 2, 4, ... seconds, no longer
 * than the search may last. */
static void store(Tuner *t, Trial *done, const Trial *next)
{
	double mark = phases_mark(), wait = 1;
	double limit = t->session->options->time_limit / 4;
	DbMeasurement result;
	DbStatus status;

	if (done)
		result = trial_measurement(done, t->evaluations);
	for (double waited = 0;; waited += wait, wait *= 2) {
		status = db_record(t->db, done ? &result : NULL,
				   next ? &next->kernel : NULL,
				   done ? &done->stored : NULL);
		if (status == DB_OK || !db_may_retry(status)
		    || waited + wait > limit || measure_stopped(NULL))
			break;
		usleep((useconds_t)(wait * 1e6));
	}
	if (status != DB_OK)
		give_up_storing(t, done ? &result : NULL);
	phases_add(&t->phases, WALL_DATABASE, mark);
}

static void finish_trial(Tuner *t, Trial *done, const Trial *next)
{
	store(t, done, next);
	if (done && !t->unstored)
		announce(t, done, t->evaluations);
}

/* -- one candidate --------------------------------------------------------- */

static void tell(Tuner *t, const Trial *trial, OutcomeKind kind,
		 double seconds)
{
	if (trial->number < 0)
		return;
	if (t->told_count == t->told_capacity) {
		t->told_capacity = t->told_capacity * 2 + 64;
		t->told = base_realloc(t->told, sizeof *t->told
				       * (size_t)t->told_capacity);
	}
	t->told[t->told_count++] = trial;
	strategy_tell(t->candidates.strategy, trial->number,
		      (Outcome){ kind, seconds });
}

static const Trial *same_source(const Tuner *t, uint64_t hash)
{
	for (int i = 0; i < t->trial_count; i++)
		if (t->trials[i]->artifact->hash == hash)
			return t->trials[i];
	return NULL;
}

static const DbStored *measured_before(const Tuner *t, uint64_t hash)
{
	for (int i = 0; i < t->stored_count; i++)
		if (t->stored[i].kernel == hash)
			return &t->stored[i];
	return NULL;
}

static void keep(Tuner *t, Trial *trial)
{
	if (t->trial_count == t->trial_capacity) {
		t->trial_capacity = t->trial_capacity * 2 + 64;
		t->trials = base_realloc(t->trials, sizeof *t->trials
					 * (size_t)t->trial_capacity);
	}
	t->trials[t->trial_count++] = trial;
}

static void take_stored(Tuner *t, Trial *trial, const DbStored *stored)
{
	trial->known = true;
	trial->good = !strcmp(stored->status, "ok")
		   || !strcmp(stored->status, "slow");
	trial->seconds = stored->time_ns * 1e-9;
	trial->measured.error = stored->max_error;
	trial->stored = (DbRecorded){ stored->measurement,
				      stored->derivation };
	tell(t, trial, trial->good ? OUTCOME_OK : OUTCOME_FAILED,
	     trial->seconds);
	keep(t, trial);
}

static void note_refusal(Tuner *t, const Trial *trial, const LegalFault *fault)
{
	if (!t->refused++) {
		t->refusal = *fault;
		t->refused_low = trial->derivation->expr;
	}
	if (t->session->options->verbose)
		fprintf(stderr, "not generated: %s: %s\n", trial->what,
			fault->message);
}

static bool generate(Tuner *t, Trial *trial)
{
	CodegenOptions options = measure_codegen(t->session,
						 harness_device(t->harness));
	LegalFault fault = { 0 };
	double mark = phases_mark();

	trial->artifact = codegen(t->session->arena, t->session->program,
				  trial->derivation->expr,
				  harness_device(t->harness), &options, &fault);
	if (trial->artifact) {
		trial_describe(t->session, trial);
		dump_trial(t->session, trial);
	} else {
		note_refusal(t, trial, &fault);
	}
	phases_add(&t->phases, WALL_CODEGEN, mark);
	return trial->artifact != NULL;
}

/* What is stored must say how to make the same kernel again. */
static void note_contraction(const Session *s, Trial *trial)
{
	if (s->no_contraction && !strstr(trial->what, NO_CONTRACTION))
		trial->what = arena_printf(s->arena, "%s; " NO_CONTRACTION,
					   trial->what);
}

static Asked ask(Tuner *t, Trial *trial)
{
	Candidate candidate;
	double mark = phases_mark();
	Asked asked = strategy_ask(t->candidates.strategy, &candidate);

	if (asked == ASK_CANDIDATE) {
		trial->number = candidate.number;
		candidate_describe(&t->candidates, t->session->arena,
				   &candidate, trial);
		note_contraction(t->session, trial);
	}
	phases_add(&t->phases, WALL_SEARCH, mark);
	return asked;
}

static bool is_over(Tuner *t)
{
	const Options *o = t->session->options;

	t->interrupted = t->interrupted || measure_stopped(NULL);
	t->lost = t->lost || harness_lost(t->harness);
	return t->interrupted || t->lost || t->unstored
	    || t->evaluations >= o->max_fevals
	    || clock_seconds() - t->phases.started > o->time_limit;
}

/* --from: no proposal of the strategy, which is not told of it. */
static Trial *first_trial(Tuner *t)
{
	Trial *first = t->first;
	const DbStored *stored = measured_before(t, first->artifact->hash);

	t->first = NULL;
	if (!stored)
		return first;
	take_stored(t, first, stored);
	return NULL;
}

/* The next trial that must be measured; NULL when there is none. */
static Trial *next_trial(Tuner *t)
{
	Trial *first = t->first && !is_over(t) ? first_trial(t) : NULL;

	if (first)
		return first;
	while (!is_over(t)) {
		Trial *trial = ARENA_NEW(t->session->arena, Trial);
		const Trial *same;
		const DbStored *stored;

		if (ask(t, trial) != ASK_CANDIDATE)
			return NULL;
		if (!generate(t, trial)) {
			tell(t, trial, OUTCOME_FAILED, 0);
			continue;
		}
		same = same_source(t, trial->artifact->hash);
		stored = measured_before(t, trial->artifact->hash);
		if (same)
			tell(t, trial, same->good ? OUTCOME_SAME
						  : OUTCOME_FAILED,
			     same->seconds);
		else if (stored)
			take_stored(t, trial, stored);
		else
			return trial;
	}
	return NULL;
}

static void measure(Tuner *t, Trial *trial)
{
	Measurement *m = &trial->measured;
	double mark = phases_mark(), wall;

	harness_measure(t->harness, m);
	wall = clock_seconds() - mark;
	t->phases.seconds[WALL_CHECK] += m->check_s;
	t->phases.seconds[WALL_RUN] += m->run_s;
	t->phases.seconds[WALL_BUILD] += wall - m->check_s - m->run_s;
	trial->good = m->status == STATUS_OK || m->status == STATUS_SLOW;
	trial->seconds = m->min_ns * 1e-9;
}

static void begin(Tuner *t, const Trial *trial)
{
	double mark = phases_mark();
	const HarnessCandidate candidate = {
		trial->artifact,
		!strcmp(trial->kernel.derivation.label, "bit-exact"),
	};

	harness_build_begin(t->harness, &candidate);
	phases_add(&t->phases, WALL_BUILD, mark);
}

/* A wrong result may come from contraction alone (derivations.md, C9): the same
 * derivation without it, or NULL when that was tried often enough. */
static Trial *without_contraction(Tuner *t, const Trial *wrong)
{
	enum { TRIES = 2 };
	Session *s = t->session;
	Trial *again;

	if (wrong->measured.status != STATUS_WRONG || s->no_contraction
	    || s->options->fp == FP_STRICT || t->contraction_tries >= TRIES
	    || is_over(t))
		return NULL;
	t->contraction_tries++;
	again = ARENA_NEW(s->arena, Trial);
	again->number = wrong->number;
	again->derivation = wrong->derivation;
	again->what = arena_printf(s->arena, "%s; " NO_CONTRACTION, wrong->what);
	again->shape = wrong->shape;
	s->no_contraction = true;
	if (generate(t, again)
	    && !same_source(t, again->artifact->hash)
	    && !measured_before(t, again->artifact->hash))
		return again;
	s->no_contraction = false;
	return NULL;
}

/* What a measured trial means for those to come. */
static Trial *after(Tuner *t, Trial *done)
{
	Trial *again = without_contraction(t, done);

	if (again)
		return again;
	if (!done->good && t->contraction_tries
	    && t->session->no_contraction && !t->contraction_helps)
		t->session->no_contraction = false;
	else if (done->good && t->session->no_contraction)
		t->contraction_helps = true;
	tell(t, done, done->good ? OUTCOME_OK : OUTCOME_FAILED, done->seconds);
	return next_trial(t);
}

void tuner_run(Tuner *t)
{
	Trial *done = NULL, *next = next_trial(t);

	while (next) {
		begin(t, next);
		finish_trial(t, done, next);
		done = NULL;
		if (t->unstored)
			break;
		measure(t, next);
		if (next->measured.interrupted) {
			t->interrupted = true;
			break;
		}
		t->evaluations++;
		t->failed += !next->good;
		keep(t, next);
		done = next;
		next = after(t, done);
	}
	if (done)
		finish_trial(t, done, NULL);
	progress_end(&t->progress);
}

/* -- the winner ------------------------------------------------------------ */

static int by_time(const void *a, const void *b)
{
	const Trial *x = *(Trial *const *)a, *y = *(Trial *const *)b;

	if (x->good != y->good)
		return x->good ? -1 : 1;
	return x->seconds < y->seconds ? -1 : x->seconds > y->seconds;
}

static void store_ranks(Tuner *t, Trial *const *trials, const Ranked *ranked,
			int count)
{
	DbRemeasurement items[TUNER_RANKED];
	double mark = phases_mark();
	int kept = 0;

	for (int i = 0; i < count; i++)
		if (ranked[i].estimate_ns > 0)
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
	enum { ROUNDS = 15 };
	HarnessCandidate candidates[TUNER_RANKED];
	double mark = phases_mark();
	int best;

	for (int i = 0; i < count; i++)
		candidates[i] = (HarnessCandidate){
			t->trials[i]->artifact,
			!strcmp(t->trials[i]->kernel.derivation.label,
				"bit-exact"),
		};
	best = harness_rank(t->harness, count, candidates, ROUNDS, ranked);
	phases_add(&t->phases, WALL_RUN, mark);
	return best;
}

Trial *tuner_rank(Tuner *t, Ranked *ranked, int *ties)
{
	Ranked *all = ARENA_ARRAY(t->session->arena, Ranked, TUNER_RANKED);
	int count = 0, best = -1;

	if (!t->trial_count)
		return NULL;
	qsort(t->trials, (size_t)t->trial_count, sizeof *t->trials, by_time);
	while (count < t->trial_count && count < TUNER_RANKED
	       && t->trials[count]->good)
		count++;
	if (!count)
		return NULL;
	if (!t->interrupted && !t->lost && !t->unstored)
		best = rank_all(t, count, all);
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
