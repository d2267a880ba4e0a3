#include <stdio.h>
#include <stdlib.h>

#include "tests/cli/planted.h"

enum { PROPOSALS = 8, SEEDS = 8 };

static bool open_program(const Campaign *c, Bench *b, const char *path)
{
	Session *s = &b->session;
	const char **word;

	*s = (Session){ .arena = arena_new(), .diags = diags_new() };
	word = ARENA_NEW(s->arena, const char *);
	*word = path;
	s->options = ARENA_NEW(s->arena, Options);
	*s->options = (Options){
		.command = CMD_TUNE, .word_count = 1, .words = word,
		.fp = FP_REASSOC, .rtol = -1, .atol = -1, .site_count = 1,
		.sites = ARENA_NEW(s->arena, Site), .unsafe_c = true,
		.open = c->open ? "all" : NULL,
	};
	s->as_written = c->open;
	return session_load(s);
}

static bool open_device(Bench *b)
{
	HarnessOptions options = measure_options(&b->session);

	b->harness = harness_open(&options, b->session.diags);
	return b->harness
	    && measure_supports(&b->session, harness_device(b->harness));
}

bool planted_reopen(Bench *b)
{
	b->session.look = NULL;
	harness_close(b->harness);
	return open_device(b)
	    && oracles_load(b->oracles, &b->session, b->harness);
}

HarnessCandidate planted_candidate(Bench *b, const Artifact *artifact)
{
	return trial_candidate(&b->session, b->trial.derivation, artifact);
}

Status planted_measure(Bench *b, const Artifact *artifact)
{
	const HarnessCandidate candidate = planted_candidate(b, artifact);

	harness_build_begin(b->harness, &candidate);
	harness_measure(b->harness, b->measured);
	return b->measured->status;
}

bool planted_is_good(Status status)
{
	return status == STATUS_OK || status == STATUS_SLOW;
}

const Artifact *planted_generate(Bench *b)
{
	Session *s = &b->session;
	const Device *device = harness_device(b->harness);
	const CodegenOptions options = measure_codegen(s, b->trial.variant,
						       device);
	const Witness *w = b->witness;
	LegalFault fault = { 0 };
	const Artifact *made = codegen(s->arena, w ? w->open.program
				       : s->program, b->trial.derivation->expr,
				       device, &options, &fault);

	if (!made)
		printf("%s: not generated: %s\n", s->program->name,
		       fault.message);
	return !made || !w ? made
	     : opened_at(opened_guarded(&w->open, b->trial.derivation, made),
			 s->arena, s->program);
}

/* With open sizes, where they are wanted; false: its steps do not hold there. */
static bool describe(Bench *b, const Candidate *candidate, int proposal)
{
	OpenedFault fault = { 0 };
	Opened made;

	candidate_describe(&b->candidates, b->session.arena, candidate,
			   &b->trial);
	b->trial.variant.no_contraction = proposal > 0; /* may be wrong */
	if (!b->witness)
		return true;
	if (!opened_make(b->witness, &b->trial, &made, &fault))
		return false;
	b->trial = *made.trial;
	return true;
}

/* What the oracle makes of a kernel without a fault. */
static bool note_right(Campaign *c, Bench *b, const char *when, int proposal)
{
	const Found how = planted_found(b->oracles, b->measured);
	const PlantedLine line = {
		.program = c->program, .port = (char *)(uintptr_t)when,
		.fault = (char *)(uintptr_t)planted_right,
		.place = proposal,
	};

	if (!planted_log_find(&c->log, &line))
		planted_note(c, b, line, how);
	return how == PASSED;
}

/* The first proposal that is right. */
static bool choose(Campaign *c, Bench *b)
{
	Candidate candidate;

	for (int i = 0; i < PROPOSALS; i++) {
		if (strategy_ask(b->candidates.strategy, &candidate)
		    != ASK_CANDIDATE)
			return false;
		b->trial.artifact = describe(b, &candidate, i)
				  ? planted_generate(b) : NULL;
		if (b->trial.artifact) {
			planted_measure(b, b->trial.artifact);
			if (note_right(c, b, i ? "proposal"
					       : planted_contracted, i))
				return true;
		}
		strategy_tell(b->candidates.strategy, candidate.number,
			      (Outcome){ OUTCOME_FAILED, 0 });
	}
	return false;
}

/* The right kernel passes what is due, too. */
static bool passes_clean(Campaign *c, Bench *b)
{
	const char *names[PLANTED_OUTPUTS], *late;

	if (b->session.program->output_count > PLANTED_OUTPUTS)
		return false;
	if (due_passes(b->due, &b->trial, b->trial.artifact, names, &late,
		       b->measured))
		b->measured->status = STATUS_OK;
	return note_right(c, b, "due", 0)
	    && oracles_load(b->oracles, &b->session, b->harness);
}

/* Some data decide nothing. */
static void draw(Bench *b)
{
	Session *s = &b->session;

	while (!b->oracles && s->options->seed < SEEDS) {
		b->oracles = oracles_new(s);
		s->options->seed += !b->oracles;
	}
}

static bool prepare(Campaign *c, Bench *b)
{
	Session *s = &b->session;

	candidates_open(&b->candidates, s, strategy_kinds[0],
			harness_device(b->harness));
	draw(b);
	if (!b->oracles || !oracles_load(b->oracles, s, b->harness))
		return false;
	b->due = due_new(s, b->harness, b->oracles, NULL, NULL);
	if (c->open) {
		b->witness = witness_new(s, s->program->sizes,
					 harness_device(b->harness));
		if (!b->witness)
			return false;
		due_add_open(b->due, b->witness->open.program);
	}
	return choose(c, b) && passes_clean(c, b);
}

bool planted_open(Campaign *c, Bench *b, const char *path)
{
	b->measured = base_calloc(1, sizeof *b->measured);
	return open_program(c, b, path) && open_device(b) && prepare(c, b);
}

void planted_close(Bench *b)
{
	diags_print(b->session.diags, stderr);
	candidates_close(&b->candidates);
	harness_close(b->harness);
	oracles_free(b->oracles);
	due_free(b->due);
	witness_free(b->witness);
	session_free(&b->session);
	free(b->measured);
}
