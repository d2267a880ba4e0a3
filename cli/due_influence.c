#include "cli/due_influence.h"

#include <stdio.h>
#include <string.h>

#include "cli/due_ask.h"
#include "cli/inputs.h"

typedef struct Asking {
	DueAsk ask;
	const void **outputs; /* of the last run */
} Asking;

static const Program *program_of(const Asking *a)
{
	return a->ask.session->program;
}

/* -- the kernel ------------------------------------------------------------ */

static const void *const *run(void *context, const Array *inputs)
{
	const Asking *a = context;
	const int count = program_of(a)->output_count;
	Judgement *none = ARENA_ARRAY(a->ask.session->arena, Judgement, count);

	if (due_ask_is_over(&a->ask)
	    || !due_ask_load(&a->ask, (Array *)(uintptr_t)inputs, none))
		return NULL;
	harness_build_begin(a->ask.harness, a->ask.candidate);
	harness_run(a->ask.harness, a->ask.m);
	if (a->ask.m->status != STATUS_OK || a->ask.m->interrupted)
		return NULL;
	for (int i = 0; i < count; i++)
		a->outputs[i] = harness_output(a->ask.harness, 0, i);
	return a->outputs;
}

/* -- the evaluator --------------------------------------------------------- */

static InfluenceResult agrees(void *context, const Array *inputs, Text *what)
{
	const Asking *a = context;
	Array *all = (Array *)(uintptr_t)inputs;
	DueVerdict verdict = due_ask_agrees(&a->ask, 1, &all);

	if (verdict == DUE_FAILED)
		text_put(what, a->ask.m->reason);
	return verdict == DUE_PASSED ? INFLUENCE_AGREES
	     : verdict == DUE_FAILED ? INFLUENCE_DISAGREES : INFLUENCE_FAILED;
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
	Arena *arena = a->ask.session->arena;
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
		.judgements = due_ask_judgements(&a->ask, task),
		.asked = a->ask.asked,
		.seed = a->ask.session->options->seed,
		.evaluations = EVALUATIONS, .run = run, .agrees = agrees,
		.context = a,
	};
	InfluenceResult result = INFLUENCE_FAILED;
	Text what = { 0 };

	if (influence.outputs)
		result = influence_judge(&influence, &what);
	if (result == INFLUENCE_DISAGREES)
		snprintf(a->ask.m->reason, sizeof a->ask.m->reason, "%s",
			 text_string(&what));
	text_free(&what);
	return result;
}

InfluenceResult due_influence(const DueAsk *asks, const Expr *low)
{
	Session *s = asks->session;
	const Program *p = s->program;
	Array *inputs = ARENA_ARRAY(s->arena, Array, p->in_port_count + 1);
	Asking a = { *asks,
		     ARENA_ARRAY(s->arena, const void *, p->output_count) };
	InfluenceResult result = INFLUENCE_FAILED;
	Diags *own = s->diags;
	EvalTask task;

	if (!keep_asked(p, asks->asked))
		return INFLUENCE_FAILED;
	s->diags = diags_new();
	if (inputs_read(s, inputs)) {
		if (due_ask_evaluate(&a.ask, inputs, &task)) {
			result = ask(&a, low, inputs, &task);
			due_ask_drop(&a.ask, &task);
		}
		eval_free_arrays(inputs, p->in_port_count);
	}
	diags_free(s->diags);
	s->diags = own;
	return result;
}
