#include "cli/judges.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/inputs.h"
#include "cli/judgement.h"
#include "cli/progress.h"
#include "ir/eval_way.h"
#include "ir/testdata.h"

#define STEP_NS 500000L

/* One data set evaluated beside the other: with an Ir of its own, since
 * evaluating may build expressions. */
typedef struct Task {
	Session *session;
	Ir *ir;
	Program *program;
	Diags *diags;
	Array *inputs;
	Array *f64, *declared;
	Array *outside, *folds; /* NULL: no bounds are wanted */
	bool both, good;
	bool beside; /* in a thread of its own */
	atomic_bool *stop, done;
	pthread_t thread;
} Task;

struct Evaluation {
	Session *session;
	Judges *judges;
	Task tasks[2]; /* the last one is what is timed */
	int count;
	double started;
	atomic_bool stop; /* the results are not wanted any more */
};

static bool task_open(Task *task)
{
	Session *s = task->session;
	const ReadOptions how = { true, s->size_count, s->sizes,
				  s->options->unsafe_c };

	task->ir = ir_new();
	task->diags = diags_new();
	task->program = program_read(task->ir, s->file, s->text, &how,
				     task->diags);
	return task->program != NULL;
}

static void task_close(Task *task)
{
	diags_free(task->diags);
	ir_free(task->ir);
}

static void *task_run(void *argument)
{
	Task *t = argument;
	const Program *p = t->program;
	const EvalWay way = { .stop = t->stop };

	t->good = eval_run_as(&way, p, p->body, t->inputs, EVAL_F64, t->f64,
			      t->diags)
	       && (!t->both
		   || eval_run_as(&way, p, p->body, t->inputs, EVAL_DECLARED,
				  t->declared, t->diags));
	atomic_store(&t->done, true);
	return NULL;
}

/* Where no thread is to be had the evaluation happens at once. */
static void task_begin(Task *task)
{
	task->beside = !pthread_create(&task->thread, NULL, task_run, task);
	if (!task->beside)
		task_run(task);
}

static bool task_end(Task *task)
{
	if (task->beside)
		pthread_join(task->thread, NULL);
	task->beside = false;
	return task->good;
}

static bool all_done(const Evaluation *e)
{
	for (int i = 0; i < e->count; i++)
		if (!atomic_load(&e->tasks[i].done))
			return false;
	return true;
}

/* Until the tasks are done or the hook ends them, which may be NULL. */
static void await(Evaluation *e, bool (*stop)(void *context), void *context)
{
	static const struct timespec step = { 0, STEP_NS };

	while (stop && !all_done(e) && !atomic_load(&e->stop)) {
		nanosleep(&step, NULL);
		atomic_store(&e->stop, stop(context));
	}
}

static void free_all(Array *arrays, int count)
{
	for (int i = 0; arrays && i < count; i++)
		array_free(&arrays[i]);
}

