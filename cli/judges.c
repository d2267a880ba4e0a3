#include "cli/judges.h"

#include <math.h>

#include "cli/eval_task.h"
#include "cli/inputs.h"
#include "cli/judgement.h"
#include "cli/progress.h"
#include "cli/references.h"
#include "ir/core/traits.h"
#include "ir/data/testdata.h"
#include "ir/eval/growth.h"

/* In the order of the tasks, those that are there. */
typedef enum { EXACT_F64, EXACT_DECLARED, LAST_DECLARED, LAST_F64, PARTS }
	Part;

struct Evaluation {
	Session *session;
	Judges *judges;
	Array *exact, *last; /* inputs; what is timed is the last */
	EvalTask tasks[PARTS], *parts[PARTS]; /* parts: NULL where missing */
	int count;
	double started;
	atomic_bool stop; /* the results are not wanted any more */
};

void judges_growth(const Session *s, const Expr *low,
		   double growth[SCALAR_COUNT])
{
	static const Scalar floats[] = { SCALAR_F16, SCALAR_F32, SCALAR_F64 };

	for (int i = 0; i < 3; i++)
		growth[floats[i]] = fold_growth(low, floats[i]);
	growth[SCALAR_F64] = fmax(growth[SCALAR_F64],
				  fold_growth(s->program->body, SCALAR_F64));
}

double judges_largest(const Array *array)
{
	double most = 0;

	for (int64_t i = 0; i < array->elements; i++) {
		double magnitude = fabs(array_get(array, i));

		if (magnitude > most && isfinite(magnitude))
			most = magnitude;
	}
	return most;
}

static Array *values(const Evaluation *e, Part part)
{
	const EvalTask *task = e->parts[part];

	return task && !task->hopeless ? task->values : NULL;
}

static void *draw_exact(void *evaluation)
{
	const Evaluation *e = evaluation;
	const Program *p = e->session->program;

	for (int i = 0; i < p->in_port_count; i++)
		e->exact[i] = testdata_draw(&p->in_ports[i],
					    e->session->options->seed,
					    TESTDATA_EXACT);
	return NULL;
}

/* Both sets at the same time. */
static bool draw(Evaluation *e)
{
	pthread_t thread;
	bool beside = e->exact
		   && !pthread_create(&thread, NULL, draw_exact, e);
	bool good = inputs_read(e->session, e->last);

	if (beside)
		pthread_join(thread, NULL);
	else if (e->exact)
		draw_exact(e);
	return good;
}

static const Array *inputs_of(const Evaluation *e, Part part)
{
	return part == EXACT_F64 || part == EXACT_DECLARED ? e->exact
							   : e->last;
}

/* 0 where it is not known without looking. */
static uint64_t data_of(const Evaluation *e, Part part)
{
	const Session *s = e->session;

	if (inputs_of(e, part) == e->exact)
		return references_data(s->program, s->options->seed,
				       TESTDATA_EXACT);
	return !inputs_absent(s) ? 0
		: references_data(s->program, s->options->seed,
				  TESTDATA_RANDOM);
}

static void add_task(Evaluation *e, Part part, ReferenceKind kind)
{
	EvalTask *task = &e->tasks[e->count++];

	*task = (EvalTask){ .session = e->session, .kind = kind,
			    .inputs = inputs_of(e, part),
			    .data = data_of(e, part),
			    .for_exact = part == EXACT_F64
				      || part == EXACT_DECLARED,
			    .waits = true };
	e->parts[part] = task;
}

/* Whether candidates may have to agree with the declared types: what those give
 * is within any bound, but not within any tolerance. */
static bool asks_declared(const Session *s)
{
	return s->options->fp == FP_STRICT || s->bit_exact
	    || judges_tolerates(s);
}

/* Without inputs all data are the same, and exact ones need no results of their
 * own. */
