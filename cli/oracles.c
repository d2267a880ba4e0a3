#include "cli/oracles.h"

#include <math.h>

#include "cli/exact_set.h"
#include "cli/inputs.h"
#include "cli/judgement.h"
#include "cli/progress.h"
#include "cli/references.h"
#include "lib/opened.h"
#include "ir/core/traits.h"
#include "ir/data/testdata.h"
#include "ir/eval/growth.h"

/* Of the last set, in the order of the tasks, those that are there. */
typedef enum { LAST_DECLARED, LAST_F64, PARTS } Part;

struct Evaluation {
	Session *session;
	Oracles *oracles;
	Array *exact, *last; /* inputs; what is timed is the last */
	EvalTask tasks[PARTS + EXACT_TASKS], *parts[PARTS]; /* parts: NULL
							     * where missing */
	int count;
	double started;
	atomic_bool stop; /* the results are not wanted any more */
};

void oracles_growth(const Session *s, const Expr *low,
		    double growth[SCALAR_COUNT])
{
	const Expr *body = s->program->body;
	const double own = fold_growth(low), first = fold_growth(body),
		     decided = fold_growth_decided(body);
	const bool held = decided < first && eval_decides(s->program, body);
	const double most = held ? decided : (double)INFINITY;

	growth[SCALAR_F16] = growth[SCALAR_F32] = fmin(own, most);
	growth[SCALAR_F64] = fmin(fmax(own, first), most);
}

double oracles_largest(const Array *array)
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

	return task ? task->values : NULL;
}

/* 0 where it is not known without looking. */
static uint64_t data_of(const Evaluation *e)
{
	const Session *s = e->session;

	return !inputs_absent(s) ? 0
		: references_data(s->program, s->options->seed,
				  TESTDATA_RANDOM);
}

static void add_task(Evaluation *e, Part part, ReferenceKind kind)
{
	EvalTask *task = &e->tasks[e->count++];

	*task = (EvalTask){ .session = e->session, .kind = kind,
			    .inputs = e->last, .data = data_of(e),
			    .waits = true };
	e->parts[part] = task;
}

/* Whether candidates may have to agree with the declared types: what those give
 * is within any bound, but not within any tolerance. */
static bool asks_declared(const Session *s)
{
	return s->options->fp == FP_STRICT || s->bit_exact
	    || oracles_tolerates(s);
}

/* Without inputs all data are the same, and exact ones need no results of their
 * own. */
static bool gather(Evaluation *e)
{
	Session *s = e->session;
	const int inputs = e->oracles->in_count;
	bool floats = traits_of(s->program->body).floats;

	e->last = ARENA_ARRAY(s->arena, Array, inputs + 1);
	e->oracles->partial = floats && inputs;
	if (floats && (!inputs || asks_declared(s)))
		add_task(e, LAST_DECLARED, REFERENCE_DECLARED);
	add_task(e, LAST_F64, floats && !s->bit_exact ? REFERENCE_BOUNDED
						      : REFERENCE_F64);
	return inputs_read(s, e->last);
}

/* What the bounds leave undecided must be as in the declared types: they are
 * computed when it is seen that much is. */
static bool settle_declared(Evaluation *e, bool (*stop)(void *context),
			    void *context)
{
	Oracles *j = e->oracles;

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
	eval_free_arrays(task->values, e->oracles->out_count);
	eval_free_arrays(task->outside, e->oracles->out_count);
	eval_free_arrays(task->folds, e->oracles->out_count);
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
			.inputs = inputs, .data = data_of(e),
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

	eval_free_arrays(better ? e->last : inputs, e->oracles->in_count);
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

	if (!vacuous || !e->oracles->in_count || !inputs_absent(s))
		return true;
	s->program->in_ports = positive_ports(s);
	inputs = ARENA_ARRAY(s->arena, Array, e->oracles->in_count + 1);
	s->diags = diags_new();
	good = inputs_read(s, inputs);
	count = begin_again(e, inputs, tasks, parts);
	good = good && eval_tasks_run(tasks, count, stop, context);
	diags_free(s->diags);
	s->diags = diags;
	if (!good)
		eval_free_arrays(inputs, e->oracles->in_count);
	if (!good || !take_better(e, vacuous, inputs, tasks, parts, count))
		s->program->in_ports = own;
	return good || !stop || !stop(context);
}

static bool settle_last(Evaluation *e, bool (*stop)(void *context),
			void *context)
{
	Oracles *j = e->oracles;

	if (!draw_numbers(e, stop, context))
		return false;
	j->set_count = 1;
	j->inputs[0] = e->last;
	j->references[0] = values(e, LAST_F64);
	j->outside = e->parts[LAST_F64]->outside;
	j->folds = e->parts[LAST_F64]->folds;
	if (!settle_declared(e, stop, context))
		return false;
	if (j->second && e->session->options->fp == FP_STRICT) {
		j->references[0] = j->second;
		j->second = NULL;
	}
	return true;
}

/* -- the exact set --------------------------------------------------------- */

/* Before the last one. */
static void add_exact(Oracles *j, Judgement *judgements, Array *inputs,
		      Array *references)
{
	j->exact = true;
	j->set_count = 2;
	j->inputs[1] = j->inputs[0];
	j->references[1] = j->references[0];
	j->inputs[0] = inputs;
	j->references[0] = references;
	j->judgements[0] = judgements;
}

