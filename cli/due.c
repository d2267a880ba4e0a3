#include "cli/due.h"

#include <string.h>

#include "cli/due_influence.h"
#include "cli/eval_task.h"
#include "cli/inputs.h"
#include "cli/judgement.h"
#include "cli/measure.h"
#include "cli/trial.h"
#include "ir/field.h"
#include "ir/testdata.h"
#include "ir/traits.h"
#include "rules/refute.h"

/* One data set. */
typedef struct DueSet {
	Array *outside, *folds; /* of what is bounded; else NULL */
	bool open;     /* it is of use */
	Array *inputs, *references;
} DueSet;

typedef struct DueRow {
	const char *name; /* of the judge */
	TestdataKind data;
	/* Whether the set says anything of such a program. */
	bool (*applies)(const Session *s, const Traits *traits);
} DueRow;

/* Whether a NaN is passed on by a minimum, and where the branches of a
 * comparison meet, is left open by the rules. */
static bool nans_apply(const Session *s, const Traits *traits)
{
	if (s->options->fp == FP_STRICT)
		return traits->floats;
	return s->options->fp == FP_REASSOC && traits->floats
	    && !traits->compares && !traits->to_integers;
}

static bool infinities_apply(const Session *s, const Traits *traits)
{
	if (s->options->fp == FP_STRICT)
		return traits->floats;
	return s->options->fp == FP_REASSOC && traits->floats
	    && !traits->to_integers;
}

static bool limits_apply(const Session *s, const Traits *traits)
{
	(void)s;
	(void)traits;
	return true;
}

/* What takes one of many must take the right one, wherever it stands. */
static bool extremes_apply(const Session *s, const Traits *traits)
{
	(void)s;
	return traits->chooses;
}

static bool field_applies(const Session *s, const Traits *traits)
{
	(void)s;
	return traits->floats;
}

static const DueRow rows[] = {
	{ "field",   TESTDATA_FIELD,    field_applies },
	{ "special", TESTDATA_NANS,     nans_apply },
	{ "special", TESTDATA_INFINITE, infinities_apply },
	{ "special", TESTDATA_LIMITS,   limits_apply },
	{ "ends",    TESTDATA_RISING,   extremes_apply },
	{ "ends",    TESTDATA_FALLING,  extremes_apply },
};

enum { ROWS = sizeof rows / sizeof *rows };

struct Due {
	Session *session;
	Harness *harness;
	bool (*hook)(void *context);
	void *context;
	bool drawn;
	Traits traits;
	DueSet sets[ROWS];
};

Due *due_new(Session *s, Harness *harness, bool (*hook)(void *context),
	     void *context)
{
	Due *due = ARENA_NEW(s->arena, Due);

	*due = (Due){ .session = s, .harness = harness, .hook = hook,
		      .context = context,
		      .traits = traits_of(s->program->body) };
	return due;
}

static void drop_set(Due *due, DueSet *set)
{
	const Program *p = due->session->program;

	eval_free_arrays(set->inputs, p->in_port_count);
	eval_free_arrays(set->references, p->output_count);
	eval_free_arrays(set->outside, p->output_count);
	eval_free_arrays(set->folds, p->output_count);
	set->open = false;
}

void due_free(Due *due)
{
	for (int i = 0; due && i < ROWS; i++)
		if (due->sets[i].open)
			drop_set(due, &due->sets[i]);
}

/* -- data ------------------------------------------------------------------ */

static Array *draw(Session *s, TestdataKind kind)
{
	const Program *p = s->program;
	Array *arrays = ARENA_ARRAY(s->arena, Array, p->in_port_count + 1);

	for (int i = 0; i < p->in_port_count; i++)
		arrays[i] = testdata_draw(&p->in_ports[i], s->options->seed,
					  kind);
	return arrays;
}

/* Bounds say which results hang on the range of a type: what is denormal in f64
 * may be 0 in f32, and its reciprocal infinite. */