static bool gather(Evaluation *e)
{
	Session *s = e->session;
	const int inputs = e->judges->in_count;
	bool floats = traits_of(s->program->body).floats;

	e->last = ARENA_ARRAY(s->arena, Array, inputs + 1);
	if (floats && inputs) {
		e->exact = ARENA_ARRAY(s->arena, Array, inputs + 1);
		add_task(e, EXACT_F64, REFERENCE_F64);
		add_task(e, EXACT_DECLARED, REFERENCE_DECLARED);
	}
	if (floats && (!inputs || asks_declared(s)))
		add_task(e, LAST_DECLARED, REFERENCE_DECLARED);
	add_task(e, LAST_F64, floats && !s->bit_exact ? REFERENCE_BOUNDED
						      : REFERENCE_F64);
	return draw(e);
}

/* Takes the exact set, if it is of use for any output. */
static bool settle_exact(Evaluation *e)
{
	Judges *j = e->judges;
	const bool own = j->in_count > 0;
	Array *f64 = values(e, own ? EXACT_F64 : LAST_F64);
	Array *declared = values(e, own ? EXACT_DECLARED : LAST_DECLARED);

	j->exact = f64 && declared
		&& judgement_exact(j, e->session, f64, declared);
	if (!j->exact) {
		eval_free_arrays(e->exact, j->in_count);
		return false;
	}
	j->inputs[0] = e->exact;
	j->references[0] = f64;
	return true;
}

/* What the bounds leave undecided must be as in the declared types: they are
 * computed when it is seen that much is. */
static bool settle_declared(Evaluation *e, bool (*stop)(void *context),
			    void *context)
{
	Judges *j = e->judges;

	if (!asks_declared(e->session)
	    && (!j->outside || !judgement_is_open(j, e->session)))
		return true;
	if (!values(e, LAST_DECLARED) && j->outside) {
		add_task(e, LAST_DECLARED, REFERENCE_DECLARED);
		if (!eval_tasks_run(e->parts[LAST_DECLARED], 1, stop, context))
			return false;
	}
	j->second = values(e, LAST_DECLARED);
	return true;
}

/* -- data without negative numbers ----------------------------------------- */

static const Port *positive_ports(const Session *s)
{
	const Program *p = s->program;
	Port *ports = ARENA_ARRAY(s->arena, Port, p->in_port_count + 1);

	for (int i = 0; i < p->in_port_count; i++) {
		ports[i] = p->in_ports[i];
		ports[i].positive = true;
	}
	return ports;
}

static void free_results(const Evaluation *e, const EvalTask *task)
{
	eval_free_arrays(task->values, e->judges->out_count);
	eval_free_arrays(task->outside, e->judges->out_count);
	eval_free_arrays(task->folds, e->judges->out_count);
}

/* The tasks of the last set on other inputs. */
static int begin_again(const Evaluation *e, const Array *inputs,
		       EvalTask *tasks, Part *parts)
{
	int count = 0;

	for (Part part = LAST_DECLARED; part <= LAST_F64; part++) {
		if (!e->parts[part])
			continue;
		parts[count] = part;
		tasks[count++] = (EvalTask){
			.session = e->session, .kind = e->parts[part]->kind,
			.inputs = inputs, .data = data_of(e, part),
		};
	}
	return count;
}

/* Puts those in place of the last set that say of more outputs what they are;
 * false: the others stay. */
static bool take_better(Evaluation *e, int vacuous, Array *inputs,
			EvalTask *tasks, const Part *parts, int count)
{
	const EvalTask *bounded = &tasks[count - 1];
	bool better = judgement_vacuous(e->session, bounded->values,
					bounded->outside) < vacuous;

	eval_free_arrays(better ? e->last : inputs, e->judges->in_count);
	for (int i = 0; i < count; i++) {
		free_results(e, better ? e->parts[parts[i]] : &tasks[i]);
		if (better)
			*e->parts[parts[i]] = tasks[i];
	}
	if (better)
		e->last = inputs;
	return better;
}

