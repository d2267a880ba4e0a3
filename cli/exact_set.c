#include "cli/exact_set.h"

#include "cli/exact.h"
#include "cli/inputs.h"
#include "cli/references.h"
#include "ir/data/testdata.h"

Array *exact_set_draw(const Session *s)
{
	const Program *p = s->program;
	Array *inputs = ARENA_ARRAY(s->arena, Array, p->in_port_count + 1);

	for (int i = 0; i < p->in_port_count; i++)
		inputs[i] = testdata_draw(&p->in_ports[i], s->options->seed,
					  TESTDATA_EXACT);
	return inputs;
}

void exact_set_ask(Session *s, const Array *inputs, bool waits,
		   EvalTask *tasks)
{
	static const ReferenceKind kinds[EXACT_TASKS] = {
		REFERENCE_F64, REFERENCE_DECLARED,
	};

	for (int i = 0; i < EXACT_TASKS; i++)
		tasks[i] = (EvalTask){
			.session = s, .kind = kinds[i], .inputs = inputs,
			.data = references_data(s->program, s->options->seed,
						TESTDATA_EXACT),
			.for_exact = true, .waits = waits,
		};
}

bool exact_is_of_data(DiagCode code)
{
	return code == E0403 || code == E0407 || code == E0408
	    || code == E0409;
}

static void move_others(Diags *to, const Diags *from)
{
	for (int i = 0; i < from->count; i++) {
		const Diag *d = &from->items[i];

		if (!exact_is_of_data(d->code))
			diag_add(to, d->code, &d->place, d->found, d->expected,
				 "%s", d->message);
	}
}

bool exact_set_run(Session *s, EvalTask *tasks, bool (*stop)(void *context),
		   void *context)
{
	Diags *diags = s->diags;
	bool good;

	if (!inputs_absent(s))
		s->diags = diags_new();
	good = eval_tasks_run(tasks, EXACT_TASKS, stop, context);
	if (s->diags != diags) {
		move_others(diags, s->diags);
		diags_free(s->diags);
		s->diags = diags;
	}
	return good;
}

Judgement *exact_set_agreed(const Session *s, const Array *f64,
			    const Array *declared)
{
	const Program *p = s->program;
	Judgement *made = ARENA_ARRAY(s->arena, Judgement, p->output_count);
	bool any = false;

	for (int i = 0; i < p->output_count; i++) {
		bool exact = exact_agrees(&f64[i], &declared[i]);

		made[i] = (Judgement){ .exact = exact, .skip = !exact,
				       .unordered = p->out_ports[i].unordered };
		any = any || exact;
	}
	return any ? made : NULL;
}

Judgement *exact_set_judgements(const Session *s, const EvalTask *tasks)
{
	if (tasks[0].hopeless || tasks[1].hopeless)
		return NULL;
	return exact_set_agreed(s, tasks[0].values, tasks[1].values);
}