static ReferenceKind kind_of(const Session *s, TestdataKind data)
{
	return data == TESTDATA_FIELD ? REFERENCE_FIELD
	     : s->options->fp == FP_STRICT ? REFERENCE_DECLARED
					   : REFERENCE_BOUNDED;
}

/* Evaluations at the same time, while their inputs take no more than this. */
#define BESIDE_BYTES ((size_t)128 << 20)

static bool is_over(const Due *due)
{
	return due->hook && due->hook(due->context);
}

static size_t input_bytes(const Program *p)
{
	size_t sum = 0;

	for (int i = 0; i < p->in_port_count; i++)
		sum += (size_t)p->in_ports[i].elements
		     * scalar_bytes(p->in_ports[i].scalar);
	return sum;
}

static void begin(Due *due, int row, EvalTask *task, const atomic_bool *stop)
{
	Session *s = due->session;
	DueSet *set = &due->sets[row];

	if (!rows[row].applies(s, &due->traits) || is_over(due))
		return;
	set->inputs = draw(s, rows[row].data);
	*task = (EvalTask){ .session = s,
			    .kind = kind_of(s, rows[row].data),
			    .inputs = set->inputs };
	set->open = eval_tasks_begin(task, 1, stop);
	if (!set->open)
		drop_set(due, set);
}

static void end(Due *due, int row, EvalTask *task, atomic_bool *stop)
{
	DueSet *set = &due->sets[row];

	if (!set->open)
		return;
	eval_tasks_await(task, 1, stop, due->hook, due->context);
	if (!eval_tasks_end(task, 1)) {
		drop_set(due, set);
		return;
	}
	if (task->kind == REFERENCE_BOUNDED)
		judgement_widen(due->session, task->outside, task->folds);
	set->references = task->values;
	set->outside = task->outside;
	set->folds = task->folds;
}

/* Data that the program has no result for are of no use: nothing is said. */
static void draw_all(Due *due)
{
	const int beside = input_bytes(due->session->program) > BESIDE_BYTES
			 ? 1 : ROWS;
	Diags *own = due->session->diags;
	EvalTask tasks[ROWS];
	atomic_bool stop;

	atomic_init(&stop, false);
	due->session->diags = diags_new();
	for (int first = 0; first < ROWS; first += beside) {
		for (int i = first; i < first + beside && i < ROWS; i++)
			begin(due, i, &tasks[i], &stop);
		for (int i = first; i < first + beside && i < ROWS; i++)
			end(due, i, &tasks[i], &stop);
	}
	diags_free(due->session->diags);
	due->session->diags = own;
	due->drawn = true;
}

/* -- judging --------------------------------------------------------------- */

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

static bool is_field(int row)
{
	return rows[row].data == TESTDATA_FIELD;
}

static bool is_extreme(int row)
{
	return rows[row].data == TESTDATA_RISING
	    || rows[row].data == TESTDATA_FALLING;
}

static BenchData data_of(const Due *due, int row, const Judgement *judgements)
{
	const Session *s = due->session;
	const Program *p = s->program;
	BenchData data = {
		.input_count = p->in_port_count,
		.output_count = p->output_count, .set_count = 1,
		.inputs = p->in_ports, .outputs = p->out_ports,
		.sets = { { due->sets[row].inputs, judgements } },
	};

	if (is_field(row)) {
		data.inputs = residue_ports(s->arena, p->in_ports,
					    p->in_port_count);
		data.outputs = residue_ports(s->arena, p->out_ports,
					     p->output_count);
	}
	return data;
}

/* Floats of special values: which are NaN or infinite. Integers that floats
 * decide may hang on roundings. */
static Judgement special_judgement(const Due *due, const Port *port)
{
	Judgement j = { .unordered = port->unordered };

	if (due->session->bit_exact)
		j.bits = scalar_is_float(port->scalar);
	else
		j.special = scalar_is_float(port->scalar);
	j.exact = !scalar_is_float(port->scalar);
	j.skip = j.exact && due->traits.floats && !due->session->bit_exact;
	j.skip = j.skip || (j.special && j.unordered);
	return j;
}

