#include "cli/due_influence.h"

#include <stdio.h>
#include <string.h>

#include "cli/eval_task.h"
#include "cli/inputs.h"
#include "cli/judgement.h"

typedef struct Asking {
	Session *session;
	Harness *harness;
	bool (*hook)(void *context);
	void *context;
	const HarnessCandidate *candidate;
	const bool *asked;
	Measurement *m;
	const void **outputs; /* of the last run */
} Asking;

static const Program *program_of(const Asking *a)
{
	return a->session->program;
}

static bool is_over(const Asking *a)
{
	return a->hook && a->hook(a->context);
}

/* -- the kernel ------------------------------------------------------------ */

static bool load(const Asking *a, const Array *inputs,
		 const Judgement *judgements)
{
	const Program *p = program_of(a);
	const BenchData data = {
		.input_count = p->in_port_count,
		.output_count = p->output_count, .set_count = 1,
		.inputs = p->in_ports, .outputs = p->out_ports,
		.sets = { { inputs, judgements } },
	};

	return harness_load(a->harness, &data, a->session->diags);
}

static const void *const *run(void *context, const Array *inputs)
{
	const Asking *a = context;
	const int count = program_of(a)->output_count;
	Judgement *none = ARENA_ARRAY(a->session->arena, Judgement, count);

	if (is_over(a) || !load(a, inputs, none))
		return NULL;
	harness_build_begin(a->harness, a->candidate);
	harness_run(a->harness, a->m);
	if (a->m->status != STATUS_OK || a->m->interrupted)
		return NULL;
	for (int i = 0; i < count; i++)
		a->outputs[i] = harness_output(a->harness, 0, i);
	return a->outputs;
}

/* -- the evaluator --------------------------------------------------------- */

static bool evaluate(const Asking *a, const Array *inputs, EvalTask *task)
{
	*task = (EvalTask){ .session = a->session, .kind = REFERENCE_BOUNDED,
			    .inputs = inputs };
	if (!eval_tasks_run(task, 1, a->hook, a->context))
		return false;
	judgement_widen(a->session, task->outside, task->folds);
	return true;
}

static void drop(const Asking *a, EvalTask *task)
{
	const int count = program_of(a)->output_count;

	eval_free_arrays(task->values, count);
	eval_free_arrays(task->outside, count);
	eval_free_arrays(task->folds, count);
}

static bool is_bounded(const Asking *a, int output)
{
	const Port *port = &program_of(a)->out_ports[output];

	return !scalar_is_float(port->scalar) || !judges_tolerates(a->session);
}

/* As on the last set of data; what the bound leaves open is not judged. */
static Judgement judged_by(const Asking *a, int output, const EvalTask *task)
{
	const Port *port = &program_of(a)->out_ports[output];
	Judgement j = judgement_of(a->session, port, is_bounded(a, output));

	j.skip = !a->asked[output];
	j.growth = a->candidate->growth[port->scalar];
	if (is_bounded(a, output)) {
		j.outside = task->outside[output].data;
		j.folds = task->folds[output].data;
	}
	return j;
}

static const Judgement *judgements_of(const Asking *a, const EvalTask *task)
{
	const int count = program_of(a)->output_count;
	Judgement *made = ARENA_ARRAY(a->session->arena, Judgement, count);

	for (int i = 0; i < count; i++)
		made[i] = judged_by(a, i, task);
	return made;
}

/* The same way as any kernel is verified. */
static bool verify(const Asking *a, const Array *inputs, const EvalTask *task)
{
	if (!load(a, inputs, judgements_of(a, task)))
		return true;
	for (int i = 0; i < program_of(a)->output_count; i++) {
		harness_expect(a->harness, 0, i, &task->values[i], NULL);
		if (is_bounded(a, i))
			harness_allow(a->harness, 0, i, &task->outside[i],
				      &task->folds[i]);
	}
	harness_build_begin(a->harness, a->candidate);
	harness_verify(a->harness, a->m);
	return a->m->interrupted || a->m->status == STATUS_OK
	    || status_rows[a->m->status].retries;
}

static bool agrees(void *context, const Array *inputs, Text *what)
{
	const Asking *a = context;
	EvalTask task;
	bool good;

	if (!evaluate(a, inputs, &task))
		return true;
	good = verify(a, inputs, &task);
	drop(a, &task);
	if (!good)
		text_put(what, a->m->reason);
	return good;
}

/* -- all of it ------------------------------------------------------------- */

static bool keep_asked(const Program *p, bool *asked)
{
	bool any = false;

	for (int i = 0; i < p->output_count; i++) {
		asked[i] &= !p->out_ports[i].unordered;
		any |= asked[i];
	}
	return any && p->in_port_count;
}

/* The kernel's results on the data as they are; NULL: there are none. */
static const void *const *first_outputs(const Asking *a, const Array *inputs)
{
	const Program *p = program_of(a);
	Arena *arena = a->session->arena;
	const void *const *got = run((void *)(uintptr_t)a, inputs);
	void **kept = ARENA_ARRAY(arena, void *, p->output_count);

	for (int i = 0; got && i < p->output_count; i++) {
		const Port *port = &p->out_ports[i];
		size_t bytes = (size_t)port->elements
			     * scalar_bytes(port->scalar);

		kept[i] = ARENA_ARRAY(arena, char, bytes + 1);
		memcpy(kept[i], got[i], bytes);
	}
	return got ? (const void *const *)kept : NULL;
}

static InfluenceResult ask(Asking *a, const Expr *low, Array *inputs,
			   const EvalTask *task)
{
	enum { EVALUATIONS = 2 };
	Influence influence = {
		.program = program_of(a), .low = low, .inputs = inputs,
		.outputs = first_outputs(a, inputs),
		.judgements = judgements_of(a, task), .asked = a->asked,
		.seed = a->session->options->seed,
		.evaluations = EVALUATIONS, .run = run, .agrees = agrees,
		.context = a,
	};
	InfluenceResult result = INFLUENCE_FAILED;
	Text what = { 0 };

	if (influence.outputs)
		result = influence_judge(&influence, &what);
	if (result == INFLUENCE_DISAGREES)
		snprintf(a->m->reason, sizeof a->m->reason, "%s",
			 text_string(&what));
	text_free(&what);
	return result;
}

InfluenceResult due_influence(Session *s, Harness *harness,
			      bool (*hook)(void *context), void *context,
			      const Expr *low,
			      const HarnessCandidate *candidate, bool *asked,
			      Measurement *m)
{
	const Program *p = s->program;
	Array *inputs = ARENA_ARRAY(s->arena, Array, p->in_port_count + 1);
	Asking a = { s, harness, hook, context, candidate, asked, m,
		     ARENA_ARRAY(s->arena, const void *, p->output_count) };
	InfluenceResult result = INFLUENCE_FAILED;
	Diags *own = s->diags;
	EvalTask task;

	if (!keep_asked(p, asked))
		return INFLUENCE_FAILED;
	s->diags = diags_new();
	if (inputs_read(s, inputs)) {
		if (evaluate(&a, inputs, &task)) {
			result = ask(&a, low, inputs, &task);
			drop(&a, &task);
		}
		eval_free_arrays(inputs, p->in_port_count);
	}
	diags_free(s->diags);
	s->diags = own;
	return result;
}
