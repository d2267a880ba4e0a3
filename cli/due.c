#include "cli/due.h"

#include <stdio.h>
#include <string.h>

#include "cli/due_crowns.h"
#include "cli/due_data.h"
#include "cli/due_exact.h"
#include "cli/due_influence.h"
#include "cli/judgement.h"
#include "cli/measure.h"
#include "cli/oracles.h"
#include "lib/trial.h"
#include "ir/eval/field.h"
#include "rules/refute.h"

struct Due {
	Harness *harness;
	DueData data;
	const Program *program; /* that kernels are derived of */
	bool exact; /* small integers have not admitted what is judged */
};

Due *due_new(Session *s, Harness *harness, const Oracles *oracles,
	     bool (*hook)(void *context), void *context)
{
	Due *due = ARENA_NEW(s->arena, Due);

	*due = (Due){ .harness = harness, .program = s->program,
		      .data = due_data_of(s, oracles, hook, context) };
	return due;
}

void due_free(Due *due)
{
	if (due)
		due_data_free(&due->data);
}

/* Residues where there were floats. */
static Port *residue_ports(Arena *arena, const Port *ports, int count)
{
	Port *copies = ARENA_ARRAY(arena, Port, count + 1);

	for (int i = 0; i < count; i++) {
		copies[i] = ports[i];
		if (scalar_is_float(ports[i].scalar))
			copies[i].scalar = SCALAR_U32;
	}
	return copies;
}

static BenchData data_of(const Due *due, int row, const Judgement *judgements)
{
	const Session *s = due->data.session;
	const Program *p = s->program;
	BenchData data = {
		.input_count = p->in_port_count,
		.output_count = p->output_count, .set_count = 1,
		.inputs = p->in_ports, .outputs = p->out_ports,
		.sets = { { due->data.sets[row].inputs, judgements } },
	};

	if (due_data_is_field(row)) {
		data.inputs = residue_ports(s->arena, p->in_ports,
					    p->in_port_count);
		data.outputs = residue_ports(s->arena, p->out_ports,
					     p->output_count);
	}
	return data;
}

/* Floats of special values: which are NaN or infinite; under --fp strict all
 * bits, but within what the functions on the way may be off. Integers that
 * floats decide may hang on roundings. */
static Judgement special_judgement(const Due *due, const Port *port)
{
	const Session *s = due->data.session;
	Judgement j = { .unordered = port->unordered };

	if (s->options->fp == FP_STRICT && !s->bit_exact) {
		j.ulps = true;
		j.skip = j.unordered && scalar_is_float(port->scalar);
		return j;
	}
	if (s->bit_exact)
		j.bits = scalar_is_float(port->scalar);
	else
		j.special = scalar_is_float(port->scalar);
	j.exact = !scalar_is_float(port->scalar);
	j.skip = j.exact && due->data.traits.floats && !s->bit_exact;
	j.skip = j.skip || (j.special && j.unordered);
	return j;
}

/* As on random data. */
static Judgement random_judgement(const Due *due, const Port *port)
{
	const Session *s = due->data.session;

	return judgement_of(s, port, !scalar_is_float(port->scalar)
				     || !oracles_tolerates(s));
}

/* Bounds without growth of what folds round, where none does. */
static Judgement wide_judgement(const Port *port, DueFit fit)
{
	return (Judgement){ .exact = fit == FITS_EXACTLY,
			    .unordered = port->unordered,
			    .skip = fit == FITS_NOT };
}

static bool is_in_field(const Due *due, const Derivation *derivation,
			int output)
{
	Text why = { 0 };
	bool judged = derivation_holds_in_field(derivation)
		   && field_judges(due->program, derivation->expr, output,
				   &why);

	text_free(&why);
	return judged;
}

static Judgement due_judgement(const Due *due, int row,
			       const Derivation *derivation, int output)
{
	const Port *port = &due->data.session->program->out_ports[output];

	if (due_data_is_random(row))
		return random_judgement(due, port);
	if (due_data_is_wide(row))
		return wide_judgement(port, due->data.sets[row].fits[output]);
	if (!due_data_is_field(row))
		return special_judgement(due, port);
	return (Judgement){ .exact = true, .unordered = port->unordered,
			    .skip = !is_in_field(due, derivation, output) };
}

static bool any_judged(const Judgement *judgements, int count)
{
	for (int i = 0; i < count; i++)
		if (!judgements[i].skip)
			return true;
	return false;
}

