#include "cli/due.h"

#include <stdio.h>
#include <string.h>

#include "cli/due_crowns.h"
#include "cli/due_data.h"
#include "cli/due_influence.h"
#include "cli/judgement.h"
#include "cli/judges.h"
#include "cli/measure.h"
#include "lib/trial.h"
#include "ir/field.h"
#include "rules/refute.h"

struct Due {
	Harness *harness;
	DueData data;
};

Due *due_new(Session *s, Harness *harness, const Judges *judges,
	     bool (*hook)(void *context), void *context)
{
	Due *due = ARENA_NEW(s->arena, Due);

	*due = (Due){ .harness = harness,
		      .data = due_data_of(s, judges, hook, context) };
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
				     || !judges_tolerates(s));
}

static bool is_in_field(const Due *due, const Derivation *derivation,
			int output)
{
	Text why = { 0 };
	bool judged = derivation_holds_in_field(derivation)
		   && field_judges(due->data.session->program, derivation->expr,
				   output, &why);

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
		return (Judgement){ .exact = true, .unordered = port->unordered,
				    .skip = !due->data.sets[row].fits[output] };
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
static const Artifact *twin(Due *due, const Derivation *derivation)
{
	Session *s = due->data.session;
	const Device *device = harness_device(due->harness);
	CodegenOptions options = measure_codegen(s, device);
	LegalFault fault = { 0 };

	options.field = true;
	return codegen(s->arena, s->program, derivation->expr, device,
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

typedef enum { DUE_PASSED, DUE_UNJUDGED, DUE_FAILED } DueVerdict;

/* What is no result of the kernel is none of the judge's either. */
static DueVerdict verdict_of(const Measurement *m)
{
	if (m->status == STATUS_OK)
		return DUE_PASSED;
	return m->interrupted || status_rows[m->status].retries ? DUE_UNJUDGED
								 : DUE_FAILED;
}

static DueVerdict judge_row(Due *due, int row, const Derivation *derivation,
			    const Artifact *artifact, Judgement *judgements,
			    Measurement *m)
{
	const int outputs = due->data.session->program->output_count;
	HarnessCandidate candidate;

	if (!due->data.sets[row].open || due_data_is_over(&due->data))
		return DUE_UNJUDGED;
	for (int i = 0; i < outputs; i++)
		judgements[i] = due_judgement(due, row, derivation, i);
	if (due_data_is_field(row))
		artifact = twin(due, derivation);
	if (!artifact || !any_judged(judgements, outputs)
	    || !load(due, row, judgements))
		return DUE_UNJUDGED;
	candidate = trial_candidate(due->data.session, derivation, artifact);
	harness_build_begin(due->harness, &candidate);
	harness_verify(due->harness, m);
	return verdict_of(m);
}

/* Says which judge it was. */
static bool refuse(const char *judge, Measurement *m)
{
	char reason[sizeof m->reason];

	memcpy(reason, m->reason, sizeof reason);
	snprintf(m->reason, sizeof m->reason, "%s: %.*s", judge,
		 (int)(sizeof reason - strlen(judge) - sizeof ": "), reason);
	return false;
}

static void add_name(Due *due, const char *name, const char **names)
{
	if (!strstr(*names, name))
		*names = arena_printf(due->data.session->arena, "%s %s", *names,
				      name);
}

/* False when it is wrong: what is not chosen leaves no trace, and so each
 * element is chosen once. */
static bool has_all_choices(Due *due, DueAsk *ask, const char **names)
{
	Session *s = ask->session;
	const int outputs = s->program->output_count;
	Diags *own = s->diags;
	bool good;

	if (!due->data.traits.chooses || !due_crowns(s->program))
		return true;
	for (int i = 0; i < outputs; i++)
		ask->asked[i] = true;
	s->diags = diags_new();
	good = due_crowns_agree(ask);
	diags_free(s->diags);
	s->diags = own;
	for (int i = 0; i < outputs && good; i++)
		add_name(due, "choices", &names[i]);
	return good;
}

/* False when it is wrong. What is chosen between on one data set hides what is
 * not, in the field, too. */
static bool has_influence(Due *due, const Derivation *derivation, DueAsk *ask,
			  const char **names)
{
	const int outputs = ask->session->program->output_count;
	InfluenceResult result;

	for (int i = 0; i < outputs; i++)
		ask->asked[i] = due->data.traits.chooses
			     || (due->data.traits.floats
				 && !is_in_field(due, derivation, i));
	result = due_influence(ask, derivation->expr);
	for (int i = 0; i < outputs && result == INFLUENCE_AGREES; i++)
		if (ask->asked[i])
			add_name(due, "influence", &names[i]);
	return result != INFLUENCE_DISAGREES;
}

bool due_is_settled(const char *judges)
{
	return strstr(judges, " field") || strstr(judges, " special");
}

void due_add_siblings(Due *due)
{
	due_data_draw(&due->data, true);
}

bool due_passes(Due *due, const Derivation *derivation,
		const Artifact *artifact, const char **names, Measurement *m)
{
	Session *s = due->data.session;
	const int outputs = s->program->output_count;
	Judgement *judgements = ARENA_ARRAY(s->arena, Judgement, outputs);
	HarnessCandidate candidate = trial_candidate(s, derivation, artifact);
	DueAsk ask = { s, due->harness, due->data.hook, due->data.context,
		       &candidate, ARENA_ARRAY(s->arena, bool, outputs), m };

	due_data_draw(&due->data, false);
	for (int i = 0; i < outputs; i++)
		names[i] = "";
	for (int row = 0; row < DUE_ROWS; row++) {
		DueVerdict verdict = judge_row(due, row, derivation, artifact,
					       judgements, m);

		if (verdict == DUE_FAILED)
			return refuse(due_data_name(row), m);
		for (int i = 0; i < outputs && verdict == DUE_PASSED; i++)
			if (!judgements[i].skip)
				add_name(due, due_data_name(row), &names[i]);
	}
	if (!has_all_choices(due, &ask, names))
		return refuse("choices", m);
	return has_influence(due, derivation, &ask, names)
	    || refuse("influence", m);
}
