/* tune: from the expression to the fastest kernel. The pipeline as a list of
 * calls.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/clustering.h"
#include "cli/commands.h"
#include "cli/device_facts.h"
#include "cli/dump.h"
#include "cli/guide_names.h"
#include "cli/inputs.h"
#include "cli/list_schedules.h"
#include "cli/measure.h"
#include "cli/open_winner.h"
#include "cli/recorder.h"
#include "cli/store.h"
#include "cli/t4.h"
#include "cli/tune_outcome.h"
#include "cli/tune_sizes.h"
#include "cli/tune_start.h"
#include "cli/tuner.h"
#include "cli/winner.h"

static int list_strategies(void)
{
	for (const StrategyKind *const *kind = strategy_kinds; *kind; kind++)
		printf("%-12s %s%s\n", (*kind)->name, (*kind)->about,
		       kind == strategy_kinds ? " (default)" : "");
	return EXIT_DONE;
}

static const StrategyKind *chosen_strategy(Session *s)
{
	const char *name = s->options->strategy;
	const StrategyKind *kind = name ? strategy_named(name)
					: strategy_kinds[0];

	if (!kind)
		diag_add(s->diags, E0901, NULL, name,
			 "a name of --list-strategies", "no such strategy");
	return kind;
}

/* What was only cut short is no fault of anything: said is dropped then. */
static bool is_done(Tuner *t, bool good, Diags *said)
{
	if (good || !tuner_must_stop(t))
		diags_move(t->session->diags, said);
	diags_free(said);
	return good;
}

static bool choose_device(Tuner *t)
{
	HarnessOptions options = measure_options(t->session);
	double mark = phases_mark(&t->phases);
	Diags *said = diags_new();

	options.stop = tuner_must_stop;
	options.context = t;
	t->harness = harness_choose(&options, said);
	phases_add(&t->phases, WALL_BUILD, mark);
	return is_done(t, t->harness != NULL, said)
	    && measure_supports(t->session, harness_device(t->harness));
}

static bool open_device(Tuner *t)
{
	const double mark = phases_mark(&t->phases), start = clock_seconds();
	Diags *said = diags_new();
	bool good = harness_ready(t->harness, said);

	t->start_s = clock_seconds() - start;
	phases_add(&t->phases, WALL_BUILD, mark);
	return is_done(t, good, said);
}

static bool at_once(void *context)
{
	(void)context;
	return true;
}

/* What was best before limits launches from the first one on. */
static bool load(Tuner *t)
{
	const DbStored *best = tuner_stored_best(t);
	Diags *own = t->session->diags, *said = diags_new();
	bool good;

	t->session->diags = said;
	good = oracles_load(t->oracles, t->session, t->harness);
	t->session->diags = own;
	t->judged = oracles_names(t->oracles, t->session, NULL);
	tuner_count_due(t);
	if (good && best)
		harness_known_best(t->harness, best->time_ns);
	return is_done(t, good, said);
}

/* The reference is evaluated for as long as there is time. */
static void refer(Tuner *t, Evaluation *evaluation, bool wanted)
{
	double mark = phases_mark(&t->phases);

	t->oracles = evaluation_end(evaluation,
				    wanted ? tuner_must_stop : at_once, t);
	t->unreferenced = wanted && !t->oracles && tuner_must_stop(t)
		       && !t->session->diags->errors;
	phases_add(&t->phases, WALL_CHECK, mark);
}

/* --jobs; else one for each core, up to four. */
static int builders(const Session *s)
{
	enum { MOST_BY_CORES = 4 };
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	int64_t jobs = s->options->jobs;

	if (jobs == JOBS_BY_CORES)
		jobs = cores < 1 ? 1 : cores < MOST_BY_CORES ? cores
							     : MOST_BY_CORES;
	return jobs < TUNER_BUILDERS ? (int)jobs : TUNER_BUILDERS;
}

/* The builders' order of asking must not depend on whether there is memory for
 * them. What is measured first is built first, and nothing else beside what is
 * evaluated and the worker's start. */