/* The same code in the field; NULL when it cannot be generated. */
static const Artifact *twin(Due *due, const Derivation *derivation,
			    Variant variant)
{
	Session *s = due->data.session;
	const Device *device = harness_device(due->harness);
	CodegenOptions options = measure_codegen(s, variant, device);
	LegalFault fault = { 0 };

	options.field = true;
	return codegen(s->arena, due->program, derivation->expr, device,
		       &options, &fault);
}

/* What is allowed of an output, where no tolerance was given. */
static void allow(const Due *due, int row, int output, const Judgement *j)
{
	const DueSet *set = &due->data.sets[row];

	if (set->outside && !(due_data_is_random(row) && j->rtol + j->atol > 0))
		harness_allow(due->harness, 0, output, &set->outside[output],
			      &set->folds[output]);
}

static bool load(Due *due, int row, const Judgement *judgements)
{
	Session *s = due->data.session;
	const BenchData data = data_of(due, row, judgements);
	const DueSet *set = &due->data.sets[row];
	Diags *own = s->diags;
	bool good;

	s->diags = diags_new();
	good = harness_load(due->harness, &data, s->diags);
	diags_free(s->diags);
	s->diags = own;
	for (int i = 0; i < data.output_count && good; i++) {
		harness_expect(due->harness, 0, i, &set->references[i], NULL);
		allow(due, row, i, &judgements[i]);
	}
	return good;
}

/* The oracles, in their order: a row of data each, and three more. */
enum { EXACT = DUE_ROWS, CHOICES, INFLUENCE, ORACLES };

static const char *oracle_name(int oracle)
{
	return oracle == EXACT ? "exact" : oracle == CHOICES ? "choices"
	     : oracle == INFLUENCE ? "influence" : due_data_name(oracle);
}

/* A kernel before them. */
typedef struct Judging {
	Due *due;
	const Derivation *derivation;
	Variant variant; /* it was generated with */
	const Artifact *artifact;
	DueAsk ask;
	DueVerdict verdicts[ORACLES];
	bool *judged[ORACLES]; /* by output */
} Judging;

static int outputs_of(const Judging *j)
{
	return j->ask.session->program->output_count;
}

/* Residues take longer than floats: that is no fault of the kernel. */
static bool is_slow_twin(int row, const Measurement *m)
{
	return due_data_is_field(row) && (m->status == STATUS_BUILD_TIMEOUT
					  || m->status == STATUS_RUN_TIMEOUT);
}

static DueVerdict verify(Judging *j, int row, const Judgement *judgements)
{
	const Artifact *artifact = due_data_is_field(row)
				 ? twin(j->due, j->derivation, j->variant)
				 : j->artifact;
	HarnessCandidate candidate;

	if (!artifact || !any_judged(judgements, outputs_of(j))
	    || !load(j->due, row, judgements))
		return due_ask_unjudged(&j->ask);
	candidate = trial_candidate(j->ask.session, j->derivation, artifact);
	harness_build_begin(j->due->harness, &candidate);
	harness_verify(j->due->harness, j->ask.m);
	return is_slow_twin(row, j->ask.m) ? DUE_SLOW
					   : due_ask_verdict(&j->ask);
}

/* Of a twin that was in time for no earlier row. */
static DueVerdict before(const Judging *j, int row)
{
	if (!row || !due_data_is_field(row - 1) || !due_data_is_field(row))
		return DUE_UNJUDGED;
	return j->verdicts[row - 1];
}

static DueVerdict judge_row(Judging *j, int row, bool *judged)
{
	const int outputs = outputs_of(j);
	Judgement *judgements;

	if (!due_data_is_due(&j->due->data, row))
		return DUE_UNJUDGED;
	if (!j->due->data.sets[row].open || due_ask_is_over(&j->ask))
		return due_ask_unjudged(&j->ask);
	if (before(j, row) == DUE_LATE || before(j, row) == DUE_SLOW)
		return before(j, row);
	judgements = ARENA_ARRAY(j->ask.session->arena, Judgement, outputs);
	for (int i = 0; i < outputs; i++) {
		judgements[i] = due_judgement(j->due, row, j->derivation, i);
		judged[i] = !judgements[i].skip;
	}
	return verify(j, row, judgements);
}

/* Of all outputs, without a word. */
static DueVerdict ask_all(Judging *j, bool *judged,
			  DueVerdict (*agrees)(const DueAsk *ask))
{
	Session *s = j->ask.session;
	Diags *own = s->diags;
	DueVerdict verdict;

	for (int i = 0; i < outputs_of(j); i++)
		judged[i] = true;
	j->ask.asked = judged;
	s->diags = diags_new();
	verdict = agrees(&j->ask);
	diags_free(s->diags);
	s->diags = own;
	return verdict;
}

