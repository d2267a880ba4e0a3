#include "cli/due_exact.h"

#include "cli/exact_set.h"

static DueVerdict verify(const DueAsk *a, Array *inputs, const EvalTask *tasks)
{
	const int outputs = a->session->program->output_count;
	Judgement *judgements = exact_set_judgements(a->session, tasks);

	for (int i = 0; i < outputs; i++)
		a->asked[i] = judgements && !judgements[i].skip;
	if (!judgements)
		return DUE_UNJUDGED;
	if (!due_ask_load(a, inputs, judgements))
		return due_ask_unjudged(a);
	for (int i = 0; i < outputs; i++)
		harness_expect(a->harness, 0, i, &tasks[0].values[i], NULL);
	harness_build_begin(a->harness, a->candidate);
	harness_verify(a->harness, a->m);
	return due_ask_verdict(a);
}

DueVerdict due_exact_agrees(const DueAsk *a)
{
	Session *s = a->session;
	Array *inputs = exact_set_draw(s);
	EvalTask tasks[EXACT_TASKS];
	DueVerdict verdict;

	exact_set_ask(s, inputs, false, tasks);
	if (exact_set_run(s, tasks, a->hook, a->context)) {
		verdict = verify(a, inputs, tasks);
		for (int i = 0; i < EXACT_TASKS; i++)
			due_ask_drop(a, &tasks[i]);
	} else {
		verdict = due_ask_unjudged(a);
	}
	eval_free_arrays(inputs, s->program->in_port_count);
	return verdict;
}