static void open_builders(Tuner *t, const Evaluation *evaluation)
{
	BenchData data = evaluation_data(evaluation);
	double mark = phases_mark(&t->phases);

	t->builders = builders(t->session);
	harness_build_ahead(t->harness, t->builders, &data);
	tuner_begin(t);
	phases_add(&t->phases, WALL_BUILD, mark);
}

/* Before the search: what --open asks for must be there in some form. */
static bool open_is_possible(Tuner *t)
{
	if (t->session->options->open)
		t->open = open_winner_new(t);
	return t->open || !t->session->options->open;
}

static bool open_begins(Tuner *t)
{
	return !t->open || open_winner_begin(t->open, t);
}

static bool prepare(Tuner *t, const StrategyKind *kind)
{
	Session *s = t->session;
	double mark = phases_mark(&t->phases);

	if (s->options->open)
		s->as_written = true;
	else
		candidates_check(s);
	if (!clustering_choose(s, s->program->body))
		return false;
	candidates_open(&t->candidates, s, kind, harness_device(t->harness));
	if (!guides_are_clusterings(s, t->candidates.derive))
		return false;
	t->candidates.strategy->thorough = tuner_models(t);
	derive_limit(t->candidates.derive, DERIVE_BYTES, tuner_is_over, t);
	phases_add(&t->phases, WALL_SEARCH, mark);
	if (!s->options->fresh)
		tune_suggest(t);
	return open_is_possible(t) && tune_start_from(t)
	    && tune_begin_run(t);
}

static void end_run(Tuner *t, const Trial *best)
{
	db_end_run(t->db, t->interrupted ? "interrupted"
			  : best ? "done" : "failed",
		   best ? best->stored.measurement : 0);
}

/* A recorded space is measured whole, however long that takes. */
static void record(Tuner *t)
{
	const double start = clock_seconds();

	t->deadline = INFINITY;
	recorder_write(t);
	t->extra_s += clock_seconds() - start;
}

/* Of the kernel that was measured, with its flags. */
static void prove(Tuner *t, const Trial *best)
{
	Session *s = t->session;
	uint64_t hash = 0;
	const Proof *proof = proof_of(s, best->variant, best->derivation->expr,
				      harness_device(t->harness), &hash);

	if (!proof || hash != best->artifact->hash)
		return;
	t->proof = proof;
	if (!t->unstored)
		proof_store(s, t->db, hash, proof);
}

/* The files of the best; with --open, of what was made of it. */
static bool write_files(Tuner *t, const Trial *best, const Ranked *ranked)
{
	if (t->open && !t->open->chosen_count)
		return false;
	if (t->session->options->no_files)
		return true;
	return t->open ? open_winner_write(t->open)
		       : winner_write(t, best, ranked);
}

static int search(Tuner *t)
{
	Ranked ranked = { 0 };
	int ties = 0, code;
	int64_t run;
	Trial *best;

	tuner_run(t);
	tune_tell_search(t);
	if (t->session->options->record)
		record(t);
	best = tuner_rank(t, &ranked, &ties);
	tune_tell_unmeasured(t, best);
	run = db_run(t->db);
	if (t->open && best)
		open_winner_choose(t->open, t, best);
	end_run(t, best);
	code = tune_outcome(t, best);
	t->session->winner = best ? best->stored.derivation : 0;
	if (t->session->silent)
		return code;
	if (t->session->options->t4 && !t4_write(t, run) && code == EXIT_DONE)
		code = EXIT_FAILED;
	if (best && t->session->options->prove && t->open)
		open_winner_prove(t->open, t);
	else if (best && t->session->options->prove)
		prove(t, best);
	if (best && !write_files(t, best, &ranked) && code == EXIT_DONE)
		code = EXIT_FAILED;
	winner_tell(t, best, &ranked, ties);
	return code;
}

static void close_all(Tuner *t)
{
	open_winner_free(t->open);
	candidates_close(&t->candidates);
	clustering_forget(t->session);
	stored_free(&t->restored);
	stored_free(&t->best_restored);
	harness_close(t->harness);
	db_close(t->db);
	oracles_free(t->oracles);
	free(t->trials);
	free(t->told);
	free(t->parts);
}

/* The reference is evaluated beside the first builds and the first look at the
 * device. True as well when there was no time for it all: what is stored may
 * still do. */
