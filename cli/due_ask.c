#include "cli/due_ask.h"

#include "cli/judgement.h"

static const Program *program_of(const DueAsk *a)
{
	return a->session->program;
}

/* So many sets of data as one load. */
static bool load_sets(const DueAsk *a, int count, Array *const *inputs,
		      const Judgement *const *judgements)
{
	const Program *p = program_of(a);
	BenchData data = {
		.input_count = p->in_port_count,
		.output_count = p->output_count, .set_count = count,
		.inputs = p->in_ports, .outputs = p->out_ports,
	};

	for (int set = 0; set < count; set++)
		data.sets[set] = (BenchSet){ inputs[set], judgements[set] };
	return harness_load(a->harness, &data, a->session->diags);
}

bool due_ask_load(const DueAsk *a, Array *inputs, const Judgement *judgements)
{
	return load_sets(a, 1, &inputs, &judgements);
}

/* -- the evaluator --------------------------------------------------------- */

/* Where every bit counts these are those of the declared types. */
static bool evaluate(const DueAsk *a, int count, Array *const *inputs,
		     EvalTask *tasks)
{
	const ReferenceKind kind = a->session->bit_exact ? REFERENCE_DECLARED
							 : REFERENCE_BOUNDED;

	for (int i = 0; i < count; i++)
		tasks[i] = (EvalTask){ .session = a->session, .kind = kind,
				       .inputs = inputs[i] };
	return eval_tasks_run(tasks, count, a->hook, a->context);
}

bool due_ask_evaluate(const DueAsk *a, Array *inputs, EvalTask *task)
{
	return evaluate(a, 1, &inputs, task);
}

void due_ask_drop(const DueAsk *a, EvalTask *task)
{
	const int count = program_of(a)->output_count;

	eval_free_arrays(task->values, count);
	eval_free_arrays(task->outside, count);
	eval_free_arrays(task->folds, count);
}

static bool is_bounded(const DueAsk *a, int output, const EvalTask *task)
{
	const Port *port = &program_of(a)->out_ports[output];

	return task->outside && (!scalar_is_float(port->scalar)
				 || !oracles_tolerates(a->session));
}

/* As on the last set of data; what the bound leaves open is not judged. */
static Judgement judged_by(const DueAsk *a, int output, const EvalTask *task)
{
	const Port *port = &program_of(a)->out_ports[output];
	const bool bounded = is_bounded(a, output, task);
	Judgement j = judgement_of(a->session, port, bounded);

	j.skip = !a->asked[output];
	j.growth = a->candidate->growth[port->scalar];
	if (bounded) {
		j.outside = task->outside[output].data;
		j.folds = task->folds[output].data;
	}
	return j;
}

const Judgement *due_ask_judgements(const DueAsk *a, const EvalTask *task)
{
	const int count = program_of(a)->output_count;
	Judgement *made = ARENA_ARRAY(a->session->arena, Judgement, count);

	for (int i = 0; i < count; i++)
		made[i] = judged_by(a, i, task);
	return made;
}

static void expect(const DueAsk *a, int set, const EvalTask *task)
{
	for (int i = 0; i < program_of(a)->output_count; i++) {
		harness_expect(a->harness, set, i, &task->values[i], NULL);
		if (is_bounded(a, i, task))
			harness_allow(a->harness, set, i, &task->outside[i],
				      &task->folds[i]);
	}
}

bool due_ask_is_over(const DueAsk *a)
{
	return a->hook && a->hook(a->context);
}

DueVerdict due_ask_unjudged(const DueAsk *a)
{
	return due_ask_is_over(a) ? DUE_LATE : DUE_UNJUDGED;
}

/* What is no result of the kernel is none of the oracle's either. */
DueVerdict due_ask_verdict(const DueAsk *a)
{
	if (a->m->interrupted || status_rows[a->m->status].retries)
		return due_ask_unjudged(a);
	return a->m->status == STATUS_OK ? DUE_PASSED : DUE_FAILED;
}

/* The same way as any kernel is verified. */
static DueVerdict verify(const DueAsk *a, int count, Array *const *inputs,
		   const EvalTask *tasks)
{
	const Judgement *judgements[BENCH_SETS] = { NULL };

	for (int set = 0; set < count; set++)
		judgements[set] = due_ask_judgements(a, &tasks[set]);
	if (!load_sets(a, count, inputs, judgements))
		return due_ask_unjudged(a);
	for (int set = 0; set < count; set++)
		expect(a, set, &tasks[set]);
	harness_build_begin(a->harness, a->candidate);
	harness_verify(a->harness, a->m);
	return due_ask_verdict(a);
}

DueVerdict due_ask_agrees(const DueAsk *a, int count, Array *const *inputs)
{
	EvalTask tasks[BENCH_SETS];
	DueVerdict verdict;

	if (!evaluate(a, count, inputs, tasks))
		return due_ask_unjudged(a);
	verdict = verify(a, count, inputs, tasks);
	for (int set = 0; set < count; set++)
		due_ask_drop(a, &tasks[set]);
	return verdict;
}