/* As on random data. */
static Judgement extreme_judgement(const Due *due, const Port *port)
{
	const Session *s = due->session;

	return judgement_of(s, port, !scalar_is_float(port->scalar)
				     || !judges_tolerates(s));
}

static bool is_in_field(const Due *due, const Derivation *derivation,
			int output)
{
	Text why = { 0 };
	bool judged = derivation_holds_in_field(derivation)
		   && field_judges(due->session->program, derivation->expr,
				   output, &why);

	text_free(&why);
	return judged;
}

static Judgement due_judgement(const Due *due, int row,
			       const Derivation *derivation, int output)
{
	const Port *port = &due->session->program->out_ports[output];

	if (is_extreme(row))
		return extreme_judgement(due, port);
	if (!is_field(row))
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
	Session *s = due->session;
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
	const DueSet *set = &due->sets[row];

	if (set->outside && !(is_extreme(row) && j->rtol + j->atol > 0))
		harness_allow(due->harness, 0, output, &set->outside[output],
			      &set->folds[output]);
}

static bool load(Due *due, int row, const Judgement *judgements)
{
	Session *s = due->session;
	const BenchData data = data_of(due, row, judgements);
	const DueSet *set = &due->sets[row];
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
	const int outputs = due->session->program->output_count;
	HarnessCandidate candidate;

	if (!due->sets[row].open)
		return DUE_UNJUDGED;
	for (int i = 0; i < outputs; i++)
		judgements[i] = due_judgement(due, row, derivation, i);
	if (is_field(row))
		artifact = twin(due, derivation);
	if (!artifact || !any_judged(judgements, outputs)
	    || !load(due, row, judgements))
		return DUE_UNJUDGED;
	candidate = trial_candidate(due->session, derivation, artifact);
	harness_build_begin(due->harness, &candidate);
	harness_verify(due->harness, m);
	return verdict_of(m);
}

static void add_name(Due *due, const char *name, const char **names)
{
	if (!strstr(*names, name))
		*names = arena_printf(due->session->arena, "%s %s", *names,
				      name);
}

/* False when it is wrong. */
static bool has_influence(Due *due, const Derivation *derivation,
			  const Artifact *artifact, const char **names,
			  Measurement *m)
{
	Session *s = due->session;
	const int outputs = s->program->output_count;
	HarnessCandidate candidate = trial_candidate(s, derivation, artifact);
	bool *asked = ARENA_ARRAY(s->arena, bool, outputs);
	InfluenceResult result;

	for (int i = 0; i < outputs; i++)
		asked[i] = due->traits.floats
			&& !is_in_field(due, derivation, i);
	result = due_influence(s, due->harness, due->hook, due->context,
			       derivation->expr, &candidate, asked, m);
	for (int i = 0; i < outputs && result == INFLUENCE_AGREES; i++)
		if (asked[i])
			add_name(due, "influence", &names[i]);
	return result != INFLUENCE_DISAGREES;
}

bool due_passes(Due *due, const Derivation *derivation,
		const Artifact *artifact, const char **names, Measurement *m)
{
	const int outputs = due->session->program->output_count;
	Judgement *judgements = ARENA_ARRAY(due->session->arena, Judgement,
					    outputs);

	if (!due->drawn)
		draw_all(due);
	for (int i = 0; i < outputs; i++)
		names[i] = "";
	for (int row = 0; row < ROWS; row++) {
		DueVerdict verdict = judge_row(due, row, derivation, artifact,
					       judgements, m);

		if (verdict == DUE_FAILED)
			return false;
		for (int i = 0; i < outputs && verdict == DUE_PASSED; i++)
			if (!judgements[i].skip)
				add_name(due, rows[row].name, &names[i]);
	}
	return has_influence(due, derivation, artifact, names, m);
}