static bool set_up(Tuner *t, const StrategyKind *kind, int *code)
{
	Evaluation *evaluation;
	bool begun, opened = false;

	*code = EXIT_FAILED;
	progress_say(&t->progress, "evaluating the reference");
	evaluation = evaluation_begin(t->session);
	if (!evaluation)
		return false;
	watch_keep(t->watch);
	inputs_tell_alike(t->session->program,
			  evaluation_data(evaluation).sets[0].inputs);
	begun = prepare(t, kind);
	if (begun) {
		open_builders(t, evaluation);
		opened = open_device(t);
		*code = opened ? EXIT_FAILED : EXIT_DEVICE;
	}
	refer(t, evaluation, opened);
	if (opened && t->oracles && !tuner_must_stop(t) && open_begins(t)
	    && load(t))
		return true;
	if (begun && tuner_must_stop(t) && !t->session->diags->errors)
		return true;
	if (begun)
		end_run(t, NULL);
	return false;
}

/* Of the limit some is kept for the ranking once there is what to rank. */
static int tune(Session *s, const StrategyKind *kind, Watch *watch)
{
	Tuner t = { .session = s, .phases = phases_start(), .watch = watch };
	Work work = work_of(s->program);
	int code = EXIT_DATABASE;

	tuner_set_deadline(&t);
	t.progress = progress_new(s->options, &work);
	dump_program(s);
	t.db = store_open(s, DB_WRITE);
	if (t.db)
		db_set_stop(t.db, measure_stopped, NULL);
	if (t.db && !choose_device(&t))
		code = t.harness ? EXIT_FAILED
		     : measure_stopped(NULL) ? EXIT_INTERRUPTED
		     : tuner_must_stop(&t) ? tune_tell_too_short(&t)
		     : EXIT_DEVICE;
	else if (t.db && set_up(&t, kind, &code))
		code = search(&t);
	close_all(&t);
	return code;
}

/* Who stops it knows why it was not done. */
static int code_of(int code)
{
	bool failed = code == EXIT_FAILED || code == EXIT_DEVICE;

	return failed && measure_stopped(NULL) ? EXIT_INTERRUPTED : code;
}

/* A device that is not there gives no times to record. */
static bool is_timeless(Session *s)
{
	const char *given = s->options->record ? "--record"
			  : s->options->t4 ? "--t4" : NULL;

	if (given)
		diag_add(s->diags, E0901, NULL, given, NULL,
			 "nothing is timed with --device-facts");
	return !given;
}

/* As options or the document say. */
static bool open_is_allowed(Session *s)
{
	const Options *o = s->options;

	if (!o->open || !o->device_facts)
		return true;
	diag_add(s->diags, E0901, NULL, arena_printf(s->arena, "--open %s",
						     o->open),
		 "--open none",
		 "nothing runs at other sizes with --device-facts");
	return false;
}

static int load_and_tune(Session *s, const StrategyKind *kind, Watch *watch)
{
	if (!session_load(s))
		return EXIT_INPUT;
	if (!open_is_allowed(s))
		return EXIT_USAGE;
	return code_of(tune(s, kind, watch));
}

static int objective_alone(Session *s)
{
	diag_add(s->diags, E0901, NULL, s->options->objective,
		 "--sizes with several points", "--objective is for --sizes");
	return EXIT_USAGE;
}

int cmd_tune(Session *session)
{
	const StrategyKind *kind;
	Watch watch;
	int code;

	if (session->options->list_strategies)
		return list_strategies();
	if (session->options->list_schedules)
		return list_schedules(session);
	if (session->options->at_sizes)
		return tune_sizes(session);
	if (session->options->objective)
		return objective_alone(session);
	if (session->options->device_facts && !is_timeless(session))
		return EXIT_USAGE;
	if (!device_facts_read(session))
		return EXIT_INPUT;
	kind = chosen_strategy(session);
	if (!kind || !guides_are_known(session))
		return EXIT_USAGE;
	if (session->options->prove && !proof_is_possible(session))
		return EXIT_FAILED;
	watch_begin(&watch);
	code = load_and_tune(session, kind, &watch);
	watch_end(&watch);
	return code;
}