/* Without inputs the last set may be exact as well. */
static void settle_only(Evaluation *e)
{
	Array *f64 = values(e, LAST_F64), *declared = values(e, LAST_DECLARED);
	Judgement *judgements = !declared ? NULL
		: exact_set_agreed(e->session, f64, declared);

	if (judgements)
		add_exact(e->oracles, judgements, NULL, f64);
}

static void settle_exact(Evaluation *e)
{
	const EvalTask *tasks = &e->tasks[e->count - EXACT_TASKS];
	Judgement *judgements = exact_set_judgements(e->session, tasks);

	if (judgements)
		add_exact(e->oracles, judgements, e->exact, tasks[0].values);
	else
		eval_free_arrays(e->exact, e->oracles->in_count);
}

/* Beside data of --input those that are drawn may be none for the program:
 * offsets that do not ascend. Then there is no such set. */
static bool evaluate_exact(Evaluation *e, bool (*stop)(void *context),
			   void *context)
{
	EvalTask *tasks = &e->tasks[e->count];

	e->exact = exact_set_draw(e->session);
	exact_set_ask(e->session, e->exact, true, tasks);
	if (!exact_set_run(e->session, tasks, stop, context)) {
		eval_free_arrays(e->exact, e->oracles->in_count);
		return !e->session->diags->errors && !(stop && stop(context));
	}
	e->count += EXACT_TASKS;
	settle_exact(e);
	return true;
}

bool oracles_complete(Oracles *j, bool (*stop)(void *context), void *context)
{
	Evaluation *e = j->evaluation;
	const double start = clock_seconds();

	if (!j->partial)
		return true;
	if (!evaluate_exact(e, stop, context))
		return false;
	j->partial = false;
	j->seconds += clock_seconds() - start;
	return judgement_last(j, e->session);
}

/* Data that decide about each output need no others at first. */
static bool settle(Evaluation *e, bool (*stop)(void *context), void *context)
{
	Oracles *j = e->oracles;

	if (!settle_last(e, stop, context))
		return false;
	if (!j->in_count)
		settle_only(e);
	if (j->partial && !judgement_decides(j, e->session))
		return oracles_complete(j, stop, context);
	return judgement_last(j, e->session);
}

static void abandon(const Evaluation *e)
{
	eval_free_arrays(e->exact, e->oracles->in_count);
	eval_free_arrays(e->last, e->oracles->in_count);
	for (int i = 0; i < e->count; i++)
		free_results(e, &e->tasks[i]);
}

Evaluation *evaluation_begin(Session *s)
{
	Evaluation *e = ARENA_NEW(s->arena, Evaluation);

	e->session = s;
	e->oracles = ARENA_NEW(s->arena, Oracles);
	e->oracles->evaluation = e;
	e->started = clock_seconds();
	e->oracles->in_count = s->program->in_port_count;
	e->oracles->out_count = s->program->output_count;
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

Oracles *evaluation_end(Evaluation *e, bool (*stop)(void *context),
			void *context)
{
	Oracles *j = e->oracles;
	bool good;

	eval_tasks_await(e->tasks, e->count, &e->stop, stop, context);
	good = eval_tasks_end(e->tasks, e->count) && settle(e, stop, context);
	if (!good)
		abandon(e);
	j->seconds = clock_seconds() - e->started;
	return good ? j : NULL;
}

static bool is_judged_by(const Oracles *j, const Array *values)
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

void oracles_keep(Oracles *j, bool (*stop)(void *context), void *context)
{
	Evaluation *e = j->evaluation;

	keep_beside(e, stop, context);
	for (int i = 0; i < e->count; i++)
		if (!is_judged_by(j, e->tasks[i].values))
			eval_free_arrays(e->tasks[i].values, j->out_count);
}

Oracles *oracles_new(Session *s)
{
	Evaluation *evaluation = evaluation_begin(s);
	Oracles *j = evaluation ? evaluation_end(evaluation, NULL, NULL) : NULL;

	if (!j)
		return NULL;
	if (!oracles_complete(j, NULL, NULL)) {
		oracles_free(j);
		return NULL;
	}
	oracles_keep(j, NULL, NULL);
	return j;
}

void oracles_free(Oracles *j)
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

static bool hand_over(const Oracles *j, Session *s, Harness *harness,
		      bool (*load)(Harness *harness, const BenchData *data,
				   Diags *diags))
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
	if (!load(harness, &data, s->diags))
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

bool oracles_load(const Oracles *j, Session *s, Harness *harness)
{
	return hand_over(j, s, harness, harness_load);
}

bool oracles_load_more(const Oracles *j, Session *s, Harness *harness)
{
	return hand_over(j, s, harness, harness_load_more);
}

HarnessCandidate trial_candidate(const Session *s,
				 const Derivation *derivation,
				 const Artifact *artifact)
{
	const RewriteLabel *label = &derivation->label;
	HarnessCandidate candidate = {
		.artifact = artifact_is_open(artifact)
			? opened_at(artifact, s->arena, s->program) : artifact,
		.accept_second = !label->rounds && !label->reassociates,
	};

	oracles_growth(s, derivation->expr, candidate.growth);
	return candidate;
}