static DueVerdict judge_exact(Judging *j, bool *judged)
{
	if (!j->due->exact || !j->due->data.traits.floats
	    || !j->ask.session->program->in_port_count)
		return DUE_UNJUDGED;
	if (due_ask_is_over(&j->ask))
		return DUE_LATE;
	return ask_all(j, judged, due_exact_agrees);
}

/* What is not chosen leaves no trace, and so each element is chosen once. */
static DueVerdict judge_choices(Judging *j, bool *judged)
{
	return j->due->data.traits.chooses
		? ask_all(j, judged, due_crowns_agree) : DUE_UNJUDGED;
}

/* What is chosen between on one data set hides what is not, in the field, too. */
static DueVerdict judge_influence(Judging *j, bool *judged)
{
	const Traits *traits = &j->due->data.traits;
	bool any = false;

	for (int i = 0; i < outputs_of(j); i++)
		any |= judged[i] = traits->chooses
				|| (traits->floats
				    && !is_in_field(j->due, j->derivation, i));
	if (!any)
		return DUE_UNJUDGED;
	j->ask.asked = judged;
	switch (due_influence(&j->ask, j->derivation->expr)) {
	case INFLUENCE_AGREES:
		return DUE_PASSED;
	case INFLUENCE_DISAGREES:
		return DUE_FAILED;
	default:
		return due_ask_unjudged(&j->ask);
	}
}

static DueVerdict judge_by(Judging *j, int oracle, bool *judged)
{
	return oracle == EXACT ? judge_exact(j, judged)
	     : oracle == CHOICES ? judge_choices(j, judged)
	     : oracle == INFLUENCE ? judge_influence(j, judged)
	     : judge_row(j, oracle, judged);
}

/* Says which oracle it was. */
static bool refuse(const char *oracle, Measurement *m)
{
	char reason[sizeof m->reason];

	memcpy(reason, m->reason, sizeof reason);
	snprintf(m->reason, sizeof m->reason, "%s: %.*s", oracle,
		 (int)(sizeof reason - strlen(oracle) - sizeof ": "), reason);
	return false;
}

void due_add_exact(Due *due)
{
	due->exact = true;
}

void due_add_siblings(Due *due)
{
	due_data_draw(&due->data, true);
}

void due_add_open(Due *due, const Program *open)
{
	due->program = open;
}

static const char *joined(const Judging *j, const char *names,
			  const char *between, const char *name)
{
	return strstr(names, name) ? names
	     : arena_printf(j->ask.session->arena, "%s%s%s", names, between,
			    name);
}

static const char *late_names(const Judging *j)
{
	const char *late = "";

	for (int oracle = 0; oracle < ORACLES; oracle++)
		if (j->verdicts[oracle] == DUE_LATE)
			late = joined(j, late, *late ? ", " : "",
				      oracle_name(oracle));
		else if (j->verdicts[oracle] == DUE_SLOW)
			late = joined(j, late, *late ? ", " : "",
				      due_slow(j->ask.session,
					       oracle_name(oracle)));
	return late;
}

/* Of several sets for one oracle all count. */
static const char *passed_names(const Judging *j, int output, const char *late)
{
	const char *names = "";

	for (int oracle = 0; oracle < ORACLES; oracle++)
		if (j->verdicts[oracle] == DUE_PASSED
		    && j->judged[oracle][output]
		    && !strstr(late, oracle_name(oracle)))
			names = joined(j, names, " ", oracle_name(oracle));
	return names;
}

bool due_passes(Due *due, const Trial *trial,
		const Artifact *artifact, const char **names,
		const char **late, Measurement *m)
{
	Session *s = due->data.session;
	HarnessCandidate candidate = trial_candidate(s, trial->derivation,
						     artifact);
	Judging j = { due, trial->derivation, trial->variant, artifact,
		      { s, due->harness, due->data.hook, due->data.context,
			&candidate, NULL, m }, { 0 }, { 0 } };

	due_data_draw(&due->data, false);
	for (int oracle = 0; oracle < ORACLES; oracle++) {
		j.judged[oracle] = ARENA_ARRAY(s->arena, bool,
					       outputs_of(&j) + 1);
		j.verdicts[oracle] = judge_by(&j, oracle, j.judged[oracle]);
		if (j.verdicts[oracle] == DUE_FAILED)
			return refuse(oracle_name(oracle), m);
	}
	*late = late_names(&j);
	for (int i = 0; i < outputs_of(&j); i++)
		names[i] = passed_names(&j, i, *late);
	return true;
}
