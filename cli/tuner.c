#include "cli/tuner.h"

#include <stdio.h>
#include <time.h>

#include "bench_harness/timing.h"
#include "cli/announce.h"
#include "cli/dump.h"
#include "cli/measure.h"
#include "cli/tuner_admit.h"
#include "cli/tuner_queue.h"
#include "codegen_opencl/model.h"
#include "cost/cost.h"

/* Together with what is about to be measured, if anything is. */
static void save(Tuner *t, Trial *next)
{
	Trial *done = t->unsaved;

	t->unsaved = NULL;
	tuner_store(t, done, next);
	if (done && !t->unstored)
		announce(t, done, t->evaluations);
}

void tuner_save(Tuner *t)
{
	if (t->unsaved)
		save(t, NULL);
}

/* -- one candidate --------------------------------------------------------- */

void tuner_tell(Tuner *t, const Trial *trial, OutcomeKind kind,
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

const Trial *tuner_same(const Tuner *t, uint64_t hash)
{
	for (int i = 0; i < t->trial_count; i++)
		if (t->trials[i]->artifact->hash == hash)
			return t->trials[i];
	return NULL;
}

bool tuner_is_new(const Tuner *t, const Trial *trial)
{
	return !tuner_same(t, trial->artifact->hash)
	    && !tuner_stored(t, trial->artifact->hash);
}

void tuner_keep(Tuner *t, Trial *trial)
{
	if (t->trial_count == t->trial_capacity) {
		t->trial_capacity = t->trial_capacity * 2 + 64;
		t->trials = base_realloc(t->trials, sizeof *t->trials
					 * (size_t)t->trial_capacity);
	}
	t->trials[t->trial_count++] = trial;
}

void tuner_take(Tuner *t, Trial *trial, const DbStored *stored)
{
	tuner_take_stored(trial, stored);
	tuner_tell(t, trial, trial_outcome(trial), trial->seconds);
	tuner_keep(t, trial);
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

void tuner_vary(Tuner *t, Trial *trial, Variant variant)
{
	trial->variant = variant;
	trial->what = trial_what(t->session->arena, variant, trial->choices);
}

/* Generates, and ranks: by static counts; for a device that is not there, by the
 * time that a model gives the kernels. */
static void generate(Tuner *t, Trial *trial, const CodegenOptions *options,
		     LegalFault *fault)
{
	const Device *device = harness_device(t->harness);
	const bool models = tuner_models(t);
	const Expr *low = trial->derivation->expr;
	Modelled modelled = { .device = device };

	trial->artifact = codegen_seen(t->session->arena, t->session->program,
				       low, device, options,
				       models ? model_see : NULL, &modelled,
				       fault);
	trial->rank = models ? modelled.seconds : cost_of(low, device).steps;
}

bool tuner_generate(Tuner *t, Trial *trial)
{
	CodegenOptions options = measure_codegen(t->session, trial->variant,
						 harness_device(t->harness));
	LegalFault fault = { 0 };
	double mark = phases_mark(&t->phases);

	generate(t, trial, &options, &fault);
	if (trial->artifact) {
		trial_describe(t->session, trial);
		dump_trial(t->session, trial);
	} else {
		note_refusal(t, trial, &fault);
	}
	phases_add(&t->phases, WALL_CODEGEN, mark);
	return trial->artifact != NULL;
}

Asked tuner_ask(Tuner *t, Trial *trial)
{
	Candidate candidate;
	double mark = phases_mark(&t->phases);
	Asked asked = strategy_ask(t->candidates.strategy, &candidate);

	if (asked == ASK_CANDIDATE) {
		trial->number = candidate.number;
		candidate_describe(&t->candidates, t->session->arena,
				   &candidate, trial);
		tuner_vary(t, trial, t->variant);
	}
	t->exhausted |= asked == ASK_DONE;
	phases_add(&t->phases, WALL_SEARCH, mark);
	return asked;
}

/* Whatever there is left to evaluate. */
static bool has_ended(Tuner *t)
{
	t->interrupted = t->interrupted || measure_stopped(NULL);
	t->lost = t->lost || harness_lost(t->harness);
	return t->interrupted || t->lost || t->unstored || t->unjudged
	    || tuner_is_late(t);
}

bool tuner_is_over(void *context)
{
	Tuner *t = context;

	return has_ended(t)
	    || t->evaluations >= t->session->options->max_fevals;
}

/* -- measuring ------------------------------------------------------------- */

static const char *now(Arena *arena)
{
	time_t seconds = time(NULL);
	char digits[32];
	struct tm utc;

	gmtime_r(&seconds, &utc);
	strftime(digits, sizeof digits, "%Y-%m-%dT%H:%M:%SZ", &utc);
	return arena_strdup(arena, digits);
}

/* What was timed on a busy machine is marked. */
static void note_quiescence(Tuner *t, Measurement *m)
{
	t->quiescence.others += m->others;
	t->quiescence.looks++;
	if (timing_busy(m->others))
		snprintf(m->reason, sizeof m->reason, "timed while %.1f other "
			 "threads could run", m->others);
}

static void measure(Tuner *t, Trial *trial)
{
	Measurement *m = &trial->measured;
	const double start = clock_seconds();
	double wall;

	trial->at = now(t->session->arena);
	harness_measure(t->harness, m);
	wall = trial->wall_s = clock_seconds() - start;
	t->phases.seconds[WALL_CHECK] += m->check_s;
	t->phases.seconds[WALL_RUN] += m->run_s;
	t->phases.seconds[WALL_CONFIRM] += m->confirm_s;
	t->phases.seconds[WALL_BUILD] += wall - m->check_s - m->run_s
				       - m->confirm_s;
	trial->good = trial_is_good(m->status);
	trial->judges = t->judged;
	trial->partial = t->oracles->partial;
	trial->seconds = m->status == STATUS_CHECKED ? trial->rank
						     : m->min_ns * 1e-9;
	if (status_rows[m->status].timed)
		note_quiescence(t, m);
}

void tuner_build(Tuner *t, const Trial *trial)
{
	double mark = phases_mark(&t->phases);
	const HarnessCandidate candidate =
		trial_candidate(t->session, trial->derivation, trial->artifact);

	harness_build_begin(t->harness, &candidate);
	phases_add(&t->phases, WALL_BUILD, mark);
}

/* A wrong result may come from contraction alone: the same derivation without
 * it, or NULL when that was tried often enough. Where no kernel was right so
 * far, that is tried whatever number of evaluations was asked for. */
static Trial *without_contraction(Tuner *t, const Trial *wrong)
{
	enum { TRIES = 2 };
	Variant variant = wrong->variant;
	Trial *again;

	if (wrong->measured.status != STATUS_WRONG || variant.no_contraction
	    || t->session->options->fp == FP_STRICT
	    || t->contraction_tries >= TRIES
	    || (t->rankable ? tuner_is_over(t) : has_ended(t)))
		return NULL;
	t->contraction_tries++;
	again = ARENA_NEW(t->session->arena, Trial);
	again->number = wrong->number;
	again->derivation = wrong->derivation;
	again->shape = wrong->shape;
	again->choices = wrong->choices;
	variant.no_contraction = true;
	tuner_vary(t, again, variant);
	return tuner_generate(t, again) && tuner_is_new(t, again) ? again
								  : NULL;
}

/* What waits was generated with contraction. */
static void renew_ahead(Tuner *t)
{
	const int count = t->ahead_count;

	t->ahead_count = 0;
	for (int i = 0; i < count; i++) {
		Trial *trial = t->ahead[i];

		tuner_vary(t, trial, t->variant);
		trial->same = NULL;
		trial->claim = CLAIM_MINE;
		if (!tuner_generate(t, trial)) {
			tuner_tell(t, trial, OUTCOME_FAILED, 0);
		} else if (tuner_is_open(t, trial)) {
			t->ahead[t->ahead_count++] = trial;
			if (!trial->same)
				harness_prebuild(t->harness, trial->artifact);
		}
	}
}

/* To leave it out did help. */
static void note_help(Tuner *t)
{
	if (t->variant.no_contraction)
		return;
	t->variant.no_contraction = true;
	renew_ahead(t);
}

/* What a measured trial means for those to come. */
static Trial *after(Tuner *t, Trial *done)
{
	Trial *again = without_contraction(t, done);

	if (again)
		return again;
	if (done->good && done->variant.no_contraction)
		note_help(t);
	tuner_tell(t, done, trial_outcome(done), done->seconds);
	again = tuner_other_flags(t, done);
	return again ? again : tuner_next(t);
}

/* -- the loop -------------------------------------------------------------- */

static void keep_references(Tuner *t)
{
	double mark = phases_mark(&t->phases);

	oracles_keep(t->oracles, tuner_must_stop, t);
	phases_add(&t->phases, WALL_CHECK, mark);
}

/* Other builds, and beside them the other oracle and the references' files. */
static void after_measured(Tuner *t, Trial *done)
{
	const bool first = t->evaluations == 1;
	const bool partial = done->good && t->oracles->partial;

	if (!first && !partial)
		return;
	tuner_save(t);
	if (first)
		tuner_ahead(t);
	if (partial)
		tuner_admit(t, done);
	keep_references(t);
}

/* False: interrupted, or cut at the end of the time. */
static bool measure_next(Tuner *t, Trial *next)
{
	measure(t, next);
	t->measuring = NULL;
	if (next->measured.interrupted) {
		t->interrupted = measure_stopped(NULL);
		return false;
	}
	t->evaluations++;
	t->failed += !next->good;
	t->undecided += next->measured.status == STATUS_UNDECIDED;
	tuner_keep(t, next);
	tuner_note_parts(t, next);
	tuner_count_ranking(t, next);
	return true;
}

void tuner_run(Tuner *t)
{
	Trial *next = tuner_next(t);

	while (next) {
		t->measuring = next;
		save(t, next);
		if (t->unstored)
			break;
		if (tuner_leave_out(t, next)) {
			next = tuner_next(t);
			continue;
		}
		tuner_build(t, next);
		if (t->evaluations)
			tuner_ahead(t);
		if (!measure_next(t, next))
			break;
		t->unsaved = next;
		after_measured(t, next);
		next = after(t, next);
	}
	tuner_save(t);
	progress_end(&t->progress);
}