/* Of numbers of both signs there may be no result: a root. What is drawn for
 * this session from now on has none that are negative. False: it was stopped. */
static bool draw_numbers(Evaluation *e, bool (*stop)(void *context),
			 void *context)
{
	Session *s = e->session;
	const EvalTask *last = e->parts[LAST_F64];
	const Port *own = s->program->in_ports;
	int vacuous = judgement_vacuous(s, last->values, last->outside);
	Diags *diags = s->diags;
	EvalTask tasks[PARTS];
	Part parts[PARTS];
	Array *inputs;
	bool good;
	int count;

	if (!vacuous || !e->judges->in_count || !inputs_absent(s))
		return true;
	s->program->in_ports = positive_ports(s);
	inputs = ARENA_ARRAY(s->arena, Array, e->judges->in_count + 1);
	s->diags = diags_new();
	good = inputs_read(s, inputs);
	count = begin_again(e, inputs, tasks, parts);
	good = good && eval_tasks_run(tasks, count, stop, context);
	diags_free(s->diags);
	s->diags = diags;
	if (!good)
		eval_free_arrays(inputs, e->judges->in_count);
	if (!good || !take_better(e, vacuous, inputs, tasks, parts, count))
		s->program->in_ports = own;
	return good || !stop || !stop(context);
}

static bool settle(Evaluation *e, bool (*stop)(void *context), void *context)
{
	Judges *j = e->judges;
	int last = settle_exact(e);

	j->set_count = last + 1;
	if (!draw_numbers(e, stop, context))
		return false;
	j->inputs[last] = e->last;
	j->references[last] = values(e, LAST_F64);
	j->outside = e->parts[LAST_F64]->outside;
	j->folds = e->parts[LAST_F64]->folds;
	if (!settle_declared(e, stop, context))
		return false;
	if (j->second && e->session->options->fp == FP_STRICT) {
		j->references[last] = j->second;
		j->second = NULL;
	}
	return judgement_last(j, e->session);
}

static void abandon(const Evaluation *e)
{
	eval_free_arrays(e->exact, e->judges->in_count);
	eval_free_arrays(e->last, e->judges->in_count);
	for (int i = 0; i < e->count; i++)
		free_results(e, &e->tasks[i]);
}

Evaluation *evaluation_begin(Session *s)
{
	Evaluation *e = ARENA_NEW(s->arena, Evaluation);

	e->session = s;
	e->judges = ARENA_NEW(s->arena, Judges);
	e->judges->evaluation = e;
	e->started = clock_seconds();
	e->judges->in_count = s->program->in_port_count;
	e->judges->out_count = s->program->output_count;
	if (gather(e) && eval_tasks_begin(e->tasks, e->count, &e->stop))
		return e;
	abandon(e);
	return NULL;
}

BenchData evaluation_data(const Evaluation *e)
{
	const Program *p = e->session->program;

	return (BenchData){
		.input_count = p->in_port_count,
		.output_count = p->output_count, .set_count = 1,
		.inputs = p->in_ports, .outputs = p->out_ports,
		.sets = { { .inputs = e->last } },
	};
}

Judges *evaluation_end(Evaluation *e, bool (*stop)(void *context),
		       void *context)
{
	Judges *j = e->judges;
	bool good;

	eval_tasks_await(e->tasks, e->count, &e->stop, stop, context);
	good = eval_tasks_end(e->tasks, e->count) && settle(e, stop, context);
	if (!good)
		abandon(e);
	j->seconds = clock_seconds() - e->started;
	return good ? j : NULL;
}

static bool is_judged_by(const Judges *j, const Array *values)
{
	return values == j->second || values == j->references[0]
	    || values == j->references[j->set_count - 1];
}

static void *keep(void *evaluation)
{
	Evaluation *e = evaluation;

	for (int i = 0; i < e->count; i++) {
		eval_task_keep(&e->tasks[i], &e->stop);
		e->tasks[i].seconds = 0;
		atomic_store(&e->tasks[i].done, true);
	}
	return NULL;
}