/* Integers may be made of floats, so every node counts, not the outputs. */
static bool has_floats(const Expr *e)
{
	if ((e->type->kind == TYPE_SCALAR || e->type->kind == TYPE_VECTOR)
	    && scalar_is_float(e->type->scalar))
		return true;
	for (int i = 0; i < e->kid_count; i++)
		if (has_floats(e->kids[i]))
			return true;
	return false;
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

/* What the evaluator says of the sets: tasks[0] is exact (when there are
 * two). */
static bool settle(Judges *j, Session *s, Task *tasks, int count)
{
	Task *last = &tasks[count - 1];
	int set = 0;

	j->exact = count == 2
		&& judgement_exact(j, s, tasks[0].f64, tasks[0].declared);
	if (j->exact) {
		j->inputs[0] = tasks[0].inputs;
		j->references[0] = tasks[0].f64;
		set++;
	} else if (count == 2) {
		free_all(tasks[0].inputs, j->in_count);
		free_all(tasks[0].f64, j->out_count);
	}
	if (count == 2)
		free_all(tasks[0].declared, j->out_count);
	j->inputs[set] = last->inputs;
	j->references[set] = last->f64;
	j->outside = last->outside;
	j->folds = last->folds;
	j->second = last->both ? last->declared : NULL;
	if (j->second && s->options->fp == FP_STRICT) {
		j->references[set] = last->declared;
		j->second = NULL;
		free_all(last->f64, j->out_count);
	}
	j->set_count = set + 1;
	return judgement_last(j, s);
}

static Array *draw(Session *s, TestdataKind kind)
{
	const Program *p = s->program;
	Array *arrays = ARENA_ARRAY(s->arena, Array, p->in_port_count + 1);

	for (int i = 0; i < p->in_port_count; i++)
		arrays[i] = testdata_draw(&p->in_ports[i], s->options->seed,
					  kind);
	return arrays;
}

static bool gather(Session *s, Judges *j, Task *tasks, int *count,
		   atomic_bool *stop)
{
	Array *given = ARENA_ARRAY(s->arena, Array, j->in_count + 1);
	bool floats = has_floats(s->program->body);

	*count = 0;
	if (floats)
		tasks[(*count)++].inputs = draw(s, TESTDATA_EXACT);
	tasks[*count].inputs = given;
	(*count)++;
	for (int i = 0; i < *count; i++) {
		tasks[i].session = s;
		tasks[i].both = floats;
		tasks[i].stop = stop;
		tasks[i].f64 = ARENA_ARRAY(s->arena, Array, j->out_count);
		tasks[i].declared = ARENA_ARRAY(s->arena, Array, j->out_count);
	}
	return inputs_read(s, given);
}

static void abandon(const Judges *j, Task *tasks, int count)
{
	for (int i = 0; i < count; i++) {
		free_all(tasks[i].inputs, j->in_count);
		free_all(tasks[i].f64, j->out_count);
		free_all(tasks[i].declared, j->out_count);
	}
}

static void close_tasks(Session *s, Task *tasks, int count)
{
	for (int i = 0; i < count; i++)
		if (tasks[i].diags) {
			diags_move(s->diags, tasks[i].diags);
			task_close(&tasks[i]);
		}
}

Evaluation *evaluation_begin(Session *s)
{
	Evaluation *e = ARENA_NEW(s->arena, Evaluation);
	bool good;

	e->session = s;
	e->judges = ARENA_NEW(s->arena, Judges);
	e->started = clock_seconds();
	e->judges->in_count = s->program->in_port_count;
	e->judges->out_count = s->program->output_count;
	good = gather(s, e->judges, e->tasks, &e->count, &e->stop);
	for (int i = 0; i < e->count && good; i++)
		good = task_open(&e->tasks[i]);
	for (int i = 0; i < e->count && good; i++)
		task_begin(&e->tasks[i]);
	if (good)
		return e;
	abandon(e->judges, e->tasks, e->count);
	close_tasks(s, e->tasks, e->count);
	return NULL;
}

BenchData evaluation_data(const Evaluation *e)
{
	const Program *p = e->session->program;

	return (BenchData){
		.input_count = p->in_port_count,
		.output_count = p->output_count, .set_count = 1,
		.inputs = p->in_ports, .outputs = p->out_ports,
		.sets = { { .inputs = e->tasks[e->count - 1].inputs } },
	};
}

Judges *evaluation_end(Evaluation *e, bool (*stop)(void *context),
		       void *context)
{
	Judges *j = e->judges;
	bool good = true;

	await(e, stop, context);
	for (int i = 0; i < e->count; i++)
		good = task_end(&e->tasks[i]) && good;
	if (good)
		good = settle(j, e->session, e->tasks, e->count);
	else
		abandon(j, e->tasks, e->count);
	close_tasks(e->session, e->tasks, e->count);
	j->seconds = clock_seconds() - e->started;
	return good ? j : NULL;
}

Judges *judges_new(Session *s)
{
	Evaluation *evaluation = evaluation_begin(s);

	return evaluation ? evaluation_end(evaluation, NULL, NULL) : NULL;
}

void judges_free(Judges *j)
{
	for (int set = 0; j && set < j->set_count; set++) {
		free_all(j->inputs[set], j->in_count);
		free_all(j->references[set], j->out_count);
	}
	if (!j)
		return;
	free_all(j->second, j->out_count);
	free_all(j->outside, j->out_count);
	free_all(j->folds, j->out_count);
}

bool judges_load(const Judges *j, Session *s, Harness *harness)
{
	const int last = j->set_count - 1;
	BenchData data = {
		.input_count = j->in_count, .output_count = j->out_count,
		.set_count = j->set_count, .inputs = s->program->in_ports,
		.outputs = s->program->out_ports,
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