/* Someone must ask whether to stop meanwhile. */
static void keep_beside(Evaluation *e, bool (*stop)(void *context),
			void *context)
{
	pthread_t thread;

	for (int i = 0; i < e->count; i++)
		atomic_store(&e->tasks[i].done, false);
	if (pthread_create(&thread, NULL, keep, e) != 0)
		return;
	eval_tasks_await(e->tasks, e->count, &e->stop, stop, context);
	pthread_join(thread, NULL);
}

void judges_keep(Judges *j, bool (*stop)(void *context), void *context)
{
	Evaluation *e = j->evaluation;

	keep_beside(e, stop, context);
	for (int i = 0; i < e->count; i++)
		if (!is_judged_by(j, e->tasks[i].values))
			eval_free_arrays(e->tasks[i].values, j->out_count);
}

Judges *judges_new(Session *s)
{
	Evaluation *evaluation = evaluation_begin(s);
	Judges *j = evaluation ? evaluation_end(evaluation, NULL, NULL) : NULL;

	if (j)
		judges_keep(j, NULL, NULL);
	return j;
}

void judges_free(Judges *j)
{
	for (int set = 0; j && set < j->set_count; set++)
		eval_free_arrays(j->inputs[set], j->in_count);
	for (int i = 0; j && i < j->evaluation->count; i++) {
		const EvalTask *task = &j->evaluation->tasks[i];

		eval_free_arrays(task->values, j->out_count);
		eval_free_arrays(task->outside, j->out_count);
		eval_free_arrays(task->folds, j->out_count);
	}
}

static double port_bytes(const Port *ports, int count)
{
	double sum = 0;

	for (int i = 0; i < count; i++)
		sum += (double)ports[i].elements
		     * (double)scalar_bytes(ports[i].scalar);
	return sum;
}

static bool is_written_over(const Program *p, int input)
{
	for (int i = 0; i < p->output_count; i++)
		if (p->out_ports[i].into == input)
			return true;
	return false;
}

/* What every kernel must write, and what it must read, where that is known. */
static double moved_bytes(const Program *p)
{
	double bytes = port_bytes(p->out_ports, p->output_count);

	if (p->in_port_count != p->input_count
	    || !traits_of(p->body).reads_all)
		return bytes;
	for (int i = 0; i < p->input_count; i++)
		if (!is_written_over(p, i) && traits_mentions(p->body, i))
			bytes += port_bytes(&p->in_ports[i], 1);
	return bytes;
}

bool judges_load(const Judges *j, Session *s, Harness *harness)
{
	const int last = j->set_count - 1;
	BenchData data = {
		.input_count = j->in_count, .output_count = j->out_count,
		.set_count = j->set_count, .inputs = s->program->in_ports,
		.outputs = s->program->out_ports,
		.moved_bytes = moved_bytes(s->program),
	};

	for (int set = 0; set < j->set_count; set++)
		data.sets[set] = (BenchSet){ j->inputs[set],
					     j->judgements[set] };
	if (!harness_load(harness, &data, s->diags))
		return false;
	for (int set = 0; set < j->set_count; set++)
		for (int i = 0; i < j->out_count; i++)
			harness_expect(harness, set, i,
				       &j->references[set][i],
				       set == last && j->second
					       ? &j->second[i] : NULL);
	for (int i = 0; i < j->out_count; i++)
		if (j->bounded[i])
			harness_allow(harness, last, i, &j->outside[i],
				      &j->folds[i]);
	return true;
}

HarnessCandidate trial_candidate(const Session *s,
				 const Derivation *derivation,
				 const Artifact *artifact)
{
	const RewriteLabel *label = &derivation->label;
	HarnessCandidate candidate = {
		.artifact = artifact,
		.accept_second = !label->rounds && !label->reassociates,
	};

	judges_growth(s, derivation->expr, candidate.growth);
	return candidate;
}
